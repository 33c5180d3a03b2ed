// Failures of kernels on the CPU: an assertion ends the launch and not the program, a SIMT kernel cannot be launched.
// REQUIRES: cpu-runtime, plugin
// RUN: %cutilexx --cpu -O1 %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "cuda_tile.h"
#include <cassert>
#include <cstdio>

__tile_global__ void check(int n) {
  assert(n < 3 && "too large");
  printf("block passed with %d\n", n);
}
__global__ void simt(int *) {}

int main() {
  std::setbuf(stdout, nullptr);
  simt<<<1, 1>>>(nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  // CHECK: kernel '_Z4simtPi' is a SIMT kernel; the CPU target runs tile kernels only
  // CHECK-NEXT: cudaErrorInvalidDeviceFunction
  check<<<1, 1>>>(2);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  // CHECK-NEXT: block passed with 2
  // CHECK-NEXT: cudaSuccess
  check<<<4, 1>>>(3);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  // CHECK: cpu-errors.cu:10: {{.*}}check{{.*}}: Assertion `n < 3 && "too large"' failed.
  // CHECK: cudaErrorAssert
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  // CHECK-NEXT: device-side assert triggered
}
