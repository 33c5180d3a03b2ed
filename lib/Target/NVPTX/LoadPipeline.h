// Private to lib/Target/NVPTX: carries out a LoadPipeline of the plan with cp.async.
#ifndef CUTILE_LIB_TARGET_NVPTX_LOADPIPELINE_H
#define CUTILE_LIB_TARGET_NVPTX_LOADPIPELINE_H

#include "KernelLowering.h"

namespace cutile::nvptx {

/// Emits the copies of \p Pipeline and sets the homes of its loads. The builder stands at the start of the pipeline.
void emitPipeline(KernelLowering &K, const LoadPipeline &Pipeline);

} // namespace cutile::nvptx

#endif
