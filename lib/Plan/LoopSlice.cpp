#include "cutile/Plan/LoopSlice.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Plan/PlanRecord.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cutile {

bool isGuardedDivision(const Instruction &I) {
  if (!I.isIntDivRem())
    return false;
  auto *Divisor = dyn_cast<ConstantInt>(I.getOperand(1));
  return !Divisor || Divisor->isZero() || Divisor->isMinusOne();
}

static bool isAssumption(const Instruction &I) {
  auto Call = TileCall::match(&I);
  return Call && Call->info().Group == StringRef("Assumption");
}

/// Why the scalar \p I cannot be computed whenever that is wanted; empty if it can.
static std::string obstacleOf(const Instruction &I, bool MayRead) {
  if (any_of(I.operands(), [](const Value *Operand) { return isTile(Operand); }) || isTile(&I))
    return "elements of a tile (" + mention(I) + ")";
  if (isAssumption(I) || isGuardedDivision(I) || isa<PHINode>(I))
    return {};
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple())
    return MayRead ? std::string() : "memory (" + mention(I) + ")";
  if (I.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&I))
    return mention(I);
  return {};
}

BasicBlock *LoopSlice::latch() const { return AnyPhi->getIncomingBlock(LatchIndex); }
BasicBlock *LoopSlice::preheader() const { return AnyPhi->getIncomingBlock(1 - LatchIndex); }

LoopSlicer::LoopSlicer(const Loop &L, const DominatorTree &Dominators) : L(L), Dominators(Dominators) {
  ReversePostOrderTraversal<const Function *> Blocks(L.getHeader()->getParent());
  for (const BasicBlock *Block : Blocks)
    if (L.contains(Block))
      Order.push_back(Block);
}

/// Whether \p Block is in the loop and in no inner one.
bool LoopSlicer::isOwnBlock(const BasicBlock *Block) const {
  return L.contains(Block) && none_of(L.getSubLoops(), [&](const Loop *Inner) { return Inner->contains(Block); });
}

/// Whether every way from \p From to the end of its iteration passes \p To.
bool LoopSlicer::isAlwaysReached(const BasicBlock *From, const BasicBlock *To) const {
  SmallVector<const BasicBlock *, 8> Worklist{From};
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Worklist.empty())
    for (const BasicBlock *Next : successors(Worklist.pop_back_val())) {
      if (Next == To || !Seen.insert(Next).second)
        continue;
      if (Next == L.getHeader() || !L.contains(Next))
        return false;
      Worklist.push_back(Next);
    }
  return true;
}

std::string LoopSlicer::needEdge(const BasicBlock *From, const BasicBlock *To, SliceEdge &Edge) {
  auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
  if (!isOwnBlock(From))
    return "an inner loop (" + mention(*From->getTerminator()) + ")";
  if (!Branch)
    return mention(*From->getTerminator());
  Edge.From = From;
  if (Branch->isConditional() && Branch->getSuccessor(0) != Branch->getSuccessor(1)) {
    Edge.Condition = Branch->getCondition();
    Edge.Taken = Branch->getSuccessor(0) == To;
    if (std::string Why = needValue(Edge.Condition); !Why.empty())
      return Why;
  }
  return needGuard(From);
}

std::string LoopSlicer::needGuard(const BasicBlock *Block) {
  if (Block == L.getHeader() || Guards.contains(Block))
    return {};
  if (!isOwnBlock(Block))
    return "an inner loop (" + mention(*Block->getTerminator()) + ")";
  LoopSlice::Part Guard{Block, /*HasGuard=*/true};
  const BasicBlock *Dominator = Dominators.getNode(Block)->getIDom()->getBlock();
  if (isAlwaysReached(Dominator, Block)) {
    Guard.RunsWith = Dominator;
    if (std::string Why = needGuard(Dominator); !Why.empty())
      return Why;
  } else {
    for (const BasicBlock *Before : predecessors(Block))
      if (std::string Why = needEdge(Before, Block, Guard.Edges.emplace_back()); !Why.empty())
        return Why;
  }
  Guards.try_emplace(Block, std::move(Guard));
  return {};
}

