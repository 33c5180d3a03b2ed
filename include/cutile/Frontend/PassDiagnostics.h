//===- PassDiagnostics.h - pass diagnostics through clang -------*- C++ -*-===//
#ifndef CUTILE_FRONTEND_PASSDIAGNOSTICS_H
#define CUTILE_FRONTEND_PASSDIAGNOSTICS_H

#include "cutile/Support/Diagnostics.h"

namespace clang {
class CompilerInstance;
}

namespace cutile {

/// Reports the diagnostics of the passes as clang diagnostics at the source location that the debug location names.
class ClangDiagnosticSink : public DiagnosticSink {
public:
  explicit ClangDiagnosticSink(clang::CompilerInstance &CI) : CI(CI) {}

private:
  void emit(Severity Level, const llvm::DebugLoc &Where, llvm::StringRef Text) override;

  clang::CompilerInstance &CI;
};

} // namespace cutile

#endif
