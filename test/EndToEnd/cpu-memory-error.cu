// AddressSanitizer finds an access of a tile kernel beyond an allocation, and names the line.
// REQUIRES: cpu-runtime, plugin
// RUN: %cutilexx --cpu -O1 -g -fsanitize=address %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void copy(const float *in, float *out, int n) {
  auto a = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape{64_ic}};
  auto b = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape{64_ic}};
  auto x = a.load(ct::bid().x); // the second block is not full
  b.store_masked(x, ct::bid().x);
}

int main() {
  float *in, *out;
  cudaMalloc((void **)&in, 100 * sizeof(float));
  cudaMalloc((void **)&out, 100 * sizeof(float));
  copy<<<2, 1>>>(in, out, 100);
  return cudaDeviceSynchronize();
}
// CHECK: AddressSanitizer: heap-buffer-overflow
// CHECK: READ of size
// CHECK: cpu-memory-error.cu:[[#@LINE-13]]
