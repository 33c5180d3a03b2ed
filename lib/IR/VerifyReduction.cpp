//===- VerifyReduction.cpp - reductions and scans ----------------------------===//
#include "TileVerifier.h"

using namespace llvm;

namespace cutile {

/// x, rank, dims, dim, combiner, kind. \returns the number of elements of a result with that length 1, 0 after a failure.
static uint64_t verifyLine(TileVerifier &V, Value *&X, int64_t LastCombiner) {
  X = V.tile("x");
  auto Dims = V.dims("dims");
  int64_t Dim = V.constant("dim", 0, int64_t(Dims.size()) - 1);
  V.constant("combiner", op::combine_sum, LastCombiner);
  V.kind("kind", X);
  if (V.failed())
    return 0;
  V.has(X, elementsOf(Dims), "x");
  return elementsOf(Dims) / Dims[Dim];
}

void verifyReduce(TileVerifier &V) {
  Value *X;
  uint64_t Elements = verifyLine(V, X, op::combine_xor);
  V.constant("mode", op::rounding_default, op::rounding_away);
  V.constant("subnormals", op::subnormals_preserve, op::subnormals_flush);
  V.end();
  if (V.failed())
    return;
  V.resultHas(Elements);
  V.expect(V.result()->getScalarType() == X->getType()->getScalarType(), "changes the element type");
}

void verifyArgReduce(TileVerifier &V) {
  Value *X;
  uint64_t Elements = verifyLine(V, X, op::combine_min);
  V.end();
  if (V.failed())
    return;
  V.resultHas(Elements);
  V.expect(V.result()->getScalarType()->isIntegerTy(32), "must have a result of i32");
}

void verifyScan(TileVerifier &V) {
  Value *X;
  verifyLine(V, X, op::combine_prod);
  V.constant("backward", 0, 1);
  V.constant("mode", op::rounding_default, op::rounding_away);
  V.constant("subnormals", op::subnormals_preserve, op::subnormals_flush);
  V.end();
  if (!V.failed())
    V.resultIs(X->getType());
}

} // namespace cutile
