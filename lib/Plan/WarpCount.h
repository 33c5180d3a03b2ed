// Private to lib/Plan.
#ifndef CUTILE_LIB_PLAN_WARPCOUNT_H
#define CUTILE_LIB_PLAN_WARPCOUNT_H

namespace llvm {
class Function;
}

namespace cutile {

/// The exponent of the number of warps of a block: the hint num_worker_warps_per_cta, or by the tiles that must be in registers.
unsigned chooseWarpBits(const llvm::Function &Kernel);

} // namespace cutile

#endif
