//===- LoadPipelines.h - loads that run ahead of their loop -----*- C++ -*-===//
//
// A loop whose loads feed products on tensor cores copies the tiles of later iterations to shared memory while it computes:
//
//   before the loop    copy iterations 0 .. Stages - 2 to their slots
//   iteration i        wait for slot i; start the copy of iteration i + Stages - 1; compute from slot i
//
// A slot holds the tiles of one iteration; iteration i uses slot i mod Stages. What an iteration loads, and whether there is one, is found by the
// scalar code of the loop, which runs Stages - 1 iterations ahead (LoopSlice.h). So the form of the loop does not matter, as long as that code
// depends on no tile and its course on no memory.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_PLAN_LOADPIPELINES_H
#define CUTILE_PLAN_LOADPIPELINES_H

#include "cutile/Analysis/MemoryOrder.h"
#include "cutile/Plan/LoopSlice.h"
#include "llvm/IR/DebugLoc.h"
#include <vector>

namespace cutile {

class KernelFacts;

/// A view_load whose result stands in shared memory.
struct StagedLoad {
  const llvm::Instruction *Load;
  /// All index bits as bases, neighbours in global memory first: the order of the tile in shared memory before swizzling.
  std::vector<uint32_t> Order;
  /// Bytes of one copy, 4, 8 or 16: neighbours in memory with one mask.
  unsigned ChunkBytes;
  /// Where it stands before anything is lowered, and what its address depends on beside the slice of the loop, in program order.
  const llvm::BasicBlock *Block = nullptr;
  llvm::SmallVector<llvm::Instruction *, 8> Address = {};
};

/// Barriers that memory order needs, by the instruction that they go before.
using BarrierMap = llvm::DenseMap<const llvm::Instruction *, NeededBarrier>;

struct LoadPipeline {
  unsigned Stages = 0;
  uint64_t SharedBytes = 0;               ///< that all slots may take
  llvm::SmallVector<StagedLoad, 2> Loads; ///< in program order

  /// Runs once in every iteration, before the loads: there the slot of the iteration is waited for.
  const llvm::Instruction *Start = nullptr;
  LoopSlice Slice;
};

struct PipelineLimits {
  unsigned MaxStages;   ///< below 2: none
  uint64_t SharedBytes; ///< that the slots of a pipeline may take
};

/// A loop with loads for a product that are not copied ahead.
struct RefusedPipeline {
  std::string Why;
  llvm::DebugLoc Where;
};

/// Finds the loops of \p Kernel to pipeline, and those with products where that is not possible.
std::vector<LoadPipeline> findLoadPipelines(const llvm::Function &Kernel, const KernelFacts &Facts, const BarrierMap &Barriers,
                                            const PipelineLimits &Limits, std::vector<RefusedPipeline> &Refused);

} // namespace cutile

#endif
