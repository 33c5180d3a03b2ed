//===- ExpandTable.cpp - one function per ImportOp ------------------------===//
//
// Arithmetic that plain LLVM has no single instruction for, and everything about values and their bits. The semantics are those of the
// specification's page on operations; `bool` elements are bytes of 0 or 1 and count as integers modulo 2.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "cutile/IR/OpTable.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace cutile::import {

static unsigned widthOf(const Value *V) { return V->getType()->getScalarSizeInBits(); }

static Value *splatInt(const Value *Like, uint64_t Number) { return ConstantInt::get(Like->getType(), Number); }

/// Bytes of 0 and 1 from bits.
static Value *toMask(IRBuilder<> &B, Value *Bits, Type *Result) { return B.CreateZExt(Bits, Result); }

//===-- Creation ----------------------------------------------------------===//

static Value *expandSplat(IRBuilder<> &B, const ApiCall &Api) {
  auto *Tile = cast<FixedVectorType>(Api.type());
  Type *Element = Tile->getElementType();
  Value *X = Api.operand(0);
  if (X->getType()->isPointerTy())
    X = B.CreatePtrToInt(X, Element);
  else if (X->getType()->isIntegerTy(1))
    X = B.CreateZExt(X, Element);
  else if (X->getType() != Element)
    X = B.CreateBitCast(X, Element);
  return createSplat(B, X, Tile);
}

static Value *expandToScalar(IRBuilder<> &B, const ApiCall &Api) {
  Value *X = B.CreateExtractElement(Api.operand(0), B.getInt64(0));
  Type *Result = Api.type();
  if (Result->isPointerTy())
    return B.CreateIntToPtr(X, Result);
  if (Result->isIntegerTy(1))
    return B.CreateICmpNE(X, ConstantInt::get(X->getType(), 0));
  return X->getType() == Result ? X : B.CreateBitCast(X, Result);
}

//===-- Integer arithmetic ------------------------------------------------===//

static Value *expandRem(IRBuilder<> &B, const ApiCall &Api) {
  Value *L = Api.operand(0), *R = Api.operand(1);
  int Kind = Api.constant(2);
  if (isFloatKind(Kind))
    return B.CreateFRem(L, R);
  if (Kind == op::kind_bool)
    return Constant::getNullValue(Api.type()); // the divisor is 1
  return isSignedKind(Kind) ? B.CreateSRem(L, R) : B.CreateURem(L, R);
}

/// The quotient toward zero, moved by \p Step where the remainder is not zero
/// and the exact quotient's sign is \p Negative.
static Value *roundedQuotient(IRBuilder<> &B, Value *L, Value *R, bool Negative, int64_t Step) {
  Value *Quotient = B.CreateSDiv(L, R), *Rest = B.CreateSub(L, B.CreateMul(Quotient, R));
  Value *Zero = splatInt(L, 0);
  Value *Inexact = B.CreateICmpNE(Rest, Zero);
  Value *Signs = B.CreateXor(L, R);
  Value *Sign = Negative ? B.CreateICmpSLT(Signs, Zero) : B.CreateICmpSGE(Signs, Zero);
  Value *Moved = B.CreateAdd(Quotient, ConstantInt::getSigned(L->getType(), Step));
  return B.CreateSelect(B.CreateAnd(Inexact, Sign), Moved, Quotient);
}

static Value *expandFloorDiv(IRBuilder<> &B, const ApiCall &Api) {
  Value *L = Api.operand(0), *R = Api.operand(1);
  int Kind = Api.constant(2);
  if (Kind == op::kind_bool)
    return L;
  return isSignedKind(Kind) ? roundedQuotient(B, L, R, /*Negative=*/true, -1) : B.CreateUDiv(L, R);
}

