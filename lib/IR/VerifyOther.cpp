//===- VerifyOther.cpp - assumptions, grid, printing ----------------------------===//
#include "TileVerifier.h"

using namespace llvm;

namespace cutile {

void verifyAssume(TileVerifier &V) {
  Value *X = V.any("x");
  StringRef Name = V.call().name();
  if (!X)
    return;
  V.expect(X->getType()->isIntOrIntVectorTy() || X->getType()->isPointerTy(), "operand 'x' must be an integer, a pointer or a tile of them");
  if (Name == "assume_bounded") {
    for (const char *Bound : {"lower", "upper"})
      V.constant(Bound);
    for (const char *Has : {"has_lower", "has_upper"})
      V.constant(Has, 0, 1);
    V.constant("kind", op::kind_bool, op::kind_pointer);
  } else if (Name == "assume_blocked") {
    unsigned Rank = V.dims("dims").size();
    for (unsigned I = 0; I < Rank && !V.failed(); ++I)
      V.constant("block dims", 1);
  } else {
    V.constant("n", 1);
    if (Name.ends_with("_strided")) {
      V.constant("every", 1);
      int64_t Dim = V.constant("dim", 0);
      auto Dims = V.dims("dims");
      V.expect(Dim < int64_t(Dims.size()) || Dims.empty(), "names a dimension that the tile does not have");
    }
  }
  V.end();
  V.resultIs(X->getType());
}

void verifyGrid(TileVerifier &V) {
  V.constant("dim", 0, 2);
  V.end();
  V.expect(V.result()->isIntegerTy(32), "must have a result of i32");
}

void verifyPrintf(TileVerifier &V) {
  V.pointer("format");
  int64_t Count = V.constant("count", 0);
  for (int64_t I = 0; I < Count && !V.failed(); ++I) {
    Value *Argument = V.any("argument");
    V.constant("kind", op::kind_bool, op::kind_pointer);
    int64_t Rank = V.constant("rank", -1, 16);
    if (Rank >= 0)
      V.has(Argument, elementsOf(V.dims("dims", Rank)), "argument");
  }
  V.end();
}

} // namespace cutile
