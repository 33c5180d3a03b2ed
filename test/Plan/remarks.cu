// Remarks stand at the user's line and say why.
// RUN: %clang --cuda-device-only -S -emit-llvm -o /dev/null -Rpass=cutile -Rpass-missed=cutile -Rpass-analysis=cutile-barrier -Xclang -verify %s
// Nobody asks for them: nothing is said.
// RUN: %clang --cuda-device-only -S -emit-llvm -o /dev/null %s 2>&1 | count 0
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void transpose(const float *__restrict__ in, float *__restrict__ out) {
  auto x = ct::partition_view{ct::tensor_span{ct::assume_aligned(in, 16_ic), ct::extents{64_ic, 64_ic}}, ct::shape<64, 64>{}};
  auto y = ct::partition_view{ct::tensor_span{out, ct::extents{64_ic, 64_ic}}, ct::shape<64, 64>{}};
  auto tile = x.load(0, 0); // expected-remark {{'view_load' of float[64, 64] as 8 accesses of 16 bytes per thread: neighbours in memory, the widest vector}}
  auto turned = ct::transpose(tile); // expected-remark {{float[64, 64] changes its layout for 'permute' through 16384 bytes of shared memory: other warps hold its elements}} \
                                        expected-remark {{barrier at 'permute': the tile is complete in scratch memory before others read it}}
  y.store(turned, 0, 0); // expected-remark {{'view_store' of float[64, 64] as 8 accesses of 16 bytes per thread, alignment is tested at run time, since only 1 byte is known}}
}

// A row of every second element: no vectors. What was written is read again: the threads must meet.
__tile_global__ void narrow(float *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<1024>>>() * 2;
  auto v = ct::load(p + i); // expected-remark {{'load' of float[1024] as 8 accesses of 4 bytes per thread: the next element is not known to lie 4 bytes further}}
  ct::store(p + i, v * 2.0f); // expected-remark {{'store' of float[1024] as 8 accesses of 4 bytes per thread: the next element is not known to lie 4 bytes further}} \
                                 expected-remark {{barrier at 'store': writes memory of parameter 1 that other threads may still read}}
}

// Rows of odd length cannot be copied ahead, and loops that write cannot be reordered.
__tile_global__ void products(const __half *a, const __half *b, float *c, int n) {
  auto view = [&](auto *p, auto shape) { return ct::partition_view{ct::tensor_span{p, ct::extents{n, n}}, shape}; };
  auto av = view(a, ct::shape<64, 32>{});
  auto bv = view(b, ct::shape<32, 64>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (auto i : ct::irange(0, 16)) {
    auto x = av.load(0, i); // expected-remark {{loads of the loop are not copied ahead: no 4 bytes are known to be neighbours, aligned and inside the array together}} \
                                                         expected-remark {{'view_load' of half[64, 32]}}
    auto y = bv.load(i, 0); // expected-remark {{loads of the loop are not copied ahead: no 4 bytes}} expected-remark {{'view_load' of half[32, 64]}}
    acc = ct::mma(x, y, acc); // expected-remark {{product of float[64, 64] by mma.m16n8k16}} \
                                 expected-remark {{half[64, 32] changes its layout for 'mma' in a loop through 4096 bytes of shared memory}} \
                                 expected-remark {{half[32, 64] changes its layout for 'mma' in a loop through 4096 bytes of shared memory}} \
                                 expected-remark 2 {{barrier at 'mma' in a loop}}
  }
  view(c, ct::shape<64, 64>{}).store(acc, 0, 0); // expected-remark {{'view_store' of float[64, 64] as 16 accesses of 8 bytes per thread}} \
                                                    expected-remark {{barrier at 'view_store': writes memory that other threads may still read, as their addresses are not known to differ}}
}
