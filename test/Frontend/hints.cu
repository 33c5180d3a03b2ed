// Hints of every form reach the module: on kernels as one annotation with the values that hold for this architecture, on
// statements as calls around the access.
// RUN: %clang --cuda-device-only -O0 -S -emit-llvm -Xclang -disable-llvm-passes %s -o - | FileCheck %s

namespace cuda::tiles {
struct T { int x; };
struct view {
  __tile__ T load(int x) { return {x}; }
  __tile__ void store(T, int) {}
};
} // namespace cuda::tiles
namespace ct = cuda::tiles;
template <class Type, Type V> struct ic {
  constexpr operator Type() const { return V; }
};

// A value named like the kind, in the using form, with a hint for another architecture behind it.
template <int occupancy>
[[using cutile : hint(900, occupancy=occupancy), hint(1000, occupancy=occupancy + 1)]]
__tile_global__ void same_name(int *out) { *out = 1; }
template __tile_global__ void same_name<7>(int *out);

// The architecture's own value before that of every architecture; an object as value; commas in template arguments.
[[cutile::hint(0, occupancy = 2), cutile::hint(900, occupancy = 3, num_cta_in_cga = ic<int, 4>{}), cutile::hint(1000, occupancy = 5)]]
__tile_global__ void overridden(int *out) { *out = 1; }

[[cutile::hint(1000, occupancy = 9)]] __tile_global__ void other_architecture(int *out) { *out = 1; }

// CHECK-DAG: { i32, ptr, i32 } { i32 0, ptr @{{.*}}, i32 7 }
// CHECK-DAG: { i32, ptr, i32, ptr, i32 } { i32 0, ptr @{{.*}}, i32 3, ptr @{{.*}}, i32 4 }
// CHECK-NOT: i32 9 }

template <int Latency> __tile_global__ void statements(int *out) {
  ct::view v;
  ct::T t;
  [[cutile::hint(0, latency = Latency, allow_tma = false)]] t = v.load(3);
  [[cutile::hint(0, latency = 2), cutile::hint(900, latency = 3), cutile::hint(1000, allow_tma = false)]]
  auto u = v.load(4);
  [[using cutile : hint(900, allow_tma = false), hint(1000, latency = 2)]] v.store(t, 1);
  auto inner = [&] { [[cutile::hint(0, latency = Latency)]] v.store(u, 2); };
  inner();
}
template __tile_global__ void statements<6>(int *);

// CHECK-LABEL: define {{.*}} @_Z10statementsILi6EEvPi
// CHECK: call void @_ZN4cuda5tiles4__op10hint_beginEii(i32 noundef 0, i32 noundef 6)
// CHECK-NEXT: call void @_ZN4cuda5tiles4__op10hint_beginEii(i32 noundef 1, i32 noundef 0)
// CHECK: call {{.*}}view4load
// CHECK: call void @_ZN4cuda5tiles4__op8hint_endEv()
// CHECK-NEXT: call void @_ZN4cuda5tiles4__op8hint_endEv()
// CHECK: call void @_ZN4cuda5tiles4__op10hint_beginEii(i32 noundef 0, i32 noundef 3)
// CHECK: call {{.*}}view4load
// CHECK: call void @_ZN4cuda5tiles4__op8hint_endEv()
// CHECK: call void @_ZN4cuda5tiles4__op10hint_beginEii(i32 noundef 1, i32 noundef 0)
// CHECK: call {{.*}}view5store
// CHECK: call void @_ZN4cuda5tiles4__op8hint_endEv()
// CHECK: define {{.*}}statements{{.*}}UlvE_clEv
// CHECK: call void @_ZN4cuda5tiles4__op10hint_beginEii(i32 noundef 0, i32 noundef 6)
