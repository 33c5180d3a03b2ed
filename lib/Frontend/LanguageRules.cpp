#include "cutile/Frontend/LanguageRules.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cutile {

RuleContext::RuleContext(ASTContext &Context) : Context(Context), Headers(Context.getSourceManager()) {}

void RuleContext::noteInstance(const FunctionDecl *In) {
  if (!In || !In->isTemplateInstantiation() || In->getPointOfInstantiation().isInvalid())
    return;
  report(Context.getDiagnostics(), In->getPointOfInstantiation(), fediag::note_instantiation) << In;
}

void RuleContext::noteDeclared(const NamedDecl *D) {
  if (Headers.isUser(D) && D->getLocation().isValid())
    report(Context.getDiagnostics(), D->getLocation(), fediag::note_declared) << D;
}

//===-- Recursion -------------------------------------------------------------------===//

namespace {
/// Depth-first search for cycles of calls; every cycle is reported once, at the call that closes it.
class RecursionFinder {
  RuleContext &Rules;
  enum State { New, Open, Done };
  llvm::DenseMap<const FunctionDecl *, State> States;

public:
  explicit RecursionFinder(RuleContext &Rules) : Rules(Rules) {}

  void visit(const FunctionDecl *FD) {
    States[FD] = Open;
    auto Found = Rules.Calls.find(FD);
    if (Found != Rules.Calls.end()) {
      for (auto [Callee, Loc] : Found->second) {
        State CalleeState = States.lookup(Callee);
        if (CalleeState == Open)
          Rules.error(FD, Loc, fediag::err_recursion, Callee, unsigned(Callee != FD), FD);
        else if (CalleeState == New)
          visit(Callee);
      }
    }
    States[FD] = Done;
  }

  void run() {
    for (const auto &Entry : Rules.Calls)
      if (States.lookup(Entry.first) == New)
        visit(Entry.first);
  }
};
} // namespace

void checkRecursion(RuleContext &Rules) { RecursionFinder(Rules).run(); }

//===-- All rules ---------------------------------------------------------------------===//

void checkLanguageRules(ASTContext &Context, const TileDeclarations &Declarations) {
  RuleContext Rules(Context);
  for (const FunctionTemplateDecl *Template : Declarations.KernelTemplates)
    checkKernelTemplate(Rules, Template);
  for (const VarDecl *Variable : Declarations.Variables)
    checkTileVariable(Rules, Variable);
  for (const FunctionDecl *FD : Declarations.Functions)
    checkFunctionDeclaration(Rules, FD);
  for (const FunctionDecl *FD : Declarations.Functions) {
    if (!FD->doesThisDeclarationHaveABody() || Rules.Headers.isApi(FD))
      continue;
    if (isTileCode(FD))
      checkTileBody(Rules, FD);
    else
      checkOtherBody(Rules, FD);
  }
  checkRecursion(Rules);
}

} // namespace cutile
