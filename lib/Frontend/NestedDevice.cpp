//===- NestedDevice.cpp - device code inside the host pass ----------------===//
//
// At the start of the host's pass pipeline, when the host code has been parsed without errors, a second compiler instance runs over the same
// input in device mode. Its module goes through the tile passes for the CPU and joins the host module before that is optimised;
// for the emulator it is embedded as bitcode.
//
//===----------------------------------------------------------------------===//
#include "cutile/Frontend/NestedDevice.h"
#include "cutile/Frontend/DevicePipeline.h"
#include "cutile/Frontend/PassDiagnostics.h"
#include "cutile/Pipeline/Pipeline.h"
#include "cutile/Target/CPU/EmulatedModule.h"
#include "cutile/Target/CPU/HostModule.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace clang;

namespace cutile {

/// The architecture whose features device code may use: what __CUDA_ARCH__ says and hints are chosen for.
static constexpr llvm::StringLiteral DeviceCpu = "sm_90a";

namespace {
/// "file:line:column: text" of a diagnostic.
std::string describe(const Diagnostic &Info) {
  SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return Text.str().str();
  SmallString<128> Place;
  llvm::raw_svector_ostream(Place) << Info.getLocation().printToString(Info.getSourceManager()) << ": " << Text;
  return Place.str().str();
}

/// Passes the host's diagnostics on and remembers them.
class RecordingConsumer : public DiagnosticConsumer {
  std::unique_ptr<DiagnosticConsumer> Inner;
  std::shared_ptr<llvm::StringSet<>> Seen;

public:
  RecordingConsumer(std::unique_ptr<DiagnosticConsumer> Inner, std::shared_ptr<llvm::StringSet<>> Seen)
      : Inner(std::move(Inner)), Seen(std::move(Seen)) {}
  void clear() override {
    DiagnosticConsumer::clear();
    Inner->clear();
  }
  void BeginSourceFile(const LangOptions &Options, const Preprocessor *PP) override { Inner->BeginSourceFile(Options, PP); }
  void EndSourceFile() override { Inner->EndSourceFile(); }
  void finish() override { Inner->finish(); }
  bool IncludeInDiagnosticCounts() const override { return Inner->IncludeInDiagnosticCounts(); }
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Seen->insert(describe(Info));
    Inner->HandleDiagnostic(Level, Info);
  }
};

/// Reports the diagnostics of the nested instance in the host's, unless the host has given the same.
class NestedConsumer : public DiagnosticConsumer {
  CompilerInstance &Host;
  const llvm::StringSet<> &Seen;
  bool OnlyErrors, Drop = false;

  SourceLocation translate(const Diagnostic &Info) const {
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return {};
    const SourceManager &SM = Info.getSourceManager();
    SourceLocation Loc = SM.getFileLoc(Info.getLocation());
    OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getFileID(Loc));
    if (!File)
      return {};
    return Host.getSourceManager().translateFileLineCol(*File, SM.getSpellingLineNumber(Loc), SM.getSpellingColumnNumber(Loc));
  }

public:
  NestedConsumer(CompilerInstance &Host, const llvm::StringSet<> &Seen, bool OnlyErrors) : Host(Host), Seen(Seen), OnlyErrors(OnlyErrors) {}
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    std::string Text = describe(Info);
    if (Level != DiagnosticsEngine::Note) // notes belong to what stands before them
      Drop = (OnlyErrors && Level < DiagnosticsEngine::Error) || Seen.contains(Text);
    if (Drop)
      return;
    DiagnosticIDs::Level As = Level == DiagnosticsEngine::Note      ? DiagnosticIDs::Note
                              : Level == DiagnosticsEngine::Remark  ? DiagnosticIDs::Remark
                              : Level == DiagnosticsEngine::Warning ? DiagnosticIDs::Warning
                                                                    : DiagnosticIDs::Error;
    SourceLocation Where = translate(Info);
    if (Where.isValid() || !Info.hasSourceManager()) {
      SmallString<128> Short;
      Info.FormatDiagnostic(Short);
      Text = Short.str().str();
    }
    DiagnosticsEngine &Diags = Host.getDiagnostics();
    Diags.Report(Where, Diags.getDiagnosticIDs()->getCustomDiagID(As, "%0")) << Text;
  }
};

