//===- Elementwise.cpp - arithmetic with modes, math functions ------------===//
#include "Lowerings.h"
#include "cutile/Target/CPU/Abi.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace cutile::cpu {

bool isHeldAsInteger(int Kind) { return isIntegerKind(Kind) || Kind == op::kind_bool || Kind == op::kind_pointer; }

Value *flushSubnormal(Builder &B, Value *X) {
  Type *T = X->getType();
  Value *Least = ConstantFP::get(T, APFloat::getSmallestNormalized(T->getFltSemantics()));
  Value *Small = B.CreateFCmpOLT(B.CreateUnaryIntrinsic(Intrinsic::fabs, X), Least);
  return B.CreateSelect(Small, B.CreateCopySign(ConstantFP::getZero(T), X), X);
}

Value *floatMinMax(Builder &B, bool Max, bool PropagateNan, Value *X, Value *Y) {
  Intrinsic::ID Id = PropagateNan ? (Max ? Intrinsic::maximum : Intrinsic::minimum) : (Max ? Intrinsic::maximumnum : Intrinsic::minimumnum);
  return B.CreateBinaryIntrinsic(Id, X, Y);
}

Value *roundedOperation(KernelLowering &K, int Operation, ArrayRef<Value *> Operands, int Mode) {
  Builder &B = K.B;
  Type *T = Operands[0]->getType();
  Type *Work = T->isDoubleTy() ? T : B.getFloatTy();
  StringRef Name = T->isHalfTy()     ? "cutile_cpu_round_f16"
                   : T->isBFloatTy() ? "cutile_cpu_round_bf16"
                   : T->isDoubleTy() ? "cutile_cpu_round_f64"
                                     : "cutile_cpu_round_f32";
  SmallVector<Value *, 5> Arguments{B.getInt32(Operation)};
  for (unsigned I = 0; I < 3; ++I)
    Arguments.push_back(I < Operands.size() ? B.CreateFPExt(Operands[I], Work) : ConstantFP::getZero(Work));
  Arguments.push_back(B.getInt32(Mode));
  Value *V = B.CreateCall(K.runtime(Name, Work, {B.getInt32Ty(), Work, Work, Work, B.getInt32Ty()}), Arguments);
  return B.CreateFPTrunc(V, T);
}

namespace {
/// One elementwise op: what the constants behind its operands say.
struct Operation {
  KernelLowering &K;
  Builder &B;
  StringRef Name;
  int Kind, Mode;
  bool Flush;

  Value *integer(ArrayRef<Value *> X) const;
  Value *floating(ArrayRef<Value *> X) const;
  Value *arithmetic(int Operation, ArrayRef<Value *> X) const;
  Value *function(ArrayRef<Value *> X) const;
};

Value *Operation::integer(ArrayRef<Value *> X) const {
  const bool Signed = isSignedKind(Kind), Bool = Kind == op::kind_bool;
  if (Name == "add")
    return Bool ? B.CreateXor(X[0], X[1]) : B.CreateAdd(X[0], X[1]);
  if (Name == "sub")
    return Bool ? B.CreateXor(X[0], X[1]) : B.CreateSub(X[0], X[1]);
  if (Name == "mul")
    return Bool ? B.CreateAnd(X[0], X[1]) : B.CreateMul(X[0], X[1]);
  if (Name == "div")
    return Signed ? B.CreateSDiv(X[0], X[1]) : B.CreateUDiv(X[0], X[1]);
  if (Name == "fma")
    return B.CreateAdd(B.CreateMul(X[0], X[1]), X[2]);
  if (Name == "min")
    return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin, X[0], X[1]);
  if (Name == "max")
    return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smax : Intrinsic::umax, X[0], X[1]);
  return nullptr;
}

Value *Operation::arithmetic(int Operation, ArrayRef<Value *> X) const {
  const bool Directed = Mode == op::rounding_zero || Mode == op::rounding_negative || Mode == op::rounding_positive;
  if (Directed)
    return roundedOperation(K, Operation, X, Mode);
  switch (Operation) {
  case RoundedAdd:
    return B.CreateFAdd(X[0], X[1]);
  case RoundedSub:
    return B.CreateFSub(X[0], X[1]);
  case RoundedMul:
    return B.CreateFMul(X[0], X[1]);
  case RoundedDiv:
    return B.CreateFDiv(X[0], X[1]);
  case RoundedFma:
    return B.CreateIntrinsic(X[0]->getType(), Intrinsic::fma, X);
  default:
    return B.CreateUnaryIntrinsic(Intrinsic::sqrt, X[0]);
  }
}

