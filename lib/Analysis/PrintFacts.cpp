#include "cutile/Analysis/PrintFacts.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/IR/TileOps.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile {

PreservedAnalyses PrintFactsPass::run(Module &M, ModuleAnalysisManager &) {
  for (const Function &F : M)
    if (!F.isDeclaration() && isTileKernel(F))
      KernelFacts(F).print(OS);
  return PreservedAnalyses::all();
}

} // namespace cutile
