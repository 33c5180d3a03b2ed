//===- CheckCalls.cpp - who may call whom ---------------------------------===//
#include "cutile/Frontend/LanguageRules.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cutile {

/// The spaces of all declarations of \p FD.
static Spaces spacesOfAll(const FunctionDecl *FD) {
  Spaces All;
  for (const FunctionDecl *Redecl : FD->redecls()) {
    Spaces One = spacesOf(Redecl);
    All.TileKernel |= One.TileKernel;
    All.Tile |= One.Tile;
    All.Host |= One.Host;
    All.Device |= One.Device;
    All.Global |= One.Global;
  }
  return All;
}

static StringRef plainName(const FunctionDecl *FD) { return FD->getDeclName().isIdentifier() ? FD->getName() : StringRef(); }

/// Functions that every space has: those of language and library that the specification names.
static bool isCommonFunction(const FunctionDecl *FD) {
  StringRef Name = plainName(FD);
  if (auto *Method = dyn_cast<CXXMethodDecl>(FD)) {
    if (Method->isImplicit() || (Method->isDefaulted() && !Method->isUserProvided()) || Method->getParent()->isLambda())
      return true;
    return Method->getParent()->getName() == "initializer_list";
  }
  if (FD->isInStdNamespace() && (Name == "move" || Name == "forward"))
    return true;
  if (FD->isReservedGlobalPlacementOperator())
    return true;
  if (Name == "printf" || Name == "vprintf" || Name == "__assert_fail" || Name == "__assertfail")
    return true;
  return Name.starts_with("__builtin_") && FD->getBuiltinID();
}

static bool isRawConversion(const FunctionDecl *FD) {
  auto *Conversion = dyn_cast<CXXConversionDecl>(FD);
  if (!Conversion)
    return false;
  auto *Record = Conversion->getConversionType().getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getName().ends_with("_raw");
}

static bool isDefinedSomewhere(const FunctionDecl *FD) {
  if (FD->isDefined())
    return true;
  const FunctionDecl *Pattern = FD->getTemplateInstantiationPattern();
  return Pattern && Pattern->isDefined();
}

/// Reports that \p Callee is no function of tile code.
static void reportNotTile(RuleContext &Rules, const FunctionDecl *Caller, const FunctionDecl *Callee, const Spaces &CalleeSpaces,
                          SourceLocation Loc) {
  StringRef Name = plainName(Callee);
  if (Callee->getBuiltinID() && (Name.starts_with("__nvvm") || Name.starts_with("__sync"))) {
    Rules.error(Caller, Loc, fediag::err_simt_builtin, Callee);
    return;
  }
  bool Device = Callee->hasAttr<CUDADeviceAttr>(), Host = Callee->hasAttr<CUDAHostAttr>();
  unsigned Kind = 2;
  if (Callee->isConstexpr() && !CalleeSpaces.Device && !CalleeSpaces.Host)
    Kind = 3;
  else if (Device)
    Kind = Host ? 1 : 0;
  if (Rules.error(Caller, Loc, fediag::err_call_not_tile, Kind, Callee, unsigned(!Rules.Headers.isUser(Callee))))
    Rules.noteDeclared(Callee);
}

