//===- Pool.h - threads that run blocks -------------------------*- C++ -*-===//
//
// Blocks of a kernel start in order of their number. A kernel whose blocks never wait for each other runs on one thread per core. One whose
// blocks may wait (KernelMayWait) has a thread for each block up to MaxConcurrentBlocks, so that a block that spins cannot keep those that it
// waits for from running: the guarantee that a GPU gives for resident blocks.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_RUNTIME_CPU_POOL_H
#define CUTILE_RUNTIME_CPU_POOL_H

#include "cutile/Target/CPU/Abi.h"

#include <cuda_runtime_api.h>

namespace cutile::cpu {

/// Threads for blocks: the number of cores, or the environment variable CUTILE_CPU_THREADS.
unsigned numWorkers();

inline constexpr unsigned MaxConcurrentBlocks = 256;

/// Runs all blocks of \p Grid and returns when they have ended. \returns how: success, or the error of the first block that failed, in
/// which case other blocks may not have run.
cudaError_t runBlocks(const KernelInfo &Kernel, void *const *Arguments, dim3 Grid);

/// Ends the block that the calling thread runs.
[[noreturn]] void abortBlock(cudaError_t Error);

} // namespace cutile::cpu

#endif
