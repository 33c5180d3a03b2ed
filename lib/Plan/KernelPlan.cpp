#include "cutile/Plan/KernelPlan.h"
#include "BlockOrder.h"
#include "EstimateRegisters.h"
#include "LayoutAssignment.h"
#include "Occupancy.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/IR/TileOps.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

LinearLayout KernelPlan::defaultLayout(unsigned NumElements) const {
  const unsigned Bits = log2Exact(NumElements), Threads = WarpBits + LinearLayout::LaneBits;
  // Eight neighbours per thread make 16-byte accesses of 16-bit elements; fewer when threads would stay idle.
  return LinearLayout::blocked(Bits, std::clamp(int(Bits) - int(Threads), 0, 3), WarpBits);
}

LinearLayout KernelPlan::layoutOf(const Value *V) const {
  auto It = Layouts.find(V);
  return It != Layouts.end() ? It->second : defaultLayout(tileSize(V->getType()));
}

const LoadPipeline *KernelPlan::pipelineOf(const Value *V) const {
  for (const LoadPipeline &Pipeline : Pipelines)
    for (const StagedLoad &Staged : Pipeline.Loads)
      if (Staged.Load == V)
        return &Pipeline;
  return nullptr;
}

bool KernelPlan::isStaged(const Value *V) const {
  if (Pipelines.empty())
    return false;
  if (auto Call = TileCall::match(V); Call && Call->is("permute"))
    return isStaged(Call->operand(0));
  return pipelineOf(V) != nullptr;
}

/// Shared memory for the slots of a pipeline: two blocks of few threads share a multiprocessor.
static uint64_t pipelineBytes(const Function &Kernel, const PlanTarget &Target, const KernelPlan &Plan) {
  const unsigned Occupancy = Plan.MinBlocks ? Plan.MinBlocks : Plan.numThreads() <= 128 ? 2 : 1;
  // A little stays for scratch memory, 1 KB per block for the system.
  return Target.SharedBytes / std::max(1u, Occupancy) * 7 / 8;
}

/// Operands of products that are computed outside of the loop of the product, and the first operand of those that are loaded in it and do not fit
/// into registers beside the second and the accumulators.
static void findEarlyOperands(const Function &Kernel, KernelPlan &Plan) {
  /// What a thread has for tiles, addresses aside.
  constexpr unsigned MostRegisters = 208;
  DominatorTree Dominators(const_cast<Function &>(Kernel));
  LoopInfo Loops(Dominators);
  auto isLoadedHere = [&](const Value *V) {
    auto Call = TileCall::match(V);
    return Call && Call->reads() && !Plan.isStaged(V);
  };
  for (const auto &[Product, Tiling] : Plan.Products) {
    auto *Mma = cast<CallInst>(Product);
    const Loop *L = Loops.getLoopFor(Mma->getParent());
    for (unsigned I = 0; L && I < 2; ++I)
      if (auto *Operand = dyn_cast<Instruction>(Mma->getArgOperand(I)); Operand && !L->contains(Operand))
        Plan.EarlyOperands.insert(&Mma->getArgOperandUse(I));
    const Value *A = Mma->getArgOperand(0), *B = Mma->getArgOperand(1);
    if (!isLoadedHere(A) || !isLoadedHere(B))
      continue;
    // An element that is loaded alone has a register, however short it is.
    if (Plan.layoutOf(A).numRegisters() + Plan.layoutOf(B).numRegisters() + Tiling.C.numRegisters() > MostRegisters)
      Plan.EarlyOperands.insert(&Mma->getArgOperandUse(0));
  }
}

static KernelPlan planWith(const Occupancy &Blocks, const Function &Kernel, const PlanTarget &Target) {
  KernelPlan Plan;
  Plan.Kernel = &Kernel;
  Plan.Facts = std::make_shared<KernelFacts>(Kernel);
  Plan.WarpBits = Blocks.WarpBits;
  Plan.MinBlocks = Blocks.MinBlocks;
  Plan.WarpsWhy = Blocks.WarpsWhy;
  Plan.MinBlocksWhy = Blocks.MinBlocksWhy;
  Plan.Order = chooseBlockOrder(Kernel);
  for (NeededBarrier &Barrier : findBarriers(Kernel))
    Plan.BarrierBefore[Barrier.Before] = Barrier;
  Plan.Pipelines =
      findLoadPipelines(Kernel, *Plan.Facts, Plan.BarrierBefore, {Target.MaxStages, pipelineBytes(Kernel, Target, Plan)}, Plan.RefusedPipelines);
  assignLayouts(Kernel, Target, Plan);
  findEarlyOperands(Kernel, Plan);
  // Blocks share the memory of a multiprocessor; a little stays for reductions and the system.
  Plan.Long = findLongTiles(Kernel, Plan, Target.SharedBytes - 4096);
  return Plan;
}

KernelPlan planKernel(const Function &Kernel, const PlanTarget &Target) {
  Occupancy Blocks = chooseOccupancy(Kernel);
  const std::string Why = Blocks.MinBlocksWhy;
  KernelPlan Plan = planWith(Blocks, Kernel, Target);
  // Several blocks with tiles in local memory are slower than fewer blocks. Tiles outside of products can wait in shared memory.
  while (Blocks.MinBlocks > 1 && !Plan.Products.empty() &&
         estimateRegisters(Kernel, Plan).Tiles > RegistersPerMultiprocessor / (Plan.numThreads() * Blocks.MinBlocks)) {
    --Blocks.MinBlocks;
    Blocks.MinBlocksWhy = Why + "; the tiles do not fit into the registers of so many";
    Plan = planWith(Blocks, Kernel, Target);
  }
  return Plan;
}

} // namespace cutile
