// Kernels that test/Emulator/mutate.py plants faults in: small, but with every kind of synchronisation that lowering emits.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// Operands through shared memory in a loop; tensor cores.
extern "C" __tile_global__ void gemm(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n) {
  a = ct::assume_aligned(a, 16_ic);
  b = ct::assume_aligned(b, 16_ic);
  n = ct::assume_divisible(n, 32_ic);
  auto x = ct::partition_view{ct::tensor_span{a, ct::extents{64, n}}, ct::shape<64, 32>{}};
  auto y = ct::partition_view{ct::tensor_span{b, ct::extents{n, 64}}, ct::shape<32, 64>{}};
  auto z = ct::partition_view{ct::tensor_span{c, ct::extents{64, 64}}, ct::shape<64, 64>{}};
  auto sum = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (auto k : ct::irange(0, n / 32))
    sum = ct::mma(x.load(0, k), y.load(k, 0), sum);
  z.store(sum, 0, 0);
}

// Reductions over lanes and warps, twice.
extern "C" __tile_global__ void softmax(const float *__restrict__ in, float *__restrict__ out, int columns) {
  auto x = ct::partition_view{ct::tensor_span{in, ct::extents{4, columns}}, ct::shape<1, 512>{}};
  auto y = ct::partition_view{ct::tensor_span{out, ct::extents{4, columns}}, ct::shape<1, 512>{}};
  int row = ct::bid().x;
  auto v = x.load_masked<ct::view_padding::negative_inf>(row, 0);
  auto e = ct::exp(v - ct::reduce_max(v, 1_ic));
  y.store_masked(e / ct::sum(e, 1_ic), row, 0);
}

// A change of layout through shared memory.
extern "C" __tile_global__ void transpose(const float *__restrict__ in, float *__restrict__ out) {
  auto x = ct::partition_view{ct::tensor_span{in, ct::extents{64, 64}}, ct::shape<32, 32>{}};
  auto y = ct::partition_view{ct::tensor_span{out, ct::extents{64, 64}}, ct::shape<32, 32>{}};
  auto [i, j, k] = ct::bid();
  y.store(ct::transpose(x.load(i, j)), j, i);
}

// A running sum: every warp needs the totals of those before it.
extern "C" __tile_global__ void running(const int *__restrict__ in, int *__restrict__ out) {
  auto i = ct::iota<ct::tile<int, ct::shape<1024>>>();
  ct::store(out + i, ct::partial_sum(ct::load(in + i), 0_ic));
}

// Stores and loads of one block that alias: program order needs barriers.
extern "C" __tile_global__ void reverse(int *data) {
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>();
  ct::store(data + i, ct::load(data + (255 - i)) + 1);
  ct::store(data + i, ct::load(data + (255 - i)) * 2);
}

// Two blocks that take turns.
extern "C" __tile_global__ void turns(int *data, int *flag, int rounds) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  int me = ct::bid().x;
  for (int r = 0; r < rounds; ++r) {
    int turn = 2 * r + me, seen = -1;
    while (seen != turn)
      seen = ct::atomic_load(flag, ct::memory_order_acquire_t{}, ct::thread_scope_device_t{});
    auto t = ct::load(data + i);
    ct::store(data + (63 - i), t * 2 + me + 1);
    ct::atomic_store(flag, turn + 1, ct::memory_order_release_t{}, ct::thread_scope_device_t{});
  }
}
