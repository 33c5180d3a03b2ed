#include "MmaOperands.h"

using namespace llvm;

namespace cutile::nvptx {

MmaOperandShape operandShape(const MmaTiling &Tiling, MmaSide Side) {
  const bool A = Side == MmaSide::A;
  return {A ? Tiling.A : Tiling.B, A ? Tiling.PaddingRegistersA : Tiling.PaddingRegistersB, Tiling.PaddingLanes, Tiling.Instruction.OperandBits};
}

/// Elements side by side in one register of the instruction.
static Value *pack(Builder &B, ArrayRef<Value *> Elements) {
  if (Elements[0]->getType()->isDoubleTy())
    return Elements[0];
  if (Elements.size() == 1)
    return B.CreateBitCast(Elements[0], B.getInt32Ty());
  Value *Vector = PoisonValue::get(FixedVectorType::get(Elements[0]->getType(), Elements.size()));
  for (unsigned I = 0; I < Elements.size(); ++I)
    Vector = B.CreateInsertElement(Vector, Elements[I], I);
  return B.CreateBitCast(Vector, B.getInt32Ty());
}

Registers mmaOperand(KernelLowering &K, Value *Tile, const MmaOperandShape &Shape) {
  Builder &B = K.builder();
  Registers Elements = K.registersOf(Tile, Shape.Layout);
  // Zeros in registers first, so that packing folds them; then in whole lanes.
  for (unsigned R = 0; R < Elements.size(); ++R)
    if (R & Shape.PaddingRegisters)
      Elements[R] = Constant::getNullValue(Elements[R]->getType());
  const unsigned PerRegister = Shape.ElementBits < 32 ? 32 / Shape.ElementBits : 1;
  Value *Padding = Shape.PaddingLanes ? B.CreateICmpNE(B.CreateAnd(K.laneId(), Shape.PaddingLanes), B.getInt32(0)) : nullptr;
  Registers Result;
  for (unsigned R = 0; R < Elements.size(); R += PerRegister) {
    Value *Packed = pack(B, ArrayRef(Elements).slice(R, PerRegister));
    if (Padding && !isa<Constant>(Packed))
      Packed = B.CreateSelect(Padding, Constant::getNullValue(Packed->getType()), Packed);
    Result.push_back(Packed);
  }
  return Result;
}

} // namespace cutile::nvptx
