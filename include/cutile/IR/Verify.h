//===- Verify.h - is this tile IR? --------------------------------*- C++ -*-===//
//
// docs/tile-ir.md says what a tile kernel may contain. A violation is a mistake of this compiler or of a hand-written test, never
// of the user: what users can get wrong is diagnosed before.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_IR_VERIFY_H
#define CUTILE_IR_VERIFY_H

#include "llvm/IR/PassManager.h"

namespace cutile {

class DiagnosticSink;

/// Checks the tile kernel \p F. \returns the first violation as text that names the instruction, or an empty string.
std::string verifyTileIR(const llvm::Function &F);

/// Reports what verifyTileIR finds in tile kernels.
class VerifyTileIRPass : public llvm::PassInfoMixin<VerifyTileIRPass> {
public:
  explicit VerifyTileIRPass(DiagnosticSink &Sink) : Sink(&Sink) {}
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  DiagnosticSink *Sink;
};

} // namespace cutile

#endif
