#include "cutile/Plan/LoadPipelines.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/Analysis/MemoryOrder.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Layout/LinearLayout.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

/// Smaller tiles are not worth the trouble.
static constexpr unsigned MinStagedBytes = 1024;

static unsigned elementBytes(const Value *Tile) { return Tile->getType()->getScalarSizeInBits() / 8; }
static uint64_t tileBytes(const Value *Tile) { return uint64_t(tileSize(Tile->getType())) * elementBytes(Tile); }

/// Whether \p I is computed from its tile operands without other state, so that it may stand between a load and a product.
static bool isLink(const Instruction &I) {
  if (auto Call = TileCall::match(&I))
    return Call->is("permute") || Call->is("cast") || Call->info().Group == StringRef("Elementwise");
  return isa<CastInst, BinaryOperator, UnaryOperator, SelectInst>(I);
}

/// Whether \p Address may point to memory of the block, which the lowering keeps in shared memory.
static bool mayBeBlockMemory(const Value *Address, const Function &Kernel) {
  if (const Value *Object = addressedObject(Address))
    return isa<AllocaInst>(Object);
  return any_of(instructions(Kernel), [](const Instruction &I) { return isa<AllocaInst>(I) && !isPrivateMemory(&I); });
}

namespace {
class LoopPlanner {
public:
  LoopPlanner(const Loop &L, const DominatorTree &Dominators, const KernelFacts &Facts) : L(L), Dominators(Dominators), Facts(Facts) {}

  /// \returns nothing if the loop cannot or need not be pipelined.
  std::optional<LoadPipeline> run(const BarrierMap &Barriers, const PipelineLimits &Limits) {
    findCandidates();
    if (!findInduction())
      return refuseAll("the loop is not one that counts a number by a fixed step to a fixed bound, with one exit and no loop inside");
    if (!isQuiet(Barriers))
      return refuseAll("the loop writes memory or has a barrier, which loads cannot pass");
    SetVector<Instruction *> Needed;
    uint64_t Bytes = 0;
    for (BasicBlock *Block : L.blocks()) // in program order for loops without inner loops
      for (Instruction &I : *Block)
        if (auto Staged = stagedLoad(I)) {
          SetVector<Instruction *> Slice = Needed;
          if (!all_of(addressOperands(I), [&](Value *V) { return addToSlice(V, Slice); })) {
            refuse(I, "its address cannot be computed for a later iteration");
            continue;
          }
          Needed = std::move(Slice);
          Result.Loads.push_back(std::move(*Staged));
          Bytes += tileBytes(&I);
        }
    if (Result.Loads.empty())
      return std::nullopt;
    if (!dominatesAll())
      return refuseAll("not all of them run in every iteration");
    Result.SharedBytes = Limits.SharedBytes;
    Result.Stages = std::min<uint64_t>(Limits.MaxStages, Limits.SharedBytes / Bytes);
    if (Result.Stages < 2)
      return refuseAll("two slots of " + std::to_string(Bytes) + " bytes do not fit into the " + std::to_string(Limits.SharedBytes) +
                       " bytes of shared memory that they may take");
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (Needed.contains(&I) && !isa<PHINode>(I))
          Result.Slice.push_back(&I);
    return std::move(Result);
  }

  /// Loads for products that stay where they are.
  std::vector<RefusedPipeline> takeRefused() { return std::move(Refused); }

private:
  const Loop &L;
  const DominatorTree &Dominators;
  const KernelFacts &Facts;
  LoadPipeline Result;
  std::vector<RefusedPipeline> Refused;
  SmallVector<const Instruction *, 4> Candidates; ///< loads for products, in this loop and no inner one

  void findCandidates() {
    for (BasicBlock *Block : L.blocks())
      if (none_of(L.getSubLoops(), [&](const Loop *Inner) { return Inner->contains(Block); }))
        for (Instruction &I : *Block)
          if (auto Call = TileCall::match(&I); Call && Call->is("view_load") && tileBytes(&I) >= MinStagedBytes && feedsProducts(I))
            Candidates.push_back(&I);
  }

