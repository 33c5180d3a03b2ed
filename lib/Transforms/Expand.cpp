//===- Expand.cpp - from API calls to tile IR -----------------------------===//
#include "ImportDetail.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::import {

StringRef apiOpName(const Function &F) {
  StringRef Name = F.getName();
  if (!Name.consume_front("_ZN4cuda5tiles4__op"))
    return "";
  unsigned Length = 0;
  if (Name.consumeInteger(10, Length) || Length > Name.size())
    return "";
  return Name.take_front(Length);
}

int64_t ApiCall::constant(unsigned I, int64_t Default) const {
  if (I >= size())
    return Default;
  auto *C = dyn_cast<ConstantInt>(operand(I));
  return C ? C->getSExtValue() : Default;
}

Type *elementType(LLVMContext &Context, int Kind) {
  switch (Kind) {
  case op::kind_s16:
  case op::kind_u16:
    return Type::getInt16Ty(Context);
  case op::kind_s32:
  case op::kind_u32:
    return Type::getInt32Ty(Context);
  case op::kind_s64:
  case op::kind_u64:
  case op::kind_pointer:
    return Type::getInt64Ty(Context);
  case op::kind_f16:
    return Type::getHalfTy(Context);
  case op::kind_bf16:
    return Type::getBFloatTy(Context);
  case op::kind_f32:
  case op::kind_tf32:
    return Type::getFloatTy(Context);
  case op::kind_f64:
    return Type::getDoubleTy(Context);
  default:
    return Type::getInt8Ty(Context);
  }
}

/// The call of the tile op with the arguments of the API call.
static Value *renamed(IRBuilder<> &B, const ApiCall &Api, Module &M) {
  SmallVector<Value *, 16> Arguments;
  SmallVector<Type *, 16> Types;
  for (Value *Argument : Api.Call.args()) {
    if (Argument->getType()->isIntegerTy(1))
      Argument = B.CreateZExt(Argument, B.getInt32Ty());
    Arguments.push_back(Argument);
    Types.push_back(Argument->getType());
  }
  Type *Result = Api.type();
  CallInst *Call = B.CreateCall(getTileOp(M, Api.Name, Result, Types), Arguments);
  for (StringRef Hint : {"cutile.latency", "cutile.allow_tma"})
    if (MDNode *Node = Api.Call.getMetadata(Hint))
      Call->setMetadata(Hint, Node);
  return Call;
}

bool expandOps(Function &Kernel, DiagnosticSink &Sink) {
  SmallVector<CallInst *, 64> Calls;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const Function *Callee = Call->getCalledFunction(); Callee && !apiOpName(*Callee).empty())
        Calls.push_back(Call);

  bool Ok = true;
  for (CallInst *Call : Calls) {
    ApiCall Api{*Call, apiOpName(*Call->getCalledFunction()), Sink};
    IRBuilder<> B(Call);
    Value *Replacement = nullptr;
    if (ExpandFunction Expand = findExpansion(Api.Name)) {
      Replacement = Expand(B, Api);
    } else if (const TileOpInfo *Info = findTileOp(Api.Name)) {
      if (StringRef(Info->Group) == "Elementwise")
        Replacement = expandElementwise(B, Api);
      if (!Replacement)
        Replacement = renamed(B, Api, *Kernel.getParent());
    } else {
      Sink.report(Call->getDebugLoc(), diag::err_unknown_op, {Api.Name.str()});
      Ok = false;
      continue;
    }
    if (!Call->getType()->isVoidTy()) {
      if (auto *I = dyn_cast<Instruction>(Replacement); I && Call->hasName())
        I->takeName(Call);
      Call->replaceAllUsesWith(Replacement);
    }
    Call->eraseFromParent();
  }
  return Ok;
}

} // namespace cutile::import
