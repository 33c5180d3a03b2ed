#include "cutile/Frontend/DeclarationCollector.h"
#include "cutile/Frontend/Attributes.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace cutile {

bool DeclarationCollector::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    handleDecl(D);
  return true;
}

void DeclarationCollector::handleFunction(FunctionDecl *FD) {
  if (!FD->isThisDeclarationADefinition() || FD->isDependentContext() || !Seen.insert(FD).second)
    return;
  if (!isTileCode(FD) && CI.getSourceManager().isInSystemHeader(FD->getLocation()))
    return;
  Declarations.Functions.push_back(FD);
  functionCompleted(FD);
}

void DeclarationCollector::handleDecl(Decl *D) {
  if (auto *FD = dyn_cast<FunctionDecl>(D)) {
    handleFunction(FD);
  } else if (auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
    if (isTileKernel(Template->getTemplatedDecl()))
      Declarations.KernelTemplates.push_back(Template);
  } else if (auto *Variable = dyn_cast<VarDecl>(D)) {
    if (isTileAnnotated(Variable))
      Declarations.Variables.push_back(Variable);
  } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    for (Decl *Inner : cast<DeclContext>(D)->decls())
      handleDecl(Inner);
  }
}

} // namespace cutile
