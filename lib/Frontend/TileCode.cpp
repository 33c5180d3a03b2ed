#include "cutile/Frontend/TileCode.h"
#include "cutile/Frontend/Attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cutile {

Spaces spacesOf(const Decl *D) {
  Spaces Result;
  Result.TileKernel = isTileKernel(D);
  Result.Tile = isTileAnnotated(D);
  Result.Device = isDeviceAnnotated(D);
  if (!D->hasAttrs())
    return Result;
  const ASTContext &Context = D->getASTContext();
  // The keywords of tile code bring an attribute of clang's along.
  auto IsFrom = [&](const Attr *A, StringRef Keyword) {
    return Lexer::getImmediateMacroName(A->getLocation(), Context.getSourceManager(), Context.getLangOpts()) == Keyword;
  };
  for (const Attr *A : D->getAttrs()) {
    if (A->isImplicit())
      continue;
    if (isa<CUDADeviceAttr>(A))
      Result.Device |= !Result.Tile;
    else if (isa<CUDAGlobalAttr>(A))
      Result.Global |= !Result.TileKernel || !A->getLocation().isMacroID() || !IsFrom(A, "__tile_global__");
    else if (isa<CUDAHostAttr>(A))
      Result.Host = true;
  }
  return Result;
}

bool isTileCode(const FunctionDecl *FD) {
  for (const DeclContext *Context = FD; Context; Context = Context->getParent()) {
    auto *Function = dyn_cast<FunctionDecl>(Context);
    if (!Function)
      continue;
    if (isTileKernel(Function) || isTileAnnotated(Function))
      return true;
    auto *Method = dyn_cast<CXXMethodDecl>(Function);
    if (!Method || !Method->getParent()->isLambda())
      return false;
  }
  return false;
}

HeaderOrigin::Kind HeaderOrigin::of(const Decl *D) {
  SourceLocation Loc = SM.getExpansionLoc(D->getLocation());
  FileID File = SM.getFileID(Loc);
  auto [It, New] = Cache.try_emplace(File, User);
  if (!New)
    return It->second;
  StringRef Path = SM.getFilename(Loc);
  StringRef Name = llvm::sys::path::filename(Path);
  Kind Result = SM.isInSystemHeader(Loc) ? System : User;
  if (Path.contains("/cutile/api/") || Name == "cuda_tile.h")
    Result = Api;
  else if (Name.starts_with("cuda_fp") || Name.starts_with("cuda_bf16") || Name.starts_with("cuda_tf32"))
    Result = FloatTypes;
  return It->second = Result;
}

} // namespace cutile
