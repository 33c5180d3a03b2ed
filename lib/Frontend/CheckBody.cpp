//===- CheckBody.cpp - statements and expressions of tile code ------------===//
#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/LanguageRules.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cutile {

namespace {
/// Walks one body. Subtrees that are evaluated at compile time or not at all are passed over.
class TileBodyChecker {
  RuleContext &Rules;
  const FunctionDecl *Function;

  /// Where a statement stands in the loops and switches of its function.
  struct Nest {
    bool InSwitch = false;                        ///< the innermost loop or switch is a switch
    enum { Nothing, If, Loop } Between = Nothing; ///< what stands between the innermost switch and here
  };

  template <class... Args> bool error(SourceLocation Loc, fediag::Id Id, const Args &...Arguments) {
    return Rules.error(Function, Loc, Id, Arguments...);
  }

  /// Taking an address of a function and calling through it are one mistake.
  template <class... Args> bool pointerError(SourceLocation Loc, fediag::Id Id, const Args &...Arguments) {
    return Rules.errorOnce(Function, fediag::err_function_address, Loc, Id, Arguments...);
  }

public:
  TileBodyChecker(RuleContext &Rules, const FunctionDecl *Function) : Rules(Rules), Function(Function) {}

  void run() {
    for (const ParmVarDecl *Parameter : Function->parameters())
      checkTileType(Rules, Function, Parameter->getType(), Parameter->getLocation());
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        visit(Init->getInit(), Nest());
    visit(Function->getBody(), Nest());
  }

private:
  //===-- Statements ----------------------------------------------------------------===//

  void visitChildren(const Stmt *St, Nest N) {
    for (const Stmt *Child : St->children())
      visit(Child, N);
  }

  void visit(const Stmt *St, Nest N) {
    if (!St)
      return;
    if (auto *E = dyn_cast<Expr>(St)) {
      visitExpr(E);
      return;
    }
    switch (St->getStmtClass()) {
    case Stmt::GotoStmtClass:
    case Stmt::IndirectGotoStmtClass:
      error(St->getBeginLoc(), fediag::err_goto);
      return;
    case Stmt::GCCAsmStmtClass:
    case Stmt::MSAsmStmtClass:
      error(St->getBeginLoc(), fediag::err_asm);
      return;
    case Stmt::CXXTryStmtClass:
      error(St->getBeginLoc(), fediag::err_throw, 1u);
      return;
    case Stmt::ContinueStmtClass:
      if (N.InSwitch)
        error(St->getBeginLoc(), fediag::err_continue_in_switch);
      return;
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
      if (N.Between != Nest::Nothing)
        error(St->getBeginLoc(), fediag::err_case_in_block, unsigned(N.Between == Nest::Loop));
      visit(cast<SwitchCase>(St)->getSubStmt(), N);
      return;
    case Stmt::SwitchStmtClass: {
      auto *Switch = cast<SwitchStmt>(St);
      visit(Switch->getInit(), N);
      visit(Switch->getConditionVariableDeclStmt(), N);
      visit(Switch->getCond(), N);
      visit(Switch->getBody(), Nest{true, Nest::Nothing});
      return;
    }
    case Stmt::IfStmtClass:
      visitChildren(St, Nest{N.InSwitch, N.Between == Nest::Nothing ? Nest::If : N.Between});
      return;
    case Stmt::ForStmtClass:
    case Stmt::WhileStmtClass:
    case Stmt::DoStmtClass:
    case Stmt::CXXForRangeStmtClass:
      visitChildren(St, Nest{false, Nest::Loop});
      return;
    case Stmt::DeclStmtClass:
      for (const Decl *D : cast<DeclStmt>(St)->decls())
        if (auto *Variable = dyn_cast<VarDecl>(D))
          visitVariable(Variable);
      return;
    default:
      visitChildren(St, N);
    }
  }

  //===-- Variables -------------------------------------------------------------------===//

  void visitVariable(const VarDecl *Variable) {
    SourceLocation Loc = Variable->getLocation();
    if (Variable->hasAttr<CUDASharedAttr>()) {
      error(Loc, fediag::err_variable_shared);
      return;
    }
    if (Variable->getTSCSpec() != TSCS_unspecified) {
      error(Loc, fediag::err_variable_thread_local);
      return;
    }
    if (!checkTileType(Rules, Function, Variable->getType(), Loc))
      return;
    if (Variable->isStaticLocal()) {
      if (isTileAnnotated(Variable))
        checkTileVariable(Rules, Variable);
      if (const Expr *Init = Variable->getInit(); Init && !Init->isValueDependent() && !Init->isConstantInitializer(Rules.Context, /*ForRef=*/false))
        error(Loc, fediag::err_variable_dynamic, Variable);
      return;
    }
    if (Variable->isConstexpr())
      return;
    visitExpr(Variable->getInit());
    if (auto *Record = Variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())
      checkDestructor(Record, Loc);
  }

