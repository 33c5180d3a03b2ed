#ifndef CUTILE_ANALYSIS_PRINTFACTS_H
#define CUTILE_ANALYSIS_PRINTFACTS_H

#include "llvm/IR/PassManager.h"

namespace cutile {

/// Prints the facts about each tile kernel (`print<cutile-facts>`).
class PrintFactsPass : public llvm::PassInfoMixin<PrintFactsPass> {
public:
  explicit PrintFactsPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
};

} // namespace cutile

#endif
