#include "Program.h"
#include "Instrument.h"
#include "Numbers.h"
#include "cutile/Target/NVPTX/Libdevice.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <array>

using namespace llvm;

namespace cutile::emu {

//===-- Variables ---------------------------------------------------------------------===//

namespace {

/// Bytes of constants, as the GPU would have them in memory.
class Writer {
public:
  Writer(const DataLayout &DL, const VariableMap &Variables) : DL(DL), Variables(Variables) {}

  void write(const Constant *C, char *To) {
    Type *T = C->getType();
    if (C->isNullValue() || isa<UndefValue>(C))
      return; // memory is zero
    if (auto *Int = dyn_cast<ConstantInt>(C)) {
      writeBits(Int->getValue(), To, DL.getTypeStoreSize(T));
    } else if (auto *Float = dyn_cast<ConstantFP>(C)) {
      writeBits(Float->getValueAPF().bitcastToAPInt(), To, DL.getTypeStoreSize(T));
    } else if (auto *Data = dyn_cast<ConstantDataSequential>(C)) {
      for (unsigned I = 0; I < Data->getNumElements(); ++I)
        write(Data->getElementAsConstant(I), To + I * Data->getElementByteSize());
    } else if (auto *Struct = dyn_cast<ConstantStruct>(C)) {
      const StructLayout *Layout = DL.getStructLayout(Struct->getType());
      for (unsigned I = 0; I < Struct->getNumOperands(); ++I)
        write(Struct->getOperand(I), To + Layout->getElementOffset(I));
    } else if (isa<ConstantArray>(C) || isa<ConstantVector>(C)) {
      Type *Element = C->getOperand(0)->getType();
      for (unsigned I = 0; I < C->getNumOperands(); ++I)
        write(cast<Constant>(C->getOperand(I)), To + I * DL.getTypeAllocSize(Element));
    } else {
      // An address, perhaps with an offset.
      APInt Offset(64, 0);
      const Value *Base = C->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
      auto At = Variables.find(Base->getName().str());
      const uint64_t Address = At == Variables.end() ? 0 : reinterpret_cast<uint64_t>(At->second) + Offset.getSExtValue();
      memcpy(To, &Address, 8);
    }
  }

private:
  static void writeBits(const APInt &Bits, char *To, size_t Bytes) { memcpy(To, Bits.getRawData(), Bytes); }
  const DataLayout &DL;
  const VariableMap &Variables;
};

struct Compiled {
  KernelData Data;
  void (*Entry)(void **) = nullptr;
};

} // namespace

struct Program::State {
  orc::ThreadSafeContext Context{std::make_unique<LLVMContext>()};
  std::unique_ptr<Module> M;
  std::unique_ptr<orc::LLJIT> Jit;
  VariableMap Variables;
  std::map<std::string, std::unique_ptr<Compiled>> Kernels;

  std::string placeVariables();
  std::string compile(const std::string &Name, Compiled &Out);
};

std::string Program::State::placeVariables() {
  const DataLayout &DL = M->getDataLayout();
  for (GlobalVariable &V : M->globals()) {
    if (V.getAddressSpace() == 3 || V.isDeclaration() || V.getName().starts_with("llvm."))
      continue;
    if (!V.hasName())
      V.setName("constant");
    const size_t Size = DL.getTypeAllocSize(V.getValueType());
    const size_t Alignment = std::max<size_t>(256, V.getAlign().valueOrOne().value());
    void *Memory = aligned_alloc(Alignment, alignTo(std::max<size_t>(Size, 1), Alignment));
    memset(Memory, 0, Size);
    Variables[V.getName().str()] = Memory;
    Machine::get().Memory.add(Memory, Size, V.isConstant() ? RegionKind::Constant : RegionKind::Variable, /*Initialised=*/true,
                              "variable '" + V.getName().str() + "'");
  }
  Writer W(DL, Variables);
  for (GlobalVariable &V : M->globals())
    if (auto At = Variables.find(V.getName().str()); At != Variables.end())
      W.write(V.getInitializer(), static_cast<char *>(At->second));
  return {};
}

//===-- Compilation ---------------------------------------------------------------------===//

/// What the code asks of the architecture that it is compiled for.
static void foldReflection(Module &M) {
  for (Function &F : M) {
    if (F.getName() != "__nvvm_reflect" && F.getName() != "llvm.nvvm.reflect")
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = cast<CallInst>(U);
      StringRef What;
      if (auto *V = dyn_cast<GlobalVariable>(Call->getArgOperand(0)->stripPointerCasts()); V && V->hasInitializer())
        if (auto *Text = dyn_cast<ConstantDataSequential>(V->getInitializer()))
          What = Text->getAsCString();
      Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), What == "__CUDA_ARCH" ? 900 : 0));
      Call->eraseFromParent();
    }
  }
}

