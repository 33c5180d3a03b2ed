//===- SharedOrder.h - where a tile lies in shared memory -------*- C++ -*-===//
//
// A tile that is passed between threads through shared memory lies there in an order that suits the writer, whose 16-byte
// stores hold neighbours, and is swizzled so that the lanes of a reader meet different banks.
//
// Example: 64 x 64 elements of 16 bits, written row by row. An address is line * 64 + chunk * 8 + element; eight chunks of
// 16 bytes are the 32 banks. A reader that takes one chunk of eight successive rows would find them all in the same banks,
// so the address of (row, column) is row * 64 + ((column / 8) ^ (row % 8)) * 8 + column % 8.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LAYOUT_SHAREDORDER_H
#define CUTILE_LAYOUT_SHAREDORDER_H

#include "cutile/Layout/LinearLayout.h"

namespace cutile {

/// \returns the linear map from element index to address, both in elements; it is invertible and keeps the elements of an
/// aligned run of 16 bytes together.
/// \p Order lists all index bits as bases (powers of two), lowest address first.
/// \p Spread lists bases of index bits in which the lanes of a reader differ; as many as there are bank bits are spread over banks.
IndexMap sharedOrder(std::span<const uint32_t> Order, std::span<const uint32_t> Spread, unsigned ElementBits);

/// The index bits of \p Writer, a bit permutation, in the order in which it holds them: registers that make up 16 bytes, lanes,
/// then the rest.
std::vector<uint32_t> writerOrder(const LinearLayout &Writer, unsigned ElementBits);

/// How registers of a reader can be filled by ldmatrix.
enum class MatrixLoad {
  None,
  Rows,       ///< a lane receives neighbours of a row
  Transposed, ///< a lane receives neighbours of a column (16-bit elements)
};

/// \p Reader is a layout over addresses (the layout of the operand composed with sharedOrder's map), whose lowest register bits
/// are the elements of a 32-bit register. Rows: these elements, and then lane bits 0 and 1, are neighbours in memory. Transposed:
/// lane bits 2 to 4 are.
MatrixLoad matrixLoadOf(const LinearLayout &Reader, unsigned ElementBits);

/// The bases of the lane bits (and register bits) that count the eight rows of one matrix for this kind of load; for None all lane bits.
std::vector<uint32_t> spreadOf(const LinearLayout &Reader, MatrixLoad Load);

} // namespace cutile

#endif
