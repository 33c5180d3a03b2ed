//===- Mma.cpp - products on tensor cores ---------------------------------===//
//
// A product of tiles becomes mma.sync instructions over the fragments of its MmaTiling. Each warp owns the rows and columns
// of its part of c; the operands are brought into the layouts that the instruction reads.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseRules.h"
#include "FmaProduct.h"
#include "MmaOperands.h"
#include "OpLowerings.h"
#include "cutile/Target/NVPTX/MmaShapes.h"

using namespace llvm;

namespace cutile::nvptx {

/// The instruction for these element kinds. Accumulators of half are summed in float.
static const MmaShape *findShape(const MmaInstruction &I, int KindA, int KindB, int KindC) {
  auto plain = [](int Kind) { return Kind == op::kind_bool ? int(op::kind_u8) : Kind; };
  if (KindC == op::kind_f16)
    KindC = op::kind_f32;
  for (const MmaShape &S : mmaShapes())
    if (S.M == I.M && S.N == I.N && S.K == I.K && S.KindA == plain(KindA) && S.KindB == plain(KindB) && S.KindC == KindC)
      return &S;
  return nullptr;
}

static bool isFp8(int Kind) { return Kind == op::kind_e4m3 || Kind == op::kind_e5m2; }

namespace {
/// The instructions for one pair of fragments, the product and its accumulator in place.
class FragmentProduct {
public:
  FragmentProduct(KernelLowering &K, const MmaInstruction &I, int KindA, int KindB, int KindC)
      : K(K), Shape(findShape(I, KindA, KindB, KindC)), KindA(KindA), KindB(KindB) {
    assert(Shape && "the plan chose an instruction that is not in the table");
    ByHalves = isFp8(KindA) && !K.target().hasNativeFp8Mma();
  }

  unsigned accumulators() const { return Shape->RegistersC; }
  Registers prepareA(ArrayRef<Value *> Fragment) const { return prepare(Fragment, KindA); }
  Registers prepareB(ArrayRef<Value *> Fragment) const { return prepare(Fragment, KindB); }

  /// \p C += \p A * \p B, operands as prepared.
  void emit(ArrayRef<Value *> A, ArrayRef<Value *> B, MutableArrayRef<Value *> C) const {
    const unsigned Steps = ByHalves ? 2 : 1;
    for (unsigned Step = 0; Step < Steps; ++Step) {
      SmallVector<Value *, 12> Arguments;
      append_range(Arguments, A.slice(Step * A.size() / Steps, A.size() / Steps));
      append_range(Arguments, B.slice(Step * B.size() / Steps, B.size() / Steps));
      append_range(Arguments, C);
      copy(emitTargetOpResults(K.builder(), ByHalves ? target::Mma_m16n8k16_f16_f32 : Shape->Op, Arguments), C.begin());
    }
  }

private:
  /// Halves, where they are multiplied, have all values of 8-bit floats. A register holds four k of a row or column, those of a and b in the same
  /// order, and any order will do: its lower two become the first register of a fragment for k = 16, its upper two the one for k + 8.
  Registers prepare(ArrayRef<Value *> Fragment, int Kind) const {
    if (!ByHalves)
      return Registers(Fragment.begin(), Fragment.end());
    Builder &B = K.builder();
    const TargetOp Convert = Kind == op::kind_e4m3 ? target::Cvt_rn_f16x2_e4m3x2 : target::Cvt_rn_f16x2_e5m2x2;
    Registers Result;
    const unsigned PerStep = Fragment.size() / 2;
    for (unsigned Step = 0; Step < 2; ++Step)
      for (unsigned Upper = 0; Upper < 2; ++Upper)
        for (Value *Register : Fragment.slice(Step * PerStep, PerStep))
          Result.push_back(emitTargetOp(B, Convert, {B.CreateTrunc(Upper ? B.CreateLShr(Register, 16) : Register, B.getInt16Ty())}));
    return Result;
  }

  KernelLowering &K;
  const MmaShape *Shape;
  int KindA, KindB;
  bool ByHalves;
};
} // namespace

static void lowerOnTensorCores(KernelLowering &K, const TileCall &Call, const MmaTiling &T) {
  Builder &B = K.builder();
  const FragmentProduct Product(K, T.Instruction, Call.constant(9), Call.constant(10), Call.constant(11));
  Registers C = K.registersOf(Call.operand(2), T.C);
  const bool Half = Call.constant(11) == op::kind_f16;
  if (Half)
    for (Value *&V : C)
      V = B.CreateFPExt(V, B.getFloatTy());
  auto isEarly = [&](unsigned I) { return K.plan().EarlyOperands.contains(&Call.call().getArgOperandUse(I)); };
  MmaOperand OperandA(K, Call.operand(0), operandA(T), isEarly(0)), OperandB(K, Call.operand(1), operandB(T), isEarly(1));
  if (const uint64_t BytesA = OperandA.scratchBytes(), BytesB = OperandB.scratchBytes(); BytesA || BytesB) {
    Value *Base = K.scratch(BytesA + BytesB, "operands of a product");
    OperandA.stage(Base);
    OperandB.stage(B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Base, BytesA));
    K.barrier("operands are complete in scratch memory before fragments are read");
  }

