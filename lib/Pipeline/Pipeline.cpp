//===- Pipeline.cpp - the order of the passes -----------------------------===//
#include "cutile/Pipeline/Pipeline.h"
#include "DumpStages.h"
#include "cutile/Analysis/PrintFacts.h"
#include "cutile/IR/Verify.h"
#include "cutile/Plan/PlanRecord.h"
#include "cutile/Support/Diagnostics.h"
#include "cutile/Target/CPU/LowerToCpu.h"
#include "cutile/Target/NVPTX/ExpandTargetOps.h"
#include "cutile/Target/NVPTX/LowerToNvptx.h"
#include "cutile/Transforms/Import.h"
#include "cutile/Transforms/Simplify.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace cutile {

static DiagnosticSink &sinkOf(const PipelineOptions &Options) {
  static TextDiagnosticSink Default;
  return Options.Sink ? *Options.Sink : Default;
}

static LowerToNvptxPass createLowerToNvptx(const PipelineOptions &Options) {
  auto OnPlan = Options.OnPlan;
  if (Options.PrintPlan)
    OnPlan = [Next = Options.OnPlan](const PlanRecord &Plan) {
      Plan.print(errs());
      if (Next)
        Next(Plan);
    };
  return LowerToNvptxPass({&sinkOf(Options), Options.LibdevicePath, std::move(OnPlan)});
}

namespace {
/// Appends passes and, where the environment asks for it, what makes their results visible.
class StageList {
public:
  explicit StageList(ModulePassManager &MPM) : MPM(MPM) {}

  template <class Pass> void add(StringRef Stage, Pass P) {
    MPM.addPass(std::move(P));
    ++Number;
    if (Dump.any())
      MPM.addPass(DumpStagePass(Dump, Number, Stage.str()));
  }

private:
  ModulePassManager &MPM;
  DumpOptions Dump = DumpOptions::fromEnvironment();
  unsigned Number = 0;
};
} // namespace

void buildCuTilePipeline(ModulePassManager &MPM, const PipelineOptions &Options) {
  DiagnosticSink &Sink = sinkOf(Options);
  StageList Stages(MPM);
  Stages.add("import", ImportPass(Sink));
  FunctionPassManager OnKernels;
  OnKernels.addPass(SimplifyPass());
  OnKernels.addPass(VerifyTileIRPass(Sink));
  Stages.add("simplify", createModuleToFunctionPassAdaptor(std::move(OnKernels)));
  switch (Options.Target) {
  case TargetKind::NVPTX:
  case TargetKind::Emulator:
    Stages.add("lower-to-nvptx", createLowerToNvptx(Options));
    if (Options.Target != TargetKind::Emulator)
      Stages.add("expand-target-ops", ExpandTargetOpsPass(&Sink));
    break;
  case TargetKind::CPU:
    Stages.add("lower-to-cpu", LowerToCpuPass(&Sink));
    break;
  }
}

void runCuTilePipeline(Module &M, const PipelineOptions &Options) {
  PassBuilder PB;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  buildCuTilePipeline(MPM, Options);
  MPM.run(M, MAM);
}

void registerCuTilePasses(PassBuilder &PB, const PipelineOptions &Options) {
  DiagnosticSink &Sink = sinkOf(Options);
  PB.registerPipelineParsingCallback([=, &Sink](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
    if (Name == "cutile") {
      buildCuTilePipeline(MPM, Options);
      return true;
    }
#define CUTILE_MODULE_PASS(PassName, Create)                                                                                                         \
  if (Name == PassName) {                                                                                                                            \
    MPM.addPass(Create);                                                                                                                             \
    return true;                                                                                                                                     \
  }
#include "Passes.def"
    return false;
  });
  PB.registerPipelineParsingCallback([=, &Sink](StringRef Name, FunctionPassManager &FPM, ArrayRef<PassBuilder::PipelineElement>) {
#define CUTILE_FUNCTION_PASS(PassName, Create)                                                                                                       \
  if (Name == PassName) {                                                                                                                            \
    FPM.addPass(Create);                                                                                                                             \
    return true;                                                                                                                                     \
  }
#include "Passes.def"
    return false;
  });
}

} // namespace cutile
