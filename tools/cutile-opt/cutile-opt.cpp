//===- cutile-opt.cpp - passes on textual tile IR -------------------------===//
//
//   cutile-opt -passes=cutile-import input.ll
//
// Runs passes of Passes.def and of LLVM on a module and prints it. `cutile`
// names the whole pipeline of -target-kind. Exits with 1 if the input is broken
// or a pass reported an error.
//
//===----------------------------------------------------------------------===//
#include "cutile/Pipeline/Pipeline.h"
#include "cutile/Support/Diagnostics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;

static cl::OptionCategory Category("cutile-opt options");
static cl::opt<std::string> Input(cl::Positional, cl::desc("<input.ll>"), cl::init("-"), cl::cat(Category));
static cl::opt<std::string> Output("o", cl::desc("Output file"), cl::init("-"), cl::cat(Category));
static cl::opt<std::string> Passes("passes", cl::desc("Passes to run, in the syntax of opt"), cl::cat(Category));
static cl::opt<cutile::TargetKind>
    Target("target-kind", cl::desc("What the pipeline compiles for"), cl::cat(Category), cl::init(cutile::TargetKind::NVPTX),
           cl::values(clEnumValN(cutile::TargetKind::NVPTX, "nvptx", "GPU"), clEnumValN(cutile::TargetKind::CPU, "cpu", "CPU"),
                      clEnumValN(cutile::TargetKind::Emulator, "emulator", "GPU code for the emulator")));
static cl::opt<std::string> Libdevice("libdevice", cl::desc("Bitcode of the device math library"), cl::cat(Category));
static cl::opt<bool> PrintPlan("cutile-print-plan", cl::desc("Print the plan of each kernel"), cl::cat(Category));
static cl::opt<bool> VerifyEach("verify-each", cl::desc("Verify the module after each pass"), cl::cat(Category));
static cl::opt<bool> NoOutput("disable-output", cl::desc("Do not print the module"), cl::cat(Category));

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "tile IR optimiser\n");

  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseIRFile(Input, Error, Context);
  if (!M) {
    Error.print(argv[0], errs());
    return 1;
  }
  if (verifyModule(*M, &errs()))
    return 1;

  cutile::TextDiagnosticSink Sink;
  cutile::PipelineOptions Options;
  Options.Target = Target;
  Options.LibdevicePath = Libdevice;
  Options.PrintPlan = PrintPlan;
  Options.Sink = &Sink;

  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassInstrumentationCallbacks Callbacks;
  StandardInstrumentations Instrumentations(Context, /*DebugLogging=*/false, VerifyEach);
  Instrumentations.registerCallbacks(Callbacks, &MAM);
  PassBuilder PB(nullptr, PipelineTuningOptions(), std::nullopt, &Callbacks);
  cutile::registerCuTilePasses(PB, Options);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);

  ModulePassManager MPM;
  if (auto Failure = PB.parsePassPipeline(MPM, Passes)) {
    errs() << argv[0] << ": " << toString(std::move(Failure)) << '\n';
    return 1;
  }
  MPM.run(*M, MAM);
  if (Sink.hadError())
    return 1;
  if (verifyModule(*M, &errs()))
    return 1;
  if (NoOutput)
    return 0;

  std::error_code Code;
  ToolOutputFile Out(Output, Code, sys::fs::OF_Text);
  if (Code) {
    errs() << argv[0] << ": " << Code.message() << '\n';
    return 1;
  }
  M->print(Out.os(), nullptr);
  Out.keep();
  return 0;
}
