#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

void lowerAtomicLoad(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), Call.name(), "this type"); }
void lowerAtomicStore(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), Call.name(), "this type"); }
void lowerAtomicRmw(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), Call.name(), "this type"); }
void lowerAtomicCas(KernelLowering &K, const TileCall &Call) { K.unsupported(Call.call(), Call.name(), "this type"); }

} // namespace cutile::nvptx
