//===- DevicePipeline.cpp - tile passes in clang's device pass ------------===//
//
// The order at the start of the pipeline:
//
//   buildCuTilePipeline     tile kernels become target code
//   DiscardFailedKernels    after an error, bodies that the back end could not handle are dropped
//   RestoreSimtModule       debug locations and the PTX feature that only tile kernels needed are taken out again
//
//===----------------------------------------------------------------------===//
#include "cutile/Frontend/DevicePipeline.h"
#include "cutile/Frontend/PassDiagnostics.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace cutile {

/// `.reqntid` on a launch with another block size and large static shared memory need PTX ISA 9.0.
static constexpr StringLiteral PtxFeature = "+ptx90";
static constexpr unsigned PtxVersion = 90;

namespace {
class DiscardFailedKernelsPass : public PassInfoMixin<DiscardFailedKernelsPass> {
  const DiagnosticSink &Sink;

public:
  explicit DiscardFailedKernelsPass(const DiagnosticSink &Sink) : Sink(Sink) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (!Sink.hadError())
      return PreservedAnalyses::all();
    for (Function &F : M)
      if (F.hasFnAttribute("cutile.kernel"))
        F.deleteBody();
    return PreservedAnalyses::none();
  }
};

class RestoreSimtModulePass : public PassInfoMixin<RestoreSimtModulePass> {
  bool StripDebug;

  /// Drops \p Names from the module flags of \p M.
  static void dropModuleFlags(Module &M, ArrayRef<StringRef> Names) {
    NamedMDNode *Flags = M.getModuleFlagsMetadata();
    if (!Flags)
      return;
    SmallVector<MDNode *, 8> Kept;
    for (MDNode *Flag : Flags->operands()) {
      auto *Name = dyn_cast<MDString>(Flag->getOperand(1));
      if (!Name || !is_contained(Names, Name->getString()))
        Kept.push_back(Flag);
    }
    Flags->clearOperands();
    for (MDNode *Flag : Kept)
      Flags->addOperand(Flag);
  }

public:
  explicit RestoreSimtModulePass(bool StripDebug) : StripDebug(StripDebug) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    for (Function &F : M) {
      StringRef Features = F.getFnAttribute("target-features").getValueAsString();
      if (F.hasFnAttribute("cutile.kernel") || !Features.contains(PtxFeature))
        continue;
      SmallVector<StringRef, 4> Parts;
      Features.split(Parts, ',');
      erase(Parts, PtxFeature);
      F.addFnAttr("target-features", join(Parts, ","));
    }
    if (StripDebug) {
      StripDebugInfo(M);
      dropModuleFlags(M, {"Debug Info Version", "Dwarf Version"});
    }
    return PreservedAnalyses::none();
  }
};
} // namespace

std::string findLibdevice(const clang::CompilerInstance &CI) {
  for (const auto &File : CI.getCodeGenOpts().LinkBitcodeFiles)
    if (StringRef(File.Filename).contains("libdevice"))
      return File.Filename;
  for (const auto &Entry : CI.getHeaderSearchOpts().UserEntries) {
    std::string Path = Entry.Path + "/../nvvm/libdevice/libdevice.10.bc";
    if (sys::fs::exists(Path))
      return Path;
  }
  return "libdevice.10.bc";
}

void addDevicePipeline(clang::CompilerInstance &CI, const FrontendOptions &Options) {
  clang::CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  bool AddLocations = CodeGen.getDebugInfo() == codegenoptions::NoDebugInfo;
  if (AddLocations)
    CodeGen.setDebugInfo(codegenoptions::LocTrackingOnly);

  auto Sink = std::make_shared<ClangDiagnosticSink>(CI);
  PipelineOptions Pipeline;
  Pipeline.Target = Options.Target;
  Pipeline.PrintPlan = Options.PrintPlan;
  Pipeline.LibdevicePath = findLibdevice(CI);
  Pipeline.Sink = Sink.get();
  CodeGen.PassBuilderCallbacks.push_back([=](PassBuilder &PB) {
    PB.registerPipelineStartEPCallback([=](ModulePassManager &MPM, OptimizationLevel) {
      buildCuTilePipeline(MPM, Pipeline);
      MPM.addPass(DiscardFailedKernelsPass(*Sink));
      MPM.addPass(RestoreSimtModulePass(AddLocations));
    });
  });
}

void requirePtxVersion(clang::CompilerInstance &CI) {
  std::vector<std::string> &Features = CI.getTargetOpts().Features;
  for (StringRef Feature : Features) {
    unsigned Version;
    if (Feature.consume_front("+ptx") && !Feature.getAsInteger(10, Version) && Version >= PtxVersion)
      return;
  }
  Features.push_back(PtxFeature.str());
}

} // namespace cutile
