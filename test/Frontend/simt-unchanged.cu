// SIMT code is compiled as without the plugin: the same IR, attributes and metadata, at every optimisation level and with -g.
// RUN: %clang -O0 --cuda-device-only -S -emit-llvm %s -o %t.0.with && %bare-clang -O0 --cuda-device-only -S -emit-llvm %s -o %t.0.without && diff %t.0.without %t.0.with
// RUN: %clang -O3 --cuda-device-only -S -emit-llvm %s -o %t.3.with && %bare-clang -O3 --cuda-device-only -S -emit-llvm %s -o %t.3.without && diff %t.3.without %t.3.with
// RUN: %clang -O1 -g --cuda-device-only -S -emit-llvm %s -o %t.g.with && %bare-clang -O1 -g --cuda-device-only -S -emit-llvm %s -o %t.g.without && diff %t.g.without %t.g.with
// RUN: %clang -O2 --cuda-host-only -S -emit-llvm %s -o %t.h.with && %bare-clang -O2 --cuda-host-only -S -emit-llvm %s -o %t.h.without && diff %t.h.without %t.h.with
// A tile kernel in the same file changes no SIMT function.
// RUN: %clang -O2 --cuda-device-only -S -emit-llvm -DTILE %s -o - | FileCheck %s
// CHECK: define {{.*}} @_Z4simtPfi({{.*}} #[[ATTRIBUTES:[0-9]+]]
// CHECK: attributes #[[ATTRIBUTES]] = {{.*}}"target-features"="+ptx{{[0-9]+}},+sm_90a"
// CHECK-NOT: !DICompileUnit

__device__ float table[8];
__constant__ int limit;
template <class T> __device__ T twice(T x) { return x + x; }
__global__ void simt(float *p, int n) {
  __shared__ float buffer[128];
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  buffer[threadIdx.x] = i < n ? p[i] : table[i & 7];
  __syncthreads();
  if (i < limit)
    p[i] = twice(buffer[127 - threadIdx.x]) + sinf(p[i]);
}
#ifdef TILE
__tile_global__ void tile(float *p) { *p = 1; }
#endif
int main() {
  simt<<<1, 128>>>(nullptr, 0);
  simt<<<dim3(2), dim3(32), 0, nullptr>>>(nullptr, 0);
}
