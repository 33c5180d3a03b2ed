//===- CheckDeclarations.cpp - kernels, tile functions, tile variables ----===//
#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/LanguageRules.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cutile {

/// The size of all parameters of a kernel, in bytes.
static constexpr int64_t MaxParameterBytes = 32764;

//===-- Kernels -----------------------------------------------------------------------===//

/// Why \p Type cannot be that of a kernel parameter, as the %select of err_kernel_parameter; none if it can.
static std::optional<unsigned> parameterProblem(RuleContext &Rules, QualType Type) {
  if (Type->isReferenceType() || Type->isPointerType())
    return std::nullopt;
  if (Type->isMemberPointerType())
    return 2;
  if (auto *Record = Type->getAsCXXRecordDecl(); Record && !Rules.Headers.isFloatTypes(Record))
    return 0;
  if (auto *Builtin = Type->getAs<BuiltinType>()) {
    if (Builtin->getKind() == BuiltinType::Int128 || Builtin->getKind() == BuiltinType::UInt128)
      return 1;
    if (Builtin->getKind() == BuiltinType::LongDouble)
      return 3;
  }
  return std::nullopt;
}

static void checkParameters(RuleContext &Rules, const FunctionDecl *FD) {
  if (FD->isVariadic())
    Rules.error(FD, FD->getLocation(), fediag::err_kernel_ellipsis, FD);
  int64_t Bytes = 0;
  for (const ParmVarDecl *Parameter : FD->parameters()) {
    QualType Type = Parameter->getType();
    if (Type->isDependentType() || Type->isIncompleteType())
      continue;
    if (auto Problem = parameterProblem(Rules, Type)) {
      Rules.error(FD, Parameter->getLocation(), fediag::err_kernel_parameter, Parameter->getType(), FD, *Problem, unsigned(*Problem != 0));
      continue;
    }
    Bytes += Rules.Context.getTypeSizeInChars(Type.getNonReferenceType()).getQuantity();
  }
  if (Bytes > MaxParameterBytes)
    Rules.error(FD, FD->getLocation(), fediag::err_kernel_parameters_size, FD, std::to_string(Bytes));
}

/// The class or enumeration in \p Type that is local to a function of host code; null if there is none.
static const TagDecl *localType(QualType Type) {
  while (Type->isPointerOrReferenceType() || Type->isArrayType())
    Type = Type->isArrayType() ? QualType(Type->getArrayElementTypeNoTypeQual(), 0) : Type->getPointeeType();
  if (const TagDecl *Tag = Type->getAsTagDecl())
    if (const DeclContext *Parent = Tag->getParentFunctionOrMethod())
      if (auto *Function = dyn_cast<FunctionDecl>(Parent); Function && !isTileCode(Function))
        return Tag;
  if (auto *Special = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl()))
    for (const TemplateArgument &Argument : Special->getTemplateArgs().asArray())
      if (Argument.getKind() == TemplateArgument::Type)
        if (const TagDecl *Tag = localType(Argument.getAsType()))
          return Tag;
  return nullptr;
}

static void checkTemplateArguments(RuleContext &Rules, const FunctionDecl *FD) {
  const TemplateArgumentList *Arguments = FD->getTemplateSpecializationArgs();
  if (!Arguments)
    return;
  auto Check = [&](const TemplateArgument &Argument) {
    if (Argument.getKind() != TemplateArgument::Type)
      return;
    if (const TagDecl *Tag = localType(Argument.getAsType())) {
      if (Rules.error(nullptr, FD->getPointOfInstantiation(), fediag::err_kernel_local_type, Argument.getAsType(), FD))
        Rules.noteDeclared(Tag);
    }
  };
  for (const TemplateArgument &Argument : Arguments->asArray()) {
    Check(Argument);
    if (Argument.getKind() == TemplateArgument::Pack)
      llvm::for_each(Argument.pack_elements(), Check);
  }
}

static bool isInInlineUnnamedNamespace(const Decl *D) {
  for (const DeclContext *Context = D->getDeclContext(); Context; Context = Context->getParent())
    if (auto *Namespace = dyn_cast<NamespaceDecl>(Context); Namespace && Namespace->isInline() && Namespace->isAnonymousNamespace())
      return true;
  return false;
}

