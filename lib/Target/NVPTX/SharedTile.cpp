#include "SharedTile.h"
#include "KernelLowering.h"
#include "cutile/Target/NVPTX/TargetOps.h"

using namespace llvm;

namespace cutile::nvptx {

using L = LinearLayout;

Value *packRegister(IRBuilderBase &B, ArrayRef<Value *> Elements) {
  if (Elements[0]->getType()->isDoubleTy())
    return Elements[0];
  if (Elements.size() == 1)
    return B.CreateBitCast(Elements[0], B.getInt32Ty());
  Value *Vector = PoisonValue::get(FixedVectorType::get(Elements[0]->getType(), Elements.size()));
  for (unsigned I = 0; I < Elements.size(); ++I)
    Vector = B.CreateInsertElement(Vector, Elements[I], I);
  return B.CreateBitCast(Vector, B.getInt32Ty());
}

unsigned SharedTile::elementBits() const { return Element->getPrimitiveSizeInBits(); }

void SharedTile::store(KernelLowering &K, const Registers &Values, const LinearLayout &Layout) const {
  K.storeShared(Base, Values, Layout.compose(Address));
}

Registers SharedTile::load(KernelLowering &K, const AffineLayout &Layout) const {
  return K.loadShared(Base, Element, {Layout.Map.compose(Address), Address.apply(Layout.Offset)});
}

/// The bits of a register number that are not in \p Mask, as numbers with one bit set.
static SmallVector<unsigned, 8> freeBits(unsigned Bits, uint32_t Mask) {
  SmallVector<unsigned, 8> Result;
  for (unsigned I = 0; I < Bits; ++I)
    if (!(Mask >> I & 1))
      Result.push_back(1u << I);
  return Result;
}

/// The exclusive or of the elements of \p Bits that \p Choice selects.
static unsigned choose(ArrayRef<unsigned> Bits, unsigned Choice) {
  unsigned Result = 0;
  for (unsigned I = 0; I < Bits.size(); ++I)
    Result |= Choice >> I & 1 ? Bits[I] : 0;
  return Result;
}

void SharedTile::loadPacked(KernelLowering &K, const LinearLayout &Reader, uint32_t Mask, uint32_t Fixed, Registers &Into) const {
  Builder &B = K.builder();
  const unsigned PackedBits = elementBits() < 32 ? log2Exact(32 / elementBits()) : 0;
  const LinearLayout InMemory = Reader.compose(Address);
  const auto Free = freeBits(Reader.numBits(L::Register) - PackedBits, Mask);
  const MatrixLoad Load = matrixLoadOf(InMemory, elementBits());
  if (Load == MatrixLoad::None) {
    std::vector<uint32_t> Bases(InMemory.bases(L::Register).begin(), InMemory.bases(L::Register).begin() + PackedBits);
    for (unsigned Bit : Free)
      Bases.push_back(InMemory.applyDim(L::Register, Bit << PackedBits));
    const LinearLayout Part(InMemory.numIndexBits(), Bases, InMemory.bases(L::Lane), InMemory.bases(L::Warp));
    const Registers Elements = K.loadShared(Base, Element, {Part, InMemory.applyDim(L::Register, Fixed << PackedBits)});
    for (unsigned I = 0; I < 1u << Free.size(); ++I)
      Into[Fixed | choose(Free, I)] = packRegister(B, ArrayRef(Elements).slice(I << PackedBits, 1u << PackedBits));
    return;
  }
  // Lane 8 * i + r gives the address of row r of matrix i; the matrices differ in the lowest free register bits.
  const unsigned MatrixBits = std::min<size_t>(2, Free.size());
  std::vector<uint32_t> Lanes = spreadOf(InMemory, Load), Bases(InMemory.bases(L::Register).begin() + PackedBits, InMemory.bases(L::Register).end());
  for (unsigned I = 0; I < 2; ++I)
    Lanes.push_back(I < MatrixBits ? InMemory.applyDim(L::Register, Free[I] << PackedBits) : 0);
  const LinearLayout Provider(InMemory.numIndexBits(), Bases, Lanes, InMemory.bases(L::Warp));
  static constexpr TargetOp Plain[] = {target::Ldmatrix_x1, target::Ldmatrix_x2, target::Ldmatrix_x4};
  static constexpr TargetOp Transposed[] = {target::Ldmatrix_x1_trans, target::Ldmatrix_x2_trans, target::Ldmatrix_x4_trans};
  for (unsigned I = 0; I < 1u << (Free.size() - MatrixBits); ++I) {
    const unsigned Register = Fixed | choose(ArrayRef(Free).drop_front(MatrixBits), I);
    Value *At = B.CreateInBoundsGEP(Element, Base, K.elementIndex({Provider, 0}, Register));
    auto Matrices = emitTargetOpResults(B, (Load == MatrixLoad::Rows ? Plain : Transposed)[MatrixBits], {At});
    for (unsigned Matrix = 0; Matrix < Matrices.size(); ++Matrix)
      Into[Register | choose(ArrayRef(Free).take_front(MatrixBits), Matrix)] = Matrices[Matrix];
  }
}

static MatrixLoad matrixLoadIn(const std::vector<uint32_t> &Order, const LinearLayout &Reader, unsigned ElementBits) {
  return matrixLoadOf(Reader.compose(sharedOrder(Order, {}, ElementBits)), ElementBits);
}

IndexMap swizzledFor(const std::vector<uint32_t> &Order, const LinearLayout &Reader, unsigned ElementBits) {
  return sharedOrder(Order, spreadOf(Reader, matrixLoadIn(Order, Reader, ElementBits)), ElementBits);
}

IndexMap orderForReader(const LinearLayout &Writer, const LinearLayout &Reader, unsigned ElementBits) {
  const std::vector<uint32_t> OfWriter = writerOrder(Writer, ElementBits);
  // What the reader wants: the elements of a register, then those of neighbouring lanes.
  std::vector<uint32_t> OfReader;
  auto add = [&](uint32_t Basis) {
    if (Basis && !is_contained(OfReader, Basis))
      OfReader.push_back(Basis);
  };
  const unsigned PackedBits = ElementBits < 32 ? log2Exact(32 / ElementBits) : 0;
  for (unsigned I = 0; I < PackedBits; ++I)
    add(Reader.basis(L::Register, I));
  add(Reader.basis(L::Lane, 0));
  add(Reader.basis(L::Lane, 1));
  for (uint32_t Basis : OfWriter)
    add(Basis);
  const bool Theirs =
      matrixLoadIn(OfWriter, Reader, ElementBits) == MatrixLoad::None && matrixLoadIn(OfReader, Reader, ElementBits) != MatrixLoad::None;
  return swizzledFor(Theirs ? OfReader : OfWriter, Reader, ElementBits);
}

} // namespace cutile::nvptx
