//===- Memory.cpp - pointer tiles and views -------------------------------===//
#include "Lowerings.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

bool isAddress(Value *Tile) {
  if (Value *Splat = splatValue(Tile))
    return isa<PtrToIntOperator>(Splat);
  if (auto *Add = dyn_cast<BinaryOperator>(Tile); Add && Add->getOpcode() == Instruction::Add)
    return isAddress(Add->getOperand(0)) || isAddress(Add->getOperand(1));
  std::optional<TileCall> Op = TileCall::match(Tile);
  return Op && Op->is("view_pointers");
}

/// The condition that element \p At of \p Mask holds.
static Value *isSet(KernelLowering &K, Value *Mask, const Index &At) { return K.B.CreateICmpNE(K.element(Mask, At), K.B.getInt8(0)); }

void lowerLoad(KernelLowering &K, const TileCall &Op) {
  Value *Pointers = Op.operand(0), *Mask = Op.operand(1), *Padding = Op.operand(2);
  Type *T = Op.call().getType()->getScalarType();
  Value *To = K.allocate(&Op.call());
  K.forEach(Log2_32(tileSize(Pointers->getType())), K.cuts(Pointers) | K.cuts(Mask) | K.cuts(Padding), [&](const Index &At) {
    Value *V =
        K.choose(isSet(K, Mask, At), [&] { return K.load(T, K.pointer(Pointers, At), K.constant(0)); }, [&] { return K.element(Padding, At); });
    K.store(V, To, At.linear(K.B));
  });
  K.finish(&Op.call());
}

void lowerStore(KernelLowering &K, const TileCall &Op) {
  Value *Pointers = Op.operand(0), *Stored = Op.operand(1), *Mask = Op.operand(2);
  K.forEach(Log2_32(tileSize(Pointers->getType())), K.cuts(Pointers) | K.cuts(Mask) | K.cuts(Stored),
            [&](const Index &At) { K.when(isSet(K, Mask, At), [&] { K.store(K.element(Stored, At), K.pointer(Pointers, At), K.constant(0)); }); });
}

namespace {
/// A block of a strided array as a nest of loops, one per dimension.
struct ViewNest {
  KernelLowering &K;
  Builder &B;
  const ViewAccess &View;
  SmallVector<unsigned, 4> Bits;
  /// Called for elements inside the array with their position in the block and their offset in elements.
  function_ref<void(const Index &, Value *)> Inside;
  /// Called for the elements outside; may be null for stores.
  function_ref<void(const Index &)> Outside;

  /// The loops from \p Dim on. \p Offset is the offset so far, null for 0; \p Valid whether all positions so far are inside, null if so.
  void nest(unsigned Dim, const Index &At, Value *Offset, Value *Valid);
  void innermost(const Index &At, Value *Offset, Value *Valid);
  Value *position(unsigned Dim, Value *I) { return B.CreateAdd(View.Starts[Dim], I); }
  Value *advance(Value *Offset, unsigned Dim, Value *I) {
    Value *Step = B.CreateMul(position(Dim, I), View.Strides[Dim]);
    return Offset ? B.CreateAdd(Offset, Step) : Step;
  }
};
} // namespace

void ViewNest::nest(unsigned Dim, const Index &At, Value *Offset, Value *Valid) {
  if (Dim == View.Rank) // rank 0
    return Inside(At, K.constant(0));
  if (Dim + 1 == View.Rank && Bits[Dim])
    return innermost(At, Offset, Valid);
  K.loop(K.constant(0), K.constant(uint64_t(1) << Bits[Dim]), [&](Value *I) {
    Index Inner = At;
    Inner.push({I, Bits[Dim]});
    Value *InnerValid = Valid;
    if (View.Masked) {
      Value *Position = position(Dim, I);
      Value *Fits = B.CreateICmpULT(Position, View.Extents[Dim]);
      InnerValid = Valid ? B.CreateAnd(Valid, Fits) : Fits;
    }
    Value *InnerOffset = advance(Offset, Dim, I);
    if (Dim + 1 < View.Rank)
      return nest(Dim + 1, Inner, InnerOffset, InnerValid);
    if (!InnerValid)
      return Inside(Inner, InnerOffset);
    K.choose(
        InnerValid, [&]() -> Value * { return Inside(Inner, InnerOffset), nullptr; },
        [&]() -> Value * { return Outside ? (Outside(Inner), nullptr) : nullptr; });
  });
}

