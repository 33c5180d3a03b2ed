// Both sides of a transposition are accessed in full vectors, so the tile changes its layout through shared memory once.
// RUN: %cutile-info --plan %s -- | FileCheck %s
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void transpose(const float *__restrict__ in, float *__restrict__ out, int rows, int columns) {
  rows = ct::assume_divisible<16>(rows);
  columns = ct::assume_divisible<16>(columns);
  auto x = ct::partition_view{ct::tensor_span{ct::assume_aligned(in, 16_ic), ct::extents{rows, columns}}, ct::shape<64, 32>{}};
  auto y = ct::partition_view{ct::tensor_span{ct::assume_aligned(out, 16_ic), ct::extents{columns, rows}}, ct::shape<32, 64>{}};
  auto tile = x.load(ct::bid().y, ct::bid().x);
  y.store(ct::transpose(tile), ct::bid().x, ct::bid().y);
}

// CHECK: plan of transpose (line 7)
// CHECK: order y counts first: blocks that follow each other along y write side by side, those along x do not
// CHECK: 0 + 8192 a tile between two layouts (line 13)
// CHECK: = view_load float[64, 32] (line 12): registers, 16 registers, [[IN:L[0-9]+]]; neighbours in memory at 'view_load' of line 12
// CHECK: = permute float[32, 64] (line 13): registers, 16 registers, [[OUT:L[0-9]+]]; neighbours in memory at 'view_store' of line 13
// CHECK: accesses view_load {{.*}}: 4 x 16 bytes; neighbours in memory, the widest vector
// CHECK-NEXT: view_store {{.*}}: 4 x 16 bytes; neighbours in memory, the widest vector
// CHECK: conversions {{.*}} float[64, 32] for permute (line 13): shared memory, 8192 bytes, [[IN]] to L{{[0-9]+$}}
// CHECK-NEXT: barriers permute (line 13); the tile is complete in scratch memory before others read it
// CHECK-NOT: refused