  void refuse(const Instruction &Load, std::string Why) { Refused.push_back({std::move(Why), Load.getDebugLoc()}); }
  std::nullopt_t refuseAll(const std::string &Why) {
    Refused.clear();
    for (const Instruction *Load : Candidates)
      refuse(*Load, Why);
    return std::nullopt;
  }

  /// By how much header phi \p Phi grows per iteration, or null.
  Value *stepOf(const PHINode &Phi) const {
    auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    if (!Next || Next->getOpcode() != Instruction::Add || !Phi.getType()->isIntegerTy())
      return nullptr;
    for (unsigned I = 0; I < 2; ++I)
      if (Next->getOperand(I) == &Phi && L.isLoopInvariant(Next->getOperand(1 - I)))
        return Next->getOperand(1 - I);
    return nullptr;
  }

  bool findInduction() {
    BasicBlock *Exiting = L.getExitingBlock(), *Latch = L.getLoopLatch();
    if (!Exiting || !Latch || !L.getLoopPreheader() || !L.isInnermost() || (Exiting != L.getHeader() && Exiting != Latch))
      return false;
    auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
    auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Compare)
      return false;
    for (unsigned I = 0; I < 2; ++I) {
      Value *Tested = Compare->getOperand(I), *Bound = Compare->getOperand(1 - I);
      if (!L.isLoopInvariant(Bound))
        continue;
      for (PHINode &Phi : L.getHeader()->phis()) {
        Value *Step = stepOf(Phi);
        const bool Itself = Tested == &Phi, Next = Tested == Phi.getIncomingValueForBlock(Latch);
        if (!Step || !(Itself || Next) || Phi.getType()->getIntegerBitWidth() > 64)
          continue;
        // At the end of the loop the comparison must be about the iteration to come, before its body it is about this one.
        if (Next != (Exiting == Latch))
          continue;
        Result.Predicate = I ? Compare->getSwappedPredicate() : Compare->getPredicate();
        if (!L.contains(Branch->getSuccessor(0)))
          Result.Predicate = CmpInst::getInversePredicate(Result.Predicate);
        auto *Constant = dyn_cast<ConstantInt>(Step);
        const bool Counts = Result.Predicate == CmpInst::ICMP_NE && Constant && (Constant->isOne() || Constant->isMinusOne());
        if (!CmpInst::isRelational(Result.Predicate) && !Counts)
          return false;
        Result.Induction = &Phi;
        Result.Next = Phi.getIncomingValueForBlock(Latch);
        Result.Steps[&Phi] = Step;
        Result.Bound = Bound;
        Result.FirstAlwaysRuns = Next;
        return true;
      }
    }
    return false;
  }

  /// Nothing in the loop writes memory or waits for other threads: loads may move across iterations.
  bool isQuiet(const BarrierMap &Barriers) const {
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (I.mayWriteToMemory() || Barriers.contains(&I))
          return false;
    return true;
  }

  /// Every value of \p V is used in the loop, by products through links.
  bool feedsProducts(const Instruction &V, unsigned Depth = 0) const {
    bool Feeds = false;
    for (const User *U : V.users()) {
      auto *I = cast<Instruction>(U);
      if (!L.contains(I) || isa<PHINode>(I))
        return false;
      auto Call = TileCall::match(I);
      if (Call && Call->is("mma"))
        Feeds |= Call->operand(2) != &V;
      else if (isLink(*I) && Depth < 8)
        Feeds |= feedsProducts(*I, Depth + 1);
    }
    return Feeds;
  }