std::string LoopSlicer::needValue(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || !Needed.insert(I))
    return {};
  if (!isOwnBlock(I->getParent()))
    return "an inner loop (" + mention(*I) + ")";
  if (std::string Why = obstacleOf(*I, /*MayRead=*/false); !Why.empty())
    return Why;
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    if (Phi->getParent() == L.getHeader())
      return needValue(Phi->getIncomingValueForBlock(L.getLoopLatch()));
    SmallVector<SliceEdge, 2> Edges;
    for (unsigned In = 0; In < Phi->getNumIncomingValues(); ++In) {
      std::string Why = needEdge(Phi->getIncomingBlock(In), Phi->getParent(), Edges.emplace_back());
      if (Why.empty())
        Why = needValue(Phi->getIncomingValue(In));
      if (!Why.empty())
        return Why;
    }
    Merges[Phi] = std::move(Edges);
    return {};
  }
  for (Value *Operand : I->operands())
    if (!isa<Function>(Operand))
      if (std::string Why = needValue(Operand); !Why.empty())
        return Why;
  return isGuardedDivision(*I) ? needGuard(I->getParent()) : std::string();
}

/// Runs \p Follow; if it fails, the slice is as before.
template <class Function> std::string LoopSlicer::attempt(Function Follow) {
  auto Before = std::tuple(Needed, Guards, Merges, Continues);
  std::string Why = Follow();
  if (!Why.empty())
    std::tie(Needed, Guards, Merges, Continues) = std::move(Before);
  return Why;
}

std::string LoopSlicer::followCourse() {
  return attempt([&] { return needEdge(L.getLoopLatch(), L.getHeader(), Continues); });
}

std::string LoopSlicer::followGuard(const BasicBlock *Block) {
  return attempt([&] { return needGuard(Block); });
}

std::string LoopSlicer::followOperand(Value *V, const Instruction &User, SetVector<Instruction *> &Own) {
  auto follow = [&](auto &Self, Value *V) -> std::string {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || Needed.contains(I) || Own.contains(I))
      return {};
    if (isa<PHINode>(I))
      return needValue(I);
    if (!isOwnBlock(I->getParent()))
      return "an inner loop (" + mention(*I) + ")";
    const bool Runs = Dominators.dominates(I->getParent(), User.getParent());
    if (std::string Why = obstacleOf(*I, Runs); !Why.empty())
      return Why;
    if (!Runs)
      return needValue(I);
    for (Value *Operand : I->operands())
      if (!isa<Function>(Operand))
        if (std::string Why = Self(Self, Operand); !Why.empty())
          return Why;
    Own.insert(I);
    return {};
  };
  const SetVector<Instruction *> Before = Own;
  std::string Why = attempt([&] { return follow(follow, V); });
  if (!Why.empty())
    Own = Before;
  return Why;
}

SmallVector<Instruction *, 8> LoopSlicer::inOrder(const SetVector<Instruction *> &Instructions) const {
  SmallVector<Instruction *, 8> Result;
  for (const BasicBlock *Block : Order)
    for (const Instruction &I : *Block)
      if (auto *Mine = const_cast<Instruction *>(&I); Instructions.contains(Mine))
        Result.push_back(Mine);
  return Result;
}

LoopSlice LoopSlicer::take() const {
  LoopSlice Slice;
  Slice.Merges = Merges;
  Slice.Continues = Continues;
  for (const BasicBlock *Block : Order) {
    auto Guard = Guards.find(Block);
    LoopSlice::Part Part = Guard == Guards.end() ? LoopSlice::Part{Block} : Guard->second;
    for (const Instruction &I : *Block) {
      if (!Needed.contains(&I))
        continue;
      auto *Mine = const_cast<Instruction *>(&I);
      if (auto *Phi = dyn_cast<PHINode>(Mine); Phi && Block == L.getHeader())
        Slice.State.push_back(Phi);
      else
        Part.Scalars.push_back(Mine);
    }
    if (Part.HasGuard || !Part.Scalars.empty())
      Slice.Parts.push_back(std::move(Part));
  }
  if (!L.getHeader()->phis().empty()) {
    Slice.AnyPhi = &*L.getHeader()->phis().begin();
    Slice.LatchIndex = Slice.AnyPhi->getBasicBlockIndex(L.getLoopLatch());
  }
  return Slice;
}

} // namespace cutile
