#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

void lowerIota(KernelLowering &, const TileCall &) {} // recomputed at each use

/// A result whose element i is the source's element Map(i): the source in the layout of the result, seen through the map.
static void lowerIndexMap(KernelLowering &K, const TileCall &Call, const IndexMap &Map) {
  K.setResult(Call.call(), K.registersOf(Call.operand(0), K.layoutOf(&Call.call()).compose(Map)));
}

void lowerBroadcast(KernelLowering &K, const TileCall &Call) {
  const unsigned Rank = Call.constant(1);
  lowerIndexMap(K, Call, broadcastSourceMap(Call.dims(2, Rank), Call.dims(2 + Rank, Rank)));
}

void lowerPermute(KernelLowering &K, const TileCall &Call) {
  const unsigned Rank = Call.constant(1);
  lowerIndexMap(K, Call, permuteSourceMap(Call.dims(2, Rank), Call.dims(2 + Rank, Rank)));
}

void lowerCat(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  const unsigned Rank = Call.constant(2), Dim = Call.constant(3 + Rank);
  auto Part = Call.dims(3, Rank);
  SmallVector<uint64_t, 4> Whole = Part;
  Whole[Dim] *= 2;
  const BitRange Range = dimensionBits(Whole, Dim);
  const uint32_t Selector = 1u << (Range.First + Range.Count - 1);
  const LinearLayout Layout = K.layoutOf(&Call.call());
  const LinearLayout Inner = Layout.compose(resizeMap(Whole, Part));
  Registers First = K.registersOf(Call.operand(0), Inner), Second = K.registersOf(Call.operand(1), Inner), Result;
  for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
    Value *InSecond = B.CreateICmpNE(B.CreateAnd(K.elementIndex({Layout, 0}, R), Selector), B.getInt32(0));
    Result.push_back(B.CreateSelect(InSecond, Second[R], First[R]));
  }
  K.setResult(Call.call(), Result);
}

/// Where the sub-tile at run-time indices starts: the exclusive or of the index bits above those of the sub-tile. Indices wrap.
static Value *subTileOffset(KernelLowering &K, ArrayRef<Value *> Indices, Shape Whole, Shape Part) {
  Builder &B = K.builder();
  Value *Offset = B.getInt32(0);
  for (unsigned D = 0; D < Whole.size(); ++D) {
    BitRange Range = dimensionBits(Whole, D);
    uint32_t Count = static_cast<uint32_t>(Whole[D] / Part[D]);
    Value *Index = B.CreateAnd(B.CreateTrunc(Indices[D], B.getInt32Ty()), Count - 1);
    Offset = B.CreateOr(Offset, B.CreateShl(Index, Range.First + log2Exact(Part[D])));
  }
  return Offset;
}

void lowerExtract(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  // x, index[rank], rank, source dims, result dims
  const unsigned Rank = (Call.size() - 2) / 3;
  auto Whole = Call.dims(2 + Rank, Rank), Part = Call.dims(2 + 2 * Rank, Rank);
  Value *Offset = subTileOffset(K, Call.operands(1, Rank), Whole, Part);
  const LinearLayout Seen = K.layoutOf(&Call.call()).compose(resizeMap(Part, Whole));
  if (auto *Constant = dyn_cast<ConstantInt>(Offset))
    return K.setResult(Call.call(), K.registersOf(Call.operand(0), AffineLayout{Seen, static_cast<uint32_t>(Constant->getZExtValue())}));
  // A run-time place: through shared memory.
  Registers Source = K.registersOf(Call.operand(0)), Result;
  Type *Element = Source[0]->getType();
  const uint64_t Bytes = tileSize(Call.operand(0)->getType()) * (Element->getPrimitiveSizeInBits() / 8);
  Value *Base = K.scratch(Bytes, "a tile that is indexed at run time");
  K.storeShared(Base, Source, K.layoutOf(Call.operand(0)));
  K.barrier("the tile is complete in scratch memory before others read it");
  Result = K.loadShared(B.CreateInBoundsGEP(Element, Base, Offset), Element, {Seen, 0});
  K.setResult(Call.call(), Result);
}

void lowerInsert(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  // x, y, index[rank], rank, dims of x, dims of y
  const unsigned Rank = (Call.size() - 3) / 3;
  auto Whole = Call.dims(3 + Rank, Rank), Part = Call.dims(3 + 2 * Rank, Rank);
  Value *Offset = subTileOffset(K, Call.operands(2, Rank), Whole, Part);
  uint32_t PlaceBits = 0;
  for (unsigned D = 0; D < Rank; ++D) {
    BitRange Range = dimensionBits(Whole, D);
    PlaceBits |= Range.mask() & ~((static_cast<uint32_t>(Part[D]) - 1) << Range.First);
  }
  const LinearLayout Layout = K.layoutOf(&Call.call());
  Registers Old = K.registersOf(Call.operand(0), Layout), New = K.registersOf(Call.operand(1), Layout.compose(resizeMap(Whole, Part))), Result;
  for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
    Value *Here = B.CreateICmpEQ(B.CreateAnd(K.elementIndex({Layout, 0}, R), PlaceBits), Offset);
    Result.push_back(B.CreateSelect(Here, New[R], Old[R]));
  }
  K.setResult(Call.call(), Result);
}

} // namespace cutile::nvptx
