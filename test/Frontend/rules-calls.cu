// Calls that tile code may make.
// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
#include <cassert>
#include <cstdio>
#include <cuda_fp16.h>
#include <initializer_list>
#include <new>
#include <utility>
__tile__ int helper(int x) { return x + 1; }
consteval int at_compile_time(int x) { return x * 2; }
template <class T> __tile__ __host__ __device__ constexpr T cube(T x) { return x * x * x; }
struct Functor { int a; template <class T> __tile__ T operator()(T x) const { return x * a; } };
struct Plain { int x = 3; float y; };
static __tile__ Functor object{2};
template <auto F> __tile__ int apply(int x) { return F(x); }
__tile__ int odd(int n);
__tile__ int even(int n) { return n == 0 ? 1 : odd(n); }
__tile__ int odd(int n) { return n; }
__tile_global__ void kernel(int *p, const __half *h, float *f) {
  auto generic = [=](auto x) { return helper(x) + *p; };
  auto plain = [&](int x) { return cube(x); };
  Plain a, b = a, c = std::move(b);
  alignas(int) char memory[sizeof(int)];
  int *q = new (memory) int(3);
  for (int x : {1, 2, 3})
    *p += x;
  __half sum = h[0] + h[1] * __half(2.0f);
  f[0] = float(sum) + (sum < h[2] ? 1.0f : 0.0f);
  assert(*p > 0);
  printf("%d\n", *p);
  *p = helper(at_compile_time(3)) + generic(1) + plain(2) + Functor{3}(4) + object(5) + apply<helper>(6) + c.x + *q +
       __builtin_popcount(*p) + std::forward<int>(7) + even(2);
}
