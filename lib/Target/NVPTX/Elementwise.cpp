#include "OpLowerings.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::nvptx {

/// libdevice's name of a function of one argument, without `__nv_` and the suffix f of the float version.
static Value *callLibdevice(KernelLowering &K, StringRef Name, ArrayRef<Value *> Operands) {
  Builder &B = K.builder();
  Type *Given = Operands[0]->getType();
  Type *Used = Given->isDoubleTy() ? Given : B.getFloatTy();
  SmallVector<Value *, 2> Arguments;
  SmallVector<Type *, 2> Types;
  for (Value *V : Operands) {
    Arguments.push_back(V->getType() == Used || V->getType()->isIntegerTy() ? V : B.CreateFPExt(V, Used));
    Types.push_back(Arguments.back()->getType());
  }
  std::string Symbol = ("__nv_" + Name + (Used->isFloatTy() ? "f" : "")).str();
  FunctionCallee Callee = K.module().getOrInsertFunction(Symbol, FunctionType::get(Used, Types, false));
  Value *Result = B.CreateCall(Callee, Arguments);
  return Given == Used ? Result : B.CreateFPTrunc(Result, Given);
}

Value *emitElementwise(KernelLowering &K, const Instruction &At, StringRef Op, ArrayRef<Value *> X, int Kind, int Mode, int Subnormals) {
  Builder &B = K.builder();
  const bool Float = X[0]->getType()->isFloatingPointTy();
  if (Op == "add")
    return Float ? B.CreateFAdd(X[0], X[1]) : Kind == op::kind_bool ? B.CreateXor(X[0], X[1]) : B.CreateAdd(X[0], X[1]);
  if (Op == "sub")
    return Float ? B.CreateFSub(X[0], X[1]) : Kind == op::kind_bool ? B.CreateXor(X[0], X[1]) : B.CreateSub(X[0], X[1]);
  if (Op == "mul")
    return Float ? B.CreateFMul(X[0], X[1]) : Kind == op::kind_bool ? B.CreateAnd(X[0], X[1]) : B.CreateMul(X[0], X[1]);
  if (Op == "div" && Float)
    return B.CreateFDiv(X[0], X[1]);
  if (Op == "min" || Op == "max") {
    const bool Max = Op == "max";
    if (Float) {
      Intrinsic::ID Id = Mode == op::nan_propagate ? (Max ? Intrinsic::maximum : Intrinsic::minimum)
                                                   : (Max ? Intrinsic::maximumnum : Intrinsic::minimumnum);
      return B.CreateBinaryIntrinsic(Id, X[0], X[1]);
    }
    const bool Signed = Kind == op::kind_s8 || Kind == op::kind_s16 || Kind == op::kind_s32 || Kind == op::kind_s64;
    return B.CreateBinaryIntrinsic(Signed ? (Max ? Intrinsic::smax : Intrinsic::smin) : (Max ? Intrinsic::umax : Intrinsic::umin), X[0], X[1]);
  }
  if (Op == "fma")
    return B.CreateIntrinsic(X[0]->getType(), Intrinsic::fma, {X[0], X[1], X[2]});
  if (Op == "sqrt")
    return B.CreateUnaryIntrinsic(Intrinsic::sqrt, X[0]);
  static const StringLiteral Functions[] = {"rsqrt", "exp", "exp2", "log", "log2", "sin", "cos", "tan", "sinh", "cosh", "tanh", "pow", "powi", "atan2"};
  if (is_contained(Functions, Op))
    return callLibdevice(K, Op, X);
  K.unsupported(At, Op, "this type");
  return PoisonValue::get(X[0]->getType());
}

Value *emitCombine(KernelLowering &K, const Instruction &At, int Combiner, Value *A, Value *B, int Kind, int Mode, int Subnormals) {
  Builder &Build = K.builder();
  switch (Combiner) {
  case op::combine_sum:
    return emitElementwise(K, At, "add", {A, B}, Kind, Mode, Subnormals);
  case op::combine_prod:
    return emitElementwise(K, At, "mul", {A, B}, Kind, Mode, Subnormals);
  case op::combine_max:
    return emitElementwise(K, At, "max", {A, B}, Kind, Mode, Subnormals);
  case op::combine_min:
    return emitElementwise(K, At, "min", {A, B}, Kind, Mode, Subnormals);
  case op::combine_and:
    return Build.CreateAnd(A, B);
  case op::combine_or:
    return Build.CreateOr(A, B);
  default:
    return Build.CreateXor(A, B);
  }
}

void lowerElementwise(KernelLowering &K, const TileCall &Call) {
  const LinearLayout Layout = K.layoutOf(&Call.call());
  const unsigned NumOperands = Call.size() - 3;
  SmallVector<Registers, 3> Operands;
  for (unsigned I = 0; I < NumOperands; ++I)
    Operands.push_back(K.registersOf(Call.operand(I), Layout));
  Registers Result;
  for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
    SmallVector<Value *, 3> Elements;
    for (const Registers &Operand : Operands)
      Elements.push_back(Operand[R]);
    Result.push_back(emitElementwise(K, Call.call(), Call.name(), Elements, Call.constant(NumOperands), Call.constant(NumOperands + 1),
                                     Call.constant(NumOperands + 2)));
  }
  K.setResult(Call.call(), Result);
}

void lowerCast(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), "element_cast", "these types"); }

void lowerAssume(KernelLowering &K, const TileCall &Call) {
  // The promise has served the analyses; the value is the operand.
  if (!isTile(&Call.call()))
    return K.setScalar(Call.call(), Call.operand(0));
  K.setResult(Call.call(), K.registersOf(Call.operand(0), K.layoutOf(&Call.call())));
}

} // namespace cutile::nvptx
