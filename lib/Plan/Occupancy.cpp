#include "Occupancy.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Layout/LinearLayout.h"
#include "cutile/Plan/KernelPlan.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

namespace {
/// The accumulators of products: values that pass into each other in a loop are one.
class Accumulators {
public:
  explicit Accumulators(const Function &F) : Dominators(const_cast<Function &>(F)), Loops(Dominators) {
    for (const Instruction &I : instructions(F)) {
      auto Call = TileCall::match(&I);
      if (Call && Call->info().Group == StringRef("MatrixMultiply")) {
        Classes.insert(&I);
        Results.push_back(&I);
        join(I, accumulatorOf(*Call));
      } else if (isTile(&I) && (isa<PHINode>(I) || (isa<BinaryOperator, SelectInst>(I) && Loops.getLoopFor(I.getParent())))) {
        for (const Value *Operand : I.operands())
          join(I, Operand);
      }
    }
  }

  /// Registers of 32 bits, over all threads, that are taken at once: those of a loop with products, and what waits for the code behind it.
  uint64_t registers() const {
    uint64_t Most = 0;
    for (const Instruction *Result : Results) {
      const Loop *L = Loops.getLoopFor(Result->getParent());
      uint64_t Sum = 0;
      SmallPtrSet<const Value *, 4> Counted;
      for (const Instruction *Other : Results)
        if (isAliveIn(L, *Other) && Counted.insert(Classes.getLeaderValue(Other)).second)
          Sum += uint64_t(tileSize(Other->getType())) * std::max(1u, Other->getType()->getScalarSizeInBits() / 32);
      Most = std::max(Most, Sum);
    }
    return Most;
  }

private:
  DominatorTree Dominators;
  LoopInfo Loops;
  EquivalenceClasses<const Value *> Classes;
  SmallVector<const Instruction *, 4> Results;

  void join(const Instruction &A, const Value *B) {
    if (!isa<Constant>(B) && tileSize(A.getType()) == tileSize(B->getType()))
      Classes.unionSets(&A, B);
  }

  /// Whether the accumulator of \p Result is computed in \p L (null: outside of loops) or around it, or comes from before and is wanted in it or
  /// later.
  bool isAliveIn(const Loop *L, const Instruction &Result) const {
    const Loop *Own = Loops.getLoopFor(Result.getParent());
    if (!L || !Own ? L == Own : Own->contains(L))
      return true;
    if (!L)
      return false;
    return any_of(make_range(Classes.findLeader(&Result), Classes.member_end()), [&](const Value *V) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I || L->contains(I) || !Dominators.dominates(I->getParent(), L->getHeader()))
        return false;
      return any_of(I->users(), [&](const User *U) {
        const BasicBlock *Block = cast<Instruction>(U)->getParent();
        return L->contains(Block) || Dominators.dominates(L->getHeader(), Block);
      });
    });
  }
};
} // namespace

/// Elements of a row that would take all threads of a block with 32 values each, and bytes of one as loaded that half of the registers hold.
static constexpr unsigned LongRow = 32768, LongRowBytes = 65536;

namespace {
/// What the numbers of threads and blocks follow from, beside products.
struct Workload {
  unsigned Largest = 1;     ///< elements of the largest tile
  unsigned Loads = 0;       ///< loads of tiles
  uint64_t LargestLoad = 0; ///< bytes
  bool HasReduction = false, HasProduct = false;
  bool Accumulates = false; ///< a tile passes from one iteration of a loop to the next
  bool Moves = false;       ///< elements change places
  unsigned Ops = 0;         ///< elementwise operations on tiles

  bool hasLongRows() const { return HasReduction && !HasProduct && Largest >= LongRow && LargestLoad <= LongRowBytes; }
};

Workload workloadOf(const Function &F) {
  Workload W;
  for (const Instruction &I : instructions(F)) {
    W.Largest = std::max(W.Largest, tileSize(I.getType()));
    for (const Value *Operand : I.operands())
      if (!isa<Constant>(Operand))
        W.Largest = std::max(W.Largest, tileSize(Operand->getType()));
    W.Accumulates |= isa<PHINode>(I) && tileSize(I.getType()) > 1;
    W.Ops += isTile(&I);
    if (auto Call = TileCall::match(&I)) {
      W.Moves |= Call->info().Group == StringRef("Shape");
      W.HasProduct |= Call->info().Group == StringRef("MatrixMultiply");
      W.HasReduction |= Call->info().Group == StringRef("Reduction");
      if (!Call->reads() || tileSize(I.getType()) <= 1)
        continue;
      ++W.Loads;
      W.LargestLoad = std::max(W.LargestLoad, uint64_t(tileSize(I.getType())) * I.getType()->getScalarSizeInBits() / 8);
    }
  }
  return W;
}
} // namespace

