// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note -ferror-limit=0 -Wno-undefined-internal %s
__device__ int simt_only(int x) { return x; }
__host__ __device__ int host_and_simt(int x) { return x; }
constexpr int at_compile_time(int x) { return x; }
__tile__ int tile_only(int x) { return x; }
static __tile__ int undefined(int x);
__tile__ __host__ int shared(int x) { return tile_only(x); } // expected-error {{'shared' may run as '__host__' code, where the '__tile__' function 'tile_only' cannot be called}}
__device__ int simt(int x) { return tile_only(x); } // expected-error {{'__device__' code cannot call the '__tile__' function 'tile_only'; declare it '__tile__ __device__'}}
__global__ void simt_kernel(int *p) { *p = tile_only(*p); } // expected-error {{'__global__' code cannot call the '__tile__' function}}
__tile__ int recursive(int n) { return n < 2 ? 1 : recursive(n - 1); } // expected-error {{recursion in tile code: 'recursive' calls itself; tile functions are inlined}}
__tile__ int odd(int n);
__tile__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__tile__ int odd(int n) { return n == 0 ? 0 : even(n - 1); } // expected-error {{'even' calls itself through 'odd'}}
struct Base { int x; __device__ virtual int f() const; };
__tile_global__ void kernel(int *p, Base *b, float *f) {
  p[0] = simt_only(1); // expected-error {{tile code cannot call the '__device__' function 'simt_only'; declare it '__tile__' too}}
  p[1] = host_and_simt(1); // expected-error {{cannot call the '__host__' '__device__' function 'host_and_simt'}}
  p[2] = at_compile_time(p[0]); // expected-error {{cannot call the constexpr function 'at_compile_time'}}
  p[3] = undefined(1); // expected-error {{'__tile__' function 'undefined' is called but not defined in this translation unit}}
  p[4] = b->f(); // expected-error {{virtual call of 'f'}}
  p[5] = b->x;
  f[0] = sinf(f[1]); // expected-error {{cannot call the '__device__' function 'sinf'; declare it '__tile__' too, or use the function of 'cuda::tiles' for it}}
  p[6] = __popc(p[0]); // expected-error {{cannot call the '__device__' function '__popc'}}
  __syncthreads(); // expected-error {{SIMT function '__syncthreads' in tile code, which has no threads}}
  p[7] = threadIdx.x; // expected-error {{'threadIdx' in tile code, which has no threads; write the operation for a whole tile}}
  p[8] = blockIdx.x; // expected-error {{'blockIdx' in tile code, which has no threads; use 'cuda::tiles::bid()'}}
}
__tile_global__ void pointers(int *p) {
  int (*g)(int) = tile_only; // expected-error {{address of function 'tile_only' in tile code}}
  *p = g(*p);
}
__tile_global__ void lambdas(int *p) {
  int (*g)(int) = [](int x) { return x; }; // expected-error {{conversion of a lambda to a function pointer}}
  auto annotated = [] __tile__ (int x) { return x; }; // expected-error {{a lambda cannot be declared '__tile__'}}
}
template <class T> __tile__ T instance(T x) {
  return simt_only(x); // expected-error {{cannot call the '__device__' function 'simt_only'}}
}
__tile_global__ void instances(int *p) { *p = instance(*p) + int(instance(1u)); }
