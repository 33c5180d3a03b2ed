#include "cutile/Frontend/Action.h"
#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/DevicePipeline.h"
#include "cutile/Frontend/NestedDevice.h"
#include "cutile/Frontend/Prelude.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace cutile {

namespace {
/// Watches one pass over one file.
class TileConsumer : public ASTConsumer {
  CompilerInstance &CI;
  bool HasKernel = false;

public:
  explicit TileConsumer(CompilerInstance &CI) : CI(CI) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (auto *FD = dyn_cast<FunctionDecl>(D); FD && isTileKernel(FD))
        HasKernel = true;
    return true;
  }

  void HandleTranslationUnit(ASTContext &) override {
    if (HasKernel && CI.getLangOpts().CUDAIsDevice)
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
