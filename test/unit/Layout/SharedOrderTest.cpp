#include "cutile/Layout/SharedOrder.h"
#include "cutile/Layout/MmaLayout.h"
#include <bit>
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace cutile;
using L = LinearLayout;

namespace {

std::vector<uint32_t> rowMajor(unsigned Bits) {
  std::vector<uint32_t> Order;
  for (unsigned I = 0; I < Bits; ++I)
    Order.push_back(1u << I);
  return Order;
}

TEST(SharedOrder, TheExampleOfTheHeader) {
  const uint32_t Rows[] = {64, 128, 256};
  const IndexMap Map = sharedOrder(rowMajor(12), Rows, 16);
  for (uint32_t Row = 0; Row < 64; ++Row)
    for (uint32_t Column = 0; Column < 64; ++Column)
      EXPECT_EQ(Map.apply(Row * 64 + Column), Row * 64 + ((Column / 8) ^ (Row % 8)) * 8 + Column % 8);
}

TEST(SharedOrder, IsInvertibleAndKeepsChunksTogether) {
  for (unsigned ElementBits : {8, 16, 32, 64})
    for (unsigned Bits : {2, 5, 9, 13}) {
      std::vector<uint32_t> Order = rowMajor(Bits);
      std::swap(Order[0], Order[Bits - 1]);
      std::vector<uint32_t> Spread(Order.rbegin(), Order.rend());
      const IndexMap Map = sharedOrder(Order, Spread, ElementBits);
      std::set<uint32_t> Addresses;
      std::map<uint32_t, std::set<uint32_t>> Chunks;
      uint32_t ChunkMask = 0; // the index bits within a chunk
      const uint32_t Chunk = 128 / ElementBits;
      for (unsigned P = 0; P < Bits && 1u << P < Chunk; ++P)
        ChunkMask |= Order[P];
      for (uint32_t I = 0; I < 1u << Bits; ++I) {
        Addresses.insert(Map.apply(I));
        Chunks[I & ~ChunkMask].insert(Map.apply(I) / Chunk);
      }
      EXPECT_EQ(Addresses.size(), 1u << Bits);
      for (const auto &[First, Places] : Chunks)
        EXPECT_EQ(Places.size(), 1u);
    }
}

TEST(SharedOrder, WriterOrderStartsWithItsVectors) {
  // A thread holds eight elements along the slow dimension: these are neighbours in memory, then those of its lanes.
  const L Writer(10, {32, 64, 128}, {1, 2, 4, 8, 16}, {256, 512});
  EXPECT_EQ(writerOrder(Writer, 16), (std::vector<uint32_t>{32, 64, 128, 1, 2, 4, 8, 16, 256, 512}));
  EXPECT_EQ(writerOrder(Writer, 32), (std::vector<uint32_t>{32, 64, 1, 2, 4, 8, 16, 128, 256, 512}));
}

/// Reads the operand of a row-major tile that was stored in rows, or (for b) in columns.
MatrixLoad loadOf(const L &Operand, unsigned ElementBits, const std::vector<uint32_t> &Order) {
  return matrixLoadOf(Operand.compose(sharedOrder(Order, {}, ElementBits)), ElementBits);
}

TEST(MatrixLoads, WhichOperandsHaveThem) {
  const MmaTiling Half = tileMma({1, 1, 1, 64, 64, 32}, 16, 2), Byte = tileMma({1, 1, 1, 64, 64, 64}, 8, 2),
                  Float = tileMma({1, 1, 1, 64, 64, 32}, 32, 2);
  EXPECT_EQ(loadOf(Half.A, 16, rowMajor(11)), MatrixLoad::Rows);
  EXPECT_EQ(loadOf(Half.B, 16, rowMajor(11)), MatrixLoad::Transposed);
  EXPECT_EQ(loadOf(Byte.A, 8, rowMajor(12)), MatrixLoad::Rows);
  EXPECT_EQ(loadOf(Byte.B, 8, rowMajor(12)), MatrixLoad::None);
  EXPECT_EQ(loadOf(Float.A, 32, rowMajor(11)), MatrixLoad::Rows);
  EXPECT_EQ(loadOf(Float.B, 32, rowMajor(11)), MatrixLoad::None);
  // b stored column by column: its k are neighbours.
  std::vector<uint32_t> Columns;
  for (unsigned I = 0; I < 11; ++I)
    Columns.push_back(I < 5 ? 64u << I : 1u << (I - 5));
  EXPECT_EQ(loadOf(Half.B, 16, Columns), MatrixLoad::Rows);
  EXPECT_EQ(loadOf(Half.A, 16, Columns), MatrixLoad::None); // columns of k, not of rows
  EXPECT_EQ(loadOf(Float.B, 32, Columns), MatrixLoad::Rows);
}

TEST(MatrixLoads, ShortOperandsHaveNone) {
  EXPECT_EQ(loadOf(tileMma({1, 1, 1, 16, 4, 16}, 16, 0).B, 16, rowMajor(6)), MatrixLoad::None); // a chunk would hold two rows
  EXPECT_EQ(loadOf(tileMma({1, 1, 1, 16, 8, 4}, 16, 0).A, 16, rowMajor(6)), MatrixLoad::None);
}

/// The eight rows of every matrix lie in different banks, for the rows of any register and warp.
void expectNoConflicts(const L &Operand, unsigned ElementBits, const std::vector<uint32_t> &Order) {
  const MatrixLoad Load = loadOf(Operand, ElementBits, Order);
  ASSERT_NE(Load, MatrixLoad::None);
  const auto Rows = spreadOf(Operand, Load);
  const IndexMap Map = sharedOrder(Order, Rows, ElementBits);
  EXPECT_EQ(matrixLoadOf(Operand.compose(Map), ElementBits), Load) << "the swizzle keeps the kind of load";
  std::set<uint32_t> Banks;
  for (unsigned R = 0; R < 8; ++R) {
    uint32_t Index = 0;
    for (unsigned Bit = 0; Bit < 3; ++Bit)
      Index ^= R >> Bit & 1 ? Rows[Bit] : 0;
    Banks.insert(Map.apply(Index) * (ElementBits / 8) / 16 % 8);
  }
  EXPECT_EQ(Banks.size(), 8u);
}

TEST(MatrixLoads, RowsLieInDifferentBanks) {
  for (uint64_t K : {16, 32, 64, 128})
    for (uint64_t N : {8, 16, 32, 64, 256}) {
      SCOPED_TRACE(testing::Message() << "k " << K << " n " << N);
      const MmaTiling T = tileMma({1, 1, 1, 64, N, K}, 16, 2);
      expectNoConflicts(T.A, 16, rowMajor(T.A.numIndexBits()));
      expectNoConflicts(T.B, 16, rowMajor(T.B.numIndexBits()));
    }
}

} // namespace
