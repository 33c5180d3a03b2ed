//===- Swizzle.h - shared memory without bank conflicts ---------*- C++ -*-===//
//
// A tile that passes through shared memory from one layout to another is written by warps of the first and read by warps of the
// second. Shared memory has 32 banks of 4 bytes; the lanes of one access must fall into different banks (PTX: shared state space).
// A swizzle is an invertible linear map of element indices to slots: an index bit that varies over lanes but would not select a bank is added
// (exclusive or) to a bit that does.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LAYOUT_SWIZZLE_H
#define CUTILE_LAYOUT_SWIZZLE_H

#include "cutile/Layout/LinearLayout.h"

namespace cutile {

struct SharedPath {
  IndexMap Slots;                         ///< element index to slot
  unsigned StoreBits, LoadBits;           ///< accesses take 2^bits neighbouring elements
  unsigned StoreConflicts, LoadConflicts; ///< log2 of the number of passes of one access, 0 for none
};

/// Chooses the widths and the swizzle for elements of \p ElementBytes written in layout \p From and read in layout \p To. Widths are at most 16 bytes
/// and what the layouts allow; among all choices the one with the fewest passes per element, then the fewest instructions.
SharedPath chooseSharedPath(const LinearLayout &From, const LinearLayout &To, unsigned ElementBytes);

/// 2^n neighbours of a thread that form an aligned vector: number of low index bits that are also the low register bits, at most \p Limit.
unsigned contiguousBits(const LinearLayout &Layout, unsigned Limit);

/// log2 of the number of passes that a warp needs for an access of 2^VectorBits elements per lane in \p Layout, whose indices are slots.
unsigned bankConflicts(const LinearLayout &Layout, unsigned VectorBits, unsigned ElementBytes);

} // namespace cutile

#endif
