#include "cutile/Layout/SharedOrder.h"
#include <algorithm>
#include <cassert>

namespace cutile {

using L = LinearLayout;

static constexpr unsigned ChunkBytes = 16;   // of one access
static constexpr unsigned BankChunkBits = 3; // eight chunks are all banks

static unsigned chunkBits(unsigned ElementBits) { return log2Exact(ChunkBytes * 8 / ElementBits); }

IndexMap sharedOrder(std::span<const uint32_t> Order, std::span<const uint32_t> Spread, unsigned ElementBits) {
  const unsigned Bits = static_cast<unsigned>(Order.size()), First = chunkBits(ElementBits);
  std::vector<uint32_t> Bases(Bits);
  std::vector<unsigned> Position(Bits);
  for (unsigned P = 0; P < Bits; ++P) {
    const unsigned Bit = log2Exact(Order[P]);
    Bases[Bit] = 1u << P;
    Position[Bit] = P;
  }
  // Bank bits that the reader's lanes do not differ in yet take over the lanes' bits from beyond the banks.
  std::vector<unsigned> Free;
  for (unsigned P = First; P < First + BankChunkBits && P < Bits; ++P)
    if (std::find(Spread.begin(), Spread.end(), Order[P]) == Spread.end())
      Free.push_back(P);
  size_t Next = 0;
  for (uint32_t Basis : Spread) {
    const unsigned Bit = Basis ? log2Exact(Basis) : 0;
    if (!Basis || Position[Bit] < First + BankChunkBits || Next == Free.size() || Bases[Bit] != 1u << Position[Bit])
      continue;
    Bases[Bit] |= 1u << Free[Next++];
  }
  return IndexMap(Bits, std::move(Bases));
}

std::vector<uint32_t> writerOrder(const LinearLayout &Writer, unsigned ElementBits) {
  std::vector<uint32_t> Order;
  auto add = [&](uint32_t Basis) {
    if (Basis && std::find(Order.begin(), Order.end(), Basis) == Order.end())
      Order.push_back(Basis);
  };
  for (uint32_t Basis : Writer.bases(L::Register))
    if (Order.size() < chunkBits(ElementBits))
      add(Basis);
  for (uint32_t Basis : Writer.bases(L::Lane))
    add(Basis);
  for (unsigned Bit = 0; Bit < Writer.numIndexBits(); ++Bit)
    add(1u << Bit);
  return Order;
}

MatrixLoad matrixLoadOf(const LinearLayout &Reader, unsigned ElementBits) {
  if (ElementBits > 32 || Reader.numIndexBits() < chunkBits(ElementBits))
    return MatrixLoad::None;
  const unsigned Packed = log2Exact(32 / ElementBits), Chunk = chunkBits(ElementBits);
  if (Reader.numBits(L::Register) < Packed)
    return MatrixLoad::None;
  const uint32_t Low = (1u << Chunk) - 1;
  // The other bits of a place must not move an address within its chunk.
  auto keepsChunk = [&](L::Dim D, unsigned From) {
    for (unsigned I = From; I < Reader.numBits(D); ++I)
      if (Reader.basis(D, I) & Low)
        return false;
    return true;
  };
  if (!keepsChunk(L::Warp, 0) || !keepsChunk(L::Register, Packed))
    return MatrixLoad::None;
  bool Rows = keepsChunk(L::Lane, 2);
  for (unsigned I = 0; I < Packed; ++I)
    Rows &= Reader.basis(L::Register, I) == 1u << I;
  for (unsigned I = 0; I < 2; ++I)
    Rows &= Reader.basis(L::Lane, I) == 1u << (Packed + I);
  if (Rows)
    return MatrixLoad::Rows;
  bool Transposed = ElementBits == 16 && keepsChunk(L::Register, 0);
  for (unsigned I = 0; I < L::LaneBits; ++I)
    Transposed &= I < 2 ? !(Reader.basis(L::Lane, I) & Low) : Reader.basis(L::Lane, I) == 1u << (I - 2);
  return Transposed ? MatrixLoad::Transposed : MatrixLoad::None;
}

std::vector<uint32_t> spreadOf(const LinearLayout &Reader, MatrixLoad Load) {
  const auto &Lanes = Reader.bases(L::Lane);
  switch (Load) {
  case MatrixLoad::Rows:
    return {Lanes[2], Lanes[3], Lanes[4]};
  case MatrixLoad::Transposed:
    return {Reader.basis(L::Register, 0), Lanes[0], Lanes[1]};
  case MatrixLoad::None:
    return Lanes;
  }
  return {};
}

} // namespace cutile
