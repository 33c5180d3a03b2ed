//===- VerifyMatrixMultiply.cpp -----------------------------------------------===//
#include "TileVerifier.h"

using namespace llvm;

namespace cutile {

void verifyMma(TileVerifier &V) {
  Value *A = V.tile("a"), *B = V.tile("b"), *C = V.tile("c");
  auto Dims = V.dims("B, Ba, Bb, M, N, K", 6);
  V.kind("kind a", A);
  V.kind("kind b", B);
  V.kind("kind c", C);
  V.end();
  if (V.failed())
    return;
  uint64_t Batch = Dims[0], M = Dims[3], N = Dims[4], K = Dims[5];
  V.expect((Dims[1] == 1 || Dims[1] == Batch) && (Dims[2] == 1 || Dims[2] == Batch), "has batch lengths that do not fit");
  V.has(A, Dims[1] * M * K, "a");
  V.has(B, Dims[2] * K * N, "b");
  V.has(C, Batch * M * N, "c");
  V.resultIs(C->getType());
}

void verifyScaledMma(TileVerifier &V) {
  Value *A = V.tile("a"), *ScaleA = V.tile("scale_a"), *B = V.tile("b"), *ScaleB = V.tile("scale_b"), *C = V.tile("c");
  auto Dims = V.dims("B, Ba, Bb, Bsa, Bsb, M, N, K, s", 9);
  V.kind("kind a", A);
  V.kind("kind b", B);
  V.kind("kind scale", ScaleA);
  V.end();
  if (V.failed())
    return;
  uint64_t M = Dims[5], N = Dims[6], K = Dims[7], S = Dims[8];
  for (unsigned I = 1; I <= 4; ++I)
    V.expect(Dims[I] == 1 || Dims[I] == Dims[0], "has batch lengths that do not fit");
  V.has(A, Dims[1] * M * K, "a");
  V.has(B, Dims[2] * K * N, "b");
  V.has(ScaleA, Dims[3] * M * K / S, "scale_a");
  V.has(ScaleB, Dims[4] * K / S * N, "scale_b");
  V.has(C, Dims[0] * M * N, "c");
  V.resultIs(C->getType());
}

} // namespace cutile
