//===- Recompute.cpp - cheap tiles computed again in another layout -------===//
//
// Index and address tiles, and masks made of them, are a few integer instructions per element. Where one is wanted in
// another layout, computing it again there is cheaper than moving it between threads.
//
//===----------------------------------------------------------------------===//
#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

/// Instructions per element that recomputing may take.
static constexpr unsigned MaxCost = 12;

/// The tile that \p Tile is a rearrangement of, with the map from its indices; null if it is none.
static Value *rearranged(const TileCall &Call, std::optional<IndexMap> &Map) {
  if (Call.info().Group == StringRef("Assumption")) {
    Map = IndexMap::identity(log2Exact(tileSize(Call.call().getType())));
    return Call.operand(0);
  }
  const bool Broadcast = Call.is("broadcast");
  if (!Broadcast && !Call.is("permute"))
    return nullptr;
  const unsigned Rank = Call.constant(1);
  auto Source = Call.dims(2, Rank), Other = Call.dims(2 + Rank, Rank);
  Map = Broadcast ? broadcastSourceMap(Source, Other) : permuteSourceMap(Source, Other);
  return Call.operand(0);
}

static bool isCheapInstruction(const Instruction &I) {
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return I.getType()->isIntOrIntVectorTy() && (!Binary->isIntDivRem() || isa<Constant>(Binary->getOperand(1)));
  return isa<CastInst, ICmpInst, SelectInst, FreezeInst>(I);
}

bool KernelLowering::isCheap(Value &Tile) {
  auto cost = [&](auto &Self, Value &V) -> unsigned {
    if (!isTile(&V) || isVirtualTile(&V))
      return 0;
    if (auto It = RecomputeCosts.find(&V); It != RecomputeCosts.end())
      return It->second;
    unsigned Result = MaxCost + 1;
    std::optional<IndexMap> Map;
    if (auto Call = TileCall::match(&V)) {
      if (Value *Source = rearranged(*Call, Map))
        Result = Self(Self, *Source);
    } else if (auto *I = dyn_cast<Instruction>(&V); I && isCheapInstruction(*I)) {
      Result = 1;
      for (Value *Operand : I->operands())
        Result = std::min(MaxCost + 1, Result + Self(Self, *Operand));
    }
    RecomputeCosts[&V] = Result;
    return Result;
  };
  return cost(cost, Tile) <= MaxCost;
}

Registers KernelLowering::recompute(Value &Tile, const AffineLayout &Layout) {
  auto Call = TileCall::match(&Tile);
  if (!Call)
    return elementwiseRegisters(cast<Instruction>(Tile), Layout);
  if (Call->info().Group == StringRef("Elementwise"))
    return elementwiseOpRegisters(*this, *Call, Layout);
  std::optional<IndexMap> Map;
  Value *Source = rearranged(*Call, Map);
  return registersOf(Source, AffineLayout{Layout.Map.compose(*Map), Map->apply(Layout.Offset)});
}

} // namespace cutile::nvptx