  void checkDestructor(const CXXRecordDecl *Record, SourceLocation Loc) {
    if (Record->hasDefinition() && !Record->hasTrivialDestructor())
      if (const CXXDestructorDecl *Destructor = Record->getDestructor())
        checkTileCall(Rules, Function, Destructor, Loc);
  }

  /// The use of \p Variable at \p Loc; \p Address if more than its value is used.
  void checkUse(const VarDecl *Variable, SourceLocation Loc, bool Address) {
    if (!Variable->hasGlobalStorage() || isTileAnnotated(Variable) || Rules.Headers.isApi(Variable))
      return;
    if (checkThreadVariable(Variable, Loc))
      return;
    if (Variable->isStaticLocal()) {
      auto *Owner = dyn_cast<FunctionDecl>(Variable->getDeclContext());
      if (Owner && isTileCode(Owner))
        return;
    }
    auto Written = [](const Attr *A) { return A && !A->isImplicit(); };
    unsigned Kind = 4;
    if (Variable->hasAttr<HIPManagedAttr>())
      Kind = 2;
    else if (Written(Variable->getAttr<CUDAConstantAttr>()))
      Kind = 1;
    else if (Variable->hasAttr<CUDASharedAttr>())
      Kind = 3;
    else if (Written(Variable->getAttr<CUDADeviceAttr>()))
      Kind = 0;
    QualType Type = Variable->getType();
    bool IsConstant = Kind == 4 && (Variable->isConstexpr() ||
                                    (Type.isConstQualified() && Type->isArithmeticType() && Variable->getInit() && Variable->evaluateValue()));
    if (!IsConstant || Type->isReferenceType()) {
      if (error(Loc, fediag::err_variable_not_tile, Kind, Variable))
        Rules.noteDeclared(Variable);
    } else if (Address || Type->isArrayType()) {
      if (error(Loc, fediag::err_variable_address, Type->isArrayType() ? 1u : Type->isRecordType() ? 2u : 0u, Variable))
        Rules.noteDeclared(Variable);
    }
  }

  /// threadIdx and its like.
  bool checkThreadVariable(const VarDecl *Variable, SourceLocation Loc) {
    if (!Variable->getDeclName().isIdentifier() || Rules.Headers.isUser(Variable))
      return false;
    StringRef Name = Variable->getName();
    if (Name != "threadIdx" && Name != "blockIdx" && Name != "blockDim" && Name != "gridDim" && Name != "warpSize")
      return false;
    error(Loc, fediag::err_simt_variable, Variable, Name == "blockIdx" ? 0u : Name == "gridDim" ? 1u : 2u);
    return true;
  }

  //===-- Expressions -------------------------------------------------------------------===//

  void visitExprs(const Stmt *St) { visitChildren(St, Nest()); }

