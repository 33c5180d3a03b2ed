#include "cutile/Frontend/Diagnostics.h"
#include "clang/Basic/DiagnosticIDs.h"

using namespace clang;

namespace cutile {

namespace {
enum class Class { Error, Note, Ignored };

struct Entry {
  Class Kind;
  const char *Text;
};

constexpr Entry Entries[] = {
#define CUTILE_FRONTEND_DIAG(Id, Kind, Text) {Class::Kind, Text},
#include "cutile/Frontend/Diagnostics.def"
};

DiagnosticIDs::CustomDiagDesc describe(const Entry &E) {
  switch (E.Kind) {
  case Class::Error:
    return {diag::Severity::Error, E.Text, DiagnosticIDs::CLASS_ERROR, /*ShowInSystemHeader=*/true, /*ShowInSystemMacro=*/true};
  case Class::Note:
    return {diag::Severity::Fatal, E.Text, DiagnosticIDs::CLASS_NOTE, /*ShowInSystemHeader=*/true, /*ShowInSystemMacro=*/true};
  case Class::Ignored:
    return {diag::Severity::Warning,       E.Text, DiagnosticIDs::CLASS_WARNING, /*ShowInSystemHeader=*/false, /*ShowInSystemMacro=*/true,
            diag::Group::IgnoredAttributes};
  }
  llvm_unreachable("class of a diagnostic");
}
} // namespace

unsigned clangDiagId(DiagnosticsEngine &Diags, fediag::Id Id) { return Diags.getDiagnosticIDs()->getCustomDiagID(describe(Entries[Id])); }

DiagnosticBuilder report(DiagnosticsEngine &Diags, SourceLocation Loc, fediag::Id Id) { return Diags.Report(Loc, clangDiagId(Diags, Id)); }

} // namespace cutile
