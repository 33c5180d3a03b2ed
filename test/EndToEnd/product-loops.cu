// Loops over the depth of a product as users write them: the tiles of each are copied ahead, and the sums are those of the loop as written.
// REQUIRES: cpu-runtime, cutile-emu
// RUN: %cutile-info --plan %s -- | FileCheck --check-prefix=PLAN %s
// RUN: %cutilexx --cpu %s -o %t.cpu && %t.cpu | FileCheck %s
// RUN: %cutilexx --emulate %s -o %t.gpu && %t.gpu | FileCheck %s
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <functional>
#include <vector>
namespace ct = cuda::tiles;
using namespace ct::literals;

using Acc = ct::tile<float, ct::shape<32, 32>>;
constexpr int N = 224, BK = 32; // 7 steps of the depth

// Arguments of every kernel; `p` and `q` are what the kernel makes of them.
#define KERNEL(NAME) \
  extern "C" __tile_global__ void NAME(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n, int p, int q)

__tile__ auto viewOf(auto *data, int n, auto shape) {
  auto extent = ct::assume_divisible<16>(n);
  return ct::partition_view{ct::tensor_span{ct::assume_aligned(data, 16_ic), ct::extents{extent, extent}}, shape};
}
__tile__ auto viewA(const __half *a, int n) { return viewOf(a, n, ct::shape<32, BK>{}); }
__tile__ auto viewB(const __half *b, int n) { return viewOf(b, n, ct::shape<BK, 32>{}); }
__tile__ void store(float *c, int n, Acc acc) { viewOf(c, n, ct::shape<32, 32>{}).store_masked(acc, ct::bid().x, 0); }

#define BEGIN \
  auto av = viewA(a, n); \
  auto bv = viewB(b, n); \
  int row = ct::bid().x; \
  auto acc = ct::zeros<Acc>();
#define ADD(KA, KB) acc = ct::mma(av.load_masked(row, KA), bv.load_masked(KB, 0), acc)

KERNEL(quotient) { BEGIN for (int k = 0; k < n / BK; ++k) ADD(k, k); store(c, n, acc); }
KERNEL(roundedUp) { BEGIN for (long long k = 0; k < (n + BK - 1) / BK; ++k) ADD(k, k); store(c, n, acc); }
KERNEL(steps) { BEGIN for (size_t k = 0; k < size_t(n); k += BK) ADD(k / BK, k / BK); store(c, n, acc); }
KERNEL(stepArgument) { BEGIN for (unsigned k = 0; k < unsigned(n / BK); k += p) ADD(k, k); store(c, n, acc); }
KERNEL(whileLoop) { BEGIN int k = 0; while (k < n / BK) { ADD(k, k); ++k; } store(c, n, acc); }
KERNEL(doWhile) { BEGIN int k = 0; do { ADD(k, k); ++k; } while (k < p); store(c, n, acc); }
KERNEL(inclusive) { BEGIN for (int k = 0; k <= p; ++k) ADD(k, k); store(c, n, acc); }
KERNEL(down) { BEGIN for (int k = n / BK; k-- > 0;) ADD(k, k); store(c, n, acc); }
KERNEL(unequal) { BEGIN for (int k = 0; k != n; k += BK) ADD(k / BK, k / BK); store(c, n, acc); }
KERNEL(range) { BEGIN for (int k = p; k < p + q; ++k) ADD(k, k); store(c, n, acc); }
KERNEL(twoCounters) { BEGIN int j = 6; for (int k = 0; k < n / BK; ++k, j -= 2) { ADD(k, j < 0 ? j + 7 : j); } store(c, n, acc); }
KERNEL(doubling) { BEGIN for (int k = 1; k < n / BK; k *= 2) ADD(k, k - 1); store(c, n, acc); }
KERNEL(bothBounds) { BEGIN for (int k = 0; k < n / BK && k * 3 < p; ++k) ADD(k, k); store(c, n, acc); }
KERNEL(skipping) { BEGIN for (int k = 0; k < n / BK; ++k) { if (k % p == q) continue; ADD(k, k); } store(c, n, acc); }
KERNEL(leaving) { BEGIN for (int k = 0; k < n / BK; ++k) { if (k == p) break; ADD(k, k); } store(c, n, acc); }
KERNEL(leavingLate) { BEGIN for (int k = 0;; ++k) { ADD(k, k); if (k == p) break; } store(c, n, acc); }
KERNEL(noIteration) { BEGIN for (int k = p; k < 0; ++k) ADD(k, k); store(c, n, acc); }