/// What the host pass keeps for the nested instance.
struct NestedState {
  CompilerInstance &Host;
  FrontendOptions Options;
  std::shared_ptr<llvm::StringSet<>> Seen; ///< diagnostics of the host pass
};

/// The invocation of the host pass, turned into that of a device pass.
std::shared_ptr<CompilerInvocation> deviceInvocation(CompilerInstance &Host, DiagnosticsEngine &Diags, TargetKind Kind) {
  CompilerInvocation Inv(Host.getInvocation());
  TargetOptions &Target = Inv.getTargetOpts();
  const std::string HostTriple = Target.Triple, HostCpu = Target.CPU;
  const llvm::VersionTuple Toolkit = Target.SDKVersion;
  Target = TargetOptions();
  Target.Triple = "nvptx64-nvidia-cuda";
  Target.CPU = DeviceCpu;
  Target.FeaturesAsWritten = {"+ptx88"};
  Target.SDKVersion = Toolkit;
  clang::FrontendOptions &Frontend = Inv.getFrontendOpts();
  Frontend.AuxTriple = HostTriple;
  Frontend.AuxTargetCPU = HostCpu;
  Frontend.OutputFile.clear();
  Frontend.ProgramAction = frontend::EmitLLVMOnly;
  LangOptions &Lang = Inv.getLangOpts();
  Lang.CUDAIsDevice = true;
  Lang.Sanitize.clear();
  Lang.MathErrno = false;
  Lang.ThreadsafeStatics = false;
  Lang.PICLevel = 0;
  Lang.PIE = 0;
  Lang.setStackProtector(LangOptions::SSPOff);
  if (Lang.getDefaultFPContractMode() == LangOptions::FPM_On) // the driver's default for the host
    Lang.setDefaultFPContractMode(LangOptions::FPM_Fast);
  Inv.getPreprocessorOpts().ImplicitPCHInclude.clear(); // that of the host; its own pass of the plugin names another
  CodeGenOptions &CodeGen = Inv.getCodeGenOpts();
  CodeGen.CudaGpuBinaryFileName.clear();
  CodeGen.PassBuilderCallbacks.clear();
  CodeGen.SanitizeRecover.clear();
  CodeGen.SanitizeTrap.clear();
  CodeGen.UnwindTables = 0;
  CodeGen.setProfileInstr(llvm::driver::ProfileInstrKind::ProfileNone);
  CodeGen.CoverageMapping = false;
  CodeGen.CoverageDataFile.clear();
  CodeGen.CoverageNotesFile.clear();
  CodeGen.OptRecordFile.clear();
  if (Kind == TargetKind::Emulator && CodeGen.getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
    CodeGen.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);

  // Options that follow from others are computed again.
  std::vector<std::string> Words = Inv.getCC1CommandLine();
  std::vector<const char *> Arguments;
  for (auto Word = Words.begin(); Word != Words.end(); ++Word) {
    if (*Word == "-hlsl-entry") // always written, never read back
      ++Word;
    else if (*Word != "-cc1")
      Arguments.push_back(Word->c_str());
  }
  auto Result = std::make_shared<CompilerInvocation>();
  if (!CompilerInvocation::CreateFromArgs(*Result, Arguments, Diags))
    return nullptr;
  Result->getCodeGenOpts().DisableLLVMPasses = true;
  Result->getCodeGenOpts().LinkBitcodeFiles.clear();
  Result->getDependencyOutputOpts() = DependencyOutputOptions();
  Result->getFrontendOpts().StatsFile.clear();
  DiagnosticOptions &DiagOpts = Result->getDiagnosticOpts();
  DiagOpts.VerifyDiagnostics = false;
  DiagOpts.DiagnosticSerializationFile.clear();
  DiagOpts.DiagnosticLogFile.clear();
  return Result;
}

