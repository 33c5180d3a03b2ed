//===- ControlFlow.cpp - branches within a kernel, barriers ---------------===//
#include "KernelLowering.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace cutile::nvptx {

void KernelLowering::behind(Instruction &Definition, function_ref<void()> Emit) {
  IRBuilderBase::InsertPointGuard Guard(B);
  if (isa<PHINode>(Definition))
    B.SetInsertPoint(Definition.getParent(), Definition.getParent()->getFirstInsertionPt());
  else
    B.SetInsertPoint(Definition.getNextNode());
  Emit();
}

void KernelLowering::emitIf(Value *Condition, function_ref<void()> Body) {
  if (!Condition)
    return Body();
  Instruction *Then = SplitBlockAndInsertIfThen(Condition, B.GetInsertPoint(), /*Unreachable=*/false);
  BasicBlock *Join = Then->getSuccessor(0);
  B.SetInsertPoint(Then);
  Body();
  B.SetInsertPoint(&Join->front()); // the instruction that the builder stood at
}

Registers KernelLowering::emitIfElse(Value *Condition, ArrayRef<Value *> Otherwise, function_ref<Registers()> Body) {
  if (!Condition)
    return Body();
  BasicBlock *Head = B.GetInsertBlock();
  BasicBlock::iterator At = B.GetInsertPoint();
  Instruction *Then = SplitBlockAndInsertIfThen(Condition, At, /*Unreachable=*/false);
  BasicBlock *Join = Then->getSuccessor(0);
  B.SetInsertPoint(Then);
  Registers Inside = Body();
  BasicBlock *ThenEnd = B.GetInsertBlock();
  B.SetInsertPoint(Join, Join->begin());
  Registers Result;
  for (unsigned I = 0; I < Inside.size(); ++I) {
    PHINode *Phi = B.CreatePHI(Inside[I]->getType(), 2);
    Phi->addIncoming(Inside[I], ThenEnd);
    Phi->addIncoming(Otherwise[I], Head);
    Result.push_back(Phi);
  }
  B.SetInsertPoint(Join, Join->getFirstInsertionPt());
  return Result;
}

Registers KernelLowering::emitChoice(Value *Condition, function_ref<Registers()> Then, function_ref<Registers()> Else) {
  if (auto *Known = dyn_cast<ConstantInt>(Condition))
    return Known->isOne() ? Then() : Else();
  Instruction *ThenEnd = nullptr, *ElseEnd = nullptr;
  SplitBlockAndInsertIfThenElse(Condition, B.GetInsertPoint(), &ThenEnd, &ElseEnd);
  BasicBlock *Join = ThenEnd->getSuccessor(0);
  B.SetInsertPoint(ThenEnd);
  const Registers First = Then();
  BasicBlock *FirstFrom = B.GetInsertBlock();
  B.SetInsertPoint(ElseEnd);
  const Registers Second = Else();
  BasicBlock *SecondFrom = B.GetInsertBlock();
  assert(First.size() == Second.size() && "two ways with different results");
  B.SetInsertPoint(Join, Join->begin());
  Registers Result;
  for (auto [X, Y] : zip(First, Second)) {
    PHINode *Phi = B.CreatePHI(X->getType(), 2);
    Phi->addIncoming(X, FirstFrom);
    Phi->addIncoming(Y, SecondFrom);
    Result.push_back(Phi);
  }
  B.SetInsertPoint(Join, Join->getFirstInsertionPt());
  return Result;
}

void KernelLowering::barrier(StringRef Why) {
  noteBarrier(Why);
  if (Plan.WarpBits == 0)
    B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_bar_warp_sync, {B.getInt32(-1)});
  else
    B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_barrier_cta_sync_aligned_all, {B.getInt32(0)});
}

} // namespace cutile::nvptx
