//===- HintRewriter.cpp - hints of an instantiated function ---------------===//
//
// A kernel's hint attributes are replaced by one annotation with the values that hold for this target. A hinted statement is put
// between calls of the markers:
//
//   [[cutile::hint(0, latency=4)]] t = a.load(i);       { hint_begin(0, 4); t = a.load(i); hint_end(); }
//   [[cutile::hint(0, latency=4)]] auto t = a.load(i);  int b = (hint_begin(0, 4), 0); auto t = a.load(i); int e = (hint_end(), 0);
//
// The second form is one declaration statement, because a block would end the life of the variable.
//
//===----------------------------------------------------------------------===//
#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/Diagnostics.h"
#include "cutile/Frontend/Hints.h"
#include "cutile/api/op_codes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace cutile {

static Expr *intLiteral(ASTContext &Context, int Value, SourceLocation Loc) {
  return IntegerLiteral::Create(Context, llvm::APInt(32, Value, /*isSigned=*/true), Context.IntTy, Loc);
}

/// The number that Import knows a statement hint by.
static int markerKind(HintKind Kind) { return Kind == HintKind::latency ? cuda::tiles::__op::hint_latency : cuda::tiles::__op::hint_allow_tma; }

//===-- Which accesses a statement has ------------------------------------------===//

namespace {
struct TileAccesses {
  bool View = false, Pointer = false;

  void find(const Stmt *St) {
    if (!St)
      return;
    if (auto *Call = dyn_cast<CallExpr>(St))
      if (const FunctionDecl *Callee = Call->getDirectCallee(); Callee && isAccess(Callee))
        (isa<CXXMethodDecl>(Callee) ? View : Pointer) = true;
    for (const Stmt *Child : St->children())
      find(Child);
  }

private:
  static bool isAccess(const FunctionDecl *FD) {
    if (!FD->getDeclName().isIdentifier())
      return false;
    StringRef Name = FD->getName();
    if (Name != "load" && Name != "store" && Name != "load_masked" && Name != "store_masked")
      return false;
    const DeclContext *Context = FD->getEnclosingNamespaceContext();
    while (auto *Namespace = dyn_cast<NamespaceDecl>(Context)) {
      Context = Namespace->getParent();
      auto *Outer = dyn_cast<NamespaceDecl>(Context);
      if (Namespace->getName() == "tiles" && Outer && Outer->getName() == "cuda")
        return true;
    }
    return false;
  }
};
} // namespace

//===-- Statements ----------------------------------------------------------------===//

class HintStatements {
  HintRewriter &R;
  ASTContext &Context;

  Expr *callMarker(FunctionDecl *Marker, ArrayRef<Expr *> Args, SourceLocation Loc) {
    Expr *Ref = DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), Marker, false, Loc, Marker->getType(), VK_LValue);
    Ref = ImplicitCastExpr::Create(Context, Context.getPointerType(Marker->getType()), CK_FunctionToPointerDecay, Ref, nullptr, VK_PRValue,
                                   FPOptionsOverride());
    return CallExpr::Create(Context, Ref, Args, Context.VoidTy, VK_PRValue, Loc, FPOptionsOverride());
  }

  Expr *beginCall(const Hint &H) {
    return callMarker(R.Begin, {intLiteral(Context, markerKind(H.Kind), H.Loc), intLiteral(Context, H.Value, H.Loc)}, H.Loc);
  }

  /// `int name = (call, 0);` in \p Owner.
  Decl *markerVariable(DeclContext *Owner, Expr *Call) {
    SourceLocation Loc = Call->getExprLoc();
    auto *Variable = VarDecl::Create(Context, Owner, Loc, Loc, &Context.Idents.get("__cutile_hint"), Context.IntTy,
                                     Context.getTrivialTypeSourceInfo(Context.IntTy, Loc), SC_None);
    Variable->setImplicit();
    Variable->setInit(BinaryOperator::Create(Context, Call, intLiteral(Context, 0, Loc), BO_Comma, Context.IntTy, VK_PRValue, OK_Ordinary, Loc,
                                             FPOptionsOverride()));
    return Variable;
  }

  /// The hints of \p Attrs that hold here and concern what \p St accesses.
  SmallVector<Hint, 4> usable(ArrayRef<const Attr *> Attrs, const Stmt *St) {
    SmallVector<Hint, 4> All = readHints(R.S, Attrs, HintPlace::Statement);
    if (All.empty())
      return {};
    TileAccesses Accesses;
    Accesses.find(St);
    DiagnosticsEngine &Diags = R.S.getDiagnostics();
    if (!Accesses.View && !Accesses.Pointer) {
      report(Diags, Attrs.front()->getLocation(), fediag::warn_hint_no_access);
      return {};
    }
    llvm::erase_if(All, [&](const Hint &H) {
      bool Useless = H.Kind == HintKind::allow_tma && !Accesses.View;
      if (Useless)
        report(Diags, H.Loc, fediag::warn_hint_no_view);
      return Useless;
    });
    return hintsFor(All, R.Arch);
  }

  static SmallVector<const Attr *, 4> hintsOf(ArrayRef<const Attr *> Attrs) {
    SmallVector<const Attr *, 4> Result;
    for (const Attr *A : Attrs)
      if (auto *Annotate = dyn_cast<AnnotateAttr>(A); Annotate && Annotate->getAnnotation() == HintAnnotation)
        Result.push_back(A);
    return Result;
  }

  void visitAttributed(AttributedStmt *Attributed) {
    SmallVector<const Attr *, 4> Attrs = hintsOf(Attributed->getAttrs());
    if (Attrs.empty())
      return;
    Stmt *&Child = *Attributed->child_begin();
    SmallVector<Hint, 4> Hints = usable(Attrs, Child);
    if (Hints.empty())
      return;
    SmallVector<Stmt *, 8> Block;
    for (const Hint &H : Hints)
      Block.push_back(beginCall(H));
    Block.push_back(Child);
    for (size_t I = 0; I < Hints.size(); ++I)
      Block.push_back(callMarker(R.End, {}, Child->getEndLoc()));
    Child = CompoundStmt::Create(Context, Block, FPOptionsOverride(), Child->getBeginLoc(), Child->getEndLoc());
  }

  void visitDeclaration(Stmt *&Slot) {
    auto *Statement = cast<DeclStmt>(Slot);
    SmallVector<Decl *, 8> Decls;
    for (Decl *D : Statement->decls()) {
      SmallVector<Hint, 4> Hints;
      if (auto *Variable = dyn_cast<VarDecl>(D); Variable && Variable->hasAttrs()) {
        SmallVector<const Attr *, 4> Attrs = hintsOf(Variable->getAttrs());
        if (!Attrs.empty()) {
          Hints = usable(Attrs, Variable->getInit());
          llvm::erase_if(Variable->getAttrs(), [&](const Attr *A) { return llvm::is_contained(Attrs, A); });
        }
      }
      for (const Hint &H : Hints)
        Decls.push_back(markerVariable(D->getDeclContext(), beginCall(H)));
      Decls.push_back(D);
      for (size_t I = 0; I < Hints.size(); ++I)
        Decls.push_back(markerVariable(D->getDeclContext(), callMarker(R.End, {}, Statement->getEndLoc())));
    }
    if (Decls.size() > static_cast<size_t>(std::distance(Statement->decl_begin(), Statement->decl_end())))
      Slot = new (Context) DeclStmt(DeclGroupRef::Create(Context, Decls.data(), Decls.size()), Statement->getBeginLoc(), Statement->getEndLoc());
  }