/// Compiles the input of the host pass in device mode. \returns null after an error, which has been reported.
std::unique_ptr<llvm::Module> compileDevice(NestedState &State, llvm::LLVMContext &Context) {
  CompilerInstance &Host = State.Host;
  std::shared_ptr<CompilerInvocation> Inv = deviceInvocation(Host, Host.getDiagnostics(), State.Options.Target);
  if (!Inv)
    return nullptr;
  for (FrontendInputFile &Input : Inv->getFrontendOpts().Inputs)
    if (Input.isFile() && Input.getFile() == "-") { // standard input has been read
      SourceManager &SM = Host.getSourceManager();
      Input = FrontendInputFile(SM.getBufferOrFake(SM.getMainFileID()), Input.getKind());
    }
  CompilerInstance Device(Inv, Host.getPCHContainerOperations());
  Device.setVirtualFileSystem(Host.getVirtualFileSystemPtr());
  Device.setFileManager(Host.getFileManagerPtr());
  NestedConsumer Client(Host, *State.Seen, Host.getDiagnosticOpts().VerifyDiagnostics);
  Device.createDiagnostics(&Client, /*ShouldOwnClient=*/false);
  Device.getDiagnosticOpts().ShowCarets = false;
  EmitLLVMOnlyAction Action(&Context);
  // Code generation sets what functions made by later passes have.
  const std::string Cpu = Context.getDefaultTargetCPU().str(), Features = Context.getDefaultTargetFeatures().str();
  const bool Ok = Device.ExecuteAction(Action);
  Context.setDefaultTargetCPU(Cpu);
  Context.setDefaultTargetFeatures(Features);
  std::unique_ptr<llvm::Module> M = Action.takeModule();
  if (!Ok || !M) {
    if (!Host.getDiagnostics().hasErrorOccurred())
      Host.getDiagnostics().Report(Host.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Error, "device code cannot be compiled"));
    return nullptr;
  }
  return M;
}

class AddDeviceCodePass : public llvm::PassInfoMixin<AddDeviceCodePass> {
  std::shared_ptr<NestedState> State;

public:
  explicit AddDeviceCodePass(std::shared_ptr<NestedState> State) : State(std::move(State)) {}
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    CompilerInstance &Host = State->Host;
    std::unique_ptr<llvm::Module> Device = compileDevice(*State, M.getContext());
    if (!Device)
      return llvm::PreservedAnalyses::all();
    ClangDiagnosticSink Sink(Host);
    PipelineOptions Options;
    Options.Target = State->Options.Target;
    Options.LibdevicePath = findLibdevice(Host);
    Options.Sink = &Sink;
    Options.PrintPlan = State->Options.PrintPlan;
    runCuTilePipeline(*Device, Options);
    if (Sink.hadError())
      return llvm::PreservedAnalyses::all();
    if (Options.Target == TargetKind::Emulator) {
      addEmulatedToHost(M, *Device); // with its debug locations: findings name them
      return llvm::PreservedAnalyses::none();
    }
    if (Host.getCodeGenOpts().getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
      llvm::StripDebugInfo(*Device);

    const TargetOptions &HostOptions = Host.getTarget().getTargetOpts();
    HostTarget Target;
    Target.Cpu = HostOptions.CPU;
    Target.TuneCpu = HostOptions.TuneCPU;
    Target.Features = llvm::join(HostOptions.Features, ",");
    Target.SanitizeAddress = Host.getLangOpts().Sanitize.has(SanitizerKind::Address);
    Target.SanitizeThread = Host.getLangOpts().Sanitize.has(SanitizerKind::Thread);
    if (!addToHost(M, std::move(Device), Target))
      Host.getDiagnostics().Report(
          Host.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Error, "the lowered tile kernels cannot be linked into the host code"));
    return llvm::PreservedAnalyses::none();
  }
};
} // namespace

void addNestedDevice(CompilerInstance &CI, const FrontendOptions &Options) {
  auto State = std::make_shared<NestedState>(NestedState{CI, Options, std::make_shared<llvm::StringSet<>>()});
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (!CI.getDiagnosticOpts().VerifyDiagnostics && Diags.ownsClient())
    Diags.setClient(new RecordingConsumer(Diags.takeClient(), State->Seen));
  CI.getCodeGenOpts().PassBuilderCallbacks.push_back([State](llvm::PassBuilder &PB) {
    PB.registerPipelineStartEPCallback([State](llvm::ModulePassManager &MPM, llvm::OptimizationLevel) { MPM.addPass(AddDeviceCodePass(State)); });
  });
}

} // namespace cutile
