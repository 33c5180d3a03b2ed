//===- Cast.cpp - conversions that LLVM instructions do not express -------===//
#include "Lowerings.h"

using namespace llvm;

namespace cutile::cpu {

static bool isNarrowFloat(int Kind) { return Kind == op::kind_e4m3 || Kind == op::kind_e5m2 || Kind == op::kind_e8m0 || Kind == op::kind_e2m1; }

/// Floating point to an integer of \p Bits bits: clamped, NaN gives 0.
static Value *toInteger(Builder &B, Value *X, Type *To, bool Signed) {
  Intrinsic::ID Id = Signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  return B.CreateIntrinsic(Id, {To, X->getType()}, {X});
}

static Value *decode(KernelLowering &K, Value *X, int Kind) {
  Builder &B = K.B;
  return B.CreateCall(K.runtime("cutile_cpu_decode", B.getFloatTy(), {B.getInt8Ty(), B.getInt32Ty()}), {X, B.getInt32(Kind)});
}

Value *widen(KernelLowering &K, Value *X, int Kind, Type *To) {
  Builder &B = K.B;
  if (isNarrowFloat(Kind))
    return decode(K, X, Kind);
  if (X->getType()->isIntegerTy())
    return B.CreateIntCast(X, To, isSignedKind(Kind));
  return X->getType() == To ? X : B.CreateFPExt(X, To);
}

/// \p X of kind \p From as the element type \p To of kind \p Kind.
static Value *convert(KernelLowering &K, Value *X, int From, int Kind, Type *To, int Mode, int Saturation) {
  Builder &B = K.B;
  if (isNarrowFloat(From))
    X = decode(K, X, From);
  const bool FromInteger = X->getType()->isIntegerTy(), Signed = isSignedKind(From);
  if (Kind == op::kind_bool) {
    Value *Set = FromInteger ? B.CreateICmpNE(X, Constant::getNullValue(X->getType())) : B.CreateFCmpUNE(X, ConstantFP::getZero(X->getType()));
    return B.CreateZExt(Set, To);
  }
  if (isHeldAsInteger(Kind)) {
    if (FromInteger)
      return B.CreateIntCast(X, To, Signed);
    const bool Clamp = Saturation == op::saturation_finite || To->getIntegerBitWidth() > 8;
    Value *V = toInteger(B, X, Clamp ? To : B.getInt16Ty(), isSignedKind(Kind));
    return B.CreateIntCast(V, To, false);
  }
  const bool Nearest = Mode == op::rounding_even || Mode == op::rounding_default;
  if (!isNarrowFloat(Kind) && Kind != op::kind_tf32 && Nearest) {
    if (FromInteger)
      return Signed ? B.CreateSIToFP(X, To) : B.CreateUIToFP(X, To);
    return B.CreateFPCast(X, To);
  }
  // Everything else goes through double, which holds every source but 64-bit integers exactly.
  Type *Double = B.getDoubleTy();
  if (FromInteger && X->getType()->getIntegerBitWidth() == 64)
    X = B.CreateCall(K.runtime(Signed ? "cutile_cpu_odd_from_i64" : "cutile_cpu_odd_from_u64", Double, {B.getInt64Ty()}), {X});
  else if (FromInteger)
    X = Signed ? B.CreateSIToFP(X, Double) : B.CreateUIToFP(X, Double);
  else
    X = B.CreateFPExt(X, Double);
  Value *Bits = B.CreateCall(K.runtime("cutile_cpu_encode", B.getInt64Ty(), {Double, B.getInt32Ty(), B.getInt32Ty()}),
                             {X, B.getInt32(Kind), B.getInt32(Nearest ? int(op::rounding_even) : Mode)});
  return B.CreateBitCast(B.CreateTrunc(Bits, B.getIntNTy(To->getScalarSizeInBits())), To);
}

void lowerCast(KernelLowering &K, const TileCall &Op) {
  const int From = Op.constant(1), Kind = Op.constant(2), Mode = Op.constant(3), Saturation = Op.constant(4);
  Type *To = Op.call().getType()->getScalarType();
  K.define(&Op.call(), [=, &K](const Index &At) { return convert(K, K.element(Op.operand(0), At), From, Kind, To, Mode, Saturation); });
}

} // namespace cutile::cpu
