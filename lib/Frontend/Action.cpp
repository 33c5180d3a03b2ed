#include "cutile/Frontend/Action.h"
#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/DeclarationCollector.h"
#include "cutile/Frontend/DevicePipeline.h"
#include "cutile/Frontend/Hints.h"
#include "cutile/Frontend/HostBodies.h"
#include "cutile/Frontend/NestedDevice.h"
#include "cutile/Frontend/Prelude.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace cutile {

namespace {
/// Stands in front of code generation in one pass over one file.
class TileConsumer : public DeclarationCollector {
  std::unique_ptr<HintRewriter> Hints;
  bool SkipBodies; ///< those of tile code
  bool HasKernel = false;

public:
  TileConsumer(CompilerInstance &CI, bool SkipBodies) : DeclarationCollector(CI), SkipBodies(SkipBodies) {}

  void InitializeSema(Sema &Semantics) override {
    DeclarationCollector::InitializeSema(Semantics);
    if (CI.getLangOpts().CUDAIsDevice)
      Hints = std::make_unique<HintRewriter>(Semantics, cudaArch(CI.getTargetOpts().CPU));
    if (SkipBodies)
      keepUnusedForDevice(Semantics);
  }
  void ForgetSema() override {
    Hints.reset();
    DeclarationCollector::ForgetSema();
  }

  bool shouldSkipFunctionBody(Decl *D) override { return SkipBodies && isBodyForDeviceOnly(D); }

  void functionCompleted(FunctionDecl *FD) override {
    HasKernel |= isTileKernel(FD);
    giveStubBody(FD); // (also where a precompiled header of a GPU build has skipped it)
    if (Hints)
      Hints->rewrite(FD);
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    // The host pass sees the same declarations, and one report is enough.
    if (!CI.getLangOpts().CUDAIsDevice)
      return;
    // What clang rejects has its own message, and the rest of such an AST is not worth a second one.
    if (!CI.getDiagnostics().hasUncompilableErrorOccurred())
      checkLanguageRules(Context, Declarations);
    if (HasKernel)
      requirePtxVersion(CI);
  }
};
} // namespace

std::unique_ptr<ASTConsumer> createTileConsumer(CompilerInstance &CI, const FrontendOptions &Options) {
  installPrelude(CI);
  // Clang opens the file after it has asked for the consumer.
  if (!Options.UsePch.empty())
    CI.getPreprocessorOpts().ImplicitPCHInclude = Options.UsePch + (CI.getLangOpts().CUDAIsDevice ? ".device" : ".host");
  installHintTokens(CI.getPreprocessor());
  if (CI.getLangOpts().CUDAIsDevice)
    addDevicePipeline(CI, Options);
  else if (Options.Target != TargetKind::NVPTX)
    addNestedDevice(CI, Options);
  // In the other builds one compilation reports what is wrong in both kinds of code.
  const bool SkipBodies = !CI.getLangOpts().CUDAIsDevice && Options.Target == TargetKind::NVPTX;
  if (SkipBodies)
    letBodiesBeSkipped(CI);
  return std::make_unique<TileConsumer>(CI, SkipBodies);
}

std::unique_ptr<ASTConsumer> TileAction::CreateASTConsumer(CompilerInstance &CI, StringRef) {
  if (Options.Help)
    printOptions(llvm::outs());
  if (!CI.getLangOpts().CUDA)
    return std::make_unique<ASTConsumer>();
  return createTileConsumer(CI, Options);
}

bool TileAction::ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Arguments) {
  std::string Problem = Options.parse(Arguments);
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (!Problem.empty())
    Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Error, "plugin cutile: %0")) << Problem;
  return true;
}

} // namespace cutile
