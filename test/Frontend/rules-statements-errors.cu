// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note -ferror-limit=0 %s
#include <typeinfo>
struct Bits { int a : 3; };
struct Big { char c[(16 << 20) + 1]; };
struct Virtual { virtual int f() const; };
struct Derived : virtual Virtual {};
__device__ int device_variable;
__constant__ int constant_variable;
constexpr int table[3] = {1, 2, 3};
constexpr int value = 4;
__tile__ __device__ int two_spaces; // expected-error {{variable 'two_spaces' is '__tile__' and '__device__'}}
extern __tile__ int defined_extern = 3; // expected-error {{extern definition of '__tile__' variable}} expected-warning {{'extern' variable has an initializer}}
__tile_global__ void statements(int *p, int n, const std::type_info &info) {
  if (n > 7)
    goto done; // expected-error {{goto in tile code}}
  asm volatile("" ::: "memory"); // expected-error {{inline assembly in tile code}}
  for (int i = 0; i < n; ++i)
    switch (i) {
    case 0:
      continue; // expected-error {{continue in a switch that is nested in its loop}}
    case 1:
      while (*p) {
      case 2: // expected-error {{case label inside a loop that is nested in its switch}}
        --*p;
      }
      if (*p) {
      case 3: // expected-error {{case label inside an if that is nested in its switch}}
        --*p;
      }
    }
  delete p; // expected-error {{delete in tile code, which has no heap}}
  p = new int; // expected-error {{new in tile code, which has no heap}}
  (void)typeid(p); // expected-error {{typeid in tile code}}
done:;
}
__tile_global__ void types(long long *p, int n, double *d) {
  __int128 wide = *p; // expected-error {{128-bit integer type '__int128' in tile code}}
  *p = wide + 1;
  long double precise = *d; // expected-error {{'long double' in tile code; use 'double'}}
  *d = precise + 1;
  Bits bits; // expected-error {{object of type 'Bits' with bit-field 'a'}}
  bits.a = 1;
  Big big; // expected-error {{type 'Big' has 16777217 bytes; an object of tile code has at most 16777216}}
  Derived derived; // expected-error {{object of type 'Derived', which has a virtual base}}
}
__tile_global__ void variables(int *p) {
  __shared__ int x; // expected-error {{'__shared__' variable in tile code}}
  p[0] = device_variable; // expected-error {{'__device__' variable 'device_variable' cannot be used in tile code; declare it '__tile__'}}
  p[1] = constant_variable; // expected-error {{'__constant__' variable 'constant_variable' cannot be used}}
  p[2] = table[p[3]]; // expected-error {{array 'table' cannot be used in tile code: only the value of a host constant exists there}}
  const int *q = &value; // expected-error {{the address of 'value' cannot be used}}
  static int dynamic = p[4]; // expected-error {{static variable 'dynamic' of tile code needs a constant initializer}}
}
