// A program of a tile kernel and a SIMT kernel that share memory and a variable, run unchanged in the emulator; and what its user sees
// when the SIMT kernel writes beyond its memory.
// REQUIRES: plugin, cutile-emu, cpu-runtime
// RUN: %cutilexx --emulate %s -o %t
// RUN: %t | FileCheck %s
// RUN: not %t fault 2>&1 | FileCheck %s --check-prefix=FAULT
#include <cstdio>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__device__ int launches;

__tile_global__ void twice(float *data) {
  auto i = int(ct::bid().x) * 64 + ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(data + i, ct::load(data + i) * 2.0f);
}

__global__ void reverse(const float *in, float *out, int n) {
  __shared__ float block[64];
  block[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  out[n - 64 * (blockIdx.x + 1) + threadIdx.x] = block[63 - threadIdx.x];
  if (threadIdx.x == 0)
    atomicAdd(&launches, 1);
}

int main(int count, char **) {
  float host[128], *in, *out;
  for (int i = 0; i < 128; ++i)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<2, 1>>>(in);
  reverse<<<2, 64>>>(in, out, count > 1 ? 192 : 128);
  cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int blocks = 0;
  cudaMemcpyFromSymbol(&blocks, launches, sizeof blocks);
  // CHECK: 254 252 0, 2 blocks, no error
  printf("%g %g %g, %d blocks, %s\n", host[0], host[1], host[127], blocks, cudaGetErrorString(error));
  return error != cudaSuccess;
}
// FAULT: cutile-emu: error: out-of-bounds: 4 bytes at {{.*}} belong to no memory; nearest is allocation of 512 bytes
// FAULT-NEXT: kernel '_Z7reversePKfPfi', block ({{[01]}},0,0), thread
// FAULT-NEXT: store float{{.*}} at {{.*}}program.cu:23
// FAULT: an illegal memory access was encountered
