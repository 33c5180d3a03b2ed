#include "cutile/Frontend/Prelude.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace clang;
using namespace llvm;

namespace cutile {

static constexpr llvm::StringLiteral PreludeFile = "cutile/api/prelude.h";

std::string includeDirectory() {
  Dl_info Self;
  if (dladdr(reinterpret_cast<void *>(&includeDirectory), &Self) && Self.dli_fname) {
    SmallString<256> Installed(Self.dli_fname);
    sys::fs::make_absolute(Installed);
    sys::path::remove_filename(Installed);
    sys::path::append(Installed, "..", "include");
    sys::path::remove_dots(Installed, /*remove_dot_dot=*/true);
    if (sys::fs::exists(Installed + "/" + PreludeFile))
      return std::string(Installed.str());
  }
  if (sys::fs::exists(Twine(CUTILE_SOURCE_INCLUDE_DIR) + "/" + PreludeFile))
    return CUTILE_SOURCE_INCLUDE_DIR;
  return {};
}

/// Puts \p Directory in front of every directory that `<...>` searches. HeaderSearch can insert only behind the -I
/// directories, and a -I of the toolkit's own include directory must not win.
static void searchFirst(HeaderSearch &Search, DirectoryEntryRef Directory) {
  const HeaderSearch &Headers = Search;
  std::vector<DirectoryLookup> Paths;
  unsigned Angled = 0, System = 0;
  for (auto It = Headers.quoted_dir_begin(); It != Headers.quoted_dir_end(); ++It, ++Angled)
    Paths.push_back(*It);
  Paths.emplace_back(Directory, SrcMgr::C_System, /*isFramework=*/false);
  System = Angled + 1;
  for (auto It = Headers.angled_dir_begin(); It != Headers.angled_dir_end(); ++It, ++System)
    Paths.push_back(*It);
  for (auto It = Headers.system_dir_begin(); It != Headers.system_dir_end(); ++It)
    Paths.push_back(*It);
  Search.SetSearchPaths(std::move(Paths), Angled, System, llvm::DenseMap<unsigned, unsigned>());
}

void installPrelude(CompilerInstance &CI) {
  Preprocessor &PP = CI.getPreprocessor();
  std::string Include = includeDirectory();
  auto Directory = CI.getFileManager().getOptionalDirectoryRef(Include);
  if (Include.empty() || !Directory) {
    unsigned Id = CI.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Error, "the headers of CUDA Tile C++ are not beside the plugin '%0'");
    Dl_info Self;
    CI.getDiagnostics().Report(Id) << (dladdr(reinterpret_cast<void *>(&installPrelude), &Self) ? Self.dli_fname : "cutile");
    return;
  }
  searchFirst(PP.getHeaderSearchInfo(), *Directory);
  // Behind the predefined macros and the -include files: clang's CUDA wrapper, which defines the keywords too, is one.
  PP.setPredefines(PP.getPredefines() + "\n#include <" + PreludeFile.str() + ">\n");
}

} // namespace cutile
