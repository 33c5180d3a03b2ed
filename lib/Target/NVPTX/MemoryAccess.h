// What the lowerings of weak accesses and of atomics share: addresses and masks as registers.
#ifndef CUTILE_LIB_TARGET_NVPTX_MEMORYACCESS_H
#define CUTILE_LIB_TARGET_NVPTX_MEMORYACCESS_H

#include "KernelLowering.h"

namespace cutile::nvptx {

/// The address space of the memory behind \p Address: global where the object is known to be outside the block, else generic.
unsigned addressSpaceOf(const llvm::Value *Address);

/// Whether \p Mask, a tile of i8, is constant and nowhere 0.
bool isAllOnes(llvm::Value *Mask);

/// A tile of addresses as pointers into their address space.
Registers pointerRegisters(KernelLowering &K, llvm::Value *Addresses, const LinearLayout &Layout);

/// A tile of i8 as i1 per register; empty if isAllOnes().
Registers maskRegisters(KernelLowering &K, llvm::Value *Mask, const LinearLayout &Layout);

} // namespace cutile::nvptx

#endif
