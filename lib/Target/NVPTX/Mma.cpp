#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

void lowerMma(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), Call.name(), "these types"); }
void lowerScaledMma(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), Call.name(), "fp8 and fp4 with scales"); }

} // namespace cutile::nvptx
