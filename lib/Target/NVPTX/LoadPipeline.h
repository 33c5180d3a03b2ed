// Private to lib/Target/NVPTX: carries out a LoadPipeline of the plan with cp.async.
#ifndef CUTILE_LIB_TARGET_NVPTX_LOADPIPELINE_H
#define CUTILE_LIB_TARGET_NVPTX_LOADPIPELINE_H

#include "KernelLowering.h"

namespace cutile::nvptx {

/// Lowers \p Load, which belongs to \p Pipeline. The first load of a pipeline emits the copies of all.
void emitStagedLoad(KernelLowering &K, const LoadPipeline &Pipeline, const llvm::Instruction &Load);

} // namespace cutile::nvptx

#endif