static Value *expandCeilDiv(IRBuilder<> &B, const ApiCall &Api) {
  Value *L = Api.operand(0), *R = Api.operand(1);
  int Kind = Api.constant(2);
  if (Kind == op::kind_bool)
    return L;
  if (isSignedKind(Kind))
    return roundedQuotient(B, L, R, /*Negative=*/false, 1);
  Value *Quotient = B.CreateUDiv(L, R), *Rest = B.CreateSub(L, B.CreateMul(Quotient, R));
  return B.CreateAdd(Quotient, B.CreateZExt(B.CreateICmpNE(Rest, splatInt(L, 0)), L->getType()));
}

static Value *expandMulHi(IRBuilder<> &B, const ApiCall &Api) {
  Value *L = Api.operand(0), *R = Api.operand(1);
  if (Api.constant(2) == op::kind_bool)
    return Constant::getNullValue(Api.type());
  unsigned Width = widthOf(L);
  Type *Wide = L->getType()->getWithNewBitWidth(2 * Width);
  Value *Product = B.CreateMul(B.CreateZExt(L, Wide), B.CreateZExt(R, Wide));
  return B.CreateTrunc(B.CreateLShr(Product, splatInt(Product, Width)), L->getType());
}

static Value *expandBitwise(IRBuilder<> &B, const ApiCall &Api) {
  Value *L = Api.operand(0), *R = Api.operand(1);
  if (Api.Name == "bit_and")
    return B.CreateAnd(L, R);
  return Api.Name == "bit_or" ? B.CreateOr(L, R) : B.CreateXor(L, R);
}

static Value *expandShift(IRBuilder<> &B, const ApiCall &Api) {
  Value *L = Api.operand(0), *Amount = Api.operand(1);
  int Kind = Api.constant(2);
  unsigned Width = Kind == op::kind_bool ? 1 : widthOf(L);
  if (Api.Name == "shr" && isSignedKind(Kind)) {
    Value *Last = splatInt(Amount, Width - 1);
    return B.CreateAShr(L, B.CreateBinaryIntrinsic(Intrinsic::umin, Amount, Last));
  }
  Value *InRange = B.CreateICmpULT(Amount, splatInt(Amount, Width));
  // The shift itself must not see an amount that is too large: the result would
  // be poison.
  Value *Safe = B.CreateSelect(InRange, Amount, splatInt(Amount, 0));
  Value *Shifted = Api.Name == "shl" ? B.CreateShl(L, Safe) : B.CreateLShr(L, Safe);
  return B.CreateSelect(InRange, Shifted, splatInt(L, 0));
}

static Value *expandNeg(IRBuilder<> &B, const ApiCall &Api) {
  Value *X = Api.operand(0);
  if (isFloatKind(Api.constant(1)))
    return B.CreateFNeg(X);
  return Api.constant(1) == op::kind_bool ? X : B.CreateNeg(X);
}

static Value *expandNot(IRBuilder<> &B, const ApiCall &Api) {
  Value *X = Api.operand(0);
  return Api.constant(1) == op::kind_bool ? B.CreateXor(X, splatInt(X, 1)) : B.CreateNot(X);
}

static Value *expandAbs(IRBuilder<> &B, const ApiCall &Api) {
  Value *X = Api.operand(0);
  if (isFloatKind(Api.constant(1)))
    return B.CreateUnaryIntrinsic(Intrinsic::fabs, X);
  return isSignedKind(Api.constant(1)) ? B.CreateBinaryIntrinsic(Intrinsic::abs, X, B.getFalse()) : X;
}

static Value *expandRounding(IRBuilder<> &B, const ApiCall &Api) {
  return B.CreateUnaryIntrinsic(Api.Name == "ceil" ? Intrinsic::ceil : Intrinsic::floor, Api.operand(0));
}

//===-- Predicates --------------------------------------------------------===//

/// Codes of the 8-bit formats: magnitudes from \p Nan on are NaN; \p Infinity
/// is 0 where the format has none.
static Value *magnitudeOf(IRBuilder<> &B, Value *X) { return B.CreateAnd(X, splatInt(X, 0x7f)); }

