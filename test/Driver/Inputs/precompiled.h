#pragma once
#include <cuda_tile.h>

namespace ct = cuda::tiles;

template <int Count> [[cutile::hint(0, occupancy = Count)]] __tile_global__ void scale(float *Data, float Factor) {
  auto Pointers = Data + ct::iota<ct::tile<int, ct::shape<128>>>();
  [[cutile::hint(0, latency = Count)]] auto Values = ct::load(Pointers);
  ct::store(Pointers, Values * Factor);
}

// A kernel of the header itself: it is in the program once, as if the header had been read.
static __tile_global__ void fill(float *Data) {
  ct::store(Data + ct::iota<ct::tile<int, ct::shape<128>>>(), ct::full<ct::tile<float, ct::shape<128>>>(3.0f));
}
