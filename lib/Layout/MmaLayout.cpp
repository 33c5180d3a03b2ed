#include "cutile/Layout/MmaLayout.h"
#include <algorithm>
#include <cassert>

namespace cutile {

MmaInstruction mmaInstructionFor(unsigned OperandBits) {
  switch (OperandBits) {
  case 8:
    return {16, 8, 32, 8};
  case 16:
    return {16, 8, 16, 16};
  case 32:
    return {16, 8, 8, 32};
  default:
    assert(OperandBits == 64 && "no tensor-core instruction of this width");
    return {8, 8, 4, 64};
  }
}

namespace {
/// Basis of bit Bit of a coordinate, in a tile where the coordinate has Count bits from index bit First on; 0 beyond.
uint32_t coordinate(BitRange Range, unsigned Bit) { return Bit < Range.Count ? 1u << (Range.First + Bit) : 0; }
} // namespace

MmaTiling tileMma(const ProductShape &S, unsigned OperandBits, unsigned WarpBits, WarpSplit Split) {
  MmaTiling T{};
  T.Instruction = mmaInstructionFor(OperandBits);
  const MmaInstruction &I = T.Instruction;
  const uint64_t DimsA[] = {S.BatchA, S.M, S.K}, DimsB[] = {S.BatchB, S.K, S.N}, DimsC[] = {S.Batch, S.M, S.N};
  const BitRange ABatch = dimensionBits(DimsA, 0), ARow = dimensionBits(DimsA, 1), ADepth = dimensionBits(DimsA, 2);
  const BitRange BBatch = dimensionBits(DimsB, 0), BDepth = dimensionBits(DimsB, 1), BColumn = dimensionBits(DimsB, 2);
  const BitRange CBatch = dimensionBits(DimsC, 0), CRow = dimensionBits(DimsC, 1), CColumn = dimensionBits(DimsC, 2);
  const unsigned InstructionM = log2Exact(I.M), InstructionN = log2Exact(I.N), InstructionK = log2Exact(I.K);

  std::vector<uint32_t> RegA, RegB, RegC, LaneA, LaneB, LaneC, WarpA, WarpB, WarpC;
  // Within a fragment (PTX ISA, "Matrix Fragments for mma"): a lane is (group = lane / 4, thread = lane % 4). A 32-bit
  // register of a or b holds 2^Packed neighbours along k, then come 2 bits of thread, then the higher bits of k.
  const unsigned Packed = OperandBits < 32 ? log2Exact(32 / OperandBits) : 0;
  auto depthA = [&](unsigned Bit) { return coordinate(ADepth, Bit); };
  auto depthB = [&](unsigned Bit) { return coordinate(BDepth, Bit); };
  for (unsigned Bit = 0; Bit < Packed; ++Bit) {
    RegA.push_back(depthA(Bit));
    RegB.push_back(depthB(Bit));
  }
  if (I.M == 16)
    RegA.push_back(coordinate(ARow, 3));
  for (unsigned Bit = Packed + 2; Bit < InstructionK; ++Bit) {
    RegA.push_back(depthA(Bit));
    RegB.push_back(depthB(Bit));
  }
  RegC.push_back(coordinate(CColumn, 0));
  if (I.M == 16)
    RegC.push_back(coordinate(CRow, 3));
  for (unsigned Bit = 0; Bit < 2; ++Bit) {
    LaneA.push_back(depthA(Packed + Bit));
    LaneB.push_back(depthB(Packed + Bit));
    LaneC.push_back(coordinate(CColumn, 1 + Bit));
  }
  for (unsigned Bit = 0; Bit < 3; ++Bit) {
    LaneA.push_back(coordinate(ARow, Bit));
    LaneB.push_back(coordinate(BColumn, Bit));
    LaneC.push_back(coordinate(CRow, Bit));
  }
  T.FragmentBitsA = static_cast<unsigned>(RegA.size());
  T.FragmentBitsB = static_cast<unsigned>(RegB.size());
  T.FragmentBitsC = static_cast<unsigned>(RegC.size());
  // Bits of k that the tile does not have must read as zero.
  for (unsigned Bit = ADepth.Count; Bit < InstructionK; ++Bit) {
    if (Bit < Packed) {
      T.PaddingRegistersA |= 1u << Bit;
      T.PaddingRegistersB |= 1u << Bit;
    } else if (Bit < Packed + 2) {
      T.PaddingLanes |= 1u << (Bit - Packed);
    } else {
      T.PaddingRegistersA |= 1u << (Bit - 2 + (I.M == 16 ? 1 : 0));
      T.PaddingRegistersB |= 1u << (Bit - 2);
    }
  }

  // More warps than there are instructions along rows and columns replicate.
  unsigned Row = InstructionM, Column = InstructionN;
  for (unsigned W = 0; W < WarpBits; ++W) {
    const bool CanRow = Row < CRow.Count, CanColumn = Column < CColumn.Count;
    const bool Longer = CRow.Count + Column >= CColumn.Count + Row; // what is left of rows, against columns
    if (CanRow && (!CanColumn || Split == WarpSplit::Rows || Longer)) {
      WarpA.push_back(coordinate(ARow, Row));
      WarpB.push_back(0);
      WarpC.push_back(coordinate(CRow, Row++));
    } else if (CanColumn) {
      WarpA.push_back(0);
      WarpB.push_back(coordinate(BColumn, Column));
      WarpC.push_back(coordinate(CColumn, Column++));
    } else {
      WarpA.push_back(0);
      WarpB.push_back(0);
      WarpC.push_back(0);
    }
  }
  // The remaining fragments of a warp: depth, row / column, batch.
  T.DepthBits = ADepth.Count > InstructionK ? ADepth.Count - InstructionK : 0;
  for (unsigned Bit = InstructionK; Bit < ADepth.Count; ++Bit) {
    RegA.push_back(depthA(Bit));
    RegB.push_back(depthB(Bit));
  }
  T.ColumnBits = CColumn.Count > Column ? CColumn.Count - Column : 0;
  for (unsigned Bit = Column; Bit < CColumn.Count; ++Bit) {
    RegB.push_back(coordinate(BColumn, Bit));
    RegC.push_back(coordinate(CColumn, Bit));
  }
  T.RowBits = CRow.Count > Row ? CRow.Count - Row : 0;
  for (unsigned Bit = Row; Bit < CRow.Count; ++Bit) {
    RegA.push_back(coordinate(ARow, Bit));
    RegC.push_back(coordinate(CRow, Bit));
  }
  T.BatchBits = CBatch.Count;
  for (unsigned Bit = 0; Bit < CBatch.Count; ++Bit) {
    RegA.push_back(coordinate(ABatch, Bit));
    RegB.push_back(coordinate(BBatch, Bit));
    RegC.push_back(coordinate(CBatch, Bit));
  }
  auto bits = [](std::span<const uint64_t> Dims) {
    unsigned Total = 0;
    for (uint64_t D : Dims)
      Total += log2Exact(D);
    return Total;
  };
  T.A = LinearLayout(bits(DimsA), RegA, LaneA, WarpA);
  T.B = LinearLayout(bits(DimsB), RegB, LaneB, WarpB);
  T.C = LinearLayout(bits(DimsC), RegC, LaneC, WarpC);
  return T;
}

uint32_t fragmentA(const MmaTiling &T, unsigned Batch, unsigned Row, unsigned Depth) {
  return (Depth | Row << T.DepthBits | Batch << (T.DepthBits + T.RowBits)) << T.FragmentBitsA;
}
uint32_t fragmentB(const MmaTiling &T, unsigned Batch, unsigned Depth, unsigned Column) {
  return (Depth | Column << T.DepthBits | Batch << (T.DepthBits + T.ColumnBits)) << T.FragmentBitsB;
}
uint32_t fragmentC(const MmaTiling &T, unsigned Batch, unsigned Row, unsigned Column) {
  return (Column | Row << T.ColumnBits | Batch << (T.ColumnBits + T.RowBits)) << T.FragmentBitsC;
}

LinearLayout patchLayout(const ProductShape &S, unsigned WarpBits) {
  const uint64_t Dims[] = {S.Batch, S.M, S.N};
  const BitRange Batch = dimensionBits(Dims, 0), Row = dimensionBits(Dims, 1), Column = dimensionBits(Dims, 2);
  unsigned NextBatch = 0, NextRow = 0, NextColumn = 0;
  auto take = [](BitRange Range, unsigned &Next) -> uint32_t { return Next < Range.Count ? coordinate(Range, Next++) : 0; };
  auto takeColumn = [&] { return take(Column, NextColumn); };
  auto takeRow = [&] { return take(Row, NextRow); };
  auto takeAny = [&](bool RowFirst) {
    uint32_t Bit = RowFirst ? takeRow() : takeColumn();
    Bit = Bit ? Bit : RowFirst ? takeColumn() : takeRow();
    return Bit ? Bit : take(Batch, NextBatch);
  };
  const unsigned Total = Batch.Count + Row.Count + Column.Count, Threads = LinearLayout::LaneBits + WarpBits;
  const unsigned Spare = Total > Threads ? Total - Threads : 0; // bits that registers must hold anyway
  std::vector<uint32_t> Registers, Lanes, Warps;
  for (unsigned I = 0; I < std::min(Spare, 4u); ++I)
    if (uint32_t Bit = I < 2 ? takeColumn() : takeRow())
      Registers.push_back(Bit);
  for (unsigned I = 0; I < LinearLayout::LaneBits; ++I)
    Lanes.push_back(takeAny(/*RowFirst=*/I >= 3));
  for (unsigned I = 0; I < WarpBits; ++I)
    Warps.push_back(takeAny(/*RowFirst=*/I % 2 == 0));
  while (uint32_t Bit = takeAny(false))
    Registers.push_back(Bit);
  return LinearLayout(Total, std::move(Registers), std::move(Lanes), std::move(Warps));
}

} // namespace cutile