/// A function of libm; half types are evaluated in float.
Value *Operation::function(ArrayRef<Value *> X) const {
  Type *T = X[0]->getType();
  Type *Work = T->isDoubleTy() ? T : B.getFloatTy();
  SmallVector<Value *, 2> Y;
  for (Value *V : X)
    Y.push_back(V->getType()->isFloatingPointTy() ? B.CreateFPExt(V, Work) : V);
  Value *Result = nullptr;
  if (Name == "rsqrt") {
    // In double, so that the quotient of the rounded root is good to the last bit of a float.
    Value *Root = B.CreateUnaryIntrinsic(Intrinsic::sqrt, B.CreateFPExt(Y[0], B.getDoubleTy()));
    Result = B.CreateFPTrunc(B.CreateFDiv(ConstantFP::get(B.getDoubleTy(), 1), Root), Work);
  } else if (Name == "powi") {
    Value *Exponent = B.CreateIntCast(Y[1], B.getInt64Ty(), true);
    Result = B.CreateCall(K.runtime("cutile_cpu_powi", B.getDoubleTy(), {B.getDoubleTy(), B.getInt64Ty()}),
                          {B.CreateFPExt(Y[0], B.getDoubleTy()), Exponent});
    Result = B.CreateFPTrunc(Result, Work);
  } else if (Name == "pow" || Name == "atan2") {
    Result = B.CreateBinaryIntrinsic(Name == "pow" ? Intrinsic::pow : Intrinsic::atan2, Y[0], Y[1]);
  } else {
    Intrinsic::ID Id = StringSwitch<Intrinsic::ID>(Name)
                           .Case("exp", Intrinsic::exp)
                           .Case("exp2", Intrinsic::exp2)
                           .Case("log", Intrinsic::log)
                           .Case("log2", Intrinsic::log2)
                           .Case("sin", Intrinsic::sin)
                           .Case("cos", Intrinsic::cos)
                           .Case("tan", Intrinsic::tan)
                           .Case("sinh", Intrinsic::sinh)
                           .Case("cosh", Intrinsic::cosh)
                           .Case("tanh", Intrinsic::tanh)
                           .Default(Intrinsic::not_intrinsic);
    if (Id != Intrinsic::not_intrinsic)
      Result = B.CreateUnaryIntrinsic(Id, Y[0]);
  }
  return Result ? B.CreateFPTrunc(Result, T) : nullptr;
}

Value *Operation::floating(ArrayRef<Value *> Operands) const {
  SmallVector<Value *, 3> X(Operands);
  if (Flush)
    for (Value *&V : X)
      if (V->getType()->isFloatingPointTy())
        V = flushSubnormal(B, V);
  int Code = StringSwitch<int>(Name)
                 .Case("add", RoundedAdd)
                 .Case("sub", RoundedSub)
                 .Case("mul", RoundedMul)
                 .Case("div", RoundedDiv)
                 .Case("fma", RoundedFma)
                 .Case("sqrt", RoundedSqrt)
                 .Default(-1);
  Value *V;
  if (Code >= 0)
    V = arithmetic(Code, X);
  else if (Name == "min" || Name == "max")
    V = floatMinMax(B, Name == "max", Mode == op::nan_propagate, X[0], X[1]);
  else
    V = function(X);
  return V && Flush ? flushSubnormal(B, V) : V;
}
} // namespace

void lowerElementwise(KernelLowering &K, const TileCall &Op) {
  const unsigned Constants = Op.size() - 3;
  Operation O{
      K, K.B, Op.info().Name, int(Op.constant(Constants)), int(Op.constant(Constants + 1)), Op.constant(Constants + 2) == op::subnormals_flush};
  SmallVector<Value *, 3> Operands(Op.call().arg_begin(), Op.call().arg_begin() + Constants);
  K.define(&Op.call(), [O, Operands, Op](const Index &At) {
    SmallVector<Value *, 3> X;
    for (Value *V : Operands)
      X.push_back(O.K.element(V, At));
    Value *V = isHeldAsInteger(O.Kind) ? O.integer(X) : O.floating(X);
    if (!V) {
      O.K.unsupported(Op);
      V = Constant::getNullValue(X[0]->getType());
    }
    return V;
  });
}

} // namespace cutile::cpu
