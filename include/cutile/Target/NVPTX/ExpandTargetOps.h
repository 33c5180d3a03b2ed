//===- ExpandTargetOps.h - target ops to instructions -----------*- C++ -*-===//
#ifndef CUTILE_TARGET_NVPTX_EXPANDTARGETOPS_H
#define CUTILE_TARGET_NVPTX_EXPANDTARGETOPS_H

#include "cutile/Support/Diagnostics.h"
#include "llvm/IR/PassManager.h"

namespace cutile {

/// Replaces calls of target ops by LLVM intrinsics and inline assembly.
///
/// Expects: calls `@cutile.nvptx.NAME` as emitTargetOp builds them, in functions whose "target-cpu" is the architecture.
/// Leaves:  no such call and no such declaration; a call of an unknown op, or of one that the architecture lacks, is an error and stays.
/// The last pass before code generation; the emulator runs the module before it.
class ExpandTargetOpsPass : public llvm::PassInfoMixin<ExpandTargetOpsPass> {
public:
  /// \p Sink outlives the pass; null reports to standard error.
  explicit ExpandTargetOpsPass(DiagnosticSink *Sink = nullptr) : Sink(Sink) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  DiagnosticSink *Sink;
};

} // namespace cutile

#endif
