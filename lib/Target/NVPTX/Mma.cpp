//===- Mma.cpp - products on tensor cores ---------------------------------===//
//
// A product of tiles becomes mma.sync instructions over the fragments of its MmaTiling. Each warp owns the rows and columns
// of its part of c; the operands are brought into the layouts that the instruction reads.
//
//===----------------------------------------------------------------------===//
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

static void lowerOnTensorCores(KernelLowering &K, const TileCall &Call, const MmaTiling &T) {
  Builder &B = K.builder();
  const MmaShape *Shape = findShape(T.Instruction, Call.constant(9), Call.constant(10), Call.constant(11));
  assert(Shape && "the plan chose an instruction that is not in the table");
  const Registers OperandA = mmaOperand(K, Call.operand(0), operandShape(T, MmaSide::A));
  const Registers OperandB = mmaOperand(K, Call.operand(1), operandShape(T, MmaSide::B));
  Registers C = K.registersOf(Call.operand(2), T.C);
  const bool Half = Call.constant(11) == op::kind_f16;
  if (Half)
    for (Value *&V : C)
      V = B.CreateFPExt(V, B.getFloatTy());

  const unsigned PerA = (1u << T.FragmentBitsA) / Shape->RegistersA, PerB = (1u << T.FragmentBitsB) / Shape->RegistersB;
  for (unsigned Batch = 0; Batch < 1u << T.BatchBits; ++Batch)
    for (unsigned Depth = 0; Depth < 1u << T.DepthBits; ++Depth)
      for (unsigned Row = 0; Row < 1u << T.RowBits; ++Row)
        for (unsigned Step = 0; Step < 1u << T.ColumnBits; ++Step) {
          // Back and forth, so that a fragment of b that was just used is used again.
          const unsigned Column = Row & 1 ? (1u << T.ColumnBits) - 1 - Step : Step;
          SmallVector<Value *, 12> Arguments;
          const unsigned FirstC = fragmentC(T, Batch, Row, Column);
          auto append = [&](const Registers &From, unsigned First, unsigned Count) { Arguments.append(&From[First], &From[First] + Count); };
          append(OperandA, fragmentA(T, Batch, Row, Depth) / PerA, Shape->RegistersA);
          append(OperandB, fragmentB(T, Batch, Depth, Column) / PerB, Shape->RegistersB);
          append(C, FirstC, Shape->RegistersC);
          auto Results = emitTargetOpResults(B, Shape->Op, Arguments);
          copy(Results, &C[FirstC]);
        }
  if (Half)
    for (Value *&V : C)
      V = B.CreateFPTrunc(V, B.getHalfTy());
  K.setResult(Call.call(), std::move(C), T.C);
}

void lowerMma(KernelLowering &K, const TileCall &Call) {
  if (auto It = K.plan().Products.find(&Call.call()); It != K.plan().Products.end())
    return lowerOnTensorCores(K, Call, It->second);
  K.unsupported(Call.call(), Call.name(), "these types");
}

void lowerScaledMma(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), Call.name(), "fp8 and fp4 with scales"); }

} // namespace cutile::nvptx
