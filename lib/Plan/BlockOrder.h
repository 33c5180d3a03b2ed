// Private to lib/Plan.
#ifndef CUTILE_LIB_PLAN_BLOCKORDER_H
#define CUTILE_LIB_PLAN_BLOCKORDER_H

#include "cutile/Plan/KernelPlan.h"

namespace cutile {

/// The order of \p Kernel's blocks. Blocks that run at the same time should write neighbouring memory: DRAM then has whole pages to write (on an
/// H200 transposing 16384 x 16384 floats by 64 x 64 runs at 0.975 of a copy instead of 0.945). So y counts first where the stores of blocks that
/// follow each other along y lie side by side, and those along x do not. Reading in rows of blocks gains as much (rope with 8 heads: 0.99 and 0.87).
///
/// Only for kernels that cannot tell: without atomics, through which blocks could wait for earlier ones. Products keep the launched order, since
/// there it decides which operands are in cache.
BlockOrder chooseBlockOrder(const llvm::Function &Kernel);

} // namespace cutile

#endif