public:
  explicit HintStatements(HintRewriter &R) : R(R), Context(R.S.Context) {}

  void visit(Stmt *&Slot) {
    if (!Slot)
      return;
    if (auto *Lambda = dyn_cast<LambdaExpr>(Slot); Lambda && Lambda->getCallOperator()->isDependentContext())
      return;
    for (Stmt *&Child : Slot->children())
      visit(Child);
    if (auto *Attributed = dyn_cast<AttributedStmt>(Slot)) {
      visitAttributed(Attributed);
    } else if (auto *Declaration = dyn_cast<DeclStmt>(Slot)) {
      for (Decl *D : Declaration->decls())
        if (auto *Record = dyn_cast<CXXRecordDecl>(D); Record && !Record->isDependentContext())
          for (CXXMethodDecl *Method : Record->methods())
            if (Method->isThisDeclarationADefinition() && Method->hasBody())
              R.rewrite(Method);
      visitDeclaration(Slot);
    }
  }
};

//===-- Functions -------------------------------------------------------------------===//

void HintRewriter::rewriteKernel(FunctionDecl *FD) {
  SmallVector<const Attr *, 4> Attrs = hintAttributes(FD);
  if (Attrs.empty())
    return;
  SmallVector<Hint, 4> Hints;
  if (isTileKernel(FD))
    Hints = hintsFor(readHints(S, Attrs, HintPlace::Kernel), Arch);
  else
    report(S.getDiagnostics(), Attrs.front()->getLocation(), fediag::warn_hint_function) << FD;

  llvm::erase_if(FD->getAttrs(), [](const Attr *A) {
    auto *Annotate = dyn_cast<AnnotateAttr>(A);
    return Annotate && Annotate->getAnnotation() == HintAnnotation;
  });
  if (Hints.empty())
    return;
  ASTContext &Context = S.Context;
  SourceLocation Loc = Attrs.front()->getLocation();
  SmallVector<Expr *, 8> Args = {intLiteral(Context, 0, Loc)};
  for (const Hint &H : Hints) {
    StringRef Name = hintInfo(H.Kind).Name;
    QualType Type = Context.getConstantArrayType(Context.CharTy.withConst(), llvm::APInt(32, Name.size() + 1), nullptr, ArraySizeModifier::Normal, 0);
    Args.push_back(StringLiteral::Create(Context, Name, StringLiteralKind::Ordinary, /*Pascal=*/false, Type, H.Loc));
    Args.push_back(intLiteral(Context, H.Value, H.Loc));
  }
  AttributeCommonInfo Info = *Attrs.front();
  if (Attr *New = S.CreateAnnotationAttr(Info, HintAnnotation, Args)) {
    New->setImplicit(true);
    FD->addAttr(New);
  }
}

bool HintRewriter::findMarkers() {
  if (Begin && End)
    return true;
  ASTContext &Context = S.Context;
  DeclContext *Scope = Context.getTranslationUnitDecl();
  for (const char *Name : {"cuda", "tiles", "__op"}) {
    DeclContext *Inner = nullptr;
    for (NamedDecl *D : Scope->lookup(&Context.Idents.get(Name)))
      if (auto *Namespace = dyn_cast<NamespaceDecl>(D))
        Inner = Namespace;
    if (!Inner)
      return false;
    Scope = Inner;
  }
  for (NamedDecl *D : Scope->lookup(&Context.Idents.get("hint_begin")))
    Begin = dyn_cast<FunctionDecl>(D);
  for (NamedDecl *D : Scope->lookup(&Context.Idents.get("hint_end")))
    End = dyn_cast<FunctionDecl>(D);
  return Begin && End;
}

void HintRewriter::rewrite(FunctionDecl *FD) {
  if (FD->isDependentContext())
    return;
  rewriteKernel(FD);
  if (Stmt *Body = FD->getBody(); Body && findMarkers())
    HintStatements(*this).visit(Body);
}

} // namespace cutile