// The index of a tile is divided by numbers that are 0 where nothing is loaded.
KERNEL(division) { BEGIN for (int k = 0; k < n / BK; ++k) { if (q - k <= 0) continue; int j = 6 / (q - k); ADD(j, k); } store(c, n, acc); }

// Blocks of a sparse matrix: where they stand is read from memory.
KERNEL(table) {
  BEGIN
  const int *places = reinterpret_cast<const int *>(b + n * n);
  for (int k = 0; k < p; ++k)
    ADD(places[k], places[k]);
  store(c, n, acc);
}

KERNEL(viewsInside) {
  auto acc = ct::zeros<Acc>();
  for (int k = 0; k < n / BK; ++k)
    acc = ct::mma(viewA(a, n).load(ct::bid().x, k), viewB(b, n).load(k, 0), acc);
  store(c, n, acc);
}
KERNEL(movingPointers) {
  auto acc = ct::zeros<Acc>();
  const __half *pa = a, *pb = b;
  for (int k = 0; k < n; k += BK) {
    acc = ct::mma(viewA(pa, n).load(ct::bid().x, 0), viewB(pb, n).load(0, 0), acc);
    pa += BK;
    pb += size_t(BK) * ct::assume_divisible<16>(n);
  }
  store(c, n, acc);
}

struct State {
  Acc sums[2];
  int steps = 0;
};
KERNEL(accumulatorsInAStruct) {
  BEGIN
  State state{{acc, acc}};
  auto step = [&](State &s, int k) {
    auto x = av.load_masked(row, k);
    for (int i = 0; i < 2; ++i)
      s.sums[i] = ct::mma(x, bv.load_masked(k, i), s.sums[i]);
    s.steps++;
  };
  for (int k = 0; k < n / BK; ++k)
    step(state, k);
  store(c, n, state.steps == 7 ? state.sums[0] + state.sums[1] * 0.0f : acc);
}
// One block after the other, as persistent kernels do.
KERNEL(persistent) {
  auto av = viewA(a, n);
  auto bv = viewB(b, n);
  for (int row = ct::bid().x; row < n / 32; row += ct::num_blocks().x) {
    auto acc = ct::zeros<Acc>();
    for (int k = 0; k < n / BK; ++k)
      ADD(k, k);
    viewOf(c, n, ct::shape<32, 32>{}).store_masked(acc, row, 0);
  }
}

// Two slots of both operands would not leave room for eight blocks: only the first one runs ahead, in as many slots as leave it.
extern "C" [[cutile::hint(0, occupancy = 8)]] __tile_global__ void onlyTheFirst(const __half *__restrict__ a, const __half *__restrict__ b,
                                                                               float *__restrict__ c, int n, int p, int q) {
  auto acc = ct::zeros<Acc>();
  for (int k = 0; k < (n + 127) / 128; ++k)
    acc = ct::mma(viewOf(a, n, ct::shape<32, 128>{}).load_masked(ct::bid().x, k), viewOf(b, n, ct::shape<128, 32>{}).load_masked(k, 0), acc);
  store(c, n, acc);
}

// PLAN-COUNT-23: pipelines {{[0-9]}} slots
// PLAN-NOT: not copied ahead
// PLAN: plan of onlyTheFirst
// PLAN: pipelines 2 slots of 8192 bytes
// PLAN: refused loads of the loop are not copied ahead (line {{[0-9]+}}); two slots of 16384 bytes with it do not fit into the 25424 bytes
// PLAN: more slots (line {{[0-9]+}}); 3 slots for loads of a loop do not fit: the kernel would take 32768 bytes of shared memory, of 28160

