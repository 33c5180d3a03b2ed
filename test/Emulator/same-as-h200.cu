// Kernels whose arithmetic is exact: their results, as hashes. Built without --emulate this program prints the same on a GPU; device.py
// prepares that comparison. With a folder as argument it also writes each result there.
// REQUIRES: plugin, cutile-emu, cpu-runtime
// RUN: %cutilexx --emulate %s -o %t
// RUN: %t | FileCheck %s --match-full-lines
// CHECK: add         12004 bytes 79ddfaf411b5127f
// CHECK-NEXT: transpose   23100 bytes cf535720f1b77c59
// CHECK-NEXT: gemm-int8   65536 bytes f0d2c03fa56db571
// CHECK-NEXT: gemm-half   65536 bytes 5a20c1dd40b51198
// CHECK-NEXT: histogram    1024 bytes 359cc91aa6a74e40
// CHECK-NEXT: argmax         48 bytes ff2a769c25201b04
// CHECK-NEXT: lookup       3072 bytes 0a4aa7e5dfde0e9c
// CHECK-NEXT: running     16384 bytes 1128bdc5855f034f
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_tile.h>
#include <string>
#include <vector>

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n) {
  auto view = [&](auto *p) { return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<256>{}}; };
  int i = ct::bid().x;
  view(c).store_masked(view(a).load_masked(i) + view(b).load_masked(i), i);
}

__tile_global__ void transpose(const short *__restrict__ in, short *__restrict__ out, int rows, int columns) {
  auto x = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}}, ct::shape<32, 32>{}};
  auto y = ct::partition_view{ct::tensor_span{out, ct::extents{columns, rows}}, ct::shape<32, 32>{}};
  auto [i, j, k] = ct::bid();
  y.store_masked(ct::transpose(x.load_masked(i, j)), j, i);
}

template <class In, class Sum> __tile_global__ void gemm(const In *__restrict__ a, const In *__restrict__ b, Sum *__restrict__ c, int n) {
  auto square = [&](auto *p) { return ct::tensor_span{ct::assume_aligned(p, 16_ic), ct::extents{n, n}}; };
  auto x = ct::partition_view{square(a), ct::shape<64, 32>{}};
  auto y = ct::partition_view{square(b), ct::shape<32, 64>{}};
  auto z = ct::partition_view{square(c), ct::shape<64, 64>{}};
  auto [i, j, unused] = ct::bid();
  auto sum = ct::zeros<ct::tile<Sum, ct::shape<64, 64>>>();
  for (auto k : ct::irange(0, n / 32))
    sum = ct::mma(x.load(i, k), y.load(k, j), sum);
  z.store(sum, i, j);
}

__tile_global__ void histogram(const unsigned char *__restrict__ x, unsigned *counts, int n) {
  auto i = int(ct::bid().x) * 256 + ct::iota<ct::tile<int, ct::shape<256>>>();
  auto value = ct::load_masked(x + i, i < n, ct::zeros<ct::tile<unsigned char, ct::shape<256>>>());
  ct::atomic_add_masked(counts + ct::element_cast<int>(value), ct::full<ct::tile<unsigned, ct::shape<256>>>(1u), i < n,
                        ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

// Largest value of a row and where it stands; then that row of a table.
__tile_global__ void lookup(const float *__restrict__ x, const float *__restrict__ table, int *__restrict__ where, float *__restrict__ out,
                            int columns) {
  using Row = ct::tile<int, ct::shape<512>>;
  int row = ct::bid().x;
  auto j = ct::iota<Row>();
  auto v = ct::load_masked(x + (long long)row * columns + j, j < columns, -3e38f);
  float top = static_cast<float>(ct::reduce_max<0>(v));
  int at = static_cast<int>(ct::reduce_min<0>(ct::select(v == top, j, ct::full<Row>(0x7fffffff))));
  where[row] = at;
  auto k = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(out + row * 64 + k, ct::load(table + at * 64 + k));
}

__tile_global__ void running(const int *__restrict__ in, int *__restrict__ out) {
  auto i = int(ct::bid().x) * 1024 + ct::iota<ct::tile<int, ct::shape<1024>>>();
  ct::store(out + i, ct::partial_sum(ct::load(in + i), 0_ic));
}

static const char *folder;

static unsigned random_bits() {
  static unsigned state = 12345;
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

template <class T> struct Device {
  T *memory;
  size_t count;
  explicit Device(size_t count) : count(count) {
    cudaMalloc(&memory, count * sizeof(T));
    cudaMemset(memory, 0, count * sizeof(T));
  }
  template <class F> Device(size_t count, F make) : count(count) {
    std::vector<T> host(count);
    for (T &value : host)
      value = make();
    cudaMalloc(&memory, count * sizeof(T));
    cudaMemcpy(memory, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  void show(const char *name) const {
    std::vector<unsigned char> bytes(count * sizeof(T));
    if (cudaError_t error = cudaMemcpy(bytes.data(), memory, bytes.size(), cudaMemcpyDeviceToHost))
      printf("%s: %s\n", name, cudaGetErrorString(error));
    uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (unsigned char byte : bytes)
      hash = (hash ^ byte) * 0x100000001b3;
    printf("%-10s %6zu bytes %016llx\n", name, bytes.size(), (unsigned long long)hash);
    if (!folder)
      return;
    FILE *file = fopen((std::string(folder) + "/" + name + ".bin").c_str(), "wb");
    fwrite(bytes.data(), 1, bytes.size(), file);
    fclose(file);
  }
};

int main(int count, char **values) {
  folder = count > 1 ? values[1] : nullptr;
  auto real = [] { return float(int(random_bits() % 200001) - 100000) / 777.0f; };
  auto small = [] { return int(random_bits() % 255) - 127; };

  Device<float> a(3001, real), b(3001, real), c(3001);
  add<<<12, 1>>>(a.memory, b.memory, c.memory, 3001);
  c.show("add");

  Device<short> t(77 * 150, [] { return short(random_bits()); }), u(77 * 150);
  transpose<<<dim3(3, 5), 1>>>(t.memory, u.memory, 77, 150);
  u.show("transpose");

  constexpr int n = 128;
  Device<signed char> ia(n * n, small), ib(n * n, small);
  Device<int> ic(n * n);
  gemm<signed char, int><<<dim3(n / 64, n / 64), 1>>>(ia.memory, ib.memory, ic.memory, n);
  ic.show("gemm-int8");

  // Products and sums of small multiples of 1/4 are exact in float.
  auto quarter = [] { return __float2half(float(int(random_bits() % 65) - 32) / 4); };
  Device<__half> ha(n * n, quarter), hb(n * n, quarter);
  Device<float> hc(n * n);
  gemm<__half, float><<<dim3(n / 64, n / 64), 1>>>(ha.memory, hb.memory, hc.memory, n);
  hc.show("gemm-half");

  Device<unsigned char> x(5003, [] { return (unsigned char)(random_bits() % 41); });
  Device<unsigned> counts(256);
  histogram<<<20, 1>>>(x.memory, counts.memory, 5003);
  counts.show("histogram");

  Device<float> rows(12 * 500, real), table(500 * 64, real), found(12 * 64);
  Device<int> where(12);
  lookup<<<12, 1>>>(rows.memory, table.memory, where.memory, found.memory, 500);
  where.show("argmax");
  found.show("lookup");

  Device<int> in(4096, small), out(4096);
  running<<<4, 1>>>(in.memory, out.memory);
  out.show("running");
}
