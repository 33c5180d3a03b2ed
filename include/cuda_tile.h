// CUDA Tile C++: the API of namespace cuda::tiles.
//
// Needs C++20 and a compiler that understands `__tile__` and `__tile_global__` (it defines __CUDACC_TILE__).
#pragma once

#if defined(__clang__)
#pragma clang system_header
#endif

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "cuda_tile.h needs C++20: compile with -std=c++20 or later"
#elif defined(__CUDACC_TILE__)

#include "cutile/api/arithmetic.h"
#include "cutile/api/assumptions.h"
#include "cutile/api/comparison.h"
#include "cutile/api/constants.h"
#include "cutile/api/creation.h"
#include "cutile/api/extents.h"
#include "cutile/api/gather_view.h"
#include "cutile/api/grid.h"
#include "cutile/api/irange.h"
#include "cutile/api/layouts.h"
#include "cutile/api/math.h"
#include "cutile/api/memory.h"
#include "cutile/api/mma.h"
#include "cutile/api/print.h"
#include "cutile/api/reduction.h"
#include "cutile/api/shape.h"
#include "cutile/api/spans.h"
#include "cutile/api/tile.h"
#include "cutile/api/views.h"

#endif
