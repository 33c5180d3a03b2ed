//===- ExpandConvert.cpp - conversions between elements -------------------===//
//
// LLVM converts between integers, half, bfloat, float and double. The tile op
// `cast` stays for what it lacks, and only for
//
//   float  -> half, bf16, tf32, e4m3, e5m2, e8m0, e2m1    with a rounding
//   double -> half, float                                 with a directed
//   rounding e4m3, e5m2, e8m0, e2m1 -> float                       (exact)
//
// Everything else passes through float. Two conversions in a row round twice,
// which can differ from rounding once, unless the first one is exact, has the
// same direction, or rounds "to odd": toward zero, with the last bit set when
// bits were lost. Odd results are never halfway between two shorter numbers, so
// the second rounding decides as if it saw everything.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::import {

static Type *vectorOf(const Value *Like, Type *Element) { return VectorType::get(Element, cast<VectorType>(Like->getType())->getElementCount()); }

static Type *vectorOf(const Value *Like, int Kind) { return vectorOf(Like, elementType(Like->getContext(), Kind)); }

/// The tile op, for the pairs listed above.
static Value *castOp(IRBuilder<> &B, Value *X, int From, int To, int Mode) {
  Value *Arguments[] = {X, B.getInt32(From), B.getInt32(To), B.getInt32(Mode), B.getInt32(op::saturation_default)};
  SmallVector<Type *, 5> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  Module &M = *B.GetInsertBlock()->getModule();
  return B.CreateCall(getTileOp(M, "cast", vectorOf(X, To), Types), Arguments);
}

/// double to float, rounded to odd.
static Value *truncateToOdd(IRBuilder<> &B, Value *X) {
  Value *Near = B.CreateFPTrunc(X, vectorOf(X, B.getFloatTy()));
  Value *Back = B.CreateFPExt(Near, X->getType());
  Value *Bits = B.CreateBitCast(Near, vectorOf(X, B.getInt32Ty()));
  Value *Outward = B.CreateFCmpOGT(B.CreateUnaryIntrinsic(Intrinsic::fabs, Back), B.CreateUnaryIntrinsic(Intrinsic::fabs, X));
  Value *Inexact = B.CreateFCmpONE(Back, X);
  Bits = B.CreateAdd(Bits, B.CreateSExt(Outward, Bits->getType())); // one step toward zero
  Bits = B.CreateOr(Bits, B.CreateZExt(Inexact, Bits->getType()));
  return B.CreateBitCast(Bits, Near->getType());
}

/// A double that rounds to any format of at most 11 significant bits like the
/// integer \p X does.
static Value *integerToDouble(IRBuilder<> &B, Value *X, bool Signed) {
  if (X->getType()->getScalarSizeInBits() == 64) {
    // Beyond 2^40 the low 16 bits only matter as "not zero".
    Type *T = X->getType();
    Value *Low = B.CreateAnd(X, ConstantInt::get(T, 0xffff));
    Value *Sticky = B.CreateZExt(B.CreateICmpNE(Low, ConstantInt::get(T, 0)), T);
    Value *Short = B.CreateOr(B.CreateAnd(X, ConstantInt::getSigned(T, ~int64_t(0xffff))), B.CreateShl(Sticky, ConstantInt::get(T, 15)));
    Value *Magnitude = Signed ? B.CreateBinaryIntrinsic(Intrinsic::abs, X, B.getFalse()) : X;
    X = B.CreateSelect(B.CreateICmpUGE(Magnitude, ConstantInt::get(T, uint64_t(1) << 40)), Short, X);
  }
  Type *Double = vectorOf(X, B.getDoubleTy());
  return Signed ? B.CreateSIToFP(X, Double) : B.CreateUIToFP(X, Double);
}

static Value *toBool(IRBuilder<> &B, Value *X, int From) {
  Type *Result = vectorOf(X, B.getInt8Ty());
  Value *Zero = Constant::getNullValue(X->getType());
  return B.CreateZExt(isFloatKind(From) ? B.CreateFCmpUNE(X, Zero) : B.CreateICmpNE(X, Zero), Result);
}

/// Saturates, NaN gives 0. 8-bit results are the low bits of a result saturated
/// to 16 bits.
static Value *floatToInteger(IRBuilder<> &B, Value *X, int From, int To, int Saturation) {
  if (From == op::kind_f16 || From == op::kind_bf16)
    X = B.CreateFPExt(X, vectorOf(X, B.getFloatTy()));
  Type *Result = vectorOf(X, To);
  Intrinsic::ID Id = isSignedKind(To) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  bool Narrow = Result->getScalarSizeInBits() == 8 && Saturation != op::saturation_finite;
  Type *Step = Narrow ? vectorOf(X, B.getInt16Ty()) : Result;
  return B.CreateTrunc(B.CreateIntrinsic(Id, {Step, X->getType()}, {X}), Result);
}

