//===- Memory.cpp - weak accesses through pointer tiles -------------------===//
#include "MemoryAccess.h"
#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

bool isAllOnes(Value *Mask) {
  auto *Splat = dyn_cast_or_null<ConstantInt>(splatValue(Mask));
  return Splat && !Splat->isZero();
}

Registers pointerRegisters(KernelLowering &K, Value *Addresses, const LinearLayout &Layout, const ValueFacts *Facts) {
  Builder &B = K.builder();
  PointerType *Pointer = B.getPtrTy(K.addressSpaceOf(Addresses));
  // Distances in bytes that register bits stand for, where known.
  const auto Own = ownIndexBits(Layout);
  SmallVector<int64_t, 8> Distance(Own.size(), 0);
  unsigned Near = 0;
  for (unsigned I = 0; Facts && I < Own.size(); ++I)
    if (Own[I] >= 0 && Facts->Steps[Own[I]].What == BitStep::Known) {
      Distance[I] = Facts->Steps[Own[I]].Value;
      Near |= 1u << I;
    }
  const Registers Values = K.registersOf(Addresses, Layout);
  Registers Result(Values.size());
  for (unsigned R = 0; R < Values.size(); ++R) {
    if (!(R & Near)) {
      Result[R] = B.CreateIntToPtr(Values[R], Pointer);
      continue;
    }
    int64_t Offset = 0;
    for (unsigned I = 0; I < Own.size(); ++I)
      if ((R & Near) >> I & 1)
        Offset += Distance[I];
    Result[R] = B.CreatePtrAdd(Result[R & ~Near], B.getInt64(Offset));
  }
  return Result;
}

Registers maskRegisters(KernelLowering &K, Value *Mask, const LinearLayout &Layout) {
  Builder &B = K.builder();
  Registers Result;
  if (!isAllOnes(Mask))
    for (Value *M : K.registersOf(Mask, Layout))
      Result.push_back(B.CreateICmpNE(M, B.getInt8(0)));
  return Result;
}

/// The accesses of an op on pointer tiles, in \p Layout.
static ThreadAccesses pointerAccesses(KernelLowering &K, const TileCall &Call, unsigned MaskOperand, Type *Element, const LinearLayout &Layout) {
  const AccessFacts &Facts = *K.plan().Facts->access(&Call.call());
  ThreadAccesses Accesses(K, Layout, Element, Facts, pointerRegisters(K, Call.operand(0), Layout, &Facts.Address));
  Registers Masks = maskRegisters(K, Call.operand(MaskOperand), Layout);
  if (!Masks.empty())
    Accesses.setMask([Masks](unsigned R) { return Masks[R]; });
  return Accesses;
}

void lowerLoad(KernelLowering &K, const TileCall &Call) {
  const LinearLayout Layout = K.layoutOf(&Call.call());
  Type *Element = Call.call().getType()->getScalarType();
  ThreadAccesses Accesses = pointerAccesses(K, Call, 1, Element, Layout);
  Registers Padding = isAllOnes(Call.operand(1)) || isa<UndefValue>(Call.operand(2))
                          ? Registers(Layout.numRegisters(), Constant::getNullValue(Element))
                          : K.registersOf(Call.operand(2), Layout);
  K.setResult(Call.call(), Accesses.load(Padding));
}

void lowerStore(KernelLowering &K, const TileCall &Call) {
  const LinearLayout Layout = K.layoutOf(&Call.call());
  const RegisterParts Values = K.partsOf(Call.operand(1), Layout);
  pointerAccesses(K, Call, 2, Call.operand(1)->getType()->getScalarType(), Layout).store(Values);
}

} // namespace cutile::nvptx
