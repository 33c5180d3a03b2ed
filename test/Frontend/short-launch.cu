// kernel<<<grid>>> is a launch with one thread for tile kernels, also through a function pointer.
// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify %s
// RUN: %clang --cuda-host-only -O0 -S -emit-llvm -DVALID %s -o - | FileCheck %s
__tile_global__ void tile(int *p) { *p = 1; }
template <class T> __tile_global__ void tile_template(T *p) { *p = 1; }
__global__ void simt(int *p) { *p = 1; }
void host(int *p) {
  tile<<<1>>>(p);
  tile_template<<<dim3(2, 3)>>>(p);
  void (*pointer)(int *) = tile;
  pointer<<<1>>>(p);
  simt<<<1, 1>>>(p);
#ifndef VALID
  simt<<<1>>>(p); // expected-error {{launch of the '__global__' function 'simt' without a block size}}
#endif
}
// CHECK-LABEL: define {{.*}} @_Z4hostPi
// CHECK-COUNT-4: call {{.*}}@__cudaPushCallConfiguration
// CHECK-NOT: call {{.*}}@__cudaPushCallConfiguration
