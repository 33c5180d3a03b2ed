// Every level of optimisation, debug information, objects and several files, assembly and LLVM IR of the device alone.
// RUN: %cutilexx -O0 --cuda-device-only -S %s -o - | FileCheck %s --check-prefix=PTX
// RUN: %cutilexx -O1 -g --cuda-device-only -S %s -o - | FileCheck %s --check-prefix=PTX
// RUN: %cutilexx -O2 --cuda-device-only -S %s -o - | FileCheck %s --check-prefix=PTX
// RUN: %cutilexx --cuda-device-only -S %s -o - | FileCheck %s --check-prefix=PTX
// PTX: .version 9.0
// PTX: .entry _Z3addPfi(
// PTX: .reqntid {{[0-9]+}}
// PTX: ret;

// RUN: %cutilexx --cuda-device-only -S -emit-llvm %s -o - | FileCheck %s --check-prefix=LLVM
// LLVM: define {{.*}}ptx_kernel void @_Z3addPfi(
// LLVM-NOT: @cutile.
// LLVM: "nvvm.reqntid"

// RUN: %cutilexx --cpu -O0 -g %s %S/Inputs/levels-second.cu -o %t.0 && %t.0 | FileCheck %s --check-prefix=OUTPUT
// RUN: %cutilexx --cpu -O2 -c %s -o %t.first.o
// RUN: %cutilexx --cpu -O1 -c %S/Inputs/levels-second.cu -o %t.second.o
// RUN: %cutilexx --cpu %t.first.o %t.second.o -o %t.2 && %t.2 | FileCheck %s --check-prefix=OUTPUT
// OUTPUT-NOT: wrong
// OUTPUT: done
// REQUIRES: cpu-runtime
#include <cstdio>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void add(float *Data, int Addend) {
  auto Place = Data + ct::iota<ct::tile<int, ct::shape<16>>>();
  ct::store(Place, ct::load(Place) + float(Addend));
}

void addTwice(float *Data);

int main() {
  float Host[16] = {};
  float *Data = nullptr;
  cudaMalloc(&Data, sizeof(Host));
  cudaMemset(Data, 0, sizeof(Host));
  add<<<1>>>(Data, 3);
  addTwice(Data);
  cudaMemcpy(Host, Data, sizeof(Host), cudaMemcpyDeviceToHost);
  for (float X : Host)
    if (X != 7)
      std::printf("wrong: %g\n", X);
  std::printf("done\n");
}
