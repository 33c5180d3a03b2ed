#include "cutile/Frontend/PlanAction.h"
#include "cutile/Frontend/Action.h"
#include "cutile/Frontend/PassDiagnostics.h"
#include "cutile/Pipeline/Pipeline.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/IR/Module.h"

using namespace clang;

namespace cutile {

namespace {
/// Stands behind code generation and runs the tile passes on its module.
class PlanConsumer : public ASTConsumer {
public:
  PlanConsumer(CompilerInstance &CI, const CodeGenAction &Action, std::vector<PlanRecord> &Plans) : CI(CI), Action(Action), Plans(Plans) {}

  void HandleTranslationUnit(ASTContext &) override {
    CodeGenerator *Generator = Action.getCodeGenerator();
    llvm::Module *M = Generator ? Generator->GetModule() : nullptr;
    if (!M || CI.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    ClangDiagnosticSink Sink(CI);
    PipelineOptions Options;
    Options.Sink = &Sink;
    Options.OnPlan = [&](const PlanRecord &Plan) { Plans.push_back(Plan); };
    runCuTilePipeline(*M, Options);
  }

private:
  CompilerInstance &CI;
  const CodeGenAction &Action;
  std::vector<PlanRecord> &Plans;
};
} // namespace

std::unique_ptr<ASTConsumer> PlanAction::CreateASTConsumer(CompilerInstance &CI, StringRef InFile) {
  CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  std::vector<std::unique_ptr<ASTConsumer>> Consumers;
  Consumers.push_back(createTileConsumer(CI, {}));
  Consumers.push_back(createKernelInfoConsumer(CI, Kernels));
  // The passes run in PlanConsumer, and nothing behind them.
  CodeGen.PassBuilderCallbacks.clear();
  CodeGen.DisableLLVMPasses = true;
  CodeGen.LinkBitcodeFiles.clear();
  if (CodeGen.getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
    CodeGen.setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
  Consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(CI, InFile));
  Consumers.push_back(std::make_unique<PlanConsumer>(CI, *this, Plans));
  return std::make_unique<MultiplexConsumer>(std::move(Consumers));
}

} // namespace cutile