/// The toolkit's device library.
static StringRef libdevicePath() {
  const char *Path = getenv("CUTILE_LIBDEVICE");
  return Path ? Path : CUTILE_LIBDEVICE;
}

static void optimise(Module &M, OptimizationLevel Level) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = Tuning.LoopUnrolling = false;
  PassBuilder PB(nullptr, Tuning);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  PB.buildPerModuleDefaultPipeline(Level).run(M, MAM);
}

std::string Program::State::compile(const std::string &Name, Compiled &Out) {
  std::unique_ptr<Module> Clone = CloneModule(*M);
  Function *Kernel = Clone->getFunction(Name);
  // Names of variables identify them after cloning; what is not reached from the kernel goes.
  for (const char *List : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
    if (GlobalVariable *V = Clone->getGlobalVariable(List))
      V->eraseFromParent();
  if (Error Failure = linkLibdevice(*Clone, libdevicePath()))
    return toString(std::move(Failure));
  foldReflection(*Clone);
  internalizeModule(*Clone, [&](const GlobalValue &V) { return V.getName() == Name || (V.getAddressSpace() == 3 && V.isDeclaration()); });
  // Variables must keep their names and contents: the host may write to them.
  for (GlobalVariable &V : Clone->globals())
    if (Variables.count(V.getName().str()) && !V.isConstant()) {
      V.setInitializer(nullptr);
      V.setLinkage(GlobalValue::ExternalLinkage);
      V.setVisibility(GlobalValue::DefaultVisibility);
    }
  optimise(*Clone, OptimizationLevel::O1);
  // Constants that the optimiser made have no address yet.
  const DataLayout &DL = Clone->getDataLayout();
  for (GlobalVariable &V : Clone->globals()) {
    if (V.getAddressSpace() == 3 || V.isDeclaration() || Variables.count(V.getName().str()))
      continue;
    V.setName("constant." + Name + ".");
    void *Memory = calloc(1, std::max<size_t>(16, DL.getTypeAllocSize(V.getValueType())));
    Variables[V.getName().str()] = Memory;
    Machine::get().Memory.add(Memory, DL.getTypeAllocSize(V.getValueType()), RegionKind::Constant, /*Initialised=*/true, "a constant");
  }
  for (GlobalVariable &V : Clone->globals())
    if (V.getName().starts_with("constant." + Name) && V.hasInitializer())
      Writer(DL, Variables).write(V.getInitializer(), static_cast<char *>(Variables[V.getName().str()]));

  instrument(*Clone, *Kernel, Variables, Out.Data);
  if (!Out.Data.Unknown.empty())
    return "the emulator does not know " + Out.Data.Unknown.front();
  StripDebugInfo(*Clone);
  Clone->setTargetTriple(Jit->getTargetTriple());
  Clone->setDataLayout(Jit->getDataLayout());
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (verifyModule(*Clone, &OS))
    return "the instrumented code is broken: " + Broken;

  orc::JITDylib &Library = cantFail(Jit->createJITDylib(Name));
  Library.addToLinkOrder(Jit->getMainJITDylib());
  if (Error E = Jit->addIRModule(Library, orc::ThreadSafeModule(std::move(Clone), Context)))
    return toString(std::move(E));
  auto Symbol = Jit->lookup(Library, "cutile.emu.entry");
  if (!Symbol)
    return toString(Symbol.takeError());
  Out.Entry = Symbol->toPtr<void (*)(void **)>();
  return {};
}

//===-- Functions that generated code may call for half and bfloat --------------------------===//

// The compiler passes half and bfloat in the low bits of a vector register, as it does a float.
static float bitsToFloat(uint16_t Bits) { return floatOfBits(Bits); }
static float truncateToHalf(float V) { return bitsToFloat(encode(Half, V)); }
static float truncateDoubleToHalf(double V) { return bitsToFloat(encode(Half, V)); }
static float truncateToBFloat(float V) { return bitsToFloat(encode(BFloat, V)); }
static float truncateDoubleToBFloat(double V) { return bitsToFloat(encode(BFloat, V)); }
static float extendHalf(float V) { return halfToFloat(bitsOfFloat(V)); }

static std::string createJit(std::unique_ptr<orc::LLJIT> &Jit) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Host = orc::JITTargetMachineBuilder::detectHost();
  if (!Host)
    return toString(Host.takeError());
  Host->setCodeGenOptLevel(CodeGenOptLevel::Less);
  // Fusing is for the program to ask for: fmul and fadd with `contract`, as on the GPU.
  auto Created = orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*Host)).create();
  if (!Created)
    return toString(Created.takeError());
  Jit = std::move(*Created);
  orc::JITDylib &Main = Jit->getMainJITDylib();
  auto Process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(Jit->getDataLayout().getGlobalPrefix());
  if (!Process)
    return toString(Process.takeError());
  orc::SymbolMap Symbols;
  auto Add = [&](StringRef Name, auto *Function) {
    Symbols[Jit->mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Function), JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  };
  Add("__truncsfhf2", &truncateToHalf);
  Add("__truncdfhf2", &truncateDoubleToHalf);
  Add("__truncsfbf2", &truncateToBFloat);
  Add("__truncdfbf2", &truncateDoubleToBFloat);
  Add("__extendhfsf2", &extendHalf);
  cantFail(Main.define(orc::absoluteSymbols(std::move(Symbols))));
  Main.addGenerator(std::move(*Process));
  return {};
}

