// Every target op must have a well-formed record, expand without leaving a
// call, be selected by the back end, and assemble for the architecture that the
// record names.
#include "cutile/Target/NVPTX/ExpandTargetOps.h"
#include "cutile/Target/NVPTX/MmaShapes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace cutile;

namespace {

/// A kernel that calls \p Info with operands loaded from memory and stores the
/// results.
void addCaller(Module &M, const TargetOpInfo &Info, StringRef Cpu, unsigned AddressSpace, unsigned Order, unsigned Scope) {
  LLVMContext &C = M.getContext();
  auto *Global = PointerType::get(C, 1);
  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(C), {Global}, false), Function::ExternalLinkage, Twine("k") + Twine(M.size()), M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  F->addFnAttr("target-cpu", Cpu);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  const TargetSignature Signature = targetSignature(Info, C);
  SmallVector<Value *, 12> Arguments;
  for (const TargetOperand &Operand : Signature.Operands) {
    switch (Operand.What) {
    case TargetOperand::AnyPointer:
      Arguments.push_back(B.CreateLoad(PointerType::get(C, AddressSpace), F->getArg(0), /*isVolatile=*/true));
      break;
    case TargetOperand::Register:
      Arguments.push_back(B.CreateLoad(Operand.Type, F->getArg(0), /*isVolatile=*/true));
      break;
    case TargetOperand::Immediate:
      Arguments.push_back(B.getInt32(2));
      break;
    case TargetOperand::Order:
      Arguments.push_back(B.getInt32(Order));
      break;
    case TargetOperand::Scope:
      Arguments.push_back(B.getInt32(Scope));
      break;
    }
  }
  for (Value *V : emitTargetOpResults(B, Info.Op, Arguments))
    B.CreateStore(V, F->getArg(0), /*isVolatile=*/true);
  B.CreateRetVoid();
}

std::string compile(Module &M, StringRef Cpu) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  std::string Error;
  const Target *T = TargetRegistry::lookupTarget(M.getTargetTriple(), Error);
  std::unique_ptr<TargetMachine> TM(T->createTargetMachine(M.getTargetTriple(), Cpu, "+ptx90", TargetOptions(), std::nullopt));
  M.setDataLayout(TM->createDataLayout());
  SmallString<0> Ptx;
  raw_svector_ostream OS(Ptx);
  legacy::PassManager PM;
  TM->addPassesToEmitFile(PM, OS, nullptr, CodeGenFileType::AssemblyFile);
  PM.run(M);
  return Ptx.str().str();
}

void assemble(StringRef Ptx, StringRef Cpu) {
#ifdef CUTILE_PTXAS
  SmallString<64> Path;
  int FD;
  ASSERT_FALSE(sys::fs::createTemporaryFile("target-ops", "ptx", FD, Path));
  raw_fd_ostream(FD, /*shouldClose=*/true) << Ptx;
  std::string Arch = ("-arch=" + Cpu).str();
  EXPECT_EQ(0, sys::ExecuteAndWait(CUTILE_PTXAS, {CUTILE_PTXAS, Arch, "-O0", Path, "-o", "/dev/null"})) << Path.c_str();
  sys::fs::remove(Path);
#endif
}

void checkAll(StringRef Cpu, unsigned SM) {
  LLVMContext C;
  Module M("ops", C);
  M.setTargetTriple(Triple("nvptx64-nvidia-cuda"));
  for (const TargetOpInfo &Info : targetOps()) {
    if (Info.MinSM > SM)
      continue;
    unsigned Index = 0;
    const bool Overloaded = StringRef(Info.Signature).contains("p*");
    for (unsigned AddressSpace : {1, 3, 0})
      if (Overloaded || AddressSpace == 1)
        for (unsigned Variant = 0; Variant < (Overloaded ? 4 : 1); ++Variant, ++Index)
          addCaller(M, Info, Cpu, AddressSpace, Variant, Index % 3);
  }
  ASSERT_FALSE(verifyModule(M, &errs()));
  ModuleAnalysisManager AM;
  ExpandTargetOpsPass().run(M, AM);
  ASSERT_FALSE(verifyModule(M, &errs()));
  for (const Function &F : M)
    EXPECT_FALSE(F.getName().starts_with(TargetOpPrefix)) << F.getName().str();
  assemble(compile(M, Cpu), Cpu);
}

TEST(TargetOps, EveryOpAssemblesForSm80) { checkAll("sm_80", 80); }
TEST(TargetOps, EveryOpAssemblesForSm89) { checkAll("sm_89", 89); }
TEST(TargetOps, EveryOpAssemblesForSm90a) { checkAll("sm_90a", 90); }

TEST(TargetOps, NamesAreUniqueAndFoundAgain) {
  LLVMContext C;
  Module M("ops", C);
  std::set<std::string> Names;
  for (const TargetOpInfo &Info : targetOps()) {
    EXPECT_TRUE(Names.insert(Info.Name).second) << Info.Name;
    EXPECT_EQ(&Info, &targetOpInfo(Info.Op));
    EXPECT_EQ(&Info, matchTargetOp(*getTargetOp(M, Info.Op, 3)));
  }
  EXPECT_EQ(nullptr, matchTargetOp(*cast<Function>(M.getOrInsertFunction("cutile.nvptx.nothing", Type::getVoidTy(C)).getCallee())));
}

TEST(TargetOps, FragmentsHoldEveryElementOnce) {
  for (const MmaShape &Shape : mmaShapes()) {
    const unsigned RegisterBits = Shape.InputBits == 64 ? 64 : 32;
    EXPECT_EQ(Shape.M * Shape.K * Shape.InputBits, 32 * RegisterBits * Shape.RegistersA);
    EXPECT_EQ(Shape.N * Shape.K * Shape.InputBits, 32 * RegisterBits * Shape.RegistersB);
    EXPECT_EQ(Shape.M * Shape.N, 32 * Shape.RegistersC * (Shape.KindC == op::kind_f16 ? 2 : 1));
    EXPECT_EQ(&Shape, findMmaShape(Shape.Op));
  }
}

class Recorder : public DiagnosticSink {
public:
  std::string Text;
  void emit(Severity, const DebugLoc &, StringRef T) override { Text = T.str(); }
};

TEST(TargetOps, ArchitectureThatLacksAnOpIsAnError) {
  LLVMContext C;
  Module M("ops", C);
  addCaller(M, targetOpInfo(target::Mma_m16n8k32_e4m3_e4m3_f32), "sm_80", 1, 0, 0);
  ModuleAnalysisManager AM;
  Recorder Sink;
  ExpandTargetOpsPass(&Sink).run(M, AM);
  EXPECT_EQ("'mma.m16n8k32.f32.e4m3.e4m3.f32' needs sm_89; 'k0' is compiled "
            "for sm_80",
            Sink.Text);
  EXPECT_TRUE(Sink.hadError());
}

} // namespace
