//===- MemoryOrder.h - barriers that program order needs --------*- C++ -*-===//
#ifndef CUTILE_ANALYSIS_MEMORYORDER_H
#define CUTILE_ANALYSIS_MEMORYORDER_H

#include "llvm/ADT/SmallVector.h"
#include <string>

namespace llvm {
class Argument;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace cutile {

/// The object that the address \p Address (a pointer, an i64 or a tile of i64) points into: an argument, an alloca, a global, or null
/// if several are possible or nothing is known.
const llvm::Value *addressedObject(const llvm::Value *Address);

/// Whether memory behind \p Address is private to each thread: allocas that hold no tiles and whose addresses reach no tile op.
bool isPrivateMemory(const llvm::Value *Address);

/// `noalias` arguments of \p F whose memory may change while the kernel runs: written by it, or by other blocks as an acquire finds
/// out. For a single thread they are not `noalias`: other threads of the block access the same elements.
llvm::SmallVector<const llvm::Argument *> changingArguments(const llvm::Function &F);

/// A place where all threads of the block must meet, and why.
struct NeededBarrier {
  enum Reason {
    ReadAfterWrite,
    WriteAfterRead,
    WriteAfterWrite,
    AfterAcquire,  ///< an acquire goes before what follows in every thread
    BeforeRelease, ///< what every thread did goes before a release
  };
  const llvm::Instruction *Before = nullptr;
  Reason Why = ReadAfterWrite;
  const llvm::Value *Object = nullptr; ///< that both access; null if they only may

  /// "reads memory of %p that other threads may have written"
  std::string describe() const;
};

/// Instructions of tile kernel \p F before which all threads of the block must meet, so that accesses of different threads
/// that may touch the same memory happen in program order, and releases and acquires order the accesses of the whole block.
///
/// Accesses are spread over threads: element accesses by layout, scalar loads by every thread, scalar stores by one. Hence any two
/// accesses to possibly the same memory of which one writes need a barrier between them, on every path.
/// `noalias` arguments are distinct objects.
llvm::SmallVector<NeededBarrier> findBarriers(const llvm::Function &F);

} // namespace cutile

#endif
