// A static local of a function for several spaces exists once per space: the tile kernel counts in a variable of its own.
// RUN: %cutilexx --cuda-device-only -S -emit-llvm %s -o - | FileCheck %s
// CHECK-DAG: @_ZZ5countvE5calls.tile = internal {{.*}}addrspace(1) global i32 0
// CHECK-DAG: @_ZZ5countvE5calls = internal {{.*}}addrspace(1) global i32 0
__tile__ __device__ int count() {
  static int calls;
  return ++calls;
}
__tile_global__ void tile(int *out) { *out = count(); }
__global__ void simt(int *out) { *out = count(); }