void ViewNest::innermost(const Index &At, Value *Offset, Value *Valid) {
  const unsigned Dim = View.Rank - 1;
  Value *Length = K.constant(uint64_t(1) << Bits[Dim]), *Zero = K.constant(0);
  auto Range = [&](Value *Begin, Value *End, bool In) {
    K.loop(Begin, End, [&](Value *I) {
      Index Inner = At;
      Inner.push({I, Bits[Dim]});
      if (In)
        Inside(Inner, advance(Offset, Dim, I));
      else
        Outside(Inner);
    });
  };
  if (!View.Masked)
    return Range(Zero, Length, true);
  // Elements [Low, High) of the row are inside.
  auto Clamp = [&](Value *V) { return B.CreateBinaryIntrinsic(Intrinsic::smin, B.CreateBinaryIntrinsic(Intrinsic::smax, V, Zero), Length); };
  Value *Low = Clamp(B.CreateNeg(View.Starts[Dim]));
  Value *High = Clamp(B.CreateSub(View.Extents[Dim], View.Starts[Dim]));
  if (Valid) {
    Low = B.CreateSelect(Valid, Low, Zero);
    High = B.CreateSelect(Valid, High, Zero);
  }
  High = B.CreateBinaryIntrinsic(Intrinsic::smax, Low, High);
  if (Outside)
    Range(Zero, Low, false);
  Range(Low, High, true);
  if (Outside)
    Range(High, Length, false);
}

static Value *paddingValue(Type *T, int Padding, int Kind) {
  if (T->isIntegerTy()) {
    if (Padding == op::padding_nan)
      return ConstantInt::get(T, Kind == op::kind_e8m0 ? 0xff : 0x7f);
    if (Kind == op::kind_e5m2 && (Padding == op::padding_positive_inf || Padding == op::padding_negative_inf))
      return ConstantInt::get(T, Padding == op::padding_positive_inf ? 0x7c : 0xfc);
    if (Padding == op::padding_negative_zero && !isHeldAsInteger(Kind))
      return ConstantInt::get(T, Kind == op::kind_e2m1 ? 0x8 : 0x80);
    return ConstantInt::get(T, 0);
  }
  switch (Padding) {
  case op::padding_negative_zero:
    return ConstantFP::getNegativeZero(T);
  case op::padding_positive_inf:
    return ConstantFP::getInfinity(T);
  case op::padding_negative_inf:
    return ConstantFP::getInfinity(T, true);
  case op::padding_nan:
    return ConstantFP::getNaN(T);
  default:
    return ConstantFP::getZero(T);
  }
}

void lowerViewLoad(KernelLowering &K, const TileCall &Op) {
  const ViewAccess View = decodeView(Op);
  Type *T = Op.call().getType()->getScalarType();
  Value *Padding = paddingValue(T, View.Padding, View.Kind);
  Value *To = K.allocate(&Op.call());
  auto Inside = [&](const Index &At, Value *Offset) { K.store(K.load(T, View.Base, Offset), To, At.linear(K.B)); };
  auto Outside = [&](const Index &At) { K.store(Padding, To, At.linear(K.B)); };
  ViewNest{K, K.B, View, dimBits(View.Dims), Inside, Outside}.nest(0, {}, nullptr, nullptr);
  K.finish(&Op.call());
}

void lowerViewStore(KernelLowering &K, const TileCall &Op) {
  const ViewAccess View = decodeView(Op);
  auto Inside = [&](const Index &At, Value *Offset) { K.store(K.element(View.Stored, At), View.Base, Offset); };
  ViewNest{K, K.B, View, dimBits(View.Dims), Inside, nullptr}.nest(0, {}, nullptr, nullptr);
}

/// The byte offset of element \p At of the block of \p View, whose elements have \p Bytes bytes.
static Value *viewOffset(Builder &B, const ViewAccess &View, const Index &At, uint64_t Bytes) {
  Value *Offset = B.getInt64(0);
  for (auto [Part, Start, Stride] : zip(splitIndex(B, At, dimBits(View.Dims)), View.Starts, View.Strides))
    Offset = B.CreateAdd(Offset, B.CreateMul(B.CreateAdd(Start, Part.linear(B)), Stride));
  return B.CreateMul(Offset, B.getInt64(Bytes));
}

Value *viewPointer(KernelLowering &K, const TileCall &Op, const Index &At) {
  if (!Op.is("view_pointers"))
    return nullptr;
  const ViewAccess View = decodeView(Op);
  return K.B.CreateGEP(K.B.getInt8Ty(), View.Base, viewOffset(K.B, View, At, Op.constant(Op.size() - 1)));
}

void lowerViewPointers(KernelLowering &K, const TileCall &Op) {
  K.define(
      &Op.call(), [&K, Op](const Index &At) { return K.B.CreatePtrToInt(viewPointer(K, Op, At), K.B.getInt64Ty()); }, false,
      dimCuts(dimBits(decodeView(Op).Dims)));
}

void lowerViewMask(KernelLowering &K, const TileCall &Op) {
  const ViewAccess View = decodeView(Op);
  K.define(
      &Op.call(),
      [&K, View](const Index &At) {
        Builder &B = K.B;
        Value *Inside = B.getTrue();
        for (auto [Part, Start, Extent] : zip(splitIndex(B, At, dimBits(View.Dims)), View.Starts, View.Extents))
          Inside = B.CreateAnd(Inside, B.CreateICmpULT(B.CreateAdd(Start, Part.linear(B)), Extent));
        return B.CreateZExt(Inside, B.getInt8Ty());
      },
      false, dimCuts(dimBits(View.Dims)));
}

} // namespace cutile::cpu
