//===- AccessPlan.h - how wide a thread's accesses are ----------*- C++ -*-===//
#ifndef CUTILE_PLAN_ACCESSPLAN_H
#define CUTILE_PLAN_ACCESSPLAN_H

#include "cutile/Layout/LinearLayout.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace cutile {

struct AccessFacts;

inline constexpr unsigned MaxVectorBytes = 16;

/// Per register bit of \p Layout, the index bit that it alone selects; -1 where threads share the bit or it is redundant.
llvm::SmallVector<int, 8> ownIndexBits(const LinearLayout &Layout);

/// How the elements of a memory op that a thread holds are put together to vectors.
struct AccessPlan {
  enum Limit {
    WidestVector,    ///< 16 bytes
    ThreadsElements, ///< the thread holds no more neighbours
    NotNeighbours,   ///< the next element is not known to be a neighbour in memory
  };
  unsigned VectorBits = 0; ///< low register bits that count neighbours in memory
  Limit LimitedBy = WidestVector;
  bool KnownAligned = false;   ///< vectors are aligned; else a test at run time chooses between vectors and elements
  bool KnownUniform = false;   ///< masks are equal within vectors
  unsigned KnownAlignment = 0; ///< bytes that vectors are known to be aligned to

  /// Why accesses are not wider, or what made them as wide.
  std::string reason(unsigned ElementBytes) const;
  /// How masks and alignment are dealt with. \p WholeTest: one test can tell that a block is whole.
  std::string guard(bool Masked, bool WholeTest) const;
};

/// \p Facts are about the addresses in bytes and the mask of the elements, of \p ElementBytes each, that \p Layout places.
AccessPlan planAccess(const LinearLayout &Layout, unsigned ElementBytes, const AccessFacts &Facts);

} // namespace cutile

#endif