//===-- Program --------------------------------------------------------------------------------===//

Program::Program() : S(std::make_unique<State>()) {}
Program::~Program() {
  for (auto &[Name, Memory] : S->Variables) {
    Machine::get().Memory.remove(Memory);
    free(Memory);
  }
}

std::unique_ptr<Program> Program::load(const void *Data, size_t Size, std::string &Error) {
  std::unique_ptr<Program> P(new Program);
  SMDiagnostic Diagnostic;
  P->S->Context.withContextDo(
      [&](LLVMContext *C) { P->S->M = parseIR(MemoryBufferRef(StringRef(static_cast<const char *>(Data), Size), "kernels"), Diagnostic, *C); });
  if (!P->S->M) {
    raw_string_ostream OS(Error);
    Diagnostic.print("cutile-emu", OS, /*ShowColors=*/false);
    return nullptr;
  }
  if (Error = createJit(P->S->Jit); !Error.empty())
    return nullptr;
  P->S->placeVariables();
  return P;
}

static constexpr unsigned MostThreads = 1024;            ///< of a block
static constexpr unsigned MostStaticAndDynamic = 232448; ///< bytes of shared memory of a block of sm_90
static constexpr unsigned MostDynamic = 48 * 1024;       ///< that a launch may ask for without an attribute

/// The block size that \p F requires, or zeros.
static std::array<uint32_t, 3> requiredBlock(const Function &F) {
  if (!F.hasFnAttribute("nvvm.reqntid"))
    return {};
  std::array<uint32_t, 3> Required = {1, 1, 1};
  StringRef Rest = F.getFnAttribute("nvvm.reqntid").getValueAsString();
  for (unsigned I = 0; I < 3 && !Rest.empty(); ++I) {
    auto [Number, Tail] = Rest.split(',');
    if (Number.trim().getAsInteger(10, Required[I]))
      Required[I] = 1;
    Rest = Tail;
  }
  return Required;
}

