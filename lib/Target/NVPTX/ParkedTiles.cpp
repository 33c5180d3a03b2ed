//===- ParkedTiles.cpp - tiles that wait in shared memory in part ---------===//
//
// Of a long tile (LongTiles.h) the last registers stand in shared memory from its definition on. Each thread reads what it wrote, so there is
// no barrier.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"

using namespace llvm;

namespace cutile::nvptx {

void KernelLowering::setElementwise(Instruction &I, function_ref<Registers(const AffineLayout &)> RegistersIn) {
  const LinearLayout Layout = layoutOf(&I);
  const unsigned Count = Layout.numRegisters(), Waiting = Plan.Long.Parked.lookup(&I);
  if (!Waiting && none_of(I.operands(), [&](const Value *Operand) { return Plan.Long.Deferred.contains(Operand); }))
    return setResult(I, RegistersIn({Layout, 0}));
  constexpr unsigned PartSize = LongTiles::PartRegisters;
  Registers Kept;
  for (unsigned First = 0; First < Count; First += PartSize) {
    const Registers Part = RegistersIn(partOf(Layout, First, std::min(PartSize, Count)));
    if (First + Waiting < Count) {
      Kept.append(Part);
      continue;
    }
    for (unsigned R = 0; R < PartSize; R += 4) {
      Value *Vector = PoisonValue::get(FixedVectorType::get(Part[R]->getType(), 4));
      for (unsigned E = 0; E < 4; ++E)
        Vector = B.CreateInsertElement(Vector, Part[R + E], E);
      B.CreateAlignedStore(Vector, parkingPlace(&I, First + R), Align(16));
    }
    Kept.append(PartSize, PoisonValue::get(Part[0]->getType()));
  }
  Values[&I] = std::move(Kept);
}

/// The index bits that registers select.
static uint32_t registerBits(const LinearLayout &Layout) {
  uint32_t Bits = 0;
  for (uint32_t Basis : Layout.bases(LinearLayout::Register))
    Bits |= Basis;
  return Bits;
}

/// Where this thread keeps registers \p Register to \p Register + 3: side by side, and behind those of the other threads.
Value *KernelLowering::parkingPlace(const Value *Tile, unsigned Register) {
  const unsigned Waiting = Plan.Long.Parked.lookup(Tile), First = layoutOf(Tile).numRegisters() - Waiting, Stride = 16 * Plan.numThreads();
  Value *&Mine = Parkings[Tile];
  if (!Mine) {
    GlobalVariable *Memory = allocateShared(ArrayType::get(B.getInt8Ty(), uint64_t(Waiting) * 4 * Plan.numThreads()), Align(16), "parked");
    Mine = inPrologue([&] { return B.CreateInBoundsGEP(B.getInt8Ty(), Memory, B.CreateMul(ThreadId, B.getInt32(16))); });
  }
  return B.CreateInBoundsGEP(B.getInt8Ty(), Mine, B.getInt32((Register - First) / 4 * Stride));
}

/// Reads those of the parked registers of \p Tile that \p Layout has. Volatile: the optimiser must not keep them in registers after all.
void KernelLowering::loadParked(Value *Tile, const AffineLayout &Layout, Registers &Values) {
  const LinearLayout Home = layoutOf(Tile);
  const unsigned Count = Home.numRegisters(), FirstParked = Count - Plan.Long.Parked.lookup(Tile);
  const uint32_t Other = registerBits(Home) & ~registerBits(Layout.Map); // index bits that have one value in Layout
  for (unsigned R = FirstParked; R < Count; R += 4) {
    bool Used = false;
    for (unsigned E = 0; E < 4; ++E)
      Used |= ((Home.applyDim(LinearLayout::Register, R + E) ^ Layout.Offset) & Other) == 0;
    if (!Used)
      continue;
    Type *Element = Tile->getType()->getScalarType();
    LoadInst *Vector = B.CreateAlignedLoad(FixedVectorType::get(Element, 4), parkingPlace(Tile, R), Align(16), /*isVolatile=*/true);
    for (unsigned E = 0; E < 4; ++E)
      Values[R + E] = B.CreateExtractElement(Vector, E);
  }
}

} // namespace cutile::nvptx
