// Private to lib/Target/NVPTX: products without tensor cores.
#ifndef CUTILE_LIB_TARGET_NVPTX_FMAPRODUCT_H
#define CUTILE_LIB_TARGET_NVPTX_FMAPRODUCT_H

#include "KernelLowering.h"

namespace cutile::nvptx {

/// An operand of a product on ordinary arithmetic.
struct FmaOperand {
  LinearLayout Layout; ///< of the [batch, rows, k] or [batch, k, columns] tile
  Registers Values;    ///< float, in Layout
};

/// a * b + c with one rounding per step, in float. Operands go through shared memory in slices of k that fit; a loop walks k.
/// \returns the registers of the result in \p LayoutC; those of c are \p C.
Registers emitFmaProduct(KernelLowering &K, const ProductShape &Shape, const FmaOperand &A, const FmaOperand &B, Registers C,
                         const LinearLayout &LayoutC);

} // namespace cutile::nvptx

#endif
