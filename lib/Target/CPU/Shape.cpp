//===- Shape.cpp - iota, broadcast, permute, cat, extract, insert ---------===//
#include "Lowerings.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

void lowerIota(KernelLowering &K, const TileCall &Op) {
  Type *T = Op.call().getType()->getScalarType();
  K.define(&Op.call(), [&K, T](const Index &At) { return K.B.CreateZExtOrTrunc(At.linear(K.B), T); });
}

void lowerBroadcast(KernelLowering &K, const TileCall &Op) {
  Value *X = Op.operand(0);
  const unsigned Rank = Op.constant(1);
  SmallVector<unsigned, 4> Source = dimBits(Op.dims(2, Rank)), Result = dimBits(Op.dims(2 + Rank, Rank));
  // Cuts of the operand move up by the bits that are inserted below them.
  uint64_t Cuts = dimCuts(Result);
  unsigned Low = 0, SourceLow = 0;
  for (unsigned D = Rank; D-- > 0;) {
    if (Source[D])
      Cuts |= (K.cuts(X) >> SourceLow & maskTrailingOnes<uint64_t>(Source[D])) << Low;
    Low += Result[D];
    SourceLow += Source[D];
  }
  K.define(
      &Op.call(),
      [=, &K](const Index &At) {
        Index From;
        for (auto [Part, Bits] : zip(splitIndex(K.B, At, Result), Source))
          if (Bits)
            From.append(Part);
        return K.element(X, From);
      },
      true, Cuts);
}

void lowerPermute(KernelLowering &K, const TileCall &Op) {
  Value *X = Op.operand(0);
  const unsigned Rank = Op.constant(1);
  SmallVector<unsigned, 4> Source = dimBits(Op.dims(2, Rank)), Result(Rank), Position(Rank);
  for (unsigned D = 0; D < Rank; ++D) {
    const unsigned From = Op.constant(2 + Rank + D);
    Result[D] = Source[From];
    Position[From] = D;
  }
  K.define(
      &Op.call(),
      [=, &K](const Index &At) {
        SmallVector<Index, 4> Parts = splitIndex(K.B, At, Result);
        Index From;
        for (unsigned D : Position)
          From.append(Parts[D]);
        return K.element(X, From);
      },
      true, dimCuts(Result));
}

void lowerCat(KernelLowering &K, const TileCall &Op) {
  const unsigned Rank = Op.constant(2), Dim = Op.constant(3 + Rank);
  SmallVector<unsigned, 4> Bits = dimBits(Op.dims(3, Rank));
  unsigned Low = 0; // bits below the joined dimension and of it
  for (unsigned D = Dim; D < Rank; ++D)
    Low += Bits[D];
  const unsigned All = Log2_32(tileSize(Op.operand(0)->getType()));
  Value *To = K.allocate(&Op.call());
  for (unsigned Half : {0, 1}) {
    Value *X = Op.operand(Half);
    K.forEach(All, K.cuts(X) | uint64_t(1) << Low, [&](const Index &At) {
      Index Into = At.slice(K.B, Low, All);
      Into.push({Half ? K.constant(1) : nullptr, 1});
      Into.append(At.slice(K.B, 0, Low));
      K.store(K.element(X, At), To, Into.linear(K.B));
    });
  }
  K.finish(&Op.call());
}

/// The index in a tile with dimensions \p Outer of element \p At of the sub-tile number \p Numbers with dimensions \p Inner.
static Index insideSubtile(Builder &B, const Index &At, ArrayRef<Value *> Numbers, ArrayRef<unsigned> Outer, ArrayRef<unsigned> Inner) {
  Index Result;
  SmallVector<Index, 4> Parts = splitIndex(B, At, Inner);
  for (unsigned D = 0; D < Outer.size(); ++D) {
    const unsigned Count = Outer[D] - Inner[D];
    if (Count) // sub-tile numbers wrap
      Result.push({B.CreateAnd(Numbers[D], maskTrailingOnes<uint64_t>(Count)), Count});
    Result.append(Parts[D]);
  }
  return Result;
}

void lowerExtract(KernelLowering &K, const TileCall &Op) {
  // x, index[rank], rank, source dims, result dims
  const unsigned Rank = (Op.size() - 2) / 3;
  Value *X = Op.operand(0);
  SmallVector<Value *, 4> Numbers = Op.operands(1, Rank);
  SmallVector<unsigned, 4> Outer = dimBits(Op.dims(2 + Rank, Rank)), Inner = dimBits(Op.dims(2 + 2 * Rank, Rank));
  K.define(&Op.call(), [=, &K](const Index &At) { return K.element(X, insideSubtile(K.B, At, Numbers, Outer, Inner)); }, true, dimCuts(Inner));
}

void lowerInsert(KernelLowering &K, const TileCall &Op) {
  // x, y, index[rank], rank, dims of x, dims of y
  const unsigned Rank = (Op.size() - 3) / 3;
  Value *X = Op.operand(0), *Y = Op.operand(1);
  SmallVector<Value *, 4> Numbers = Op.operands(2, Rank);
  SmallVector<unsigned, 4> Outer = dimBits(Op.dims(3 + Rank, Rank)), Inner = dimBits(Op.dims(3 + 2 * Rank, Rank));
  Value *To = K.allocate(&Op.call());
  K.forEach(Log2_32(tileSize(X->getType())), K.cuts(X), [&](const Index &At) { K.store(K.element(X, At), To, At.linear(K.B)); });
  K.forEach(Log2_32(tileSize(Y->getType())), K.cuts(Y) | dimCuts(Inner),
            [&](const Index &At) { K.store(K.element(Y, At), To, insideSubtile(K.B, At, Numbers, Outer, Inner).linear(K.B)); });
  K.finish(&Op.call());
}

void lowerAssume(KernelLowering &K, const TileCall &Op) {
  Value *X = Op.operand(0);
  if (!isTile(X)) {
    Op.call().replaceAllUsesWith(X);
    return;
  }
  K.define(&Op.call(), [X, &K](const Index &At) { return K.element(X, At); });
}

static void lowerGrid(KernelLowering &K, const TileCall &Op, unsigned First) {
  Builder &B = K.B;
  Value *Address = B.CreateConstGEP1_64(B.getInt32Ty(), K.blockInfo(), First + Op.constant(0));
  Op.call().replaceAllUsesWith(B.CreateLoad(B.getInt32Ty(), Address));
}

void lowerBlockIndex(KernelLowering &K, const TileCall &Op) { lowerGrid(K, Op, 0); }
void lowerNumBlocks(KernelLowering &K, const TileCall &Op) { lowerGrid(K, Op, 3); }

} // namespace cutile::cpu
