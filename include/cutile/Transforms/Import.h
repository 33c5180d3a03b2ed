//===- Import.h - from Clang's IR to tile IR --------------------*- C++ -*-===//
#ifndef CUTILE_TRANSFORMS_IMPORT_H
#define CUTILE_TRANSFORMS_IMPORT_H

#include "llvm/IR/PassManager.h"

namespace cutile {

class DiagnosticSink;

/// Turns what Clang emits for tile kernels into tile IR (docs/tile-ir.md).
///
/// Expects: a device module, unoptimised, with the front end's `llvm.global.annotations` entries.
/// Leaves:  kernels marked "cutile.kernel" in tile IR, or an error in the sink; a kernel with an error gets an empty body, so that later passes
///          have nothing to add. Tile functions that only tile code used are gone.
/// Changes no function that is not tile code.
class ImportPass : public llvm::PassInfoMixin<ImportPass> {
public:
  explicit ImportPass(DiagnosticSink &Sink) : Sink(&Sink) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  DiagnosticSink *Sink;
};

} // namespace cutile

#endif
