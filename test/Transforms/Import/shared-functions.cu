// Functions are simplified before a kernel inlines them; what SIMT code may call too stays as clang has emitted it, without optimisation here.
// RUN: %cutilexx -O0 --cuda-device-only -S -emit-llvm %s -o - | FileCheck %s
#include <cuda_tile.h>
__tile__ __device__ int shared(int x) {
  int y = x;
  y *= 3;
  return y + 1;
}
constexpr int unmarked(int x) {
  int y = x;
  return y - 1;
}
__tile__ int only_tile(int x) { return shared(shared(x)); }
__tile_global__ void tile(int *p) { *p = only_tile(only_tile(*p)); }
__global__ void simt(int *p) { *p = shared(*p) + unmarked(*p); }

// CHECK-LABEL: define {{.*}}@_Z6sharedi(
// CHECK-COUNT-2: alloca i32
// CHECK: ret i32
// CHECK-LABEL: define {{.*}}@_Z4tilePi(
// CHECK-NOT: alloca
// CHECK: mul i32 %{{.*}}, 81
// CHECK-NOT: call {{.*}}shared
// CHECK: ret void
// CHECK-LABEL: define {{.*}}@_Z4simtPi(
// CHECK: call {{.*}}i32 @_Z6sharedi(
// CHECK: call {{.*}}i32 @_Z8unmarkedi(
// CHECK-NOT: only_tile
