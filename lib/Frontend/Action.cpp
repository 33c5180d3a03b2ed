#include "cutile/Frontend/Action.h"
#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/DevicePipeline.h"
#include "cutile/Frontend/Hints.h"
#include "cutile/Frontend/LanguageRules.h"
#include "cutile/Frontend/NestedDevice.h"
#include "cutile/Frontend/Prelude.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace cutile {

namespace {
/// Watches one pass over one file, in front of code generation.
class TileConsumer : public SemaConsumer {
  CompilerInstance &CI;
  std::unique_ptr<HintRewriter> Hints;
  llvm::DenseSet<const FunctionDecl *> Seen;
  TileDeclarations Declarations;
  bool HasKernel = false;

  bool isDevice() const { return CI.getLangOpts().CUDAIsDevice; }

  /// A function that parsing or instantiation has completed and that code generation has not seen.
  void handleFunction(FunctionDecl *FD) {
    if (!FD->isThisDeclarationADefinition() || FD->isDependentContext() || !Seen.insert(FD).second)
      return;
    bool IsTile = isTileCode(FD);
    if (!IsTile && CI.getSourceManager().isInSystemHeader(FD->getLocation()))
      return;
    HasKernel |= isTileKernel(FD);
    Declarations.Functions.push_back(FD);
    if (Hints)
      Hints->rewrite(FD);
  }

  void handleDecl(Decl *D) {
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

public:
  explicit TileConsumer(CompilerInstance &CI) : CI(CI) {}

  void InitializeSema(Sema &S) override {
    if (isDevice())
      Hints = std::make_unique<HintRewriter>(S, cudaArch(CI.getTargetOpts().CPU));
  }
  void ForgetSema() override { Hints.reset(); }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      handleDecl(D);
    return true;
  }

  void HandleInlineFunctionDefinition(FunctionDecl *FD) override { handleFunction(FD); }

  void HandleTranslationUnit(ASTContext &Context) override {
    // What clang rejects has its own message, and the rest of such an AST is not worth a second one.
    if (!CI.getDiagnostics().hasUncompilableErrorOccurred())
      checkLanguageRules(Context, Declarations);
    if (HasKernel && isDevice())
      requirePtxVersion(CI);
  }
};
} // namespace

std::unique_ptr<ASTConsumer> TileAction::CreateASTConsumer(CompilerInstance &CI, StringRef) {
  if (Options.Help)
    printOptions(llvm::outs());
  if (!CI.getLangOpts().CUDA)
    return std::make_unique<ASTConsumer>();
  installPrelude(CI);
  installHintTokens(CI.getPreprocessor());
  if (CI.getLangOpts().CUDAIsDevice)
    addDevicePipeline(CI, Options);
  else if (Options.Target != TargetKind::NVPTX)
    addNestedDevice(CI, Options);
  return std::make_unique<TileConsumer>(CI);
}

bool TileAction::ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Arguments) {
  std::string Problem = Options.parse(Arguments);
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (!Problem.empty())
    Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Error, "plugin cutile: %0")) << Problem;
  return true;
}

} // namespace cutile