static Value *expandIsNan(IRBuilder<> &B, const ApiCall &Api) {
  Value *X = Api.operand(0);
  switch (Api.constant(1)) {
  case op::kind_e4m3:
    return toMask(B, B.CreateICmpEQ(magnitudeOf(B, X), splatInt(X, 0x7f)), Api.type());
  case op::kind_e5m2:
    return toMask(B, B.CreateICmpUGT(magnitudeOf(B, X), splatInt(X, 0x7c)), Api.type());
  case op::kind_e8m0:
    return toMask(B, B.CreateICmpEQ(X, splatInt(X, 0xff)), Api.type());
  case op::kind_e2m1:
    return Constant::getNullValue(Api.type());
  default:
    return toMask(B, B.CreateFCmpUNO(X, Constant::getNullValue(X->getType())), Api.type());
  }
}

static Value *expandIsInf(IRBuilder<> &B, const ApiCall &Api) {
  Value *X = Api.operand(0);
  switch (Api.constant(1)) {
  case op::kind_e5m2:
    return toMask(B, B.CreateICmpEQ(magnitudeOf(B, X), splatInt(X, 0x7c)), Api.type());
  case op::kind_e4m3:
  case op::kind_e8m0:
  case op::kind_e2m1:
    return Constant::getNullValue(Api.type());
  default:
    return toMask(B, B.CreateFCmpOEQ(B.CreateUnaryIntrinsic(Intrinsic::fabs, X), ConstantFP::getInfinity(X->getType())), Api.type());
  }
}

static Value *expandCompare(IRBuilder<> &B, const ApiCall &Api) {
  using P = CmpInst::Predicate;
  static constexpr P Float[] = {P::FCMP_OEQ, P::FCMP_UNE, P::FCMP_OLT, P::FCMP_OLE, P::FCMP_OGT, P::FCMP_OGE};
  static constexpr P Signed[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_SLT, P::ICMP_SLE, P::ICMP_SGT, P::ICMP_SGE};
  static constexpr P Unsigned[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_ULT, P::ICMP_ULE, P::ICMP_UGT, P::ICMP_UGE};
  int Kind = Api.constant(2), Predicate = Api.constant(3);
  Value *L = Api.operand(0), *R = Api.operand(1);
  if (isFp8Kind(Kind)) {
    L = convert(B, L, Kind, op::kind_f32, op::rounding_default, op::saturation_default);
    R = convert(B, R, Kind, op::kind_f32, op::rounding_default, op::saturation_default);
    Kind = op::kind_f32;
  }
  Value *Bits = isFloatKind(Kind)    ? B.CreateFCmp(Float[Predicate], L, R)
                : isSignedKind(Kind) ? B.CreateICmp(Signed[Predicate], L, R)
                                     : B.CreateICmp(Unsigned[Predicate], L, R);
  return toMask(B, Bits, Api.type());
}

static Value *expandSelect(IRBuilder<> &B, const ApiCall &Api) {
  Value *Condition = Api.operand(0);
  return B.CreateSelect(B.CreateICmpNE(Condition, splatInt(Condition, 0)), Api.operand(1), Api.operand(2));
}

static Value *expandBitcast(IRBuilder<> &B, const ApiCall &Api) { return B.CreateBitCast(Api.operand(0), Api.type()); }

//===-- Hints are gone before (Hints.cpp) --------------------------------------===//

static Value *expandHint(IRBuilder<> &B, const ApiCall &Api) { return PoisonValue::get(Api.type()); }

//===-- The table -----------------------------------------------------------------===//

namespace {
struct ImportOpInfo {
  const char *Name, *Group, *Summary;
  ExpandFunction Expand;
};
} // namespace

#define GET_ImportOpTable_IMPL
#include "cutile/IR/TileOps.inc"

ExpandFunction findExpansion(StringRef Name) {
  const ImportOpInfo *Info = findRecord<ImportOpTable>(Name);
  return Info ? Info->Expand : nullptr;
}

} // namespace cutile::import