namespace {
/// A number, and for people the rule that it follows from.
struct Choice {
  unsigned Number = 0;
  std::string Why;
};
} // namespace

static Choice chooseWarpBits(const Function &F, const Workload &W) {
  const uint64_t Accumulated = Accumulators(F).registers();
  auto perThread = [](uint64_t Elements, unsigned WarpBits) { return std::to_string(std::max<uint64_t>(1, Elements >> (WarpBits + 5))); };
  // 128 accumulators per thread let a warp own 64 x 64 elements, which halves what it reads per multiplication compared with 32 x 32. More do not
  // fit into registers, whatever the hint.
  const unsigned ForProducts = Accumulated ? std::clamp<int>(Log2_64_Ceil(Accumulated) - 12, 2, 4) : 0;
  if (auto Hint = kernelHint(F, "num_worker_warps_per_cta"); Hint && log2Exact(*Hint) >= ForProducts)
    return {log2Exact(*Hint), "hint num_worker_warps_per_cta = " + std::to_string(*Hint)};
  if (Accumulated)
    return {ForProducts, perThread(Accumulated, ForProducts) + " accumulators of products in each"};
  // Rows with reductions stream best with 32 values per thread, whatever the element type (measured on an H200). A long row has 64, so that
  // there are two blocks on a multiprocessor: one loads while the other one computes.
  if (W.HasReduction && W.Largest > 32) {
    const unsigned Bits = std::clamp<int>(log2Exact(W.Largest) - (W.hasLongRows() ? 11 : 10), 2, 5);
    return {Bits, "rows with reductions: " + perThread(W.Largest, Bits) + " elements of the largest tile in each"};
  }
  // Otherwise a tile takes at most 64 registers of a thread where possible.
  const unsigned Bits = W.Largest <= 32 ? 0 : W.Largest <= 8192 ? 2 : std::min(5u, log2Exact(W.Largest) - 11);
  return {Bits, "the largest tile has " + std::to_string(W.Largest) + " elements, " + perThread(W.Largest, Bits) + " in each"};
}

static Choice chooseMinBlocks(const Function &F, const Workload &W, unsigned NumThreads) {
  constexpr unsigned MaxThreadsPerMultiprocessor = 2048;
  if (auto Hint = kernelHint(F, "occupancy")) {
    const unsigned Most = MaxThreadsPerMultiprocessor / NumThreads;
    return {std::min(*Hint, Most), "hint occupancy = " + std::to_string(*Hint) + (*Hint > Most ? ", for which there are not enough threads" : "")};
  }
  auto streaming = [&](unsigned Threads) -> Choice {
    return {Threads / NumThreads, "a streaming kernel with " + std::to_string(W.Loads) + " loads wants requests of several blocks in flight"};
  };
  if (W.hasLongRows() && W.Largest <= 64 * NumThreads)
    return streaming(1024);
  if (W.HasReduction && !W.HasProduct && W.Largest > 16 * NumThreads && W.Largest <= 32 * NumThreads)
    return streaming(W.Accumulates ? 640 : W.Loads >= 3 ? 768 : 1024);
  // One array in, one out, little in between: many threads with 32 or 64 bytes each. Left alone, the masked paths, which never run, take registers.
  const bool Streams = W.Loads == 1 && !W.HasReduction && !W.HasProduct && !W.Moves && !W.Accumulates && W.Ops <= 24;
  if (Streams && W.Largest >= 8 * NumThreads && W.Largest <= 32 * NumThreads)
    return streaming(W.Largest > 16 * NumThreads ? 1280 : 2048);
  return {};
}

Occupancy chooseOccupancy(const Function &F) {
  const Workload W = workloadOf(F);
  Choice Warps = chooseWarpBits(F, W);
  Choice Blocks = chooseMinBlocks(F, W, 32u << Warps.Number);
  return {Warps.Number, Blocks.Number, std::move(Warps.Why), std::move(Blocks.Why)};
}

} // namespace cutile
