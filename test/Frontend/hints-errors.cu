// Malformed and misplaced hints are errors, one for each.
// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify %s

[[cutile::hint()]] __tile_global__ void a1() {} // expected-error {{'cutile::hint' needs arguments; write 'hint(architecture, kind=value, ...)'}}
[[cutile::hint]] __tile_global__ void a2() {} // expected-error {{'cutile::hint' needs arguments}}
[[cutile::hint(occupancy=2)]] __tile_global__ void a3() {} // expected-error {{must be an architecture, found hint kind 'occupancy'; write 'hint(0, occupancy=...)'}}
[[cutile::hint(900)]] __tile_global__ void a4() {} // expected-error {{has an architecture but no hint}}
[[cutile::hint(900, occupancy)]] __tile_global__ void a5() {} // expected-error {{hint 'occupancy' has no value; write 'occupancy=value'}}
[[cutile::hint(900, "occupancy"=2)]] __tile_global__ void a6() {} // expected-error {{expected the name of a hint kind, found '"occupancy"'}}
[[cutile::hint(900, occupancy:2)]] __tile_global__ void a7() {} // expected-error {{hint 'occupancy' has no value}}
[[cutile::hint(900, occupancy=2.0)]] __tile_global__ void a8() {} // expected-error {{must be of integral or enumeration type, found 'double'}}
int two = 2; // expected-note {{declared here}}
[[cutile::hint(900, occupancy=two)]] __tile_global__ void a9() {} // expected-error {{the value of a hint must be a constant expression}} expected-note {{read of non-const variable}}
[[cutile::hint(900.0, occupancy=2)]] __tile_global__ void a10() {} // expected-error {{the architecture of a hint must be an integer constant}}
[[cutile::hint(900, occupancy=)]] __tile_global__ void a11() {} // expected-error {{hint 'occupancy' has no value}}
struct [[cutile::hint(0, occupancy=2)]] S; // expected-error {{'cutile::hint' belongs on a '__tile_global__' function or on a statement}}
template <class T> [[cutile::hint(900, occupancy=T(2))]] __tile_global__ void a12() {} // expected-error {{found 'float'}}
template __tile_global__ void a12<float>();
