//===- Transcendental.cpp - functions -------------------------------------===//
//
// float and double call libdevice, whose functions are accurate to one or two units in the last place, keep subnormals
// (unless the module says otherwise) and follow C99 for special values. What the machine has as one instruction of that
// quality, or what was asked for as approximate, is that instruction.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseRules.h"
#include "OpLowerings.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::nvptx {

Value *emitLibdevice(const ElementCall &E) {
  Type *T = E.X[0]->getType();
  SmallVector<Type *, 2> Types;
  for (Value *V : E.X)
    Types.push_back(V->getType());
  StringRef Name = E.Op == "rem" ? "fmod" : E.Op;
  std::string Symbol = ("__nv_" + Name + (T->isFloatTy() ? "f" : "")).str();
  FunctionCallee Callee = E.K.module().getOrInsertFunction(Symbol, FunctionType::get(T, Types, false));
  auto *F = cast<Function>(Callee.getCallee());
  if (F->isDeclaration()) {
    F->setDoesNotThrow();
    F->setDoesNotAccessMemory();
    F->addFnAttr(Attribute::WillReturn);
  }
  return E.builder().CreateCall(Callee, E.X);
}

Value *emitShortExp(const ElementCall &E) {
  Builder &B = E.builder();
  const bool IsSingle = E.Kind == op::kind_f32;
  Value *X = IsSingle ? E.X[0] : B.CreateFPExt(E.X[0], B.getFloatTy());
  Value *Power = B.CreateFMul(X, ConstantFP::get(X->getType(), numbers::log2e));
  // A half that ends up below 2^-126 is 0 anyway.
  Value *Result = emitTargetOp(B, E.Kind == op::kind_f16 ? target::Ex2_approx_ftz : target::Ex2_approx, {Power});
  return IsSingle ? Result : B.CreateFPTrunc(Result, E.X[0]->getType());
}

} // namespace cutile::nvptx
