//===- VerifyMemory.cpp - accesses through pointer tiles and views -------------===//
#include "TileVerifier.h"

using namespace llvm;

namespace cutile {

//===-- Pointer tiles ------------------------------------------------------------===//

static Value *addresses(TileVerifier &V) {
  Value *Ptrs = V.tile("ptrs");
  if (Ptrs)
    V.expect(Ptrs->getType()->getScalarType()->isIntegerTy(64), "operand 'ptrs' must be a tile of i64");
  return Ptrs;
}

static void mask(TileVerifier &V, const Value *Ptrs) {
  Value *Mask = V.tile("mask");
  if (!Mask || !Ptrs)
    return;
  V.expect(Mask->getType()->getScalarType()->isIntegerTy(8), "operand 'mask' must be a tile of i8");
  V.has(Mask, tileSize(Ptrs->getType()), "mask");
}

/// A tile with one element for each address.
static Value *values(TileVerifier &V, const Value *Ptrs, const char *Name) {
  Value *Values = V.tile(Name);
  if (Ptrs)
    V.has(Values, tileSize(Ptrs->getType()), Name);
  return Values;
}

static void orderAndScope(TileVerifier &V) {
  V.constant("order", op::order_relaxed, op::order_acq_rel);
  V.constant("scope", op::scope_system, op::scope_block);
}

static void resultLike(TileVerifier &V, const Value *Values) {
  if (Values)
    V.resultIs(Values->getType());
}

void verifyLoad(TileVerifier &V) {
  Value *Ptrs = addresses(V);
  mask(V, Ptrs);
  Value *Padding = values(V, Ptrs, "padding");
  V.end();
  resultLike(V, Padding);
}

void verifyStore(TileVerifier &V) {
  Value *Ptrs = addresses(V);
  values(V, Ptrs, "value");
  mask(V, Ptrs);
  V.end();
  V.noResult();
}

void verifyAtomicLoad(TileVerifier &V) {
  Value *Ptrs = addresses(V);
  mask(V, Ptrs);
  Value *Padding = values(V, Ptrs, "padding");
  orderAndScope(V);
  V.end();
  resultLike(V, Padding);
}

void verifyAtomicStore(TileVerifier &V) {
  Value *Ptrs = addresses(V);
  values(V, Ptrs, "value");
  mask(V, Ptrs);
  orderAndScope(V);
  V.end();
  V.noResult();
}

void verifyAtomicRmw(TileVerifier &V) {
  Value *Ptrs = addresses(V), *Operand = values(V, Ptrs, "value");
  mask(V, Ptrs);
  V.constant("operation", op::rmw_add, op::rmw_exchange);
  V.kind("kind", Operand);
  orderAndScope(V);
  V.end();
  resultLike(V, Operand);
}

void verifyAtomicCas(TileVerifier &V) {
  Value *Ptrs = addresses(V), *Expected = values(V, Ptrs, "expected"), *Desired = values(V, Ptrs, "desired");
  V.sameType(Expected, Desired, "desired");
  mask(V, Ptrs);
  V.kind("kind", Expected);
  orderAndScope(V);
  V.end();
  resultLike(V, Expected);
}

//===-- Views -----------------------------------------------------------------------===//

/// The rank follows from the number of operands: \p Groups index groups, the rank, the lengths, \p Tail constants.
/// \returns the number of elements, 0 after a failure.
static uint64_t viewBlock(TileVerifier &V, unsigned Groups, unsigned Tail) {
  if (!V.expect(V.left() >= 1 + Tail, "has too few operands"))
    return 0;
  unsigned Rank = (V.left() - 1 - Tail) / (Groups + 1);
  V.indices("extents, strides, starts", Groups * Rank);
  if (!V.failed())
    V.expect(V.constant("rank") == Rank, "has a number of operands that does not fit its rank");
  auto Dims = V.dims("dims", Rank);
  return V.failed() ? 0 : elementsOf(Dims);
}

void verifyViewLoad(TileVerifier &V) {
  V.pointer("base");
  uint64_t Elements = viewBlock(V, 3, 3);
  V.constant("masked", 0, 1);
  V.constant("padding", op::padding_zero, op::padding_nan);
  V.kind("kind", &V.call().call());
  V.end();
  V.resultHas(Elements);
}

void verifyViewStore(TileVerifier &V) {
  Value *Stored = V.tile("value");
  V.pointer("base");
  uint64_t Elements = viewBlock(V, 3, 2);
  V.constant("masked", 0, 1);
  V.kind("kind", Stored);
  V.end();
  V.has(Stored, Elements, "value");
  V.noResult();
}

void verifyViewPointers(TileVerifier &V) {
  V.pointer("base");
  uint64_t Elements = viewBlock(V, 2, 1);
  V.constant("element bytes", 1, 8);
  V.end();
  V.resultHas(Elements);
  V.expect(V.result()->getScalarType()->isIntegerTy(64), "must have a result of i64");
}

void verifyViewMask(TileVerifier &V) {
  uint64_t Elements = viewBlock(V, 2, 0);
  V.end();
  V.resultHas(Elements);
  V.expect(V.result()->getScalarType()->isIntegerTy(8), "must have a result of i8");
}

} // namespace cutile
