#include "MmaOperands.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::nvptx {

MmaOperandShape operandA(const MmaTiling &T) {
  return {T.A, T.FragmentBitsA, T.Instruction.OperandBits, T.PaddingRegistersA, T.PaddingLanes, T.DepthBits, T.RowBits};
}

MmaOperandShape operandB(const MmaTiling &T) {
  return {T.B, T.FragmentBitsB, T.Instruction.OperandBits, T.PaddingRegistersB, T.PaddingLanes, T.DepthBits, T.ColumnBits};
}

MmaOperand::MmaOperand(KernelLowering &K, Value *Tile, MmaOperandShape S, bool Early)
    : K(K), Tile(Tile), Shape(std::move(S)), PackedBits(Shape.ElementBits < 32 ? log2Exact(32 / Shape.ElementBits) : 0) {
  Packed.resize(Shape.Layout.numRegisters() >> PackedBits);
  // Zeros within a register are put in before packing.
  const bool PadsElements = Shape.PaddingRegisters & ((1u << PackedBits) - 1);
  const uint64_t Bytes = (uint64_t(1) << Shape.Layout.numIndexBits()) * Shape.ElementBits / 8;
  Staged = PadsElements ? std::nullopt : K.homeOf(Tile);
  if (Staged)
    return;
  // Of two operands. Larger ones take the slower way through the general conversion, which goes in slices.
  const uint64_t MaxStagedBytes = K.target().SharedBytes / 8 * 3;
  if (!PadsElements && Bytes <= MaxStagedBytes && !isVirtualTile(Tile) &&
      planConversion(K.layoutOf(Tile), {Shape.Layout, 0}).How == ConversionPlan::SharedMemory) {
    if (Early)
      Staged = homeBehindDefinition();
    else
      ScratchBytes = alignTo(Bytes, 16);
  } else {
    packAll();
  }
}

/// Memory of the tile's own, written where the tile is computed.
SharedTile MmaOperand::homeBehindDefinition() {
  for (const auto &Known : K.OperandHomes)
    if (Known.Tile == Tile && Known.Reader == Shape.Layout)
      return Known.Home;
  const LinearLayout Writer = K.layoutOf(Tile);
  K.noteConversion(*Tile, Writer, {Shape.Layout, 0});
  Type *Element = Tile->getType()->getScalarType();
  Value *Base = K.allocateShared(ArrayType::get(Element, uint64_t(1) << Writer.numIndexBits()), Align(16), "operand");
  SharedTile Home{Base, Element, orderForReader(Writer, Shape.Layout, Shape.ElementBits)};
  K.behind(*cast<Instruction>(Tile), [&] {
    K.barrier("others may still read the operand of the iteration before");
    Home.store(K, K.registersOf(Tile, Writer), Writer);
    K.barrier("the operand is complete before fragments are read");
  });
  K.OperandHomes.push_back({Tile, Shape.Layout, Home});
  return Home;
}

void MmaOperand::stage(Value *Base) {
  if (!ScratchBytes)
    return;
  const LinearLayout Writer = K.layoutOf(Tile);
  K.noteConversion(*Tile, Writer, {Shape.Layout, 0});
  Staged.emplace(SharedTile{Base, Tile->getType()->getScalarType(), orderForReader(Writer, Shape.Layout, Shape.ElementBits)});
  Staged->store(K, K.registersOf(Tile, Writer), Writer);
}

/// Zero where the place of the register counts k beyond the tile's.
Value *MmaOperand::padded(Value *Register, unsigned Number) {
  Builder &B = K.builder();
  if (Number << PackedBits & Shape.PaddingRegisters)
    return Constant::getNullValue(Register->getType());
  if (!Shape.PaddingLanes || isa<Constant>(Register))
    return Register;
  Value *Beyond = B.CreateICmpNE(B.CreateAnd(K.laneId(), Shape.PaddingLanes), B.getInt32(0));
  return B.CreateSelect(Beyond, Constant::getNullValue(Register->getType()), Register);
}

void MmaOperand::packAll() {
  Registers Elements = K.registersOf(Tile, Shape.Layout);
  for (unsigned R = 0; R < Elements.size(); ++R)
    if (R & Shape.PaddingRegisters)
      Elements[R] = Constant::getNullValue(Elements[R]->getType());
  for (unsigned R = 0; R < Packed.size(); ++R)
    Packed[R] = padded(packRegister(K.builder(), ArrayRef(Elements).slice(R << PackedBits, 1u << PackedBits)), R);
}

void MmaOperand::load(unsigned Batch, unsigned Depth) {
  if (!Staged)
    return;
  const unsigned First = Shape.FragmentBits - PackedBits, Total = Shape.Layout.numBits(LinearLayout::Register) - PackedBits;
  const unsigned BatchFrom = First + Shape.DepthBits + Shape.OuterBits;
  const uint32_t Mask = ((1u << Shape.DepthBits) - 1) << First | (((1u << Total) - 1) >> BatchFrom << BatchFrom);
  const uint32_t Fixed = Depth << First | Batch << BatchFrom;
  Staged->loadPacked(K, Shape.Layout, Mask, Fixed, Packed);
  for (unsigned R = 0; R < Packed.size(); ++R)
    if ((R & Mask) == Fixed)
      Packed[R] = padded(Packed[R], R);
}

ArrayRef<Value *> MmaOperand::fragment(unsigned Batch, unsigned Outer, unsigned Depth) const {
  const unsigned Number = Depth | Outer << Shape.DepthBits | Batch << (Shape.DepthBits + Shape.OuterBits);
  const unsigned Bits = Shape.FragmentBits - PackedBits;
  return ArrayRef(Packed).slice(Number << Bits, 1u << Bits);
}

} // namespace cutile::nvptx
