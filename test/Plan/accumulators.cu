// Threads follow from the accumulators that are alive together, and fewer slots leave nothing of the attempt with more.
// RUN: %cutile-info --plan %s -- | FileCheck %s
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

using Acc = ct::tile<float, ct::shape<128, 128>>;
__tile__ auto viewOf(auto *data, auto shape) {
  return ct::partition_view{ct::tensor_span{ct::assume_aligned(data, 16_ic), ct::extents<unsigned, 4096, 4096>{}}, shape};
}

// The scores of each loop are alive only there; the sum passes through both: 2 x 16384 elements.
extern "C" __tile_global__ void inTurn(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  auto av = viewOf(a, ct::shape<128, 32>{});
  auto bv = viewOf(b, ct::shape<32, 128>{});
  auto vv = viewOf(b, ct::shape<128, 128>{});
  auto acc = ct::zeros<Acc>();
  for (int k = 0; k < n; ++k) {
    auto s = ct::mma(av.load(0, k), bv.load(k, 0), ct::zeros<Acc>());
    acc = ct::mma(ct::element_cast<__half>(s), vv.load(k, 0), acc);
  }
  for (int k = n; k < 2 * n; ++k) {
    auto s = ct::mma(av.load(0, k), bv.load(k, 0), ct::zeros<Acc>());
    acc = ct::mma(ct::element_cast<__half>(s), vv.load(k, 0), acc);
  }
  viewOf(c, ct::shape<128, 128>{}).store(acc, 0, 0);
}
// CHECK: plan of inTurn
// CHECK-NEXT: threads 256; 128 accumulators of products in each

// The first sum waits for the end of the second loop.
extern "C" __tile_global__ void both(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  auto av = viewOf(a, ct::shape<128, 32>{});
  auto bv = viewOf(b, ct::shape<32, 128>{});
  auto first = ct::zeros<Acc>(), second = first;
  for (int k = 0; k < n; ++k)
    first = ct::mma(av.load(0, k), bv.load(k, 0), first);
  for (int k = 0; k < n; ++k)
    second = ct::mma(av.load(1, k), bv.load(k, 1), second);
  viewOf(c, ct::shape<128, 128>{}).store(first / second, 0, 0);
}
// CHECK: plan of both
// CHECK-NEXT: threads 256; 128 accumulators of products in each

// 4 slots do not fit beside the scratch memory that turns the result around.
extern "C" __tile_global__ void large(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  auto av = viewOf(a, ct::shape<256, 64>{});
  auto bv = viewOf(b, ct::shape<64, 128>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<256, 128>>>();
  for (int k = 0; k < n; ++k)
    acc = ct::mma(av.load(0, k), bv.load(k, 0), acc);
  viewOf(c, ct::shape<128, 256>{}).store(ct::transpose(acc), 0, 0);
}
// CHECK: plan of large
// CHECK: shared 212992 of 232448 bytes
// CHECK-NEXT: 0 + 65536 scratch
// CHECK: 65536 + 147456 slots
// CHECK-NOT: {{(slots|scratch)[0-9]}}
// CHECK: pipelines 3 slots of 49152 bytes
// CHECK: refused more slots (line {{[0-9]+}}); 4 slots for loads of a loop do not fit: the kernel would take 262144 bytes

// Two blocks of these do not have the registers: one that keeps its tiles there is faster.
extern "C" [[cutile::hint(0, occupancy = 4)]] __tile_global__ void tooMany(const __half *__restrict__ a, const __half *__restrict__ b,
                                                                          float *__restrict__ c, int n) {
  auto av = viewOf(a, ct::shape<128, 32>{});
  auto bv = viewOf(b, ct::shape<32, 128>{});
  auto acc = ct::zeros<Acc>();
  for (int k = 0; k < n; ++k)
    acc = ct::mma(av.load(0, k), bv.load(k, 0), acc);
  viewOf(c, ct::shape<128, 128>{}).store(acc, 0, 0);
}
// CHECK: plan of tooMany
// CHECK-NEXT: threads 128; 128 accumulators of products in each
// CHECK-NEXT: blocks at least 3 per multiprocessor; hint occupancy = 4; the tiles do not fit into the registers of so many
