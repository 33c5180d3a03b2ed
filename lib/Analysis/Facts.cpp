//===- Facts.cpp - the fixed point of facts over a kernel -----------------===//
#include "cutile/Analysis/Facts.h"
#include "FactEvaluator.h"
#include "FactRules.h"
#include "ViewFacts.h"
#include "cutile/IR/TileOps.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cutile {

/// A phi whose range still grows jumps to the largest range of its sign.
static ConstantRange widen(const ConstantRange &Old, const ConstantRange &New) {
  if (Old == New)
    return New;
  if (Old.getSignedMin().isNonNegative() && New.getSignedMin().isNonNegative())
    return ConstantRange(APInt(New.getBitWidth(), 0), APInt::getSignedMinValue(New.getBitWidth()));
  return ConstantRange::getFull(New.getBitWidth());
}

KernelFacts::KernelFacts(const Function &Kernel) : Kernel(Kernel) {
  FactEvaluator Evaluate(Kernel, Known);
  ReversePostOrderTraversal<const Function *> Order(&Kernel);
  DenseMap<const PHINode *, unsigned> Changes;
  auto phi = [&](const PHINode &Phi) -> std::optional<ValueFacts> {
    std::optional<ValueFacts> Result;
    for (const Value *Incoming : Phi.incoming_values()) {
      if (isa<Instruction>(Incoming) && !Known.contains(Incoming))
        continue; // not reached yet
      if (isa<UndefValue>(Incoming))
        continue;
      ValueFacts F = Evaluate.operand(Incoming);
      Result = Result ? facts::join(*Result, F) : F;
    }
    return Result;
  };
  // Facts of phis only get weaker; after a few rounds they give up.
  static constexpr unsigned WidenAfter = 2, GiveUpAfter = 12;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *Block : Order)
      for (const Instruction &I : *Block) {
        if (!hasFacts(&I))
          continue;
        auto *Phi = dyn_cast<PHINode>(&I);
        std::optional<ValueFacts> New = Phi ? phi(*Phi) : Evaluate.evaluate(I);
        if (!New)
          continue;
        auto It = Known.find(&I);
        if (It != Known.end() && It->second == *New)
          continue;
        if (Phi && It != Known.end()) {
          const unsigned Count = ++Changes[Phi];
          *New = facts::join(*New, It->second);
          if (Count > WidenAfter)
            New->Range = widen(It->second.Range, New->Range);
          if (Count > GiveUpAfter)
            New = facts::unknown(&I);
          if (It->second == *New)
            continue;
        }
        Known.insert_or_assign(&I, *New);
        Changed = true;
      }
  }
  for (const Instruction &I : instructions(Kernel))
    if (auto Call = TileCall::match(&I))
      collectAccess(*Call);
}

ValueFacts KernelFacts::of(const Value *V) const { return FactEvaluator(Kernel, Known).operand(V); }

const AccessFacts *KernelFacts::access(const Instruction *Op) const {
  auto It = Accesses.find(Op);
  return It == Accesses.end() ? nullptr : &It->second;
}

void KernelFacts::collectAccess(const TileCall &Call) {
  const StringRef Group = Call.info().Group;
  if (Group == "Atomic" || Call.is("load") || Call.is("store")) {
    const unsigned Mask = Call.is("load") || Call.is("atomic_load") ? 1 : Call.is("atomic_cas") ? 3 : 2;
    Accesses.try_emplace(&Call.call(), AccessFacts{of(Call.operand(0)), of(Call.operand(Mask)), 0});
    return;
  }
  if (!Call.is("view_load") && !Call.is("view_store"))
    return;
  auto factsOf = [this](const Value *V) { return of(V); };
  const ViewAccess View = decodeView(Call);
  const uint64_t Bytes = (View.Stored ? View.Stored->getType() : Call.call().getType())->getScalarSizeInBits() / 8;
  AccessFacts Access{viewAddresses(factsOf, View, Bytes), std::nullopt, 0};
  if (View.Masked)
    Access.Mask = viewMask(factsOf, View);
  for (unsigned D = 0; D < View.Rank; ++D)
    if (of(View.Starts[D]).isNonNegative())
      Access.NonNegativeStarts |= 1u << D;
  Accesses.try_emplace(&Call.call(), std::move(Access));
}

} // namespace cutile
