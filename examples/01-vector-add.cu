// c = a + b: each block adds one tile of 256 elements; the last tile may be partial.
#include <cuda_tile.h>

#include "check.h"

namespace ct = cuda::tiles;

__tile_global__ void add(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  auto view = [&](auto *Data) { return ct::partition_view{ct::tensor_span{Data, ct::extents{N}}, ct::shape<256>{}}; };
  int Block = ct::bid().x;
  view(C).store_masked(view(A).load_masked(Block) + view(B).load_masked(Block), Block);
}

int main() {
  const int N = 100'000;
  auto A = example::normal<float>(N, 1), B = example::normal<float>(N, 2);
  example::Buffer<float> DA(A), DB(B), DC(N);
  add<<<(N + 255) / 256, 1>>>(DA.get(), DB.get(), DC.get(), N);
  std::vector<double> Want(N);
  for (int I = 0; I < N; ++I)
    Want[I] = double(A[I]) + B[I];
  return example::report("vector add", DC.host(), Want, 1e-7);
}
