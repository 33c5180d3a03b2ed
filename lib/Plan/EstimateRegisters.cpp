#include "EstimateRegisters.h"
#include "Elementwise.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Plan/AccessPlan.h"
#include "cutile/Plan/KernelPlan.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

/// Addresses, scalars, loop counters: what kernels of one or two arrays were seen to need beside their tiles.
static constexpr unsigned OtherRegisters = 18;

bool isSplatPart(const Value *V) {
  return isa<InsertElementInst>(V) && all_of(V->users(), [](const User *U) { return splatValue(const_cast<User *>(U)) != nullptr; });
}

unsigned distinctRegisters(const KernelPlan &Plan, const Value *V) {
  const LinearLayout Layout = Plan.layoutOf(V);
  // Registers that hold the same element are one.
  if (auto Call = TileCall::match(V); Call && Call->is("broadcast")) {
    const unsigned Rank = Call->constant(1);
    return Layout.compose(broadcastSourceMap(Call->dims(2, Rank), Call->dims(2 + Rank, Rank))).withoutZeroRegisters().numRegisters();
  }
  const unsigned Bits = V->getType()->getScalarSizeInBits();
  if (!V->getType()->getScalarType()->isIntegerTy() || Bits < 16)
    return Layout.numRegisters();
  const ValueFacts Facts = Plan.Facts->of(V);
  unsigned Count = 1;
  for (int Bit : ownIndexBits(Layout))
    Count *= Bit < 0 || Facts.Steps[Bit].What != BitStep::Known ? 2 : 1;
  return Count;
}

unsigned tileRegisters(const KernelPlan &Plan, const Value *V) {
  if (!isTile(V) || isVirtualTile(V) || Plan.isStaged(V) || isSplatPart(V))
    return 0;
  unsigned Count = distinctRegisters(Plan, V);
  if (Plan.Long.Deferred.contains(V))
    Count = std::min(Count, LongTiles::PartRegisters);
  Count -= std::min(Count, Plan.Long.Parked.lookup(V));
  const unsigned Bits = V->getType()->getScalarSizeInBits();
  if (Bits > 16)
    return Count * (Bits / 32);
  return Bits == 16 ? (Count + 1) / 2 : (Count + 3) / 4;
}

/// Fragments of operands, staged ones or all, that are in registers during one step of a product's depth.
static unsigned fragmentRegisters(const KernelPlan &Plan, const Instruction &I, bool All) {
  auto It = Plan.Products.find(&I);
  if (It == Plan.Products.end())
    return 0;
  const MmaTiling &T = It->second;
  auto Call = *TileCall::match(&I);
  auto one = [&](unsigned Operand, unsigned FragmentBits, unsigned OuterBits) -> unsigned {
    return All || Plan.isStaged(Call.operand(Operand)) ? ((1u << (FragmentBits + OuterBits)) * T.Instruction.OperandBits + 31) / 32 : 0;
  };
  return one(0, T.FragmentBitsA, T.RowBits) + one(1, T.FragmentBitsB, T.ColumnBits);
}

/// Whether \p V is wanted only as an operand of products that stands in shared memory from its definition on.
static bool isOnlyEarlyOperand(const KernelPlan &Plan, const Value *V) {
  return all_of(V->uses(), [&](const Use &U) { return Plan.EarlyOperands.contains(&U); });
}

/// Whether the only user of \p V can compute it a few elements at a time, so that it never stands in registers as a whole.
static bool isStreamed(const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !I->hasOneUse() || !isElementwise(*I) || isa<PHINode>(I))
    return false;
  auto *User = cast<Instruction>(I->user_back());
  auto Call = TileCall::match(User);
  return User->getParent() == I->getParent() && !isa<PHINode>(User) &&
         (isElementwise(*User) || (Call && (Call->is("store") || Call->is("view_store") || Call->is("reduce"))));
}

RegisterEstimate estimateRegisters(const Function &Kernel, const KernelPlan &Plan) {
  using LiveSet = SetVector<const Value *>;
  DenseMap<const Value *, unsigned> Sizes;
  auto size = [&](const Value *V) {
    auto [It, New] = Sizes.try_emplace(V, 0);
    if (New)
      It->second = tileRegisters(Plan, V);
    return It->second;
  };
  auto isCounted = [&](const Value *V) { return isa<Instruction>(V) && isTile(V) && size(V); };
  auto total = [&](const LiveSet &Set) {
    unsigned Sum = 0;
    for (const Value *V : Set)
      Sum += size(V);
    return Sum;
  };
  /// What \p I keeps alive: its operands, or what those are computed from.
  auto addOperands = [&](auto &Self, const Instruction &I, LiveSet &Live) -> void {
    for (const Value *Operand : I.operands()) {
      if (isStreamed(Operand))
        Self(Self, *cast<Instruction>(Operand), Live);
      else if (isCounted(Operand))
        Live.insert(Operand);
    }
  };
  DenseMap<const BasicBlock *, LiveSet> AtStart;
  RegisterEstimate Result;
  /// Walks a block backward from what is alive at its end.
  auto walk = [&](const BasicBlock &Block, bool Measure) {
    LiveSet Live;
    for (const BasicBlock *Next : successors(&Block)) {
      for (const Value *V : AtStart[Next])
        Live.insert(V);
      for (const PHINode &Phi : Next->phis()) {
        Live.remove(&Phi);
        if (const Value *V = Phi.getIncomingValueForBlock(&Block); isCounted(V))
          Live.insert(V);
      }
    }
    for (const Instruction &I : reverse(Block)) {
      if (isa<PHINode>(I))
        break;
      if (isStreamed(&I))
        continue;
      LiveSet After = Live;
      if (isCounted(&I))
        After.insert(&I);
      Live.remove(&I);
      addOperands(addOperands, I, Live);
      if (!Measure)
        continue;
      // An elementwise result takes the places of operands that end here; other ops need both at once.
      unsigned Now;
      if (isElementwise(I)) {
        Now = std::max(total(Live), total(After));
      } else {
        // A product adds to the registers of an accumulator that ends here.
        const Value *Reused = Plan.Products.contains(&I) ? accumulatorOf(*TileCall::match(&I)) : nullptr;
        if (After.contains(Reused))
          Reused = nullptr;
        for (const Value *V : Live)
          if (V != Reused)
            After.insert(V);
        Now = total(After) + fragmentRegisters(Plan, I, /*All=*/false);
      }
      if (Now > Result.Tiles) {
        Result.Tiles = Now;
        Result.Widest = &I;
      }
      if (!Plan.Products.contains(&I))
        continue;
      Now = fragmentRegisters(Plan, I, /*All=*/true);
      for (const Value *V : After)
        if (V != I.getOperand(0) && V != I.getOperand(1) && !isOnlyEarlyOperand(Plan, V))
          Now += size(V);
      if (Now > Result.ProductTiles) {
        Result.ProductTiles = Now;
        Result.WidestProduct = &I;
      }
    }
    for (const PHINode &Phi : Block.phis())
      if (isCounted(&Phi))
        Live.insert(&Phi);
    return Live;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *Block : post_order(&Kernel)) {
      LiveSet Live = walk(*Block, /*Measure=*/false);
      if (LiveSet &Known = AtStart[Block]; Live.size() != Known.size()) { // sets only grow
        Known = std::move(Live);
        Changed = true;
      }
    }
  }
  for (const BasicBlock *Block : post_order(&Kernel))
    walk(*Block, /*Measure=*/true);
  Result.Other = OtherRegisters;
  return Result;
}

} // namespace cutile
