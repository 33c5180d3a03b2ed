//===- MmaOperands.h - operands of tensor-core instructions -----*- C++ -*-===//
//
// Private to lib/Target/NVPTX. mma.sync takes its operands in i32 registers that hold 32 / ElementBits elements of consecutive k, the
// first in the low bits (double for 64-bit elements). They come from the registers of a tile, or out of shared memory by ldmatrix.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LIB_TARGET_NVPTX_MMAOPERANDS_H
#define CUTILE_LIB_TARGET_NVPTX_MMAOPERANDS_H

#include "KernelLowering.h"
#include "SharedTile.h"
#include <optional>

namespace cutile::nvptx {

/// One operand as a tiling wants it.
struct MmaOperandShape {
  LinearLayout Layout; ///< of the elements; zero register bases kept
  unsigned FragmentBits, ElementBits;
  uint32_t PaddingRegisters, PaddingLanes; ///< places that count k beyond the tile's: they read as zero
  unsigned DepthBits, OuterBits;           ///< fragments per warp along k, and along rows or columns
};
MmaOperandShape operandA(const MmaTiling &Tiling);
MmaOperandShape operandB(const MmaTiling &Tiling);

class MmaOperand {
public:
  /// Registers that need no trip through shared memory of the block, or do not fit there, are computed here; this may use scratch memory.
  /// \p Early: the trip happens where the tile is computed (KernelPlan::EarlyOperands).
  MmaOperand(KernelLowering &K, llvm::Value *Tile, MmaOperandShape Shape, bool Early);

  /// Bytes of scratch memory that the operand wants to go through; 0 if its registers are there.
  uint64_t scratchBytes() const { return ScratchBytes; }
  /// Writes the tile to \p Base. Barriers are the caller's: before, and between this and fragments().
  void stage(llvm::Value *Base);

  /// Loads what the products at \p Depth of \p Batch need.
  void load(unsigned Batch, unsigned Depth);
  /// The registers of fragment \p Outer (row or column) after load().
  llvm::ArrayRef<llvm::Value *> fragment(unsigned Batch, unsigned Outer, unsigned Depth) const;

private:
  KernelLowering &K;
  llvm::Value *Tile;
  MmaOperandShape Shape;
  unsigned PackedBits; ///< register bits that lie within one register of the instruction
  std::optional<SharedTile> Staged;
  uint64_t ScratchBytes = 0;
  Registers Packed;

  llvm::Value *padded(llvm::Value *Register, unsigned Number);
  void packAll();
  SharedTile homeBehindDefinition();
};

} // namespace cutile::nvptx

#endif