  void visitExpr(const Expr *E) {
    if (!E || isa<ConstantExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(E))
      return;
    // Of a whole expression of a type that tile code has not, only the outermost is reported.
    if (!E->isLValue() && !checkTileType(Rules, Function, E->getType(), E->getExprLoc()))
      return;
    if (auto *Launch = dyn_cast<CUDAKernelCallExpr>(E)) {
      error(Launch->getExprLoc(), fediag::err_launch);
    } else if (auto *Call = dyn_cast<CallExpr>(E)) {
      visitCall(Call);
    } else if (auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (checkTileCall(Rules, Function, Construct->getConstructor(), Construct->getLocation()))
        visitExprs(E);
    } else if (auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(E)) {
      if (const CXXDestructorDecl *Destructor = Temporary->getTemporary()->getDestructor())
        checkTileCall(Rules, Function, Destructor, E->getExprLoc());
      visitExprs(E);
    } else if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      visitReference(Ref->getDecl(), Ref->getLocation());
    } else if (auto *Member = dyn_cast<MemberExpr>(E)) {
      visitMember(Member);
    } else if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
      visitUnary(Unary);
    } else if (auto *Lambda = dyn_cast<LambdaExpr>(E)) {
      visitLambda(Lambda);
    } else if (auto *New = dyn_cast<CXXNewExpr>(E)) {
      const FunctionDecl *Operator = New->getOperatorNew();
      if (Operator && Operator->isReservedGlobalPlacementOperator())
        visitExprs(E);
      else
        error(E->getBeginLoc(), fediag::err_new, 0u);
    } else if (isa<CXXDeleteExpr>(E)) {
      error(E->getBeginLoc(), fediag::err_new, 1u);
    } else if (isa<CXXThrowExpr>(E)) {
      error(E->getBeginLoc(), fediag::err_throw, 0u);
    } else if (isa<CXXTypeidExpr, CXXDynamicCastExpr>(E)) {
      error(E->getBeginLoc(), fediag::err_typeid, unsigned(isa<CXXDynamicCastExpr>(E)));
    } else if (isa<VAArgExpr>(E)) {
      error(E->getBeginLoc(), fediag::err_va_arg);
    } else if (isa<AddrLabelExpr>(E)) {
      error(E->getBeginLoc(), fediag::err_goto);
    } else if (auto *Statement = dyn_cast<StmtExpr>(E)) {
      visit(Statement->getSubStmt(), Nest());
    } else if (auto *Opaque = dyn_cast<OpaqueValueExpr>(E)) {
      visitExpr(Opaque->getSourceExpr());
    } else if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(E)) {
      visitExpr(Pseudo->getSyntacticForm());
    } else if (auto *Default = dyn_cast<CXXDefaultArgExpr>(E)) {
      visitExpr(Default->getExpr());
    } else if (auto *Default = dyn_cast<CXXDefaultInitExpr>(E)) {
      visitExpr(Default->getExpr());
    } else {
      visitExprs(E);
    }
  }

  void visitCall(const CallExpr *Call) {
    const Expr *CalleeExpr = Call->getCallee()->IgnoreParenImpCasts();
    const FunctionDecl *Callee = Call->getDirectCallee();
    SourceLocation Loc = Call->getExprLoc();
    if (isa<CXXPseudoDestructorExpr>(CalleeExpr)) {
      visitExpr(CalleeExpr);
      return;
    }
    if (!Callee) {
      if (auto *Binary = dyn_cast<BinaryOperator>(CalleeExpr); Binary && Binary->isPtrMemOp())
        pointerError(Loc, fediag::err_call_member_pointer);
      else
        pointerError(Loc, fediag::err_call_indirect, unsigned(CalleeExpr->isLValue() && !CalleeExpr->getType()->isPointerType()));
      return;
    }
    if (auto *Method = dyn_cast<CXXMethodDecl>(Callee); Method && Method->isVirtual()) {
      auto *Member = dyn_cast<MemberExpr>(CalleeExpr);
      if (!Member || !Member->hasQualifier()) {
        error(Loc, fediag::err_call_virtual, Method);
        return;
      }
    }
    if (!checkTileCall(Rules, Function, Callee, Loc))
      return;
    if (auto *Member = dyn_cast<MemberExpr>(CalleeExpr))
      visitObject(Member->getBase(), Callee);
    bool IsMemberOperator = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee);
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      if (I == 0 && IsMemberOperator && !cast<CXXMethodDecl>(Callee)->isStatic())
        visitObject(Call->getArg(0), Callee);
      else
        visitExpr(Call->getArg(I));
    }
  }

  /// The object that the member function \p Callee is called for: its address is used.
  void visitObject(const Expr *Object, const FunctionDecl *Callee) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(Object->IgnoreParenImpCasts()))
      if (auto *Variable = dyn_cast<VarDecl>(Ref->getDecl())) {
        checkUse(Variable, Ref->getLocation(), /*Address=*/!Rules.Headers.isApi(Callee));
        return;
      }
    visitExpr(Object);
  }

  void visitReference(const ValueDecl *D, SourceLocation Loc) {
    if (auto *Variable = dyn_cast<VarDecl>(D))
      checkUse(Variable, Loc, /*Address=*/false);
    else if (auto *Method = dyn_cast<CXXMethodDecl>(D); Method && !Method->isStatic())
      pointerError(Loc, fediag::err_call_member_pointer);
    else if (auto *Other = dyn_cast<FunctionDecl>(D))
      pointerError(Loc, fediag::err_function_address, Other);
  }

  void visitMember(const MemberExpr *Member) {
    const ValueDecl *D = Member->getMemberDecl();
    if (auto *Field = dyn_cast<FieldDecl>(D)) {
      const RecordDecl *Record = Field->getParent();
      if (Rules.Headers.isFloatTypes(Record) && Field->getName().starts_with("__")) {
        error(Member->getMemberLoc(), fediag::err_storage_member, Record);
        return;
      }
      if (Field->isBitField()) {
        Rules.errorOnce(Function, fediag::err_bit_field, Member->getMemberLoc(), fediag::err_bit_field, Field);
        return;
      }
    } else {
      visitReference(D, Member->getMemberLoc());
    }
    visitExpr(Member->getBase());
  }

  void visitUnary(const UnaryOperator *Unary) {
    if (Unary->getOpcode() == UO_AddrOf)
      if (auto *Ref = dyn_cast<DeclRefExpr>(Unary->getSubExpr()->IgnoreParens()))
        if (auto *Variable = dyn_cast<VarDecl>(Ref->getDecl())) {
          checkUse(Variable, Ref->getLocation(), /*Address=*/true);
          return;
        }
    visitExprs(Unary);
  }

  void visitLambda(const LambdaExpr *Lambda) {
    for (const Expr *Init : Lambda->capture_inits())
      visitExpr(Init);
    const CXXMethodDecl *Operator = Lambda->getCallOperator();
    if (isTileAnnotated(Operator)) {
      error(Operator->getLocation(), fediag::err_lambda_annotated);
      return;
    }
    // Instances of a generic lambda are functions of their own.
    if (!Operator->isDependentContext())
      TileBodyChecker(Rules, Operator).run();
  }
};
} // namespace

void checkTileBody(RuleContext &Rules, const FunctionDecl *FD) { TileBodyChecker(Rules, FD).run(); }

} // namespace cutile
