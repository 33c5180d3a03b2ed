//===- Simplify.cpp - algebraic clean-up of tile IR -----------------------===//
//
//   %row  = cutile.broadcast(%x, [64, 1] -> [64, 128])
//   %sum  = fadd %row, splat 1.0                          ->  %one = fadd <64 x float> %x, splat 1.0
//                                                             %sum = cutile.broadcast(%one, [64, 1] -> [64, 128])
//
// Runs before the plan: what is folded here needs no layout, no registers and no shared memory.
//
//===----------------------------------------------------------------------===//
#include "cutile/Transforms/Simplify.h"
#include "SimplifyDetail.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "cutile-simplify"

using namespace llvm;

STATISTIC(NumFolded, "tile instructions folded");
STATISTIC(NumDeadAccesses, "accesses removed because their mask is false");

namespace cutile {

PreservedAnalyses SimplifyPass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!isTileKernel(F))
    return PreservedAnalyses::all();
  SimplifyQuery Query(F.getDataLayout());
  // Program order, so that most operands are simplified before their users; users of replaced values come again.
  SetVector<Instruction *> Worklist;
  for (Instruction &I : instructions(F))
    Worklist.insert(&I);
  bool Changed = false;
  while (!Worklist.empty()) {
    SmallPtrSet<Instruction *, 32> Erased; // of this round
    auto Round = Worklist.takeVector();
    for (Instruction *I : Round) {
      if (Erased.contains(I))
        continue;
      auto Erase = [&](Instruction *Dead) {
        Erased.insert(Dead);
        Worklist.remove(Dead);
        Dead->eraseFromParent();
        Changed = true;
      };
      if (isInstructionTriviallyDead(I)) {
        Erase(I);
        continue;
      }
      auto Call = TileCall::match(I);
      if (Call && simplify::isDeadAccess(*Call)) {
        ++NumDeadAccesses;
        Erase(I);
        continue;
      }
      IRBuilder<> B(I);
      Value *Replacement = Call ? simplify::simplifyOp(B, *Call) : nullptr;
      if (!Replacement)
        Replacement = simplify::simplifyElementwise(B, *I);
      if (!Replacement && !Call)
        Replacement = simplifyInstruction(I, Query.getWithInstruction(I));
      if (!Replacement || Replacement == I)
        continue;
      ++NumFolded;
      for (User *U : I->users())
        Worklist.insert(cast<Instruction>(U));
      if (auto *New = dyn_cast<Instruction>(Replacement)) {
        for (Value *Operand : New->operands())
          if (auto *Source = dyn_cast<Instruction>(Operand))
            Worklist.insert(Source);
        Worklist.insert(New);
      }
      I->replaceAllUsesWith(Replacement);
      Erase(I);
    }
  }
  // Operands that died after their turn.
  for (BasicBlock &Block : F)
    for (Instruction &I : make_early_inc_range(reverse(Block)))
      if (isInstructionTriviallyDead(&I)) {
        I.eraseFromParent();
        Changed = true;
      }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace cutile
