// Accumulators that fill the registers of a multiprocessor leave none for operands: the plan and a remark say so.
// RUN: %cutile-info --plan %s -- | FileCheck %s
// RUN: %clang --cuda-device-only -S -emit-llvm -o /dev/null -Rpass-missed=cutile-plan -Xclang -verify %s
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ auto viewOf(auto *data, auto shape) {
  return ct::partition_view{ct::tensor_span{ct::assume_aligned(data, 16_ic), ct::extents<unsigned, 4096, 4096>{}}, shape};
}

extern "C" __tile_global__ void tooWide(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  auto av = viewOf(a, ct::shape<256, 32>{});
  auto bv = viewOf(b, ct::shape<32, 256>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<256, 256>>>();
  for (int k = 0; k < n; ++k)
    acc = ct::mma(av.load(0, k), bv.load(k, 0), acc); // expected-remark {{all tiles of a product in registers: they take about 160 registers of a thread, which may have 128; the rest moves to and from memory, which is slow: take smaller tiles}}
  viewOf(c, ct::shape<256, 256>{}).store(acc, 0, 0);
}
// CHECK: plan of tooWide
// CHECK-NEXT: threads 512; 128 accumulators of products in each
// CHECK: refused all tiles of a product in registers (line 18); they take about 160 registers of a thread, which may have 128;

// The first operand does not fit beside the second and the accumulators, but goes to shared memory as soon as it is loaded.
extern "C" __tile_global__ void early(const __half *a, const __half *b, float *c, int n) {
  auto view = [&](auto *p, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{n, n}}, shape}; };
  auto av = view(a, ct::shape<256, 128>{});
  auto bv = view(b, ct::shape<128, 64>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<256, 64>>>();
  for (int k = 0; k < n; ++k)
    acc = ct::mma(av.load(0, k), bv.load(k, 0), acc);
  view(c, ct::shape<256, 64>{}).store(acc, 0, 0);
}
// CHECK: plan of early
// CHECK-NEXT: threads 128; 128 accumulators of products in each
// CHECK-NOT: all tiles of a product

// Operands that are cast on their way from shared memory come step by step.
extern "C" __tile_global__ void cast(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n) {
  auto av = viewOf(a, ct::shape<128, 32>{});
  auto bv = viewOf(b, ct::shape<32, 128>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
  for (int k = 0; k < n; ++k)
    acc = ct::mma(ct::element_cast<__nv_tf32>(av.load(0, k)), ct::element_cast<__nv_tf32>(bv.load(k, 0)), acc);
  viewOf(c, ct::shape<128, 128>{}).store(acc, 0, 0);
}
// CHECK: plan of cast
// CHECK-NEXT: threads 128; 128 accumulators of products in each
// CHECK-NOT: all tiles of a product

// Half of it fits.
extern "C" __tile_global__ void wide(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  auto av = viewOf(a, ct::shape<128, 32>{});
  auto bv = viewOf(b, ct::shape<32, 256>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<128, 256>>>();
  for (int k = 0; k < n; ++k)
    acc = ct::mma(av.load(0, k), bv.load(k, 0), acc);
  viewOf(c, ct::shape<128, 256>{}).store(acc, 0, 0);
}
// CHECK: plan of wide
// CHECK-NEXT: threads 256; 128 accumulators of products in each
// CHECK-NOT: refused
