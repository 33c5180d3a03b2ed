//===- Diagnostics.h - messages of the compiler passes ----------*- C++ -*-===//
//
// Passes report through a DiagnosticSink, so that one text reaches the user as a Clang diagnostic in the plugin and as a
// line of text in cutile-opt.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_SUPPORT_DIAGNOSTICS_H
#define CUTILE_SUPPORT_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"
#include <string>

namespace llvm {
class Instruction;
}

namespace cutile {

enum class Severity { Error, Warning, Remark, Note };

namespace diag {
enum Id : unsigned {
#define CUTILE_DIAG(Id, Severity, Text) Id,
#include "cutile/Support/Diagnostics.def"
};
} // namespace diag

Severity severityOf(diag::Id Id);

/// The text of \p Id with {0}, {1}, ... replaced by \p Arguments.
std::string formatDiagnostic(diag::Id Id, llvm::ArrayRef<std::string> Arguments);

/// Receives the diagnostics of the passes.
class DiagnosticSink {
public:
  virtual ~DiagnosticSink() = default;

  /// Reports \p Id at \p Where; an empty location reports without a position. A Note belongs to the diagnostic before it.
  void report(const llvm::DebugLoc &Where, diag::Id Id, llvm::ArrayRef<std::string> Arguments = {});

  bool hadError() const { return HadError; }

protected:
  /// \p Where is the outermost user location: calls inlined from the API header are walked outward.
  virtual void emit(Severity Level, const llvm::DebugLoc &Where, llvm::StringRef Text) = 0;

private:
  bool HadError = false;
};

/// Prints `file:line:column: error: text` lines to standard error.
class TextDiagnosticSink : public DiagnosticSink {
  void emit(Severity Level, const llvm::DebugLoc &Where, llvm::StringRef Text) override;
};

/// The location of \p Where in user code: the innermost inlined-at scope whose file is not part of the API header
/// (a path containing `/cutile/api/` or ending in `cuda_tile.h`).
llvm::DebugLoc userLocation(const llvm::DebugLoc &Where);

} // namespace cutile

#endif
