// Private to lib/Plan.
#ifndef CUTILE_LIB_PLAN_TILESHAPES_H
#define CUTILE_LIB_PLAN_TILESHAPES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace cutile {

using TileShapes = llvm::DenseMap<const llvm::Value *, llvm::SmallVector<uint64_t, 4>>;

/// The shapes of the tiles of \p Kernel, as far as ops tell them: a tile of the IR is a vector without one. They pass from ops with dimensions along
/// elementwise operations, phis and selects. Only for people: nothing that is decided depends on them.
TileShapes findTileShapes(const llvm::Function &Kernel);

} // namespace cutile

#endif
