//===- LongTiles.h - tiles of which a thread holds very much ----*- C++ -*-===//
//
// Rows of 32768 elements are 64 values for each of 512 threads, and two such blocks leave a thread 64 registers in all. So
//
//   - what is computed only for one other value is not kept, but computed a few registers at a time by its user:
//     `exp(cast(x) - m)` never stands in registers as cast(x);
//   - of what must be kept, only as much stays in registers as has room; the rest waits in shared memory, where each thread reads
//     what it has written.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_PLAN_LONGTILES_H
#define CUTILE_PLAN_LONGTILES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace cutile {

struct KernelPlan;

struct LongTiles {
  /// Registers from which on a tile is long.
  static constexpr unsigned MinRegisters = 64;
  /// What is computed at a time.
  static constexpr unsigned PartRegisters = 8;

  /// Elementwise results that their only user computes, part by part.
  llvm::DenseSet<const llvm::Value *> Deferred;
  /// Values whose last registers, so many, wait in shared memory.
  llvm::DenseMap<const llvm::Value *, unsigned> Parked;
};

/// For \p Plan, whose threads, blocks and layouts are settled. Parked values take at most \p SharedBytes.
LongTiles findLongTiles(const llvm::Function &Kernel, const KernelPlan &Plan, uint64_t SharedBytes);

} // namespace cutile

#endif
