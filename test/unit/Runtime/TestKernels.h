//===- TestKernels.h - kernels written by hand for the runtime --*- C++ -*-===//
#ifndef CUTILE_TEST_UNIT_RUNTIME_TESTKERNELS_H
#define CUTILE_TEST_UNIT_RUNTIME_TESTKERNELS_H

#include "cutile/Target/CPU/Abi.h"

#include <cuda_runtime_api.h>

#include <initializer_list>

namespace test {

using cutile::cpu::Block;

/// Registers \p Run as the kernel that host code calls by the address of this object.
class Kernel {
  uint64_t Bytes[8];
  cutile::cpu::KernelInfo Info;
  cutile::cpu::KernelEntry Entry;
  cutile::cpu::ModuleInfo Module;

public:
  Kernel(cutile::cpu::BlockFunction Run, const char *Name, std::initializer_list<uint64_t> Sizes, uint64_t Flags = 0, uint64_t Scratch = 0) {
    unsigned I = 0;
    for (uint64_t Size : Sizes)
      Bytes[I++] = Size;
    Info = {Run, Name, Bytes, I, Scratch, Flags};
    Entry = {this, Name, Run ? &Info : nullptr};
    Module = {&Entry, 1, nullptr, 0};
    cutile_cpu_register(&Module);
  }
  const void *stub() const { return this; }

  template <class... T> cudaError_t launch(dim3 Grid, dim3 BlockSize, cudaStream_t Stream, T... Arguments) const {
    void *Pointers[] = {&Arguments..., nullptr};
    return cudaLaunchKernel(stub(), Grid, BlockSize, Pointers, 0, Stream);
  }
};

template <class T> T argument(void *const *Arguments, int I) { return *static_cast<T *>(Arguments[I]); }

/// p[block] = p[block] * a + b
inline const Kernel &multiplyAdd() {
  static const Kernel K(
      [](void *const *A, const Block *B, void *) {
        int *P = argument<int *>(A, 0) + B->Index[0];
        *P = *P * argument<int>(A, 1) + argument<int>(A, 2);
      },
      "multiplyAdd", {8, 4, 4});
  return K;
}

} // namespace test

#endif
