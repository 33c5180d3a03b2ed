//===- ExpandArithmetic.cpp - elementwise ops that LLVM has ---------------===//
//
// A floating-point op without modes, or with the modes that LLVM instructions
// have anyway (nearest even, subnormals kept), becomes an instruction. Sums and
// products without a mode may be contracted; those with one may not.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace cutile::import {

namespace {
enum class Arithmetic { Add, Sub, Mul, Div, Sqrt, Fma, Min, Max, Cast, Other };
} // namespace

static Value *expandBool(IRBuilder<> &B, Arithmetic Op, Value *L, Value *R) {
  switch (Op) {
  case Arithmetic::Add:
  case Arithmetic::Sub:
    return B.CreateXor(L, R);
  case Arithmetic::Mul:
  case Arithmetic::Min:
    return B.CreateAnd(L, R);
  case Arithmetic::Max:
    return B.CreateOr(L, R);
  case Arithmetic::Div:
    return L; // the divisor is 1
  default:
    return nullptr;
  }
}

/// Overflow of a signed sum, difference or product is undefined.
static Value *expandInteger(IRBuilder<> &B, Arithmetic Op, bool Signed, Value *L, Value *R) {
  switch (Op) {
  case Arithmetic::Add:
    return B.CreateAdd(L, R, "", /*HasNUW=*/false, /*HasNSW=*/Signed);
  case Arithmetic::Sub:
    return B.CreateSub(L, R, "", /*HasNUW=*/false, /*HasNSW=*/Signed);
  case Arithmetic::Mul:
    return B.CreateMul(L, R, "", /*HasNUW=*/false, /*HasNSW=*/Signed);
  case Arithmetic::Div:
    return Signed ? B.CreateSDiv(L, R) : B.CreateUDiv(L, R);
  case Arithmetic::Min:
    return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin, L, R);
  case Arithmetic::Max:
    return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smax : Intrinsic::umax, L, R);
  default:
    return nullptr;
  }
}

/// \p Mode is a nan_mode for min and max, else a rounding; subnormals are kept.
static Value *expandFloat(IRBuilder<> &B, Arithmetic Op, int Mode, ArrayRef<Value *> X) {
  if (Op == Arithmetic::Min || Op == Arithmetic::Max) {
    static constexpr Intrinsic::ID Number[] = {Intrinsic::minimumnum, Intrinsic::maximumnum};
    static constexpr Intrinsic::ID Propagate[] = {Intrinsic::minimum, Intrinsic::maximum};
    bool Max = Op == Arithmetic::Max;
    return B.CreateBinaryIntrinsic(Mode == op::nan_propagate ? Propagate[Max] : Number[Max], X[0], X[1]);
  }
  if (Mode != op::rounding_default && Mode != op::rounding_even)
    return nullptr;
  IRBuilder<>::FastMathFlagGuard Guard(B);
  FastMathFlags Flags;
  Flags.setAllowContract(Mode == op::rounding_default);
  switch (Op) {
  case Arithmetic::Add:
    B.setFastMathFlags(Flags);
    return B.CreateFAdd(X[0], X[1]);
  case Arithmetic::Sub:
    B.setFastMathFlags(Flags);
    return B.CreateFSub(X[0], X[1]);
  case Arithmetic::Mul:
    B.setFastMathFlags(Flags);
    return B.CreateFMul(X[0], X[1]);
  case Arithmetic::Div:
    return B.CreateFDiv(X[0], X[1]);
  case Arithmetic::Sqrt:
    return B.CreateUnaryIntrinsic(Intrinsic::sqrt, X[0]);
  case Arithmetic::Fma:
    return B.CreateIntrinsic(Intrinsic::fma, {X[0]->getType()}, X);
  default:
    return nullptr;
  }
}

Value *expandElementwise(IRBuilder<> &B, const ApiCall &Api) {
  Arithmetic Op = StringSwitch<Arithmetic>(Api.Name)
                      .Case("add", Arithmetic::Add)
                      .Case("sub", Arithmetic::Sub)
                      .Case("mul", Arithmetic::Mul)
                      .Case("div", Arithmetic::Div)
                      .Case("sqrt", Arithmetic::Sqrt)
                      .Case("fma", Arithmetic::Fma)
                      .Case("min", Arithmetic::Min)
                      .Case("max", Arithmetic::Max)
                      .Case("cast", Arithmetic::Cast)
                      .Default(Arithmetic::Other);
  if (Op == Arithmetic::Other)
    return nullptr;
  if (Op == Arithmetic::Cast)
    return convert(B, Api.operand(0), Api.constant(1), Api.constant(2), Api.constant(3, op::rounding_default),
                   Api.constant(4, op::saturation_default));

  SmallVector<Value *, 3> X;
  unsigned At = 0;
  while (At < Api.size() && isTile(Api.operand(At)))
    X.push_back(Api.operand(At++));
  int Kind = Api.constant(At), Mode = Api.constant(At + 1, op::rounding_default), Subnormals = Api.constant(At + 2);
  if (Kind == op::kind_bool)
    return expandBool(B, Op, X[0], X.back());
  if (isIntegerKind(Kind))
    return expandInteger(B, Op, isSignedKind(Kind), X[0], X.back());
  if (!isFloatKind(Kind) || Subnormals == op::subnormals_flush)
    return nullptr;
  return expandFloat(B, Op, Mode, X);
}

} // namespace cutile::import