static void checkKernelDeclaration(RuleContext &Rules, const FunctionDecl *FD, const Spaces &Own) {
  SourceLocation Loc = FD->getLocation();
  if (Own.Global || Own.Tile || Own.Device || Own.Host)
    Rules.error(FD, Loc, fediag::err_kernel_both, FD,
                StringRef(Own.Global   ? "__global__"
                          : Own.Tile   ? "__tile__"
                          : Own.Device ? "__device__"
                                       : "__host__"));
  if (FD->hasAttr<CUDALaunchBoundsAttr>())
    Rules.error(FD, Loc, fediag::err_kernel_attribute, StringRef("__launch_bounds__"), FD, 0u);
  if (FD->hasAttr<CUDAClusterDimsAttr>())
    Rules.error(FD, Loc, fediag::err_kernel_attribute, StringRef("__cluster_dims__"), FD, 1u);
  if (isa<CXXMethodDecl>(FD))
    Rules.error(FD, Loc, fediag::err_kernel_member, FD);
  if (FD->getFriendObjectKind() != Decl::FOK_None && FD->isThisDeclarationADefinition())
    Rules.error(FD, Loc, fediag::err_kernel_friend, FD);
  if (isInInlineUnnamedNamespace(FD))
    Rules.error(FD, Loc, fediag::err_kernel_inline_namespace, FD);
  if (FD->isConstexprSpecified() || FD->isConsteval())
    Rules.error(FD, Loc, fediag::err_kernel_constexpr, FD, unsigned(FD->isConsteval()));
  if (FD->getDeclaredReturnType()->getContainedDeducedType())
    Rules.error(FD, Loc, fediag::err_kernel_return, FD);
  checkParameters(Rules, FD);
  checkTemplateArguments(Rules, FD);
}

void checkKernelTemplate(RuleContext &Rules, const FunctionTemplateDecl *Template) {
  const TemplateParameterList *Parameters = Template->getTemplateParameters();
  for (unsigned I = 0; I + 1 < Parameters->size(); ++I)
    if (Parameters->getParam(I)->isTemplateParameterPack())
      Rules.error(nullptr, Parameters->getParam(I)->getLocation(), fediag::err_kernel_pack, Parameters->getParam(I));
  checkKernelDeclaration(Rules, Template->getTemplatedDecl(), spacesOf(Template->getTemplatedDecl()));
}

//===-- Tile functions --------------------------------------------------------------------===//

void checkFunctionDeclaration(RuleContext &Rules, const FunctionDecl *FD) {
  Spaces Own = spacesOf(FD);
  if (Own.TileKernel) {
    checkKernelDeclaration(Rules, FD, Own);
    return;
  }
  if (!Own.Tile || Rules.Headers.isApi(FD))
    return;
  if (FD->isVariadic())
    Rules.error(FD, FD->getLocation(), fediag::err_function_variadic, FD);
  if (auto *Method = dyn_cast<CXXMethodDecl>(FD)) {
    if (Method->isVirtual())
      Rules.error(FD, FD->getLocation(), fediag::err_function_virtual, FD);
    if (Method->getParent()->isLambda())
      Rules.error(FD, FD->getLocation(), fediag::err_lambda_annotated);
  }
  checkTileType(Rules, FD, FD->getReturnType(), FD->getLocation());
  for (const ParmVarDecl *Parameter : FD->parameters())
    checkTileType(Rules, FD, Parameter->getType(), Parameter->getLocation());
}

//===-- Tile variables ----------------------------------------------------------------------===//

void checkTileVariable(RuleContext &Rules, const VarDecl *Variable) {
  SourceLocation Loc = Variable->getLocation();
  StringRef Other;
  if (spacesOf(Variable).Device)
    Other = "__device__";
  else if (Variable->hasAttr<CUDAConstantAttr>() && !Variable->getAttr<CUDAConstantAttr>()->isImplicit())
    Other = "__constant__";
  else if (Variable->hasAttr<CUDASharedAttr>())
    Other = "__shared__";
  else if (Variable->hasAttr<HIPManagedAttr>())
    Other = "__managed__";
  if (!Other.empty())
    Rules.error(nullptr, Loc, fediag::err_tile_variable_spaces, Variable, Other);
  if (Variable->getStorageClass() == SC_Extern && Variable->hasInit())
    Rules.error(nullptr, Loc, fediag::err_tile_variable_extern, Variable);
  if (Variable->isInline() && Variable->isExternallyVisible() && !Variable->isConstexpr() && !Variable->isStaticDataMember())
    Rules.error(nullptr, Loc, fediag::err_tile_variable_inline, Variable);
  checkTileType(Rules, nullptr, Variable->getType(), Loc);
}

} // namespace cutile
