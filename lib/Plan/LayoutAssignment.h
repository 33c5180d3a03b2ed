// Private to lib/Plan: the layout part of planKernel.
#ifndef CUTILE_LIB_PLAN_LAYOUTASSIGNMENT_H
#define CUTILE_LIB_PLAN_LAYOUTASSIGNMENT_H

#include "cutile/Plan/KernelPlan.h"

namespace cutile {

/// Fills Plan.Layouts and Plan.Products; Plan.WarpBits is set.
void assignLayouts(const llvm::Function &Kernel, const PlanTarget &Target, KernelPlan &Plan);

} // namespace cutile

#endif