/// From integers or bool to a floating kind other than fp8.
static Value *integerToFloat(IRBuilder<> &B, Value *X, int From, int To, int Mode) {
  unsigned Width = X->getType()->getScalarSizeInBits();
  bool Signed = isSignedKind(From);
  auto Plain = [&](Type *T) { return Signed ? B.CreateSIToFP(X, T) : B.CreateUIToFP(X, T); };
  if (To == op::kind_f32 || To == op::kind_f64)
    return Plain(vectorOf(X, To));
  if (Width <= 16) // float holds them all
    return convert(B, Plain(vectorOf(X, B.getFloatTy())), op::kind_f32, To, Mode, op::saturation_default);
  if (To == op::kind_f16)
    return Plain(vectorOf(X, To));
  return convert(B, truncateToOdd(B, integerToDouble(B, X, Signed)), op::kind_f32, To, Mode, op::saturation_default);
}

/// Between floating kinds other than fp8. \p To is narrower or of another
/// format.
static Value *floatToFloat(IRBuilder<> &B, Value *X, int From, int To, int Mode) {
  bool Nearest = Mode == op::rounding_default || Mode == op::rounding_even;
  if (From == op::kind_tf32)
    From = op::kind_f32;
  if (From == To)
    return X;
  if (From == op::kind_f16 || From == op::kind_bf16) {
    if (To == op::kind_f64)
      return B.CreateFPExt(X, vectorOf(X, To));
    X = B.CreateFPExt(X, vectorOf(X, B.getFloatTy()));
    // tf32 has the bits of both.
    return To == op::kind_f32 || To == op::kind_tf32 ? X : floatToFloat(B, X, op::kind_f32, To, Mode);
  }
  if (From == op::kind_f64) {
    if (To == op::kind_f16 || To == op::kind_f32)
      return Nearest ? B.CreateFPTrunc(X, vectorOf(X, To)) : castOp(B, X, From, To, Mode);
    Value *Single = Nearest || Mode == op::rounding_away ? truncateToOdd(B, X) : castOp(B, X, From, op::kind_f32, Mode);
    return floatToFloat(B, Single, op::kind_f32, To, Mode);
  }
  if (To == op::kind_f64)
    return B.CreateFPExt(X, vectorOf(X, To));
  if (To == op::kind_tf32)
    return castOp(B, X, From, To, Mode);
  return Nearest ? B.CreateFPTrunc(X, vectorOf(X, To)) : castOp(B, X, From, To, Mode);
}

/// Any kind to fp8: through float, which holds half and bf16 exactly.
static Value *toFp8(IRBuilder<> &B, Value *X, int From, int To, int Mode) {
  if (From == op::kind_bool || isIntegerKind(From)) {
    if (X->getType()->getScalarSizeInBits() > 16) {
      // All formats but e8m0 saturate far below 2^20; e8m0 keeps only the
      // exponent.
      X = truncateToOdd(B, integerToDouble(B, X, isSignedKind(From)));
    } else {
      Type *Float = vectorOf(X, B.getFloatTy());
      X = isSignedKind(From) ? B.CreateSIToFP(X, Float) : B.CreateUIToFP(X, Float);
    }
  } else if (From == op::kind_f64) {
    bool Directed = Mode == op::rounding_zero || Mode == op::rounding_positive || Mode == op::rounding_negative;
    X = Directed ? castOp(B, X, From, op::kind_f32, Mode) : truncateToOdd(B, X);
  } else {
    X = convert(B, X, From, op::kind_f32, op::rounding_default, op::saturation_default);
  }
  return castOp(B, X, op::kind_f32, To, Mode);
}

Value *convert(IRBuilder<> &B, Value *X, int From, int To, int Mode, int Saturation) {
  if (From == To)
    return X;
  if (isFp8Kind(From)) {
    X = castOp(B, X, From, op::kind_f32, op::rounding_default);
    From = op::kind_f32;
    if (To == op::kind_tf32)
      return X;
  }
  if (To == op::kind_bool)
    return toBool(B, X, From);
  if (isFp8Kind(To))
    return toFp8(B, X, From, To, Mode);
  bool FromFloat = isFloatKind(From), ToFloat = isFloatKind(To);
  if (FromFloat)
    return ToFloat ? floatToFloat(B, X, From, To, Mode) : floatToInteger(B, X, From, To, Saturation);
  if (ToFloat)
    return integerToFloat(B, X, From, To, Mode);
  Type *Result = vectorOf(X, To);
  return isSignedKind(From) ? B.CreateSExtOrTrunc(X, Result) : B.CreateZExtOrTrunc(X, Result);
}

} // namespace cutile::import
