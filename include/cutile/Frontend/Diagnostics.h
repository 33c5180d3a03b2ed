//===- Diagnostics.h - messages about the AST -------------------*- C++ -*-===//
#ifndef CUTILE_FRONTEND_DIAGNOSTICS_H
#define CUTILE_FRONTEND_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"

namespace cutile {

namespace fediag {
enum Id : unsigned {
#define CUTILE_FRONTEND_DIAG(Id, Class, Text) Id,
#include "cutile/Frontend/Diagnostics.def"
};
} // namespace fediag

/// The clang diagnostic of \p Id in \p Diags.
unsigned clangDiagId(clang::DiagnosticsEngine &Diags, fediag::Id Id);

/// Starts the diagnostic \p Id at \p Loc; arguments follow by <<.
clang::DiagnosticBuilder report(clang::DiagnosticsEngine &Diags, clang::SourceLocation Loc, fediag::Id Id);

} // namespace cutile

#endif
