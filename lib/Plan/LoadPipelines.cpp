#include "cutile/Plan/LoadPipelines.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/Analysis/MemoryOrder.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Layout/LinearLayout.h"
#include "cutile/Plan/PlanRecord.h"
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
  LoopPlanner(const Loop &L, const DominatorTree &Dominators, const KernelFacts &Facts)
      : L(L), Dominators(Dominators), Facts(Facts), Slicer(L, Dominators) {}

  /// \returns nothing if the loop cannot or need not be pipelined.
  std::optional<LoadPipeline> run(const BarrierMap &Barriers, const PipelineLimits &Limits) {
    findCandidates();
    if (Candidates.empty())
      return std::nullopt;
    if (!L.getLoopLatch() || !L.getLoopPreheader() || L.getHeader()->phis().empty())
      return refuseAll("the loop has several entries or ends; write it as one 'for' or 'while' loop");
    if (const Instruction *Loud = findEffect(Barriers))
      return refuseAll("loads cannot pass " + mention(*Loud) + ", which writes memory or waits for other threads; take it out of the loop");
    if (std::string Why = Slicer.followCourse(); !Why.empty())
      return refuseAll("whether another iteration follows depends on " + Why + "; count with numbers that are known before the loop");
    uint64_t Bytes = 0;
    for (const Instruction *Load : Candidates)
      if (auto Staged = stagedLoad(*Load)) {
        Result.Loads.push_back(std::move(*Staged));
        Bytes += tileBytes(Load);
      }
    // What does not fit in two slots stays: the later loads.
    while (Result.Loads.size() > 1 && Limits.SharedBytes / Bytes < 2) {
      const Instruction *Last = Result.Loads.pop_back_val().Load;
      refuse(*Last, "two slots of " + std::to_string(Bytes) + " bytes with it do not fit into the " + std::to_string(Limits.SharedBytes) +
                        " bytes of shared memory that they may take");
      Bytes -= tileBytes(Last);
    }
    if (Result.Loads.empty())
      return std::nullopt;
    Result.SharedBytes = Limits.SharedBytes;
    Result.Stages = std::min<uint64_t>(Limits.MaxStages, Limits.SharedBytes / Bytes);
    if (Result.Stages < 2)
      return refuseAll("two slots of " + std::to_string(Bytes) + " bytes do not fit into the " + std::to_string(Limits.SharedBytes) +
                       " bytes of shared memory that they may take");
    Result.Start = findStart();
    Result.Slice = Slicer.take();
    return std::move(Result);
  }

  /// Loads for products that stay where they are.
  std::vector<RefusedPipeline> takeRefused() {
    for (const Instruction *Load : PointerLoads)
      refuse(*Load, "a tile of pointers may lead anywhere, and only blocks of a view are copied ahead; load from a partition_view instead");
    return std::move(Refused);
  }

private:
  const Loop &L;
  const DominatorTree &Dominators;
  const KernelFacts &Facts;
  LoadPipeline Result;
  std::vector<RefusedPipeline> Refused;
  LoopSlicer Slicer;
  SmallVector<const Instruction *, 4> Candidates;   ///< loads for products in program order, in this loop and no inner one
  SmallVector<const Instruction *, 4> PointerLoads; ///< the same by pointer tiles, which have no pipelines

  void findCandidates() {
    for (const BasicBlock *Block : L.blocks()) // in program order, apart from inner loops
      if (isOwnBlock(Block))
        for (const Instruction &I : *Block)
          if (auto Call = TileCall::match(&I);
              Call && (Call->is("view_load") || Call->is("load")) && tileBytes(&I) >= MinStagedBytes && feedsProducts(I))
            (Call->is("load") ? PointerLoads : Candidates).push_back(&I);
  }

  /// Whether \p Block is in no inner loop.
  bool isOwnBlock(const BasicBlock *Block) const {
    return none_of(L.getSubLoops(), [&](const Loop *Inner) { return Inner->contains(Block); });
  }

  void refuse(const Instruction &Load, std::string Why) { Refused.push_back({std::move(Why), Load.getDebugLoc()}); }
  std::nullopt_t refuseAll(const std::string &Why) {
    Refused.clear();
    for (const Instruction *Load : Candidates)
      refuse(*Load, Why);
    return std::nullopt;
  }

  /// What writes memory in the loop, or else what waits for other threads; if nothing does, loads may move across iterations.
  const Instruction *findEffect(const BarrierMap &Barriers) const {
    const Instruction *Waits = nullptr;
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block) {
        if (I.mayWriteToMemory())
          return &I;
        if (!Waits && Barriers.contains(&I))
          Waits = &I;
      }
    return Waits;
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
    if (Staged.ChunkBytes < 4) {
      refuse(I, "no 4 bytes are known to be neighbours, aligned and inside the array together, the least that a copy takes");
      return std::nullopt;
    }
    if (std::string Why = Slicer.followGuard(I.getParent()); !Why.empty()) {
      refuse(I, "whether it runs depends on " + Why);
      return std::nullopt;
    }
    SetVector<Instruction *> Address;
    for (Value *Operand : addressOperands(I))
      if (std::string Why = Slicer.followOperand(Operand, I, Address); !Why.empty()) {
        refuse(I, "its address depends on " + Why);
        return std::nullopt;
      }
    Staged.Block = I.getParent();
    Staged.Address = Slicer.inOrder(Address);
    return Staged;
  }

  static SmallVector<Value *, 12> addressOperands(const Instruction &Load) {
    const ViewAccess View = decodeView(*TileCall::match(&Load));
    SmallVector<Value *, 12> Operands{View.Base};
    Operands.append(View.Extents.begin(), View.Extents.end());
    Operands.append(View.Strides.begin(), View.Strides.end());
    Operands.append(View.Starts.begin(), View.Starts.end());
    return Operands;
  }

  /// The last place before all loads that every iteration passes once.
  const Instruction *findStart() const {
    const BasicBlock *Block = L.getLoopLatch();
    for (const StagedLoad &Staged : Result.Loads)
      Block = Dominators.findNearestCommonDominator(Block, Staged.Load->getParent());
    while (!isOwnBlock(Block))
      Block = Dominators.getNode(Block)->getIDom()->getBlock();
    for (const Instruction &I : *Block)
      if (any_of(Result.Loads, [&](const StagedLoad &Staged) { return Staged.Load == &I; }))
        return &I;
    return Block->getTerminator();
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
