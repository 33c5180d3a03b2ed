#include "cutile/Frontend/PassDiagnostics.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cutile {

static SourceLocation sourceLocation(CompilerInstance &CI, const llvm::DebugLoc &Where) {
  if (!Where || !Where.getLine())
    return {};
  OptionalFileEntryRef File = CI.getFileManager().getOptionalFileRef(Where->getFilename());
  if (!File) {
    SmallString<256> Path(Where->getDirectory());
    llvm::sys::path::append(Path, Where->getFilename());
    File = CI.getFileManager().getOptionalFileRef(Path);
  }
  if (!File)
    return {};
  return CI.getSourceManager().translateFileLineCol(*File, Where.getLine(), std::max(Where.getCol(), 1u));
}

void ClangDiagnosticSink::emit(Severity Level, const llvm::DebugLoc &Where, llvm::StringRef Text) {
  static constexpr DiagnosticIDs::Level Levels[] = {DiagnosticIDs::Error, DiagnosticIDs::Warning, DiagnosticIDs::Remark, DiagnosticIDs::Note};
  unsigned Id = CI.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(Levels[static_cast<int>(Level)], "%0");
  CI.getDiagnostics().Report(sourceLocation(CI, Where), Id) << Text;
}

} // namespace cutile
