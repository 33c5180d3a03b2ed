// The index of a tile block and the size of the grid (page "General Operations").
#pragma once

#include "op.h"

#include <vector_types.h>

namespace cuda::tiles {
inline namespace __v1 {

/// Index of the executing tile block.
CUTILE_TILE uint3 bid() noexcept {
  uint3 Index;
  Index.x = __op::bid<unsigned>(0);
  Index.y = __op::bid<unsigned>(1);
  Index.z = __op::bid<unsigned>(2);
  return Index;
}

/// Number of tile blocks of the launch.
CUTILE_TILE dim3 num_blocks() noexcept {
  uint3 Count;
  Count.x = __op::num_blocks<unsigned>(0);
  Count.y = __op::num_blocks<unsigned>(1);
  Count.z = __op::num_blocks<unsigned>(2);
  return __builtin_bit_cast(dim3, Count);
}

} // namespace __v1
} // namespace cuda::tiles
