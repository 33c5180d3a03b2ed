//===- LoadPipelines.h - loads that run ahead of their loop -----*- C++ -*-===//
//
// A loop whose loads feed products on tensor cores copies the tiles of later iterations to shared memory while it computes:
//
//   before the loop    copy iterations 0 .. Stages - 2 to their slots
//   iteration i        wait for slot i; start the copy of iteration i + Stages - 1; compute from slot i
//
// A slot holds the tiles of one iteration; iteration i uses slot i mod Stages.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_PLAN_LOADPIPELINES_H
#define CUTILE_PLAN_LOADPIPELINES_H

#include "cutile/Analysis/MemoryOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/InstrTypes.h"
#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class PHINode;
class Value;
} // namespace llvm

namespace cutile {

class KernelFacts;

/// A view_load whose result stands in shared memory.
struct StagedLoad {
  const llvm::Instruction *Load;
  /// All index bits as bases, neighbours in global memory first: the order of the tile in shared memory before swizzling.
  std::vector<uint32_t> Order;
  /// Bytes of one copy, 4, 8 or 16: neighbours in memory with one mask.
  unsigned ChunkBytes;
};

/// Barriers that memory order needs, by the instruction that they go before.
using BarrierMap = llvm::DenseMap<const llvm::Instruction *, NeededBarrier>;

struct LoadPipeline {
  unsigned Stages = 0;
  uint64_t SharedBytes = 0;               ///< that all slots may take
  llvm::SmallVector<StagedLoad, 2> Loads; ///< in program order

  /// The iteration in which the induction variable is v runs if `v Predicate Bound`; `!=` only where it counts by 1 or -1. The comparison is on the
  /// variable itself or, at the end of the loop, on its next value; then the first iteration runs in any case.
  llvm::PHINode *Induction = nullptr;
  llvm::Value *Next = nullptr; ///< of the induction variable
  llvm::CmpInst::Predicate Predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  llvm::Value *Bound = nullptr;
  bool FirstAlwaysRuns = false;

  /// Per header phi that the addresses depend on: by how much it grows per iteration.
  llvm::DenseMap<const llvm::PHINode *, llvm::Value *> Steps;
  /// The scalar instructions of the loop that the addresses depend on, in program order.
  llvm::SmallVector<llvm::Instruction *, 16> Slice;
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
