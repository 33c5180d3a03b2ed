// What does not fit a GPU is an error at a line of the program, with the numbers; the CPU target has no such limits.
// REQUIRES: cpu-runtime
// RUN: not %cutilexx -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %cutilexx --cpu -c %s -o %t.o
#include <cuda_tile.h>
namespace ct = cuda::tiles;

template <int Length> __tile_global__ void registers(float *Data) {
  auto Place = Data + ct::iota<ct::tile<int, ct::shape<Length>>>();
  // CHECK-DAG: too-large-errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: kernel 'void registers<1048576>(float*)' has a tile that takes 1024 registers of each of its 1024 threads; sm_90a allows 255 per thread
  ct::store(Place, ct::load(Place) * 2.0f);
}
template __tile_global__ void registers<1048576>(float *);
template __tile_global__ void registers<4096>(float *);

// CHECK-DAG: too-large-errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: kernel 'shared(float*, int)' needs 819200 bytes of shared memory; sm_90a allows 232448
__tile_global__ void shared(float *Data, int Count) {
  ct::tile<float, ct::shape<1024>> Tiles[200];
  auto Index = ct::iota<ct::tile<int, ct::shape<1024>>>();
  for (int I = 0; I < 200; ++I)
    Tiles[I] = ct::load(Data + I * 1024 + Index);
  ct::store(Data + Index, Tiles[Count]);
}
