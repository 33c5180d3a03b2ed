#include "cutile/Plan/LongTiles.h"
#include "Elementwise.h"
#include "Occupancy.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Plan/KernelPlan.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

/// Registers of a thread that addresses and intermediate results of a part take.
static constexpr unsigned WorkingRegisters = 34;

/// Whether \p U takes the registers of tile \p V in parts.
static bool takesParts(const User &U, const Value *V) {
  auto *I = cast<Instruction>(&U);
  if (auto Call = TileCall::match(I))
    return Call->is("reduce") || (Call->is("view_store") && Call->operand(0) == V) || (Call->is("store") && Call->operand(1) == V) ||
           isElementwise(*I);
  return isElementwise(*I) && !isa<PHINode>(I);
}

/// Whether \p V is kept until a reduction over the block is done: one of its users follows a reduction in its block.
static bool isKeptOverReduction(const Instruction &V) {
  bool Reduced = false;
  for (const Instruction *I = V.getNextNode(); I; I = I->getNextNode()) {
    if (Reduced && is_contained(I->operand_values(), &V))
      return true;
    auto Call = TileCall::match(I);
    Reduced |= Call && Call->info().Group == StringRef("Reduction");
  }
  return false;
}

LongTiles findLongTiles(const Function &Kernel, const KernelPlan &Plan, uint64_t SharedBytes) {
  LongTiles Result;
  uint64_t Parked = 0;
  const unsigned Registers = RegistersPerMultiprocessor / (Plan.numThreads() * std::max(1u, Plan.MinBlocks));
  const unsigned Kept = std::min(255u, Registers) - std::min(WorkingRegisters, Registers);
  for (const Instruction &I : instructions(Kernel)) {
    if (!isTile(&I) || !isElementwise(I) || isa<PHINode>(I) || isVirtualTile(&I))
      continue;
    const unsigned Count = Plan.layoutOf(&I).numRegisters();
    if (Count < LongTiles::MinRegisters)
      continue;
    if (I.hasOneUse() && I.user_back()->getParent() == I.getParent() && takesParts(*I.user_back(), &I)) {
      Result.Deferred.insert(&I);
      continue;
    }
    if (I.getType()->getScalarSizeInBits() != 32 || Count <= Kept || !isKeptOverReduction(I) ||
        !all_of(I.users(), [&](const User *U) { return takesParts(*U, &I); }))
      continue;
    const unsigned Waiting = alignTo(Count - Kept, LongTiles::PartRegisters);
    const uint64_t Bytes = uint64_t(Waiting) * 4 * Plan.numThreads();
    if (Parked + Bytes > SharedBytes / std::max(1u, Plan.MinBlocks))
      continue;
    Parked += Bytes;
    Result.Parked[&I] = Waiting;
  }
  return Result;
}

} // namespace cutile
