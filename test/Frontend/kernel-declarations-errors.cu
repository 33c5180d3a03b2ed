// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
struct S { int x; };
struct Members {
  static __tile_global__ void member(int *p) { *p = 1; } // expected-error {{'member' is a class member; declare it in a namespace}}
  friend __tile_global__ void friendly(int *p) { *p = 1; } // expected-error {{is defined in a friend declaration}}
  __tile__ virtual int f() const { return 1; } // expected-error {{virtual function 'f' is '__tile__'}}
};
__tile_global__ void by_value(int *p, S s) { *p = s.x; } // expected-error {{parameter of type 'S' of '__tile_global__' function 'by_value'; a kernel takes scalars, pointers and references, not objects of class type; pass the members, or a pointer}}
__tile_global__ void wide(__int128 x) {} // expected-error {{not 128-bit integers}}
__tile_global__ void member_pointer(int S::*x) {} // expected-error {{not pointers to members}}
__tile_global__ void ellipsis(int *p, ...) {} // expected-error {{takes a C ellipsis; use a parameter pack}}
__tile_global__ auto deduced(int *p) { *p = 1; } // expected-error {{has a deduced return type; write 'void'}}
__tile_global__ constexpr void at_compile_time(int *p) { *p = 1; } // expected-error {{is constexpr; a kernel is launched at run time}}
__tile_global__ __global__ void both(int *p) {} // expected-error {{'both' is '__tile_global__' and '__global__'}}
__tile_global__ void __launch_bounds__(128) bounds(int *p) {} // expected-error {{'__launch_bounds__' on the '__tile_global__' function 'bounds': the compiler chooses the number of threads; use the hint 'occupancy'}}
__tile_global__ void __cluster_dims__(2, 1, 1) cluster(int *p) {} // expected-error {{use the hint 'num_cta_in_cga'}}
namespace outer { inline namespace { __tile_global__ void in_inline(int *p) {} } } // expected-error {{is in an inline unnamed namespace}}
template <class... T, class U> __tile_global__ void pack(U *p, T...) {} // expected-error {{parameter pack 'T' of a '__tile_global__' function template is not last}}
template <class T> __tile_global__ void local_type(T *p) {}
void host() {
  struct Local { int *x; };
  local_type<Local><<<1, 1>>>(nullptr); // expected-error {{template argument 'Local' of '__tile_global__' function 'local_type<Local>' is local to a host function}}
}
__tile__ int variadic(int n, ...) { return n; } // expected-error {{'__tile__' function 'variadic' takes a C ellipsis}}
