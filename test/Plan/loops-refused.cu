// Loops whose loads cannot run ahead: the remark names what stands in the way, so that it can be taken out.
// RUN: %clang --cuda-device-only -S -emit-llvm -o /dev/null -Rpass-missed=cutile-pipeline -Xclang -verify %s
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

using Acc = ct::tile<float, ct::shape<64, 64>>;
__tile__ auto viewOf(const __half *data, int n, auto shape) {
  auto extent = ct::assume_divisible<16>(n);
  return ct::partition_view{ct::tensor_span{ct::assume_aligned(data, 16_ic), ct::extents{extent, extent}}, shape};
}
#define BEGIN \
  auto av = viewOf(a, n, ct::shape<64, 32>{}); \
  auto bv = viewOf(b, n, ct::shape<32, 64>{}); \
  auto cv = ct::partition_view{ct::tensor_span{c, ct::extents{n, n}}, ct::shape<64, 64>{}}; \
  auto acc = ct::zeros<Acc>();

__tile_global__ void untilSmall(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  BEGIN
  float largest = 1;
  for (int k = 0; largest < 1000.0f; ++k) {
    auto x = av.load_masked(0, k); // expected-remark {{loads of the loop are not copied ahead: whether another iteration follows depends on elements of a tile ('extractelement' of line 26); count with numbers that are known before the loop}}
    auto y = bv.load_masked(k, 0); // expected-remark {{whether another iteration follows depends on elements of a tile}}
    acc = ct::mma(x, y, acc);
    largest = float(ct::reshape(ct::reduce_max<0>(ct::reduce_max<1>(acc)), ct::shape<>{}));
  }
  cv.store_masked(acc, 0, 0);
}

__tile_global__ void untilMarked(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n, const int *marks) {
  BEGIN
  for (int k = 0; marks[k] == 0; ++k) {
    auto x = av.load_masked(0, k); // expected-remark {{whether another iteration follows depends on memory ('load' of line 33)}}
    auto y = bv.load_masked(k, 0); // expected-remark {{whether another iteration follows depends on memory}}
    acc = ct::mma(x, y, acc);
  }
  cv.store_masked(acc, 0, 0);
}

// What is read from memory of an iteration before cannot be known ahead.
__tile_global__ void list(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n, const int *next) {
  BEGIN
  int place = 0;
  for (int k = 0; k < n; ++k) {
    auto x = av.load_masked(0, place); // expected-remark {{loads of the loop are not copied ahead: its address depends on memory ('load' of line 49)}}
    auto y = bv.load_masked(place, 0); // expected-remark {{its address depends on memory}}
    acc = ct::mma(x, y, acc);
    place = next[place];
  }
  cv.store_masked(acc, 0, 0);
}

__tile_global__ void writing(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  BEGIN
  for (int k = 0; k < n; ++k) {
    auto x = av.load_masked(0, k); // expected-remark {{loads cannot pass 'view_store' of line 60, which writes memory or waits for other threads; take it out of the loop}}
    auto y = bv.load_masked(k, 0); // expected-remark {{loads cannot pass 'view_store' of line 60}}
    acc = ct::mma(x, y, acc);
    cv.store_masked(acc, k, 0);
  }
}

// Pointers that move on with the loop: nothing says that the elements of a tile are blocks of an array.
__tile_global__ void pointers(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  auto at = [&](auto *data, auto shape) {
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<shape.extent(0)>>>(), ct::shape<shape.extent(0), 1>{});
    auto column = ct::reshape(ct::iota<ct::tile<int, ct::shape<shape.extent(1)>>>(), ct::shape<1, shape.extent(1)>{});
    return data + (row * n + column);
  };
  auto ap = at(a, ct::shape<64, 32>{});
  auto bp = at(b, ct::shape<32, 64>{});
  auto acc = ct::zeros<Acc>();
  for (int k = 0; k < n; k += 32) {
    auto x = ct::load(ap); // expected-remark {{loads of the loop are not copied ahead: a tile of pointers may lead anywhere, and only blocks of a view are copied ahead; load from a partition_view instead}}
    auto y = ct::load(bp); // expected-remark {{loads of the loop are not copied ahead: a tile of pointers may lead anywhere}}
    acc = ct::mma(x, y, acc);
    ap = ap + 32;
    bp = bp + 32 * n;
  }
  ct::store(at(c, ct::shape<64, 64>{}), acc);
}
