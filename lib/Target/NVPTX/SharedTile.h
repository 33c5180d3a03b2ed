//===- SharedTile.h - a tile in shared memory -------------------*- C++ -*-===//
#ifndef CUTILE_LIB_TARGET_NVPTX_SHAREDTILE_H
#define CUTILE_LIB_TARGET_NVPTX_SHAREDTILE_H

#include "cutile/Layout/SharedOrder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace cutile::nvptx {

class KernelLowering;

/// One scalar per element of a tile that a thread holds.
using Registers = llvm::SmallVector<llvm::Value *, 16>;

/// Elements side by side in one 32-bit register of an instruction (a double stays what it is).
llvm::Value *packRegister(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> Elements);

/// Element i stands Address.apply(i) elements from Base.
struct SharedTile {
  llvm::Value *Base; ///< pointer to shared memory, aligned to 16 bytes
  llvm::Type *Element;
  IndexMap Address; ///< from element index to address, in elements

  unsigned elementBits() const;

  /// Writes the tile, given in \p Layout.
  void store(KernelLowering &K, const Registers &Values, const LinearLayout &Layout) const;
  /// The tile in \p Layout.
  Registers load(KernelLowering &K, const AffineLayout &Layout) const;
  /// Packed registers of \p Reader, whose lowest register bits are the elements of a packed register, for those register numbers (of packed
  /// registers) that have the bits \p Fixed within \p Mask. By ldmatrix where the order in memory allows. Others in \p Into stay as they are.
  void loadPacked(KernelLowering &K, const LinearLayout &Reader, uint32_t Mask, uint32_t Fixed, Registers &Into) const;
};

/// The order \p Order, swizzled for \p Reader.
IndexMap swizzledFor(const std::vector<uint32_t> &Order, const LinearLayout &Reader, unsigned ElementBits);

/// The order in shared memory for a tile that comes from \p Writer and is read as the packed registers of \p Reader: one that ldmatrix can
/// read if there is one.
IndexMap orderForReader(const LinearLayout &Writer, const LinearLayout &Reader, unsigned ElementBits);

} // namespace cutile::nvptx

#endif
