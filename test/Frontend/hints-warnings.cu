// A hint that does not fit is a warning that lists what is allowed, and the file compiles.
// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify %s
namespace cuda::tiles {
struct T { int x; };
__tile__ T load(int *p) { return {*p}; }
} // namespace cuda::tiles

[[cutile::hint(905, occupancy=2)]] __tile_global__ void a1() {} // expected-warning {{905 is not a known architecture; known are 0 (every architecture) and 800,}}
[[cutile::hint(-1, occupancy=2)]] __tile_global__ void a2() {} // expected-warning {{-1 is not a known architecture}}
[[cutile::hint(1000, occupancy=33)]] __tile_global__ void a3() {} // expected-warning {{33 is not a value of 'occupancy'; allowed is 1 to 32}}
[[cutile::hint(0, num_cta_in_cga=3)]] __tile_global__ void a4() {} // expected-warning {{allowed is a power of two from 1 to 16}}
[[cutile::hint(0, num_cta_per_cga=2)]] __tile_global__ void a5() {} // expected-warning {{unknown kind 'num_cta_per_cga'; a kernel takes 'num_cta_in_cga' (a power of two from 1 to 16), 'occupancy' (1 to 32)}}
[[cutile::hint(0, latency=2)]] __tile_global__ void a6() {} // expected-warning {{'latency' belongs on a statement with a tile load or store}}
[[cutile::hint(0, occupancy=2)]] __tile__ void a7() {} // expected-warning {{'a7' is not a '__tile_global__' function}}
[[cutile::hint(0, occupancy=2)]] __global__ void a8() {} // expected-warning {{'a8' is not a '__tile_global__' function}}
[[cutile::hint(0, occupancy=2, occupancy=3)]] __tile_global__ void a9() {} // expected-warning {{hint 'occupancy' is given again}}
template <int N> [[cutile::hint(900, occupancy=N)]] __tile_global__ void a10() {} // expected-warning {{100 is not a value of 'occupancy'}}
template __tile_global__ void a10<100>();
[[hint(3)]] __tile_global__ void a11() {} // expected-warning {{unknown attribute 'hint' ignored}}
[[cutile::other(3)]] __tile_global__ void a12() {} // expected-warning {{unknown attribute 'cutile::other' ignored}}

__tile_global__ void b(int *p) {
  cuda::tiles::T t;
  [[cutile::hint(0, latency=2)]] *p = 1; // expected-warning {{the statement has no tile load or store}}
  [[cutile::hint(0, latency=2)]] {} // expected-warning {{the statement has no tile load or store}}
  [[cutile::hint(0, occupancy=2)]] t = cuda::tiles::load(p); // expected-warning {{'occupancy' belongs on a kernel; a statement takes 'latency' (1 to 10)}}
  [[cutile::hint(0, latency=11)]] t = cuda::tiles::load(p); // expected-warning {{11 is not a value of 'latency'; allowed is 1 to 10}}
  [[cutile::hint(0, allow_tma=true)]] t = cuda::tiles::load(p); // expected-warning {{'allow_tma' concerns loads and stores through a view}}
  *p = t.x;
}
