//===- Print.cpp - printf of scalars and tiles ----------------------------===//
#include "Lowerings.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::cpu {

void lowerPrintf(KernelLowering &K, const TileCall &Op) {
  // format, count, then per argument: value, kind, rank, dims
  Builder &B = K.B;
  const unsigned Count = Op.constant(1);
  Type *Pointer = B.getPtrTy(), *Int = B.getInt32Ty();
  StructType *Argument = StructType::get(Pointer, Int, Int, Pointer); // cpu::PrintArgument
  Value *List = K.temporary(B.getInt8Ty(), std::max<uint64_t>(1, Count * K.module().getDataLayout().getTypeAllocSize(Argument)));
  unsigned At = 2;
  for (unsigned I = 0; I < Count; ++I) {
    Value *V = Op.operand(At);
    const int64_t Kind = Op.constant(At + 1), Rank = Op.constant(At + 2);
    SmallVector<uint64_t, 4> Dims = Op.dims(At + 3, std::max<int64_t>(Rank, 0));
    At += 3 + Dims.size();
    Value *Data;
    if (isTile(V)) {
      Data = K.data(V);
    } else {
      Data = K.temporary(V->getType(), 1);
      K.store(V, Data, K.constant(0));
    }
    Value *DimsData = ConstantPointerNull::get(B.getPtrTy());
    if (!Dims.empty()) {
      Constant *Lengths = ConstantDataArray::get(B.getContext(), Dims);
      DimsData = new GlobalVariable(K.module(), Lengths->getType(), true, GlobalValue::PrivateLinkage, Lengths, "cutile.dims");
    }
    Value *Slot = B.CreateConstGEP1_64(Argument, List, I);
    Value *Fields[] = {Data, B.getInt32(Kind), B.getInt32(Rank), DimsData};
    for (auto [N, Field] : enumerate(Fields))
      B.CreateStore(Field, B.CreateStructGEP(Argument, Slot, N));
  }
  Value *Format = Op.operand(0);
  Value *Result = B.CreateCall(K.runtime("cutile_cpu_printf", Int, {Format->getType(), Int, Pointer}), {Format, B.getInt32(Count), List});
  Op.call().replaceAllUsesWith(Result);
}

} // namespace cutile::cpu
