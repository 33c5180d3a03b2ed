// Private to Instrument*.cpp.
#ifndef CUTILE_EMU_INSTRUMENTER_H
#define CUTILE_EMU_INSTRUMENTER_H

#include "Instrument.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace cutile::emu {

/// Does the work of instrument on one module.
class Instrumenter {
public:
  Instrumenter(llvm::Module &M, const VariableMap &Variables, KernelData &Data)
      : M(M), C(M.getContext()), Variables(Variables), Data(Data), Ptr(llvm::PointerType::get(C, 0)), I64(llvm::Type::getInt64Ty(C)) {}

  void run(llvm::Function &Kernel);

private:
  llvm::Constant *address(const void *P) { return llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(I64, reinterpret_cast<uint64_t>(P)), Ptr); }
  template <class F> void callEmulator(llvm::IRBuilderBase &B, F *Target, llvm::ArrayRef<llvm::Value *> Arguments);
  Site makeSite(const llvm::Instruction &I);
  Site *addAccess(llvm::IRBuilderBase &B, llvm::Instruction &I, llvm::Value *Pointer, uint64_t Size, uint64_t Align, Access Kind,
                  llvm::Value *Length = nullptr);
  bool isPrivate(const llvm::Value *Pointer) const;
  void visit(llvm::Function &F);
  void visitMemory(llvm::Instruction &I);
  void visitCall(llvm::CallInst &Call);
  void replaceCall(llvm::CallInst &Call, const Operation &Op, llvm::StringRef Name);
  bool replaceAssembly(llvm::CallInst &Assembly);
  llvm::Value *specialRegister(llvm::IRBuilderBase &B, llvm::Function &F, llvm::StringRef Name);
  llvm::Value *currentThread(llvm::Function &F);
  void placeShared();
  void placeVariables();
  void addEntry(llvm::Function &Kernel);

  llvm::Module &M;
  llvm::LLVMContext &C;
  const VariableMap &Variables;
  KernelData &Data;
  llvm::PointerType *Ptr;
  llvm::Type *I64;
  llvm::DenseMap<llvm::Function *, llvm::Value *> Threads;
  llvm::AllocaInst *Slots = nullptr; ///< of the function being visited
};

template <class F> void Instrumenter::callEmulator(llvm::IRBuilderBase &B, F *Target, llvm::ArrayRef<llvm::Value *> Arguments) {
  llvm::SmallVector<llvm::Type *, 4> Types;
  for (llvm::Value *V : Arguments)
    Types.push_back(V->getType());
  B.CreateCall(llvm::FunctionType::get(B.getVoidTy(), Types, false), address(reinterpret_cast<const void *>(Target)), Arguments);
}

} // namespace cutile::emu

#endif
