//===- Pipeline.cpp - the order of the passes -----------------------------===//
#include "cutile/Pipeline/Pipeline.h"
#include "cutile/Analysis/PrintFacts.h"
#include "cutile/IR/Verify.h"
#include "cutile/Support/Diagnostics.h"
#include "cutile/Transforms/Import.h"
#include "cutile/Transforms/Simplify.h"
#ifdef CUTILE_HAVE_NVPTX
#include "cutile/Target/NVPTX/ExpandTargetOps.h"
#endif
#ifdef CUTILE_HAVE_LOWER_TO_NVPTX
#include "cutile/Target/NVPTX/LowerToNvptx.h"
#endif
#ifdef CUTILE_HAVE_CPU
#include "cutile/Target/CPU/LowerToCpu.h"
#endif
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace cutile {

static DiagnosticSink &sinkOf(const PipelineOptions &Options) {
  static TextDiagnosticSink Default;
  return Options.Sink ? *Options.Sink : Default;
}

#ifdef CUTILE_HAVE_LOWER_TO_NVPTX
static LowerToNvptxPass createLowerToNvptx(const PipelineOptions &Options) {
  return LowerToNvptxPass({&sinkOf(Options), Options.LibdevicePath, Options.PrintPlan});
}
#endif

void buildCuTilePipeline(ModulePassManager &MPM, const PipelineOptions &Options) {
  DiagnosticSink &Sink = sinkOf(Options);
  MPM.addPass(ImportPass(Sink));
  FunctionPassManager OnKernels;
  OnKernels.addPass(SimplifyPass());
  OnKernels.addPass(VerifyTileIRPass(Sink));
  MPM.addPass(createModuleToFunctionPassAdaptor(std::move(OnKernels)));
  switch (Options.Target) {
  case TargetKind::NVPTX:
  case TargetKind::Emulator:
#ifdef CUTILE_HAVE_LOWER_TO_NVPTX
    MPM.addPass(createLowerToNvptx(Options));
#endif
#ifdef CUTILE_HAVE_NVPTX
    if (Options.Target != TargetKind::Emulator)
      MPM.addPass(ExpandTargetOpsPass(&Sink));
#endif
    break;
  case TargetKind::CPU:
#ifdef CUTILE_HAVE_CPU
    MPM.addPass(LowerToCpuPass(&Sink));
#endif
    break;
  }
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
