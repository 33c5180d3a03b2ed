#include "cutile/Support/Diagnostics.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cutile {

namespace {
struct Entry {
  Severity Level;
  const char *Text;
};
constexpr auto Error = Severity::Error;
[[maybe_unused]] constexpr auto Warning = Severity::Warning;
[[maybe_unused]] constexpr auto Remark = Severity::Remark;
[[maybe_unused]] constexpr auto Note = Severity::Note;
constexpr Entry Entries[] = {
#define CUTILE_DIAG(Id, Severity, Text) {Severity, Text},
#include "cutile/Support/Diagnostics.def"
};
} // namespace

Severity severityOf(diag::Id Id) { return Entries[Id].Level; }

std::string formatDiagnostic(diag::Id Id, ArrayRef<std::string> Arguments) {
  std::string Out;
  for (StringRef Text = Entries[Id].Text; !Text.empty();) {
    size_t Open = Text.find('{');
    Out += Text.take_front(Open);
    if (Open == StringRef::npos)
      break;
    size_t Close = Text.find('}', Open);
    unsigned Index = 0;
    if (Close == StringRef::npos || Text.slice(Open + 1, Close).getAsInteger(10, Index) || Index >= Arguments.size())
      Out += "{?}";
    else
      Out += Arguments[Index];
    Text = Close == StringRef::npos ? StringRef() : Text.drop_front(Close + 1);
  }
  return Out;
}

DebugLoc userLocation(const DebugLoc &Where) {
  DebugLoc Loc = Where;
  while (Loc && Loc->getInlinedAt()) {
    StringRef File = Loc->getFilename();
    if (!File.contains("cutile/api/") && !File.ends_with("cuda_tile.h"))
      break;
    Loc = DebugLoc(Loc->getInlinedAt());
  }
  return Loc;
}

void DiagnosticSink::report(const DebugLoc &Where, diag::Id Id, ArrayRef<std::string> Arguments) {
  HadError |= severityOf(Id) == Severity::Error;
  emit(severityOf(Id), userLocation(Where), formatDiagnostic(Id, Arguments));
}

void TextDiagnosticSink::emit(Severity Level, const DebugLoc &Where, StringRef Text) {
  static constexpr const char *Names[] = {"error", "warning", "remark", "note"};
  if (Where)
    errs() << Where->getFilename() << ':' << Where.getLine() << ':' << Where.getCol() << ": ";
  errs() << Names[static_cast<int>(Level)] << ": " << Text << '\n';
}

} // namespace cutile
