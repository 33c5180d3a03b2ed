#include "WarpCount.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Layout/LinearLayout.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

/// Registers (of 32 bits, over all threads) that the accumulators of products take: those that pass into each other count once.
static uint64_t accumulatorRegisters(const Function &F) {
  EquivalenceClasses<const Value *> Classes;
  SmallVector<const Value *, 4> Results;
  auto join = [&](const Value *A, const Value *B) {
    if (!isa<Constant>(B) && tileSize(A->getType()) == tileSize(B->getType()))
      Classes.unionSets(A, B);
  };
  for (const Instruction &I : instructions(F)) {
    auto Call = TileCall::match(&I);
    if (Call && (Call->is("mma") || Call->is("scaled_mma"))) {
      Classes.insert(&I);
      Results.push_back(&I);
      join(&I, Call->operand(Call->is("mma") ? 2 : 4));
    } else if (isTile(&I) && isa<PHINode, BinaryOperator, SelectInst>(I)) {
      for (const Value *Operand : I.operands())
        join(&I, Operand);
    }
  }
  uint64_t Registers = 0;
  SmallPtrSet<const Value *, 4> Counted;
  for (const Value *V : Results)
    if (Counted.insert(Classes.getLeaderValue(V)).second)
      Registers += uint64_t(tileSize(V->getType())) * std::max(1u, V->getType()->getScalarSizeInBits() / 32);
  return Registers;
}

unsigned chooseWarpBits(const Function &F) {
  unsigned Hint = 0;
  if (Attribute A = F.getFnAttribute("cutile.hint.num_worker_warps_per_cta"); A.isValid() && !A.getValueAsString().getAsInteger(10, Hint))
    return log2Exact(Hint);
  // 128 accumulators per thread let a warp own 64 x 64 elements, which halves what it reads per multiplication compared with 32 x 32.
  if (const uint64_t Accumulators = accumulatorRegisters(F))
    return std::clamp<int>(Log2_64_Ceil(Accumulators) - 12, 2, 4);
  // Otherwise a tile takes at most 64 registers of a thread where possible.
  unsigned Largest = 1;
  for (const Instruction &I : instructions(F)) {
    Largest = std::max(Largest, tileSize(I.getType()));
    for (const Value *Operand : I.operands())
      if (!isa<Constant>(Operand))
        Largest = std::max(Largest, tileSize(Operand->getType()));
  }
  if (Largest <= 32)
    return 0;
  if (Largest <= 8192)
    return 2;
  return std::min(5u, log2Exact(Largest) - 11);
}

} // namespace cutile
