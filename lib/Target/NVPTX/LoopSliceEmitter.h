// Private to lib/Target/NVPTX: the scalar code of a loop, computed for another iteration (LoopSlice.h).
#ifndef CUTILE_LIB_TARGET_NVPTX_LOOPSLICEEMITTER_H
#define CUTILE_LIB_TARGET_NVPTX_LOOPSLICEEMITTER_H

#include "KernelLowering.h"

namespace cutile::nvptx {

/// One iteration, as the slice sees it.
class AheadIteration {
public:
  /// Emits the slice at the builder for the iteration that begins with \p State, in the order of Slice.State. \p Reached (i1): whether there is one.
  AheadIteration(Builder &B, const LoopSlice &Slice, llvm::ArrayRef<llvm::Value *> State, llvm::Value *Reached);

  /// i1: whether \p Block, whose guard is part of the slice, runs.
  llvm::Value *runs(const llvm::BasicBlock *Block) const { return Guards.lookup(Block); }
  /// i1: whether there is a further iteration.
  llvm::Value *continues() { return taken(Slice.Continues); }
  /// The state of that one.
  llvm::SmallVector<llvm::Value *, 4> next() const;

  /// \p V as this iteration has it: the emitted copy, or itself if it is the same in all.
  llvm::Value *valueOf(llvm::Value *V) const;
  /// Emits \p I, whose operands are part of the slice or emitted before. Where it may not run, \p Guard (i1) says whether it does.
  void emit(llvm::Instruction &I, llvm::Value *Guard = nullptr);

private:
  Builder &B;
  const LoopSlice &Slice;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Values;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> Guards;

  llvm::Value *taken(const SliceEdge &Edge);
  llvm::Value *both(llvm::Value *First, llvm::Value *Second);
};

} // namespace cutile::nvptx

#endif
