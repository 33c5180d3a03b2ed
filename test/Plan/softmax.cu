// A row per block: full vectors, one layout for everything, the reduced values without a conversion, and one meeting for the first reduction, two for the second.
// RUN: %clang -fplugin-arg-cutile-print-plan --cuda-device-only -S -emit-llvm -o /dev/null %s 2>&1 | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void softmax(const float *__restrict__ in, float *__restrict__ out, int rows, int columns) {
  columns = ct::assume_divisible<16>(columns);
  auto x = ct::partition_view{ct::tensor_span{ct::assume_aligned(in, 16_ic), ct::extents{rows, columns}}, ct::shape<1, 4096>{}};
  auto y = ct::partition_view{ct::tensor_span{ct::assume_aligned(out, 16_ic), ct::extents{rows, columns}}, ct::shape<1, 4096>{}};
  int row = ct::bid().x;
  auto v = x.load_masked<ct::view_padding::negative_inf>(row, 0);
  auto e = ct::exp(v - ct::reduce_max(v, 1_ic));
  y.store_masked(e / ct::sum(e, 1_ic), row, 0);
}

// CHECK: plan of softmax (line 7) for sm_90a
// CHECK-NEXT: threads [[THREADS:[0-9]+]]; rows with reductions: 32 elements of the largest tile in each
// CHECK-NEXT: blocks at least {{[0-9]+}} per multiprocessor; a streaming kernel with 1 loads
// CHECK-NEXT: registers about {{[0-9]+}} of at most 64 per thread; {{.*}} for tiles at {{.*}} of line
// CHECK-NEXT: shared {{.*}} of 232448 bytes
// CHECK: scratch
// CHECK: partial results of warps (line 13)
// CHECK: partial results of warps (line 14)

// The load gives its layout to what is computed from it, the reduction takes that without the reduced dimension.
// CHECK: tiles
// CHECK: = view_load float[1, 4096] (line 12): registers, 32 registers, [[ROW:L[0-9]+]]; neighbours in memory at 'view_load' of line 12
// CHECK: = reduce float[1] (line 13): registers, 1 registers, [[ONE:L[0-9]+]]; the operand of 'reduce' of line 13 without the reduced dimension
// CHECK: = exp float[1, 4096] (line 13): {{.*}} [[ROW]];
// CHECK: = fdiv float[1, 4096] (line 14): {{.*}} [[ROW]];

// CHECK: accesses view_load {{.*}} (line 12): 8 x 16 bytes, {{.*}}; neighbours in memory, the widest vector
// CHECK-NEXT: view_store {{.*}} (line 14): 8 x 16 bytes, {{.*}}; neighbours in memory, the widest vector
// CHECK-NOT: conversions
// CHECK: barriers reduce (line 13); partial results of all warps are there before they are combined
// CHECK-NEXT: reduce (line 14); others may still read what was in scratch memory
// CHECK-NEXT: reduce (line 14); partial results of all warps are there before they are combined
// CHECK-NOT: view_store
// CHECK-NOT: refused
// CHECK: layouts
// CHECK: [[ROW]] registers [1, 2, {{.*}}] lanes [4, 8, 16, 32, 64] warps [{{.*}}] of 4096
