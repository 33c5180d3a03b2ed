//===- VerifyShape.cpp - creation and shape manipulation --------------------===//
#include "TileVerifier.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace llvm;

namespace cutile {

void verifyIota(TileVerifier &V) {
  V.end();
  V.expect(tileSize(V.result()) && V.result()->isIntOrIntVectorTy(), "must have a result of integers");
}

static void sameElements(TileVerifier &V, Value *X) {
  if (X && !V.failed())
    V.expect(X->getType()->getScalarType() == V.result()->getScalarType(), "changes the element type");
}

void verifyBroadcast(TileVerifier &V) {
  Value *X = V.tile("x");
  auto Source = V.dims("source dims");
  auto Result = V.dims("result dims", Source.size());
  V.end();
  if (V.failed())
    return;
  for (unsigned I = 0; I < Source.size(); ++I)
    V.expect(Source[I] == Result[I] || Source[I] == 1, "changes a length that is not 1");
  V.has(X, elementsOf(Source), "x");
  V.resultHas(elementsOf(Result));
  sameElements(V, X);
}

void verifyPermute(TileVerifier &V) {
  Value *X = V.tile("x");
  auto Source = V.dims("source dims");
  SmallBitVector Seen(Source.size());
  for (unsigned I = 0; I < Source.size() && !V.failed(); ++I)
    Seen.set(V.constant("p", 0, Source.size() - 1));
  V.end();
  if (V.failed())
    return;
  V.expect(Seen.all(), "names a dimension twice");
  V.has(X, elementsOf(Source), "x");
  V.resultIs(X->getType());
}

void verifyCat(TileVerifier &V) {
  Value *A = V.tile("a"), *B = V.tile("b");
  auto Dims = V.dims("dims");
  V.constant("dim", 0, int64_t(Dims.size()) - 1);
  V.end();
  V.sameType(A, B, "b");
  if (V.failed())
    return;
  V.has(A, elementsOf(Dims), "a");
  V.resultHas(2 * elementsOf(Dims));
  sameElements(V, A);
}

/// index[rank], rank, whole dims, part dims. The rank follows from the number of operands: 3 * rank + 1.
static void verifyPart(TileVerifier &V, Value *Whole, Value *Part) {
  unsigned Rank = (V.left() - 1) / 3;
  V.indices("index", Rank);
  if (!V.failed())
    V.expect(V.constant("rank") == Rank, "has a number of operands that does not fit its rank");
  auto WholeDims = V.dims("dims", Rank), PartDims = V.dims("sub-tile dims", Rank);
  V.end();
  if (V.failed())
    return;
  for (unsigned I = 0; I < Rank; ++I)
    V.expect(PartDims[I] <= WholeDims[I], "has a sub-tile longer than the tile");
  V.has(Whole, elementsOf(WholeDims), "x");
  V.has(Part, elementsOf(PartDims), "y");
  if (!Part)
    V.resultHas(elementsOf(PartDims));
}

void verifyExtract(TileVerifier &V) {
  Value *X = V.tile("x");
  if (!V.expect(V.left() >= 1, "lacks operand 'rank'"))
    return;
  verifyPart(V, X, nullptr);
  sameElements(V, X);
}

void verifyInsert(TileVerifier &V) {
  Value *X = V.tile("x"), *Y = V.tile("y");
  if (!V.expect(V.left() >= 1, "lacks operand 'rank'"))
    return;
  verifyPart(V, X, Y);
  sameElements(V, Y);
  if (!V.failed())
    V.resultIs(X->getType());
}

} // namespace cutile
