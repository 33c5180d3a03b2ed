#include "cutile/Frontend/HostBodies.h"
#include "cutile/Frontend/Attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace cutile {

void letBodiesBeSkipped(CompilerInstance &CI) { CI.getFrontendOpts().SkipFunctionBodies = true; }

bool isBodyForDeviceOnly(Decl *D) {
  // Sema itself keeps the bodies of constexpr functions and those that a return type is deduced from.
  const FunctionDecl *FD = D->getAsFunction();
  return FD && (isTileKernel(FD) || (isTileAnnotated(FD) && !FD->hasAttr<CUDAHostAttr>()));
}

void giveStubBody(FunctionDecl *FD) {
  if (!isTileKernel(FD) || !FD->hasSkippedBody() || FD->doesThisDeclarationHaveABody())
    return;
  FD->setHasSkippedBody(false);
  FD->setBody(CompoundStmt::Create(FD->getASTContext(), {}, FPOptionsOverride(), FD->getLocation(), FD->getLocation()));
}

namespace {
/// Sema asks for declarations that an external source has seen at the end of the file, right before it warns.
class UsedByDevice : public ExternalSemaSource {
  Sema &S;

  /// Whether tile code could name \p D.
  static bool isForDevice(const DeclaratorDecl *D) {
    if (D->hasAttr<CUDADeviceAttr>() || D->hasAttr<CUDAConstantAttr>())
      return true;
    auto *Variable = dyn_cast<VarDecl>(D);
    return Variable && Variable->getType().isConstQualified();
  }

  static void use(const DeclaratorDecl *D) {
    if (isForDevice(D))
      const_cast<DeclaratorDecl *>(D)->getMostRecentDecl()->setIsUsed();
  }

public:
  explicit UsedByDevice(Sema &S) : S(S) {}

  void ReadUnusedFileScopedDecls(SmallVectorImpl<const DeclaratorDecl *> &Decls) override {
    llvm::for_each(Decls, use);
    std::for_each(S.UnusedFileScopedDecls.begin(nullptr, /*LocalOnly=*/true), S.UnusedFileScopedDecls.end(), use);
  }
};
} // namespace

void keepUnusedForDevice(Sema &S) { S.addExternalSource(llvm::makeIntrusiveRefCnt<UsedByDevice>(S)); }

} // namespace cutile
