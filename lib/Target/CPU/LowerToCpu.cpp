//===- LowerToCpu.cpp - the pass ------------------------------------------===//
#include "cutile/Target/CPU/LowerToCpu.h"
#include "KernelLowering.h"
#include "cutile/Target/CPU/Abi.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace cutile {

using namespace cpu;

/// A constant of a named global, private to the module.
static GlobalVariable *makeConstant(Module &M, Constant *Value, const Twine &Name) {
  return new GlobalVariable(M, Value->getType(), true, GlobalValue::PrivateLinkage, Value, Name);
}

/// The size of parameter \p A as the host passes it.
static uint64_t parameterBytes(const DataLayout &Layout, const Argument &A) {
  return Layout.getTypeAllocSize(A.hasByValAttr() ? A.getParamByValType() : A.getType());
}

/// Moves the body of \p Kernel into a new function of type cpu::BlockFunction that reads its parameters from memory.
static Function *makeBlockFunction(Function &Kernel) {
  Module &M = *Kernel.getParent();
  LLVMContext &Context = M.getContext();
  const DataLayout &Layout = M.getDataLayout();
  Type *Pointer = PointerType::getUnqual(Context);
  FunctionType *Type = FunctionType::get(Type::getVoidTy(Context), {Pointer, Pointer, Pointer}, false);
  Function *Body = Function::Create(Type, GlobalValue::InternalLinkage, Kernel.getName() + ".cutile_cpu", M);
  for (Attribute::AttrKind Kind : {Attribute::MustProgress, Attribute::NoUnwind})
    if (Kernel.hasFnAttribute(Kind))
      Body->addFnAttr(Kind);
  for (unsigned I : {0, 1, 2})
    Body->addParamAttr(I, Attribute::NoUndef);
  Body->addParamAttr(2, Attribute::NoAlias);
  Body->getArg(0)->setName("arguments");
  Body->getArg(1)->setName("block");
  Body->getArg(2)->setName("scratch");
  Body->splice(Body->end(), &Kernel);
  Body->setSubprogram(Kernel.getSubprogram());
  Kernel.setSubprogram(nullptr);

  BasicBlock &Entry = Body->getEntryBlock();
  Builder B(&Entry, Entry.getFirstInsertionPt());
  B.SetCurrentDebugLocation(DebugLoc());
  for (Argument &A : Kernel.args()) {
    Value *Address = B.CreateLoad(Pointer, B.CreateConstGEP1_64(Pointer, Body->getArg(0), A.getArgNo()));
    Value *V;
    if (A.hasByValAttr()) { // a copy of the block's own, since the function may change it
      Align Alignment = A.getParamAlign().value_or(Layout.getABITypeAlign(A.getParamByValType()));
      AllocaInst *Copy = B.CreateAlloca(A.getParamByValType());
      Copy->setAlignment(Alignment);
      B.CreateMemCpy(Copy, Alignment, Address, Align(1), parameterBytes(Layout, A));
      V = Copy;
    } else if (A.getType()->isIntegerTy(1)) {
      V = B.CreateTrunc(B.CreateLoad(B.getInt8Ty(), Address), A.getType());
    } else {
      V = B.CreateLoad(A.getType(), Address);
    }
    V->takeName(&A);
    A.replaceAllUsesWith(V);
  }
  return Body;
}

/// The constant of type cpu::KernelInfo.
static void makeInfo(const Function &Kernel, Function *Body, const KernelLowering &Lowering) {
  Module &M = *Body->getParent();
  LLVMContext &Context = M.getContext();
  SmallVector<uint64_t> Bytes;
  for (const Argument &A : Kernel.args())
    Bytes.push_back(parameterBytes(M.getDataLayout(), A));
  Type *Long = Type::getInt64Ty(Context);
  auto Number = [&](uint64_t V) { return ConstantInt::get(Long, V); };
  Constant *Sizes = makeConstant(M, ConstantDataArray::get(Context, Bytes), "cutile.parameters");
  Constant *Name = makeConstant(M, ConstantDataArray::getString(Context, Kernel.getName()), "cutile.name");
  Constant *Info = ConstantStruct::getAnon(
      {Body, Name, Sizes, Number(Bytes.size()), Number(Lowering.scratchBytes()), Number(Lowering.mayWait() ? KernelMayWait : 0)});
  auto *Global = new GlobalVariable(M, Info->getType(), true, GlobalValue::InternalLinkage, Info, Body->getName() + ".info");
  Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
}

PreservedAnalyses LowerToCpuPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Function *> Kernels;
  for (Function &F : M)
    if (isTileKernel(F) && !F.isDeclaration())
      Kernels.push_back(&F);
  for (Function *Kernel : Kernels) {
    Function *Body = makeBlockFunction(*Kernel);
    KernelLowering Lowering(*Body, Sink);
    Lowering.run();
    makeInfo(*Kernel, Body, Lowering);
  }
  return Kernels.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace cutile
