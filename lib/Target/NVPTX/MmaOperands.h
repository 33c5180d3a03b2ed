// Private to lib/Target/NVPTX: operands of tensor-core instructions in their registers.
#ifndef CUTILE_LIB_TARGET_NVPTX_MMAOPERANDS_H
#define CUTILE_LIB_TARGET_NVPTX_MMAOPERANDS_H

#include "KernelLowering.h"

namespace cutile::nvptx {

enum class MmaSide { A, B };

/// The layout of one operand in a tiling, and what pads it along k.
struct MmaOperandShape {
  const LinearLayout &Layout; ///< one element per register bit combination, zero bases kept
  uint32_t PaddingRegisters, PaddingLanes;
  unsigned ElementBits;
};
MmaOperandShape operandShape(const MmaTiling &Tiling, MmaSide Side);

/// The registers of \p Tile as mma.sync takes them: i32 with 32 / ElementBits elements of consecutive k, the first in the low bits;
/// double for 64-bit elements. Register number = element register / elements per register. Elements beyond the tile's k are zero.
Registers mmaOperand(KernelLowering &K, llvm::Value *Tile, const MmaOperandShape &Shape);

} // namespace cutile::nvptx

#endif
