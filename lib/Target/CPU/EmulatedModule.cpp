#include "cutile/Target/CPU/EmulatedModule.h"
#include "cutile/Target/CPU/HostModule.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace cutile {

void addEmulatedToHost(Module &Host, const Module &Device) {
  LLVMContext &C = Host.getContext();
  Type *Long = Type::getInt64Ty(C);
  auto Constant = [&](llvm::Constant *Value) -> llvm::Constant * {
    return new GlobalVariable(Host, Value->getType(), true, GlobalValue::PrivateLinkage, Value, "cutile.emulated");
  };
  auto Names = [&](ArrayRef<llvm::Constant *> Entries) -> llvm::Constant * {
    if (Entries.empty())
      return ConstantPointerNull::get(PointerType::getUnqual(C));
    return Constant(ConstantArray::get(ArrayType::get(Entries[0]->getType(), Entries.size()), Entries));
  };
  auto Entry = [&](GlobalValue *Object, StringRef Name) {
    return ConstantStruct::getAnon({Object, Constant(ConstantDataArray::getString(C, Name))});
  };

  SmallVector<llvm::Constant *> Kernels, Variables;
  SmallVector<Function *> Stubs;
  for (Function &F : Host)
    Stubs.push_back(&F);
  for (Function *Stub : Stubs) {
    if (Stub->isDeclaration())
      continue;
    for (const std::string &Name : kernelsOfStub(Stub->getName())) {
      const Function *Kernel = Device.getFunction(Name);
      if (!Kernel || Kernel->isDeclaration())
        continue;
      Kernels.push_back(Entry(Stub, Name));
      break;
    }
  }
  for (const GlobalVariable &V : Device.globals())
    if (GlobalVariable *Shadow = Host.getNamedGlobal(V.getName()); Shadow && !V.isDeclaration() && !V.hasPrivateLinkage() &&
                                                                   !V.getName().starts_with("llvm.") && V.getAddressSpace() != 3 &&
                                                                   !Shadow->isDeclaration())
      Variables.push_back(Entry(Shadow, V.getName()));
  if (Kernels.empty() && Variables.empty())
    return;

  SmallString<0> Bitcode;
  raw_svector_ostream OS(Bitcode);
  WriteBitcodeToFile(Device, OS);
  auto *Data = cast<GlobalVariable>(Constant(ConstantDataArray::getString(C, Bitcode, /*AddNull=*/false)));
  Data->setAlignment(Align(16));
  auto Number = [&](uint64_t N) { return ConstantInt::get(Long, N); };
  llvm::Constant *Info = Constant(
      ConstantStruct::getAnon({Data, Number(Bitcode.size()), Names(Kernels), Number(Kernels.size()), Names(Variables), Number(Variables.size())}));

  Function *Constructor = Function::Create(FunctionType::get(Type::getVoidTy(C), false), GlobalValue::InternalLinkage, "cutile.register", Host);
  IRBuilder<> B(BasicBlock::Create(C, "", Constructor));
  B.CreateCall(Host.getOrInsertFunction("cutile_emu_register", B.getVoidTy(), PointerType::getUnqual(C)), {Info});
  B.CreateRetVoid();
  appendToGlobalCtors(Host, Constructor, 101); // before the program's own, which may launch kernels
}

} // namespace cutile
