#include "ImportDetail.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace cutile::import {

/// Whether \p I may run where the loop is entered. \p Always: it does run then.
static bool mayHoist(const Instruction &I, bool Always) {
  if (I.isTerminator() || isa<PHINode, AllocaInst>(I) || isTile(&I) || I.mayReadOrWriteMemory())
    return false;
  if (any_of(I.operands(), [](const Value *Operand) { return isTile(Operand); }))
    return false;
  return isSafeToSpeculativelyExecute(&I) || (Always && I.isIntDivRem());
}

static void hoistFrom(Loop &L) {
  BasicBlock *Preheader = L.getLoopPreheader();
  if (!Preheader)
    return;
  ReversePostOrderTraversal<Function *> Order(L.getHeader()->getParent());
  for (BasicBlock *Block : Order) {
    if (!L.contains(Block))
      continue;
    bool Always = Block == L.getHeader(); // everything so far runs if the loop is entered
    for (Instruction &I : make_early_inc_range(*Block)) {
      if (mayHoist(I, Always) && L.hasLoopInvariantOperands(&I))
        I.moveBefore(Preheader->getTerminator()->getIterator());
      else
        Always &= isGuaranteedToTransferExecutionToSuccessor(&I);
    }
  }
}

void hoistScalars(Function &F, FunctionAnalysisManager &AM) {
  AM.invalidate(F, PreservedAnalyses::none());
  LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  const auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) // inner ones first
    hoistFrom(*L);
}

} // namespace cutile::import
