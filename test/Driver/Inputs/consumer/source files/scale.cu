#include "scale.h"
#include "width.h"
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstring>
namespace ct = cuda::tiles;

static_assert(sizeof(TEXT) == 4);

__tile_global__ void scaleKernel(float *Data, int Count) {
  auto View = ct::partition_view{ct::tensor_span{Data, ct::extents{Count}}, ct::shape<WIDTH>{}};
  const int Block = ct::bid().x;
  View.store_masked(View.load_masked(Block) * float(FACTOR), Block);
}

void scale(float *Data, int Count) {
  float *Device = nullptr;
  cudaMalloc(reinterpret_cast<void **>(&Device), Count * sizeof(float));
  cudaMemcpy(Device, Data, Count * sizeof(float), cudaMemcpyDefault);
  scaleKernel<<<(Count + WIDTH - 1) / WIDTH>>>(Device, Count);
  cudaMemcpy(Data, Device, Count * sizeof(float), cudaMemcpyDefault);
  cudaFree(Device);
}
