//===- VerifyElementwise.cpp ------------------------------------------------===//
#include "TileVerifier.h"

using namespace llvm;

namespace cutile {

void verifyElementwise(TileVerifier &V) {
  Value *First = V.tile("a");
  if (!First)
    return;
  bool IntegerExponent = V.call().is("powi");
  unsigned Operands = V.call().is("fma") ? 3 : V.left() == 4 ? 2 : 1;
  for (unsigned I = 1; I < Operands; ++I) {
    Value *Next = V.tile("b");
    if (IntegerExponent)
      V.has(Next, tileSize(First->getType()), "b");
    else
      V.sameType(First, Next, "b");
  }
  V.kind("kind", First);
  V.constant("mode", op::rounding_default, op::rounding_away);
  V.constant("subnormals", op::subnormals_preserve, op::subnormals_flush);
  V.end();
  V.resultIs(First->getType());
}

void verifyCast(TileVerifier &V) {
  Value *X = V.tile("x");
  if (!X)
    return;
  V.kind("from", X);
  V.kind("to", &V.call().call());
  V.constant("mode", op::rounding_default, op::rounding_away);
  V.constant("saturation", op::saturation_default, op::saturation_finite);
  V.end();
  V.resultHas(tileSize(X->getType()));
}

} // namespace cutile