static std::string spell(const uint32_t *V) { return ("(" + Twine(V[0]) + "," + Twine(V[1]) + "," + Twine(V[2]) + ")").str(); }

bool Program::acceptsLaunch(const std::string &Kernel, const uint32_t Block[3], size_t DynamicShared, std::string &Problem) const {
  const Function *F = S->M->getFunction(Kernel);
  if (!F || F->isDeclaration()) {
    Problem = "no kernel '" + Kernel + "' in the module";
    return false;
  }
  const std::array<uint32_t, 3> Required = requiredBlock(*F);
  const bool Ones = Block[0] == 1 && Block[1] == 1 && Block[2] == 1;
  if (Required[0] && !Ones && !std::equal(Block, Block + 3, Required.begin())) {
    Problem = "kernel '" + Kernel + "' needs a block of " + spell(Required.data()) + " threads, launched with " + spell(Block);
    return false;
  }
  const uint64_t Threads = uint64_t(Block[0]) * Block[1] * Block[2];
  if (!Threads || Threads > MostThreads) {
    Problem = "a block has 1 to " + std::to_string(MostThreads) + " threads, launched with " + std::to_string(Threads);
    return false;
  }
  if (DynamicShared > MostDynamic) {
    Problem = "a launch may ask for " + std::to_string(MostDynamic) + " bytes of shared memory, this one for " + std::to_string(DynamicShared);
    return false;
  }
  return true;
}

unsigned Program::launch(const std::string &Kernel, const uint32_t Grid[3], const uint32_t Block[3], unsigned DynamicShared, void **Arguments,
                         std::string &Error) {
  if (!acceptsLaunch(Kernel, Block, DynamicShared, Error))
    return 0;
  Launch L;
  L.Name = Kernel;
  std::copy_n(Grid, 3, L.Grid);
  std::copy_n(Block, 3, L.Block);
  if (const std::array<uint32_t, 3> Required = requiredBlock(*S->M->getFunction(Kernel)); Required[0])
    std::copy_n(Required.begin(), 3, L.Block);
  auto &Slot = S->Kernels[Kernel];
  if (!Slot) {
    Slot = std::make_unique<Compiled>();
    if (Error = S->compile(Kernel, *Slot); !Error.empty()) {
      S->Kernels.erase(Kernel);
      return 0;
    }
  }
  L.Entry = Slot->Entry;
  L.Arguments = Arguments;
  L.StaticShared = DynamicShared ? alignTo(Slot->Data.StaticShared, 16) : Slot->Data.StaticShared;
  L.DynamicShared = DynamicShared;
  if (L.StaticShared + L.DynamicShared > MostStaticAndDynamic) {
    Error = "kernel '" + Kernel + "' uses " + std::to_string(L.StaticShared + L.DynamicShared) + " bytes of shared memory; a block has " +
            std::to_string(MostStaticAndDynamic);
    return 0;
  }
  return Machine::get().run(L);
}

void *Program::variable(std::string_view Name, size_t *Size) const {
  auto At = S->Variables.find(std::string(Name));
  if (At == S->Variables.end())
    return nullptr;
  if (Size)
    *Size = S->M->getDataLayout().getTypeAllocSize(S->M->getGlobalVariable(Name, /*AllowInternal=*/true)->getValueType());
  return At->second;
}

std::vector<std::string> Program::kernels() const {
  std::vector<std::string> Names;
  for (const Function &F : *S->M)
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::PTX_Kernel)
      Names.push_back(F.getName().str());
  return Names;
}

std::vector<size_t> Program::parameters(const std::string &Kernel) const {
  std::vector<size_t> Sizes;
  if (const Function *F = S->M->getFunction(Kernel))
    for (const Argument &A : F->args())
      Sizes.push_back(S->M->getDataLayout().getTypeAllocSize(A.hasByValAttr() ? A.getParamByValType() : A.getType()));
  return Sizes;
}

} // namespace cutile::emu
