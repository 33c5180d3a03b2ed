// cutile-info lists tile kernels as text and JSON.
// RUN: %cutile-info %s -- -DROWS=64 | FileCheck %s --check-prefix=TEXT
// RUN: %cutile-info --json %s -- -DROWS=64 | FileCheck %s --check-prefix=JSON
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <class T, int Rows>
[[cutile::hint(0, occupancy = 2), cutile::hint(900, occupancy = 3)]]
__tile_global__ void scale(const T *in, T *out, float factor) {
  auto i = ct::iota<ct::tile<int, ct::shape<Rows>>>();
  ct::store(out + i, ct::load(in + i) * factor);
}
template __tile_global__ void scale<float, ROWS>(const float *, float *, float);
__global__ void simt(int *p) { *p = 1; }

// TEXT: kernel scale<float, 64>
// TEXT-NEXT: symbol      _Z5scaleIfLi64EEvPKT_PS0_f
// TEXT-NEXT: defined     {{.*}}cutile-info.cu:9
// TEXT-NEXT: parameter   const float *in
// TEXT-NEXT: parameter   float *out
// TEXT-NEXT: parameter   float factor
// TEXT-NEXT: hint        every architecture: occupancy=2
// TEXT-NEXT: hint        900: occupancy=3
// TEXT: tile        float[64]
// TEXT: tile        int[64]
// TEXT-NOT: simt

// JSON: "hints": {
// JSON-NEXT: "0": {
// JSON-NEXT: "occupancy": 2
// JSON: "900": {
// JSON-NEXT: "occupancy": 3
// JSON: "name": "scale<float, 64>"
// JSON: "symbol": "_Z5scaleIfLi64EEvPKT_PS0_f"
// JSON: "float[64]"
