//===- ScalarCode.cpp - scalar effects once per block, tiles in memory ----===//
//
// Scalar code is uniform: every thread executes it. What other threads or blocks can see must happen once: scalar stores,
// prints and atomics are done by the first thread. Whole tiles in memory (`__tile__` variables, arrays of tiles indexed at run time)
// are read and written element by element.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "cutile/Analysis/MemoryOrder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cutile::nvptx {

/// The storage type of an element in memory: i1 is a byte.
static Type *storedType(Type *Element) { return Element->isIntegerTy(1) ? Type::getInt8Ty(Element->getContext()) : Element; }

void KernelLowering::lowerVectorLoad(LoadInst &I) {
  Lowered.push_back(&I);
  const LinearLayout Layout = layoutOf(&I);
  Type *Element = I.getType()->getScalarType(), *Stored = storedType(Element);
  Registers Result;
  for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
    Value *Address = B.CreateInBoundsGEP(Stored, I.getPointerOperand(), elementIndex({Layout, 0}, R));
    Value *V = B.CreateLoad(Stored, Address);
    Result.push_back(Stored == Element ? V : B.CreateTrunc(V, Element));
  }
  setResult(I, Result);
}

void KernelLowering::lowerVectorStore(StoreInst &I) {
  Lowered.push_back(&I);
  const LinearLayout Layout = layoutOf(I.getValueOperand());
  Registers Values = registersOf(I.getValueOperand(), Layout);
  emitIf(isRepresentative(Layout), [&] {
    for (unsigned R = 0; R < Values.size(); ++R) {
      Value *V = Values[R];
      Type *Stored = storedType(V->getType());
      B.CreateStore(Stored == V->getType() ? V : B.CreateZExt(V, Stored),
                    B.CreateInBoundsGEP(Stored, I.getPointerOperand(), elementIndex({Layout, 0}, R)));
    }
  });
}

void KernelLowering::lowerScalarSideEffect(Instruction &I) {
  bool OnePerBlock = false;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    OnePerBlock = !isPrivateMemory(Store->getPointerOperand());
  else if (auto *Transfer = dyn_cast<MemIntrinsic>(&I))
    OnePerBlock = !isPrivateMemory(Transfer->getDest());
  else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    OnePerBlock = true;
  else if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction()) {
    StringRef Name = Call->getCalledFunction()->getName();
    OnePerBlock = Name == "vprintf" || Name == "__assertfail";
  }
  if (!OnePerBlock)
    return;
  Lowered.push_back(&I);
  auto once = [&] {
    Instruction *Copy = I.clone();
    B.Insert(Copy);
    return Copy;
  };
  if (I.use_empty()) {
    emitIf(isFirstThread(), [&] { once(); });
  } else {
    LinearLayout Everywhere = plan().defaultLayout(1);
    Registers Result = emitIfElse(isFirstThread(), {Constant::getNullValue(I.getType())}, [&] { return Registers{once()}; });
    setScalar(I, broadcastFromRepresentatives(Result, Everywhere)[0]);
  }
  // The threads that did not fail wait for the one that reports, which ends the kernel.
  if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == "__assertfail") {
    barrier("the thread that reports a failed assertion ends the kernel");
    B.CreateIntrinsic(B.getVoidTy(), Intrinsic::trap, {});
  }
}

} // namespace cutile::nvptx
