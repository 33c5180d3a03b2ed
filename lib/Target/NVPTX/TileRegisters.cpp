//===- TileRegisters.cpp - operands and results of ops --------------------===//
//
// What an op reads comes from where the tile lives: registers of its layout, which are converted, shared memory, or nowhere (splats, constants and
// iotas, and what is computed again).
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::nvptx {

AffineLayout partOf(const LinearLayout &Layout, unsigned First, unsigned Count) {
  using L = LinearLayout;
  const std::vector<uint32_t> &Bases = Layout.bases(L::Register);
  L Part(Layout.numIndexBits(), {Bases.begin(), Bases.begin() + log2Exact(Count)}, Layout.bases(L::Lane), Layout.bases(L::Warp));
  return {Part, Layout.applyDim(L::Register, First)};
}

RegisterParts KernelLowering::partsOf(Value *Tile, const LinearLayout &Layout) {
  if (Plan.isReadInParts(Tile))
    return [this, Tile, &Layout](unsigned First, unsigned Count) { return registersOf(Tile, partOf(Layout, First, Count)); };
  return [All = registersOf(Tile, Layout)](unsigned First, unsigned Count) { return Registers(ArrayRef(All).slice(First, Count)); };
}

Registers KernelLowering::registersOf(Value *Tile) { return registersOf(Tile, layoutOf(Tile)); }

Registers KernelLowering::registersOf(Value *Tile, const AffineLayout &Layout) {
  assert(isTile(Tile) && Layout.Map.numIndexBits() == log2Exact(tileSize(Tile->getType())) && "layout of another size");
  if (Registers Virtual = virtualRegisters(Tile, Layout); !Virtual.empty())
    return Virtual;
  if (auto Home = homeOf(Tile))
    return Home->load(*this, Layout);
  if (Plan.Long.Deferred.contains(Tile))
    return recompute(*Tile, Layout);
  auto It = Values.find(Tile);
  assert(It != Values.end() && "tile value has no registers yet");
  const LinearLayout Home = layoutOf(Tile);
  if (Plan.Long.Parked.contains(Tile)) {
    noteConversion(*Tile, Home, Layout);
    Registers All = It->second;
    loadParked(Tile, Layout, All);
    return convert(All, Home, Layout);
  }
  const bool Recomputed = planConversion(Home, Layout).How != ConversionPlan::InThread && isCheap(*Tile);
  noteConversion(*Tile, Home, Layout, Recomputed);
  if (Recomputed)
    return recompute(*Tile, Layout);
  return convert(It->second, Home, Layout);
}

std::optional<SharedTile> KernelLowering::homeOf(const Value *Tile) const {
  if (auto It = Homes.find(Tile); It != Homes.end())
    return It->second;
  auto Call = TileCall::match(Tile);
  if (!Call || !Call->is("permute") || !Plan.isStaged(Tile))
    return std::nullopt;
  SharedTile Home = *homeOf(Call->operand(0));
  const unsigned Rank = Call->constant(1);
  const IndexMap Source = permuteSourceMap(Call->dims(2, Rank), Call->dims(2 + Rank, Rank));
  std::vector<uint32_t> Bases;
  for (unsigned Bit = 0; Bit < Source.numSourceBits(); ++Bit)
    Bases.push_back(Home.Address.apply(Source.basis(Bit)));
  Home.Address = IndexMap(Home.Address.numResultBits(), std::move(Bases));
  return Home;
}

/// Values that need no home: splats, constants, iotas. Empty if \p Tile is none of these.
Registers KernelLowering::virtualRegisters(Value *Tile, const AffineLayout &Layout) {
  const unsigned Count = Layout.Map.numRegisters();
  Type *Element = Tile->getType()->getScalarType();
  if (isa<UndefValue>(Tile))
    return Registers(Count, PoisonValue::get(Element));
  if (Value *Splat = splatValue(Tile))
    return Registers(Count, Splat);
  Registers Result;
  if (auto Call = TileCall::match(Tile); Call && Call->is("iota")) {
    for (unsigned R = 0; R < Count; ++R)
      Result.push_back(B.CreateZExtOrTrunc(elementIndex(Layout, R), Element));
    return Result;
  }
  auto *C = dyn_cast<Constant>(Tile);
  if (!C)
    return Result;
  // A constant with different elements: a table in constant memory. A bool vector becomes bytes.
  const unsigned Size = tileSize(Tile->getType());
  Type *Stored = Element->isIntegerTy(1) ? B.getInt8Ty() : Element;
  SmallVector<Constant *> Elements;
  for (unsigned I = 0; I < Size; ++I) {
    Constant *E = C->getAggregateElement(I);
    if (!E || isa<UndefValue>(E))
      E = Constant::getNullValue(Element);
    Elements.push_back(Element->isIntegerTy(1) ? ConstantInt::get(Stored, E->isOneValue()) : E);
  }
  auto *ArrayTy = ArrayType::get(Stored, Size);
  auto *Table = new GlobalVariable(module(), ArrayTy, true, GlobalValue::InternalLinkage, ConstantArray::get(ArrayTy, Elements),
                                   F.getName() + ".table", nullptr, GlobalValue::NotThreadLocal, 4);
  Table->setAlignment(module().getDataLayout().getABITypeAlign(Stored));
  for (unsigned R = 0; R < Count; ++R) {
    Value *V = B.CreateLoad(Stored, B.CreateInBoundsGEP(Stored, Table, elementIndex(Layout, R)));
    Result.push_back(Element->isIntegerTy(1) ? B.CreateTrunc(V, Element) : V);
  }
  return Result;
}

void KernelLowering::setResult(Instruction &I, Registers New) {
  assert(New.size() == layoutOf(&I).numRegisters() && "wrong number of registers");
  Values[&I] = std::move(New);
}

void KernelLowering::setResult(Instruction &I, Registers New, const LinearLayout &Layout) {
  noteConversion(I, Layout, {layoutOf(&I), 0});
  setResult(I, convert(New, Layout, {layoutOf(&I), 0}));
}

} // namespace cutile::nvptx
