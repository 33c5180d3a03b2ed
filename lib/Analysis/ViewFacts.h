// Private to lib/Analysis: addresses and masks of view accesses.
#ifndef CUTILE_LIB_ANALYSIS_VIEWFACTS_H
#define CUTILE_LIB_ANALYSIS_VIEWFACTS_H

#include "cutile/Analysis/Facts.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cutile {

struct ViewAccess;

/// The facts of a scalar that a view access names.
using FactsOf = llvm::function_ref<ValueFacts(const llvm::Value *)>;

/// Facts about the addresses of a view access from those of its scalars.
ValueFacts viewAddresses(FactsOf Of, const ViewAccess &View, uint64_t ElementBytes);
/// Facts about whether elements are inside the extents.
ValueFacts viewMask(FactsOf Of, const ViewAccess &View);

} // namespace cutile

#endif
