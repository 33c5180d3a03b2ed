#include "cutile/Frontend/Diagnostics.h"
#include "cutile/Frontend/Hints.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace cutile {

HintAttrInfo::HintAttrInfo() {
  // Clang asks for the arguments of a plugin's attribute with its unscoped name, so that name has to be known too.
  static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "cutile::hint"}, {ParsedAttr::AS_CXX11, "hint"}};
  Spellings = Names;
  OptArgs = 15;
  IsStmt = 1;
}

namespace {
/// Explains in the terms of hints why an expression is no integer constant.
struct HintConstantDiagnoser : Sema::VerifyICEDiagnoser {
  bool IsArch;
  explicit HintConstantDiagnoser(bool IsArch) : IsArch(IsArch) {}

  Sema::SemaDiagnosticBuilder diagnoseNotICEType(Sema &S, SourceLocation Loc, QualType T) override {
    if (IsArch)
      return diagnoseNotICE(S, Loc);
    return S.Diag(Loc, clangDiagId(S.getDiagnostics(), fediag::err_hint_value_type)) << T;
  }
  Sema::SemaDiagnosticBuilder diagnoseNotICE(Sema &S, SourceLocation Loc) override {
    return S.Diag(Loc, clangDiagId(S.getDiagnostics(), IsArch ? fediag::err_hint_arch_not_constant : fediag::err_hint_value_not_constant));
  }
};
} // namespace

/// Whether \p A is ours; an unscoped or foreign `hint` is as unknown to us as to clang.
static bool isHint(Sema &S, const ParsedAttr &A) {
  if (A.getScopeName() && A.getScopeName()->isStr("cutile"))
    return true;
  S.Diag(A.getLoc(), diag::warn_unknown_attribute_ignored) << A.getAttrName() << A.getRange();
  return false;
}

/// Makes the attribute; null if an argument is wrong, which has been diagnosed.
static Attr *makeHint(Sema &S, const ParsedAttr &A) {
  if (A.getNumArgs() == 0) {
    report(S.getDiagnostics(), A.getLoc(), fediag::err_hint_empty);
    return nullptr;
  }
  SmallVector<Expr *, 16> Args;
  for (unsigned I = 0; I < A.getNumArgs(); ++I) {
    if (!A.isArgExpr(I))
      return nullptr;
    Expr *E = A.getArgAsExpr(I);
    bool IsKind = I % 2 == 1;
    // Only a malformed hint has something else in the place of a kind, and HintTokens has reported it.
    if (IsKind && !isa<StringLiteral>(E->IgnoreParenImpCasts()))
      return nullptr;
    if (!IsKind && !E->isTypeDependent() && !E->isValueDependent()) {
      HintConstantDiagnoser Diagnoser(I == 0);
      ExprResult Constant = S.VerifyIntegerConstantExpression(E, nullptr, Diagnoser, AllowFoldKind::No);
      if (Constant.isInvalid())
        return nullptr;
      E = Constant.get();
    }
    Args.push_back(E);
  }
  if (Args.size() < 3)
    return nullptr;
  return S.CreateAnnotationAttr(A, HintAnnotation, Args);
}

ParsedAttrInfo::AttrHandling HintAttrInfo::handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const {
  if (!isHint(S, A))
    return AttributeNotApplied;
  auto *Variable = dyn_cast<VarDecl>(D);
  bool IsLocal = Variable && Variable->isLocalVarDecl();
  if (!isa<FunctionDecl>(D) && !IsLocal) {
    report(S.getDiagnostics(), A.getLoc(), fediag::err_hint_misplaced);
    return AttributeNotApplied;
  }
  Attr *Hint = makeHint(S, A);
  if (!Hint)
    return AttributeNotApplied;
  D->addAttr(Hint);
  return AttributeApplied;
}

ParsedAttrInfo::AttrHandling HintAttrInfo::handleStmtAttribute(Sema &S, Stmt *St, const ParsedAttr &A, Attr *&Result) const {
  Result = nullptr;
  if (!isHint(S, A))
    return AttributeNotApplied;
  Attr *Hint = makeHint(S, A);
  if (!Hint)
    return AttributeNotApplied;
  if (!isa<Expr>(St)) {
    report(S.getDiagnostics(), A.getLoc(), fediag::warn_hint_no_access);
    return AttributeApplied;
  }
  Result = Hint;
  return AttributeApplied;
}

} // namespace cutile
