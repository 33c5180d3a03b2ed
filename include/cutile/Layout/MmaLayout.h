//===- MmaLayout.h - fragments of tensor-core instructions ------*- C++ -*-===//
//
// Where the elements of the operands of mma.sync live, and how a product of tiles is cut into such instructions.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LAYOUT_MMALAYOUT_H
#define CUTILE_LAYOUT_MMALAYOUT_H

#include "cutile/Layout/LinearLayout.h"

namespace cutile {

/// Shape of one mma.sync: a is M x K, b is K x N, c and d are M x N.
struct MmaInstruction {
  unsigned M, N, K;
  unsigned OperandBits; ///< width of the elements of a and b: 8, 16, 32 (tf32) or 64
};

/// The instruction for operands of \p OperandBits: m16n8k32, m16n8k16, m16n8k8, m8n8k4.
MmaInstruction mmaInstructionFor(unsigned OperandBits);

/// A product [B,M,K] x [B,K,N] + [B,M,N] spread over the warps of a block.
///
/// Lengths below those of the instruction are padded: rows of a and columns of b by replication (their layouts have zero
/// bases there, and c's too), k by zeros, which the lowering puts in where an index bit of KPadding is set.
/// Register bits of A, B and C stand in the order of the instruction's fragment first, so that the low bits of a register
/// number select within a fragment and the high bits select the fragment.
struct MmaTiling {
  MmaInstruction Instruction;
  LinearLayout A, B, C; ///< of the whole tiles; zero register bases kept
  unsigned FragmentBitsA, FragmentBitsB, FragmentBitsC;
  /// Of the fragment of A / B: register and lane bits that count k beyond the tile's K.
  uint32_t PaddingRegistersA = 0, PaddingRegistersB = 0, PaddingLanes = 0;
  /// Numbers of fragments along each dimension held by one warp, powers of two.
  unsigned BatchBits, RowBits, ColumnBits, DepthBits;
};

struct ProductShape {
  uint64_t Batch, BatchA, BatchB, M, N, K;
};

/// How warps share c.
enum class WarpSplit {
  Square, ///< each warp's part as square as possible: fewest operand elements to read
  Rows,   ///< rows first: a row stays within one warp, as reductions along it want
};

MmaTiling tileMma(const ProductShape &Shape, unsigned OperandBits, unsigned WarpBits, WarpSplit Split = WarpSplit::Square);

/// The register of fragment (Row, Depth) of a batch, in elements: first register of the fragment in A. Likewise for B, C.
/// Fragments are numbered within one warp.
uint32_t fragmentA(const MmaTiling &T, unsigned Batch, unsigned Row, unsigned Depth);
uint32_t fragmentB(const MmaTiling &T, unsigned Batch, unsigned Depth, unsigned Column);
uint32_t fragmentC(const MmaTiling &T, unsigned Batch, unsigned Row, unsigned Column);

/// The layout of c for a product on ordinary arithmetic: a thread holds patches of up to 4 x 4 elements, so that it uses each
/// element of a and b that it reads several times.
LinearLayout patchLayout(const ProductShape &Shape, unsigned WarpBits);

} // namespace cutile

#endif
