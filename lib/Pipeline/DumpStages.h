//===- DumpStages.h - kernels as files after every stage ----------*- C++ -*-===//
#ifndef CUTILE_LIB_PIPELINE_DUMPSTAGES_H
#define CUTILE_LIB_PIPELINE_DUMPSTAGES_H

#include "llvm/IR/PassManager.h"
#include <string>

namespace cutile {

/// What the environment asks for (docs/debugging.md).
struct DumpOptions {
  std::string DumpDir;     ///< CUTILE_DUMP_DIR: every kernel is written here after every stage
  std::string OverrideDir; ///< CUTILE_OVERRIDE_DIR: a file of that name replaces the kernel at that stage
  std::string Kernel;      ///< CUTILE_DUMP_KERNEL: only kernels whose name contains this

  static DumpOptions fromEnvironment();
  bool any() const { return !DumpDir.empty() || !OverrideDir.empty(); }
};

/// Writes, and reads back, `<kernel>.<number>.<stage>.ll` for every tile kernel of the module. A file is a module of its own: the
/// kernel and what it refers to, ready for cutile-opt.
class DumpStagePass : public llvm::PassInfoMixin<DumpStagePass> {
public:
  DumpStagePass(DumpOptions Options, unsigned Number, std::string Stage) : Options(std::move(Options)), Number(Number), Stage(std::move(Stage)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  std::string fileName(llvm::StringRef Directory, const llvm::Function &Kernel) const;
  void dump(const llvm::Function &Kernel) const;
  bool replace(llvm::Function &Kernel) const;

  DumpOptions Options;
  unsigned Number;
  std::string Stage;
};

} // namespace cutile

#endif