bool checkTileCall(RuleContext &Rules, const FunctionDecl *Caller, const FunctionDecl *Callee, SourceLocation Loc) {
  if (Callee->isImmediateFunction())
    return true;
  if (auto *Conversion = dyn_cast<CXXConversionDecl>(Callee); Conversion && Conversion->getParent()->isLambda()) {
    Rules.error(Caller, Loc, fediag::err_lambda_to_pointer);
    return false;
  }
  Spaces To = spacesOfAll(Callee);
  if (To.TileKernel) {
    Rules.error(Caller, Loc, fediag::err_call_kernel, Callee);
    return false;
  }
  // Arithmetic and conversions of half, bfloat16 and their like; Import reads what they are made of.
  if (Rules.Headers.isFloatTypes(Callee)) {
    if (!isRawConversion(Callee))
      return true;
    Rules.error(Caller, Loc, fediag::err_storage_member, cast<CXXMethodDecl>(Callee)->getParent());
    return false;
  }
  if (isCommonFunction(Callee) && !To.Tile) {
    if (isTileCode(Callee))
      Rules.Calls[Caller->getCanonicalDecl()].push_back({Callee->getCanonicalDecl(), Loc});
    return true;
  }
  bool IsApi = Rules.Headers.isApi(Callee);
  if (!To.Tile && !IsApi) {
    reportNotTile(Rules, Caller, Callee, To, Loc);
    return false;
  }
  Spaces From = spacesOfAll(Caller);
  bool HostMissing = From.Host && To.Tile && !To.Host, DeviceMissing = From.Device && To.Tile && !To.Device;
  if ((HostMissing || DeviceMissing) && !Callee->isImplicit()) {
    Rules.error(Caller, Loc, fediag::err_call_tile_from_shared, Caller, unsigned(!HostMissing), Callee);
    return false;
  }
  if (IsApi)
    return true;
  if (!isDefinedSomewhere(Callee)) {
    if (Rules.error(Caller, Loc, fediag::err_call_undefined, Callee))
      Rules.noteDeclared(Callee);
    return false;
  }
  Rules.Calls[Caller->getCanonicalDecl()].push_back({Callee->getCanonicalDecl(), Loc});
  return true;
}

//===-- Calls in other code -----------------------------------------------------------===//

namespace {
/// Looks for calls of tile functions in code that is no tile code, and for launches without a block size.
class OtherBodyChecker {
  RuleContext &Rules;
  const FunctionDecl *Function;
  Spaces From;

  void checkCall(const FunctionDecl *Callee, SourceLocation Loc) {
    if (Callee->isImmediateFunction())
      return;
    Spaces To = spacesOfAll(Callee);
    if (!To.Tile)
      return;
    bool FromDevice = From.Device || From.Global;
    bool Allowed = From.Host || FromDevice ? (!From.Host || To.Host) && (!FromDevice || To.Device) : To.Host;
    if (Allowed)
      return;
    unsigned Kind = From.Global ? 0 : FromDevice ? (From.Host ? 2 : 1) : 3;
    if (Rules.error(Function, Loc, fediag::err_call_tile_from_simt, Kind, Callee))
      Rules.noteDeclared(Callee);
  }

  void checkLaunch(const CUDAKernelCallExpr *Launch) {
    const FunctionDecl *Callee = Launch->getDirectCallee();
    const CallExpr *Config = Launch->getConfig();
    if (Callee && !spacesOfAll(Callee).TileKernel && Config && Config->getNumArgs() > 1 && isa<CXXDefaultArgExpr>(Config->getArg(1)))
      Rules.error(Function, Launch->getExprLoc(), fediag::err_short_launch, Callee);
  }

public:
  OtherBodyChecker(RuleContext &Rules, const FunctionDecl *Function) : Rules(Rules), Function(Function), From(spacesOfAll(Function)) {}

  void visit(const Stmt *St) {
    if (!St || isa<ConstantExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(St))
      return;
    if (auto *Launch = dyn_cast<CUDAKernelCallExpr>(St))
      checkLaunch(Launch);
    else if (auto *Call = dyn_cast<CallExpr>(St); Call && Call->getDirectCallee())
      checkCall(Call->getDirectCallee(), Call->getExprLoc());
    else if (auto *Construct = dyn_cast<CXXConstructExpr>(St))
      checkCall(Construct->getConstructor(), Construct->getLocation());
    if (auto *Lambda = dyn_cast<LambdaExpr>(St); Lambda && Lambda->getCallOperator()->isDependentContext())
      return;
    for (const Stmt *Child : St->children())
      visit(Child);
  }
};
} // namespace

void checkOtherBody(RuleContext &Rules, const FunctionDecl *FD) { OtherBodyChecker(Rules, FD).visit(FD->getBody()); }

} // namespace cutile
