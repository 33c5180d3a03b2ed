#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

void lowerPrintf(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), Call.name(), "tiles"); }

} // namespace cutile::nvptx
