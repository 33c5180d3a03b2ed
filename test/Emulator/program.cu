// A program of a tile kernel and a SIMT kernel that share memory and a variable, run unchanged in the emulator; and what its user sees
// when one of the two writes beyond its memory.
// REQUIRES: plugin, cutile-emu, cpu-runtime
// RUN: %cutilexx --emulate %s -o %t
// RUN: %t | FileCheck %s
// RUN: not %t simt 2>&1 | FileCheck %s --check-prefix=SIMT
// RUN: not %t tile 2>&1 | FileCheck %s --check-prefix=TILE
#include <cstdio>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__device__ int launches;
static __tile__ float factor = 2;

__tile_global__ void twice(float *data) {
  auto i = int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(data + i, ct::load(data + i) * factor);
}

__global__ void reverse(const float *in, float *out, int n) {
  __shared__ float block[64];
  block[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  out[n - 64 * (blockIdx.x + 1) + threadIdx.x] = block[63 - threadIdx.x];
  if (threadIdx.x == 0)
    atomicAdd(&launches, 1);
}

int main(int, char **values) {
  const char fault = values[1] ? *values[1] : 0;
  float host[128], *in, *out;
  for (int i = 0; i < 128; ++i)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<fault == 't' ? 3 : 2, 1>>>(in);
  reverse<<<2, 64>>>(in, out, fault == 's' ? 192 : 128);
  cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int blocks = 0;
  cudaMemcpyFromSymbol(&blocks, launches, sizeof blocks);
  // CHECK: 254 252 0, 2 blocks, no error
  printf("%g %g %g, %d blocks, %s\n", host[0], host[1], host[127], blocks, cudaGetErrorString(error));
  return error != cudaSuccess;
}
// SIMT: cutile-emu: error: out-of-bounds: 4 bytes at {{.*}} belong to no memory; nearest is allocation of 512 bytes
// SIMT-NEXT: kernel '_Z7reversePKfPfi', block ({{[01]}},0,0), thread
// SIMT-NEXT: store float{{.*}} at {{.*}}program.cu:[[#@LINE-24]]
// SIMT: an illegal memory access was encountered
// TILE: cutile-emu: error: out-of-bounds: {{.*}} bytes at {{.*}} belong to no memory; nearest is allocation of 512 bytes
// TILE-NEXT: kernel '_Z5twicePf', block (2,0,0), thread
// TILE-NEXT: load {{.*}} [tile op 'load'] at {{.*}}program.cu:18:
// TILE: an illegal memory access was encountered