  std::optional<StagedLoad> stagedLoad(const Instruction &I) {
    auto Call = TileCall::match(&I);
    if (!is_contained(Candidates, &I))
      return std::nullopt;
    const AccessFacts *Access = Facts.access(&I);
    const ViewAccess View = decodeView(*Call);
    if (!Access || mayBeBlockMemory(View.Base, *I.getFunction())) {
      refuse(I, "it may read memory of the block");
      return std::nullopt;
    }
    if (View.Masked && (View.Padding != op::padding_zero || !Access->Mask)) {
      refuse(I, "elements outside are not zero, and the copy can fill in only zeros");
      return std::nullopt;
    }
    // Bits along which elements follow each other in memory.
    const unsigned Bits = log2Exact(tileSize(I.getType())), Element = elementBytes(&I);
    StagedLoad Staged{&I, {}, Element};
    for (bool Found = true; Found;) {
      Found = false;
      for (unsigned Bit = 0; Bit < Bits && !Found; ++Bit)
        if (Access->Address.Steps[Bit].isKnown(int64_t(Element) << Staged.Order.size())) {
          Staged.Order.push_back(1u << Bit);
          Found = true;
        }
    }
    const uint32_t Equal = Access->Mask && View.Masked ? Access->Mask->constantBits() : ~0u;
    uint32_t Chunk = 0;
    for (uint32_t Basis : Staged.Order) {
      Chunk |= Basis;
      const unsigned Bytes = Staged.ChunkBytes * 2;
      if (Bytes > 16 || !(Equal & Basis) || Access->Address.divisorWithout(Chunk) < log2Exact(Bytes))
        break;
      Staged.ChunkBytes = Bytes;
    }
    for (unsigned Bit = 0; Bit < Bits; ++Bit)
      if (!is_contained(Staged.Order, 1u << Bit))
        Staged.Order.push_back(1u << Bit);
    if (Staged.ChunkBytes >= 4)
      return Staged;
    refuse(I, "no 4 bytes are known to be neighbours, aligned and inside the array together, the least that a copy takes");
    return std::nullopt;
  }

  static SmallVector<Value *, 12> addressOperands(const Instruction &Load) {
    const ViewAccess View = decodeView(*TileCall::match(&Load));
    SmallVector<Value *, 12> Operands{View.Base};
    Operands.append(View.Extents.begin(), View.Extents.end());
    Operands.append(View.Strides.begin(), View.Strides.end());
    Operands.append(View.Starts.begin(), View.Starts.end());
    return Operands;
  }

  /// Adds what \p V depends on within the loop. \returns false if \p V cannot be computed ahead.
  bool addToSlice(Value *V, SetVector<Instruction *> &Slice) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || Slice.contains(I))
      return true;
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      Value *Step = Phi->getParent() == L.getHeader() ? stepOf(*Phi) : nullptr;
      if (!Step)
        return false;
      Result.Steps[Phi] = Step;
      Slice.insert(Phi);
      return true;
    }
    auto Call = TileCall::match(I);
    const bool Assumption = Call && Call->info().Group == StringRef("Assumption");
    if (isTile(I) || (Call && !Assumption) || I->mayReadOrWriteMemory() || any_of(I->operands(), [](Value *O) { return isTile(O); }))
      return false;
    if (!all_of(I->operands(), [&](Value *O) { return isa<Function>(O) || addToSlice(O, Slice); }))
      return false;
    Slice.insert(I);
    return true;
  }

  /// Each staged load runs in each iteration, behind the first one.
  bool dominatesAll() const {
    const Instruction *First = Result.Loads.front().Load;
    return all_of(Result.Loads, [&](const StagedLoad &S) {
      return (S.Load == First || Dominators.dominates(First, S.Load)) && Dominators.dominates(S.Load->getParent(), L.getLoopLatch());
    });
  }
};
} // namespace

std::vector<LoadPipeline> findLoadPipelines(const Function &Kernel, const KernelFacts &Facts, const BarrierMap &Barriers,
                                            const PipelineLimits &Limits, std::vector<RefusedPipeline> &Refused) {
  std::vector<LoadPipeline> Pipelines;
  if (Limits.MaxStages < 2)
    return Pipelines;
  DominatorTree Dominators(const_cast<Function &>(Kernel));
  LoopInfo Loops(Dominators);
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    LoopPlanner Planner(*L, Dominators, Facts);
    if (auto Pipeline = Planner.run(Barriers, Limits))
      Pipelines.push_back(std::move(*Pipeline));
    append_range(Refused, Planner.takeRefused());
  }
  return Pipelines;
}

} // namespace cutile
