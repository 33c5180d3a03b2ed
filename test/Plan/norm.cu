// RMS norm of rows of bf16: half as many accesses as elements allow, weights in the layout of the row.
// RUN: %cutile-info --plan %s -- | FileCheck %s
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using T = __nv_bfloat16;

extern "C" __tile_global__ void rmsnorm(const T *__restrict__ in, const T *__restrict__ weights, T *__restrict__ out, int rows) {
  auto x = ct::partition_view{ct::tensor_span{ct::assume_aligned(in, 16_ic), ct::extents{rows, 4096_ic}}, ct::shape<1, 4096>{}};
  auto w = ct::partition_view{ct::tensor_span{ct::assume_aligned(weights, 16_ic), ct::extents{4096_ic}}, ct::shape<4096>{}};
  auto y = ct::partition_view{ct::tensor_span{ct::assume_aligned(out, 16_ic), ct::extents{rows, 4096_ic}}, ct::shape<1, 4096>{}};
  int row = ct::bid().x;
  auto v = ct::element_cast<float>(x.load(row, 0));
  auto scale = ct::rsqrt(ct::sum(v * v, 1_ic) / 4096.0f + 1e-6f);
  y.store(ct::element_cast<T>(v * scale * ct::element_cast<float>(w.load(0))), row, 0);
}

// CHECK: plan of rmsnorm (line 9)
// CHECK-NEXT: threads {{.*}} rows with reductions: 32 elements of the largest tile in each
// CHECK: tiles
// CHECK: = view_load bfloat[1, 4096] (line 14): registers, 16 registers, [[ROW:L[0-9]+]]
// CHECK: = reduce float[1] (line 15)
// CHECK: = view_load bfloat[4096] (line 16): registers, 16 registers, [[ROW]]
// CHECK: accesses view_load {{.*}} (line 14): 4 x 16 bytes; neighbours in memory, the widest vector
// CHECK: view_load {{.*}} (line 16): 4 x 16 bytes; neighbours in memory, the widest vector
// CHECK: view_store {{.*}} (line 16): 4 x 16 bytes; neighbours in memory, the widest vector
// CHECK-NOT: conversions
// CHECK-NOT: refused