  for (unsigned Batch = 0; Batch < 1u << T.BatchBits; ++Batch)
    for (unsigned Depth = 0; Depth < 1u << T.DepthBits; ++Depth) {
      OperandA.load(Batch, Depth);
      OperandB.load(Batch, Depth);
      SmallVector<Registers, 8> Rows, Columns;
      for (unsigned Row = 0; Row < 1u << T.RowBits; ++Row)
        Rows.push_back(Product.prepareA(OperandA.fragment(Batch, Row, Depth)));
      for (unsigned Column = 0; Column < 1u << T.ColumnBits; ++Column)
        Columns.push_back(Product.prepareB(OperandB.fragment(Batch, Column, Depth)));
      for (unsigned Row = 0; Row < 1u << T.RowBits; ++Row)
        for (unsigned Step = 0; Step < 1u << T.ColumnBits; ++Step) {
          // Back and forth, so that a fragment of b that was just used is used again.
          const unsigned Column = Row & 1 ? (1u << T.ColumnBits) - 1 - Step : Step;
          Product.emit(Rows[Row], Columns[Column], MutableArrayRef(C).slice(fragmentC(T, Batch, Row, Column), Product.accumulators()));
        }
    }
  if (Half)
    for (Value *&V : C)
      V = B.CreateFPTrunc(V, B.getHalfTy());
  K.setResult(Call.call(), std::move(C), T.C);
}

/// float operands keep their full precision, which no tensor core has.
static void lowerOnFma(KernelLowering &K, const TileCall &Call) {
  const LinearLayout Layout = K.layoutOf(&Call.call());
  auto operand = [&](unsigned I) {
    const LinearLayout Own = K.layoutOf(Call.operand(I));
    return FmaOperand{Own, K.registersOf(Call.operand(I), Own)};
  };
  const FmaOperand A = operand(0), B = operand(1);
  K.setResult(Call.call(), emitFmaProduct(K, productShapeOf(Call), A, B, K.registersOf(Call.operand(2), Layout), Layout));
}

void lowerMma(KernelLowering &K, const TileCall &Call) {
  if (auto It = K.plan().Products.find(&Call.call()); It != K.plan().Products.end())
    return lowerOnTensorCores(K, Call, It->second);
  const int Kind = Call.constant(9);
  if (Kind == op::kind_f32)
    return lowerOnFma(K, Call);
  K.unsupported(Call.call(), Call.name(), isFp8(Kind) ? "fp8 tiles (needed: sm_89 or later)" : "these element types");
}

/// Operand \p I of a scaled product times the scale factors behind it, in float. \p Blocks is the shape of the operand with k split into blocks,
/// \p Scales that of the factors, with length 1 in place of each block.
static FmaOperand scaledOperand(KernelLowering &K, const TileCall &Call, unsigned I, int Kind, Shape Blocks, Shape Scales) {
  const int ScaleKind = Call.constant(16);
  auto toFloat = [&](const Registers &X, int From) { return emitCast(K, Call.call(), X, From, op::kind_f32, op::rounding_default); };
  FmaOperand X{K.layoutOf(Call.operand(I)), {}};
  X.Values = toFloat(K.registersOf(Call.operand(I), X.Layout), Kind);
  const Registers Factors = toFloat(K.registersOf(Call.operand(I + 1), X.Layout.compose(broadcastSourceMap(Scales, Blocks))), ScaleKind);
  for (auto [Element, Factor] : zip_equal(X.Values, Factors))
    Element = K.builder().CreateFMul(Element, Factor);
  return X;
}

/// In float on every architecture: each product of an element and its scale factor is exact there.
void lowerScaledMma(KernelLowering &K, const TileCall &Call) {
  const ProductShape P = productShapeOf(Call);
  const uint64_t BatchScaleA = Call.constant(8), BatchScaleB = Call.constant(9), Block = Call.constant(13), Blocks = P.K / Block;
  const FmaOperand A = scaledOperand(K, Call, 0, Call.constant(14), SmallVector<uint64_t, 4>{P.BatchA, P.M, Blocks, Block},
                                     SmallVector<uint64_t, 4>{BatchScaleA, P.M, Blocks, 1});
  const FmaOperand B = scaledOperand(K, Call, 2, Call.constant(15), SmallVector<uint64_t, 4>{P.BatchB, Blocks, Block, P.N},
                                     SmallVector<uint64_t, 4>{BatchScaleB, Blocks, 1, P.N});
  const LinearLayout Layout = K.layoutOf(&Call.call());
  K.setResult(Call.call(), emitFmaProduct(K, P, A, B, K.registersOf(accumulatorOf(Call), Layout), Layout));
}

} // namespace cutile::nvptx
