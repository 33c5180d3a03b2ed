// A breakpoint on a line of a tile kernel stops there, in the kernel, with its parameters.
// REQUIRES: cpu-runtime, plugin, gdb
// RUN: %cutilexx --cpu -O0 -g %s -o %t
// RUN: gdb -batch -ex 'break cpu-debugger.cu:10' -ex run -ex 'backtrace 1' %t 2>&1 | FileCheck %s
#include "cuda_tile.h"

namespace ct = cuda::tiles;
__tile_global__ void twice(int *p, int n) {
  auto at = p + ct::iota<ct::tile<int, ct::shape<16>>>();
  ct::store(at, ct::load(at) * n); // CHECK: hit Breakpoint 1, twice (p={{.*}}, n=2) at {{.*}}cpu-debugger.cu:10
}

int main() {
  int *p;
  cudaMalloc((void **)&p, 64);
  twice<<<1, 1>>>(p, 2);
  return cudaDeviceSynchronize();
}
