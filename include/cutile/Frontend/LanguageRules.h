//===- LanguageRules.h - what tile code may contain -------------*- C++ -*-===//
//
// The restrictions of CUDA Tile C++ that are no constraints of the API. They are checked on the finished AST, template instances
// included, in front of code generation.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_FRONTEND_LANGUAGERULES_H
#define CUTILE_FRONTEND_LANGUAGERULES_H

#include "cutile/Frontend/Diagnostics.h"
#include "cutile/Frontend/TileCode.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class FunctionDecl;
class FunctionTemplateDecl;
class QualType;
class VarDecl;
} // namespace clang

namespace cutile {

/// The declarations of a translation unit that the rules concern.
struct TileDeclarations {
  llvm::SmallVector<clang::FunctionDecl *, 0> Functions; ///< every definition of user code, and every kernel
  llvm::SmallVector<clang::FunctionTemplateDecl *, 0> KernelTemplates;
  llvm::SmallVector<clang::VarDecl *, 0> Variables; ///< __tile__ variables of namespaces and classes
};

/// What the checks share: reporting, and facts found on the way.
class RuleContext {
public:
  explicit RuleContext(clang::ASTContext &Context);

  clang::ASTContext &Context;
  HeaderOrigin Headers;
  /// The calls between tile functions, for the search of recursion.
  llvm::MapVector<const clang::FunctionDecl *, llvm::SmallVector<std::pair<const clang::FunctionDecl *, clang::SourceLocation>, 4>> Calls;

  /// Reports \p Id at \p Loc, with a note if \p In is an instance of a template. A position is reported once, however many
  /// instances a template has. Returns whether it was reported now.
  template <class... Args> bool error(const clang::FunctionDecl *In, clang::SourceLocation Loc, fediag::Id Id, const Args &...Arguments) {
    if (!Reported.insert(Loc).second)
      return false;
    {
      clang::DiagnosticBuilder Builder = report(Context.getDiagnostics(), Loc, Id);
      (void)(Builder << ... << Arguments);
    }
    noteInstance(In);
    return true;
  }

  /// As error, once for every \p Group in a function: the uses of what was reported are not reported again.
  template <class... Args>
  bool errorOnce(const clang::FunctionDecl *In, unsigned Group, clang::SourceLocation Loc, fediag::Id Id, const Args &...Arguments) {
    return ReportedGroups.insert({In, Group}).second && error(In, Loc, Id, Arguments...);
  }

  /// Notes where \p D is declared, if that is in user code.
  void noteDeclared(const clang::NamedDecl *D);

private:
  void noteInstance(const clang::FunctionDecl *In);

  llvm::DenseSet<clang::SourceLocation> Reported;
  llvm::DenseSet<std::pair<const clang::FunctionDecl *, unsigned>> ReportedGroups;
};

/// Declarations of kernels and of tile functions.
void checkFunctionDeclaration(RuleContext &Rules, const clang::FunctionDecl *FD);
void checkKernelTemplate(RuleContext &Rules, const clang::FunctionTemplateDecl *Template);

/// __tile__ variables.
void checkTileVariable(RuleContext &Rules, const clang::VarDecl *Variable);

/// The body of a function of tile code.
void checkTileBody(RuleContext &Rules, const clang::FunctionDecl *FD);

/// The body of other user code: calls and launches of tile functions.
void checkOtherBody(RuleContext &Rules, const clang::FunctionDecl *FD);

/// An object of \p Type at \p Loc in tile code \p In. Returns false if it is not allowed.
bool checkTileType(RuleContext &Rules, const clang::FunctionDecl *In, clang::QualType Type, clang::SourceLocation Loc);

/// The call of \p Callee at \p Loc in tile code \p Caller. Returns false if it is not allowed.
bool checkTileCall(RuleContext &Rules, const clang::FunctionDecl *Caller, const clang::FunctionDecl *Callee, clang::SourceLocation Loc);

/// Recursion among the calls that the bodies have.
void checkRecursion(RuleContext &Rules);

/// All of them.
void checkLanguageRules(clang::ASTContext &Context, const TileDeclarations &Declarations);

} // namespace cutile

#endif
