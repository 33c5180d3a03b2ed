// The host pass of a GPU build passes over bodies that only the device needs; on other targets it reads them.
// RUN: %clang --cuda-host-only -Wall -Wextra -Werror -S -emit-llvm %s -o - | FileCheck %s
// RUN: %clang --cuda-device-only -Wall -Wextra -Werror -fsyntax-only %s
// RUN: %clang --cuda-host-only -fplugin-arg-cutile-target=cpu -fsyntax-only -Xclang -verify=kernel -Xclang -verify-ignore-unexpected=note -DERRORS %s
// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify=kernel -Xclang -verify-ignore-unexpected=note -DERRORS %s
// RUN: %clang --cuda-host-only -fsyntax-only -Xclang -verify=host -Xclang -verify-ignore-unexpected=note -DERRORS %s
// What is wrong in a kernel is reported once by a whole compilation.
// RUN: not %clang -fsyntax-only -DERRORS %s 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: %cutilexx --emulate %s -o %t.emulated && %t.emulated
// RUN: %cutilexx --cpu %s -o %t.cpu && %t.cpu
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

template <class T> struct Sizes {
#ifdef ERRORS
  static_assert(sizeof(T) != 8, "eight bytes"); // kernel-error {{eight bytes}}
#endif
  static constexpr int value = sizeof(T);
};

// No warning about what only a skipped body names.
namespace {
constexpr int Used = 3;
const int Other = 4;
static __tile__ float tripled(float x) { return x * Used; }
__tile__ constexpr int padded(int x) { return (x + 15) / 16 * 16; }
__tile__ __host__ __device__ int shifted(int x) { return x + Other; }
} // namespace

template <class T> __tile_global__ void of_template(T *p) {
  p[0] = T(tripled(float(p[0])) + padded(shifted(0)) + Sizes<T>::value);
}

__tile_global__ void plain(int *p) { *p += shifted(1); }

namespace inner {
template <class T> __tile_global__ void early(T *p) { *p = 1; }
template __tile_global__ void early(int *);
template <> __tile_global__ void early(short *p) { *p = 2; }
} // namespace inner

#ifdef ERRORS
__tile_global__ void mistaken(int *p) { *p = nowhere; } // kernel-error {{use of undeclared identifier 'nowhere'}}
template __tile_global__ void of_template(double *);
int host() { return missing; }                          // kernel-error {{use of undeclared identifier 'missing'}} host-error {{use of undeclared identifier 'missing'}}
// ONCE: error: use of undeclared identifier 'nowhere'
// ONCE: error: {{.*}}eight bytes
// ONCE: error: use of undeclared identifier 'missing'
// ONCE: 3 errors generated when compiling for sm_90a
// ONCE-NOT: error: {{.*nowhere|.*eight bytes}}
#endif

int main() {
  float *p;
  if (cudaMalloc(&p, sizeof(float)) != cudaSuccess)
    return 1;
  float value = 2;
  cudaMemcpy(p, &value, sizeof(float), cudaMemcpyHostToDevice);
  void (*kernel)(float *) = of_template; // instantiated by its address alone
  kernel<<<1>>>(p);
  cudaMemcpy(&value, p, sizeof(float), cudaMemcpyDeviceToHost);
  plain<<<1>>>(reinterpret_cast<int *>(p));
  std::printf("%g\n", value);
  return value == 26 ? 0 : 2;
}

// CHECK-DAG: define {{.*}}@_ZN5inner20__device_stub__earlyIiEEvPT_
// CHECK-DAG: define {{.*}}@_ZN5inner20__device_stub__earlyIsEEvPT_
// CHECK-DAG: define {{.*}}@_Z20__device_stub__plainPi
// CHECK-DAG: define {{.*}}@_Z26__device_stub__of_templateIfEvPT_
