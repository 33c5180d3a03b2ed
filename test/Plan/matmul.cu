// A product: the accumulator stays in its place around the loop, operands are copied to shared memory ahead and read from there.
// RUN: %cutile-info --plan %s -- | FileCheck %s
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void matmul(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c) {
  auto av = ct::partition_view{ct::tensor_span{ct::assume_aligned(a, 16_ic), ct::extents<unsigned, 512, 512>{}}, ct::shape<64, 32>{}};
  auto bv = ct::partition_view{ct::tensor_span{ct::assume_aligned(b, 16_ic), ct::extents<unsigned, 512, 512>{}}, ct::shape<32, 64>{}};
  auto cv = ct::partition_view{ct::tensor_span{ct::assume_aligned(c, 16_ic), ct::extents<unsigned, 512, 512>{}}, ct::shape<64, 64>{}};
  int row = ct::bid().x, column = ct::bid().y;
  auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (auto i : ct::irange(0, 16)) {
    auto x = av.load(row, i);
    auto y = bv.load(i, column);
    acc = ct::mma(x, y, acc);
  }
  cv.store(acc, row, column);
}

// CHECK: plan of matmul (line 8) for sm_90a
// CHECK-NEXT: threads 128; 32 accumulators of products in each
// CHECK: shared 32768 of 232448 bytes
// CHECK-NEXT: 0 + 32768 slots
// CHECK-NEXT: 0 + 4096 slot 0 of [[A:%[0-9a-z]+]] (line 15)
// CHECK-NEXT: 4096 + 4096 slot 0 of [[B:%[0-9a-z]+]] (line 15)
// CHECK: pipelines 4 slots of 8192 bytes;
// CHECK-NEXT: [[A]] half[64, 32] by 16 bytes (line 15)
// CHECK-NEXT: [[B]] half[32, 64] by 16 bytes (line 16)
// CHECK: products {{.*}} float[64, 64] (line 17) by mma.m16n8k16; 16 per warp: 2 x 4 fragments, 2 steps of k
// CHECK: tiles {{.*}} = phi float[64, 64]{{.*}}: accumulator, 32 registers, [[C:L[0-9]+]]; accumulator of 'mma' of line 17
// CHECK: [[A]] = view_load half[64, 32] (line 15): shared memory; copied ahead
// CHECK: [[B]] = view_load half[32, 64] (line 16): shared memory; copied ahead
// CHECK: = mma float[64, 64] (line 17): accumulator, 32 registers, [[C]];
// CHECK: accesses view_load [[A]] half[64, 32] (line 15): 2 x 16 bytes, asynchronous copies
// CHECK: view_store {{.*}} float[64, 64] (line 19): 16 x 8 bytes; all neighbours in memory that the layout gives to one thread
// CHECK-NOT: conversions
// CHECK: barriers view_load (line 15); others may still read the slots
// CHECK-NEXT: view_load (line 15), in a loop; the slot is complete
// CHECK-NOT: refused
