//===- ControlFlow.cpp - loops over elements and choices ------------------===//
#include "KernelLowering.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace cutile::cpu {

void KernelLowering::moveTo(BasicBlock *Block, BasicBlock::iterator Where) {
  DebugLoc Loc = B.getCurrentDebugLocation();
  B.SetInsertPoint(Block, Where);
  B.SetCurrentDebugLocation(Loc);
}

void KernelLowering::loop(Value *Begin, Value *End, function_ref<void(Value *)> Body) {
  auto *First = dyn_cast<ConstantInt>(Begin), *Last = dyn_cast<ConstantInt>(End);
  if (First && Last && First->getSExtValue() + 1 == Last->getSExtValue())
    return Body(Begin);
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *After = Before->splitBasicBlock(B.GetInsertPoint());
  BasicBlock *Head = BasicBlock::Create(F.getContext(), "loop", &F, After);
  BasicBlock *Latch = BasicBlock::Create(F.getContext(), "next", &F, After);
  Before->getTerminator()->eraseFromParent();
  moveTo(Before);
  if (First && Last && First->getSExtValue() < Last->getSExtValue())
    B.CreateBr(Head);
  else
    B.CreateCondBr(B.CreateICmpSLT(Begin, End), Head, After);
  moveTo(Head);
  PHINode *Counter = B.CreatePHI(B.getInt64Ty(), 2);
  Instruction *EndOfBody = B.CreateBr(Latch);
  moveTo(Latch);
  Value *Next = B.CreateAdd(Counter, constant(1), "", true, true);
  B.CreateCondBr(B.CreateICmpSLT(Next, End), Head, After);
  Counter->addIncoming(Begin, Before);
  Counter->addIncoming(Next, Latch);
  moveTo(EndOfBody);
  Body(Counter);
  moveTo(After, After->begin());
}

SmallVector<Value *, 2> KernelLowering::loop(uint64_t Count, ArrayRef<Value *> Initial,
                                             function_ref<SmallVector<Value *, 2>(Value *, ArrayRef<Value *>)> Body) {
  if (Count == 1)
    return Body(constant(0), Initial);
  BasicBlock *Before = B.GetInsertBlock();
  SmallVector<PHINode *, 2> Carried;
  SmallVector<Value *, 2> Results;
  loop(constant(0), constant(Count), [&](Value *I) {
    BasicBlock *Head = cast<Instruction>(I)->getParent();
    BasicBlock *Latch = cast<PHINode>(I)->getIncomingBlock(1);
    Instruction *At = &*B.GetInsertPoint();
    moveTo(Head, Head->getFirstNonPHIIt());
    for (Value *V : Initial) {
      Carried.push_back(B.CreatePHI(V->getType(), 2));
      Carried.back()->addIncoming(V, Before);
    }
    moveTo(At);
    SmallVector<Value *, 2> Values(Carried.begin(), Carried.end());
    Results = Body(I, Values);
    for (auto [Phi, V] : zip(Carried, Results))
      Phi->addIncoming(V, Latch);
  });
  return Results;
}

void KernelLowering::forEach(unsigned Bits, uint64_t Cuts, function_ref<void(const Index &)> Body) {
  // The widths of the fields, most significant first.
  SmallVector<unsigned, 4> Widths;
  unsigned Top = Bits;
  for (unsigned At = Bits; At-- > 0;)
    if (At == 0 || (Cuts >> At & 1)) {
      Widths.push_back(Top - At);
      Top = At;
    }
  std::function<void(unsigned, const Index &)> Nest = [&](unsigned Depth, const Index &At) {
    if (Depth == Widths.size())
      return Body(At);
    loop(constant(0), constant(uint64_t(1) << Widths[Depth]), [&](Value *I) {
      Index Inner = At;
      Inner.push({I, Widths[Depth]});
      Nest(Depth + 1, Inner);
    });
  };
  Nest(0, {});
}

Value *KernelLowering::choose(Value *Condition, function_ref<Value *()> Then, function_ref<Value *()> Else) {
  if (auto *C = dyn_cast<ConstantInt>(Condition))
    return C->isZero() ? Else() : Then();
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *After = Before->splitBasicBlock(B.GetInsertPoint());
  BasicBlock *Arms[2];
  Value *Values[2];
  for (BasicBlock *&Arm : Arms) {
    Arm = BasicBlock::Create(F.getContext(), "", &F, After);
    BranchInst::Create(After, Arm);
  }
  Before->getTerminator()->eraseFromParent();
  moveTo(Before);
  B.CreateCondBr(Condition, Arms[0], Arms[1]);
  for (unsigned I : {0, 1}) {
    moveTo(Arms[I]->getTerminator());
    Values[I] = I ? Else() : Then();
    Arms[I] = B.GetInsertBlock();
  }
  moveTo(After, After->begin());
  if (!Values[0] || Values[0]->getType()->isVoidTy())
    return nullptr;
  PHINode *Phi = B.CreatePHI(Values[0]->getType(), 2);
  for (unsigned I : {0, 1})
    Phi->addIncoming(Values[I], Arms[I]);
  return Phi;
}

void KernelLowering::when(Value *Condition, function_ref<void()> Then) {
  choose(
      Condition,
      [&]() -> Value * {
        Then();
        return nullptr;
      },
      []() -> Value * { return nullptr; });
}

} // namespace cutile::cpu