using Kernel = void (*)(const __half *, const __half *, float *, int, int, int);
static __half *A, *B;
static float *C;

/// Compares with the sum of A[:, ka] B[kb, :] over the pairs of \p Steps.
static void check(const char *Name, Kernel K, int P, int Q, std::vector<std::pair<int, int>> Steps, unsigned Grid = N / 32) {
  for (int I = 0; I < N * N; ++I)
    C[I] = -1;
  K<<<Grid, 1>>>(A, B, C, N, P, Q);
  int Wrong = cudaDeviceSynchronize() != cudaSuccess;
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < 32; ++J) {
      float Sum = 0; // small integers: exact
      for (auto [Ka, Kb] : Steps)
        for (int D = 0; D < BK; ++D)
          Sum += __half2float(A[I * N + Ka * BK + D]) * __half2float(B[(Kb * BK + D) * N + J]);
      Wrong += C[I * N + J] != Sum;
    }
  std::printf("%s: %d wrong\n", Name, Wrong);
}

int main() {
  cudaMallocManaged(&A, N * N * sizeof(__half));
  cudaMallocManaged(&B, N * N * sizeof(__half) + 64);
  cudaMallocManaged(&C, N * N * sizeof(float));
  for (int I = 0; I < N * N; ++I) {
    A[I] = __half(float(I * 37 % 11 - 5));
    B[I] = __half(float(I * 53 % 13 - 6));
  }
  const int Places[] = {3, 0, 6, 2, 2};
  std::copy(Places, Places + 5, reinterpret_cast<int *>(B + N * N));
  auto each = [](std::vector<int> Ks) {
    std::vector<std::pair<int, int>> Result;
    for (int K : Ks)
      Result.push_back({K, K});
    return Result;
  };
  const auto all = each({0, 1, 2, 3, 4, 5, 6});
  check("quotient", quotient, 0, 0, all);
  check("roundedUp", roundedUp, 0, 0, all);
  check("steps", steps, 0, 0, all);
  check("stepArgument", stepArgument, 2, 0, each({0, 2, 4, 6}));
  check("whileLoop", whileLoop, 0, 0, all);
  check("doWhile", doWhile, 5, 0, each({0, 1, 2, 3, 4}));
  check("doWhile once", doWhile, -5, 0, each({0}));
  check("inclusive", inclusive, 5, 0, each({0, 1, 2, 3, 4, 5}));
  check("down", down, 0, 0, all);
  check("unequal", unequal, 0, 0, all);
  check("range", range, 2, 5, each({2, 3, 4, 5, 6}));
  check("range of one", range, 2, 1, each({2}));
  check("twoCounters", twoCounters, 0, 0, {{0, 6}, {1, 4}, {2, 2}, {3, 0}, {4, 5}, {5, 3}, {6, 1}});
  check("doubling", doubling, 0, 0, {{1, 0}, {2, 1}, {4, 3}});
  check("bothBounds", bothBounds, 13, 0, each({0, 1, 2, 3, 4}));
  check("skipping", skipping, 3, 1, each({0, 2, 3, 5, 6}));
  check("leaving", leaving, 4, 0, each({0, 1, 2, 3}));
  check("leavingLate", leavingLate, 4, 0, each({0, 1, 2, 3, 4}));
  check("noIteration", noIteration, 3, 0, {});
  check("division", division, 0, 4, {{1, 0}, {2, 1}, {3, 2}, {6, 3}});
  check("table", table, 5, 0, each({3, 0, 6, 2, 2}));
  check("viewsInside", viewsInside, 0, 0, all);
  check("movingPointers", movingPointers, 0, 0, all);
  check("accumulatorsInAStruct", accumulatorsInAStruct, 0, 0, all);
  check("persistent", persistent, 0, 0, all, 3);
  check("onlyTheFirst", onlyTheFirst, 0, 0, all);
}
// CHECK-COUNT-26: : 0 wrong
// CHECK-NOT: wrong
