//===- DeclarationCollector.h - finds the tile code of a file ---*- C++ -*-===//
#ifndef CUTILE_FRONTEND_DECLARATIONCOLLECTOR_H
#define CUTILE_FRONTEND_DECLARATIONCOLLECTOR_H

#include "cutile/Frontend/LanguageRules.h"
#include "clang/Sema/SemaConsumer.h"

namespace clang {
class CompilerInstance;
class Sema;
} // namespace clang

namespace cutile {

/// Collects the declarations of one pass over one file, members of namespaces and instances of templates included.
class DeclarationCollector : public clang::SemaConsumer {
public:
  explicit DeclarationCollector(clang::CompilerInstance &CI) : CI(CI) {}

  void InitializeSema(clang::Sema &Semantics) override { S = &Semantics; }
  void ForgetSema() override { S = nullptr; }
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleInlineFunctionDefinition(clang::FunctionDecl *FD) override { handleFunction(FD); }

protected:
  /// \p FD is a definition of user code or of tile code that is complete and that code generation has not seen.
  virtual void functionCompleted(clang::FunctionDecl *FD) {}

  clang::CompilerInstance &CI;
  clang::Sema *S = nullptr;
  TileDeclarations Declarations;

private:
  void handleDecl(clang::Decl *D);
  void handleFunction(clang::FunctionDecl *FD);

  llvm::DenseSet<const clang::FunctionDecl *> Seen;
};

} // namespace cutile

#endif
