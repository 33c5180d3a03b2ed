//===- LoopSlice.h - the scalar code that a loop's loads follow from -*- C++ -*-===//
//
// What a loop loads in an iteration follows from scalar code: counters, tests, addresses. This slice of the loop can be computed for
// iterations to come, whatever form the loop has:
//
//   for (int k = 0; k < n; k += 32) { if (k == skip) continue; x = load(a + k); ... }
//
//   state       k                    phis of the header
//   guards      load: k != skip      whether a block runs in the iteration of a state, if that iteration is reached
//   continues   k < n
//   next state  k + 32
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_PLAN_LOOPSLICE_H
#define CUTILE_PLAN_LOOPSLICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Instruction;
class Loop;
class PHINode;
class Value;
} // namespace llvm

namespace cutile {

/// A way from one block to the next: taken if \p From runs and \p Condition (null: in any case) has the value \p Taken.
struct SliceEdge {
  const llvm::BasicBlock *From = nullptr;
  llvm::Value *Condition = nullptr;
  bool Taken = true;
};

/// The slice in a form that does not change when blocks are split.
struct LoopSlice {
  /// A part of the slice; parts stand in program order.
  struct Part {
    const llvm::BasicBlock *Block = nullptr;
    bool HasGuard = false;                                  ///< whether the block runs is wanted
    const llvm::BasicBlock *RunsWith = nullptr;             ///< it does if this earlier one does, or
    llvm::SmallVector<SliceEdge, 2> Edges = {};             ///< by one of these edges; neither: it is the header
    llvm::SmallVector<llvm::Instruction *, 8> Scalars = {}; ///< what is computed, without other effects
  };
  llvm::SmallVector<Part, 4> Parts;
  llvm::SmallVector<llvm::PHINode *, 4> State;                                   ///< of the header
  llvm::DenseMap<const llvm::PHINode *, llvm::SmallVector<SliceEdge, 2>> Merges; ///< other phis: the edges of their operands
  SliceEdge Continues;                                                           ///< from the latch to the header
  const llvm::PHINode *AnyPhi = nullptr;                                         ///< of the header; follows when blocks are split
  unsigned LatchIndex = 0;                                                       ///< of its incoming blocks, which are the latch and the preheader

  llvm::BasicBlock *latch() const;
  llvm::BasicBlock *preheader() const;
};

/// Collects the slice of a loop in canonical form (one latch, a preheader). A function that returns a text says why something cannot be computed
/// ahead, to stand behind "depends on"; then the slice is unchanged.
class LoopSlicer {
public:
  LoopSlicer(const llvm::Loop &L, const llvm::DominatorTree &Dominators);

  /// The course of the loop: whether another iteration follows.
  std::string followCourse();
  /// Whether \p Block runs.
  std::string followGuard(const llvm::BasicBlock *Block);
  /// \p V as \p User sees it. What no guard or counter needs comes to \p Own, in no order: it is computed where \p User's block is known to run, so
  /// it may read memory.
  std::string followOperand(llvm::Value *V, const llvm::Instruction &User, llvm::SetVector<llvm::Instruction *> &Own);

  LoopSlice take() const;
  /// \p Instructions of the loop in program order.
  llvm::SmallVector<llvm::Instruction *, 8> inOrder(const llvm::SetVector<llvm::Instruction *> &Instructions) const;

private:
  const llvm::Loop &L;
  const llvm::DominatorTree &Dominators;
  llvm::SmallVector<const llvm::BasicBlock *, 8> Order; ///< each block behind those that it can be reached from in an iteration
  llvm::SetVector<const llvm::Instruction *> Needed;
  llvm::DenseMap<const llvm::BasicBlock *, LoopSlice::Part> Guards;
  llvm::DenseMap<const llvm::PHINode *, llvm::SmallVector<SliceEdge, 2>> Merges;
  SliceEdge Continues;

  bool isOwnBlock(const llvm::BasicBlock *Block) const;
  bool isAlwaysReached(const llvm::BasicBlock *From, const llvm::BasicBlock *To) const;
  std::string needValue(llvm::Value *V);
  std::string needGuard(const llvm::BasicBlock *Block);
  std::string needEdge(const llvm::BasicBlock *From, const llvm::BasicBlock *To, SliceEdge &Edge);
  template <class Function> std::string attempt(Function Follow);
};

/// Whether \p I divides by a number that may be 0 where its block does not run.
bool isGuardedDivision(const llvm::Instruction &I);

} // namespace cutile

#endif
