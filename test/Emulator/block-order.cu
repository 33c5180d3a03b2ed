// Blocks whose neighbours along y write side by side are renumbered: each index must still come once, in grids of all kinds.
// REQUIRES: plugin, cutile-emu, cpu-runtime
// RUN: %cutilexx --emulate %s -fplugin-arg-cutile-print-plan -o %t 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: %t | FileCheck %s
#include <cstdio>
#include <cuda_tile.h>
#include <vector>

namespace ct = cuda::tiles;

// PLAN: plan of mark
// PLAN: order y counts first
extern "C" __tile_global__ void mark(int *__restrict__ out, int columns) {
  const auto id = ct::bid();
  const auto blocks = ct::num_blocks();
  auto view = ct::partition_view{ct::tensor_span{out, ct::extents{int(blocks.z * blocks.x), columns}}, ct::shape<1, 4>{}};
  view.store(ct::full<ct::tile<int, ct::shape<1, 4>>>(int(id.x + 1000 * id.y + 1000000 * id.z)), id.z * blocks.x + id.x, id.y);
}

int main() {
  for (dim3 grid : {dim3(1, 1), dim3(7, 1), dim3(1, 7), dim3(3, 5, 2), dim3(64, 3), dim3(17, 19)}) {
    const int columns = 4 * grid.y;
    const size_t size = size_t(grid.z) * grid.x * columns;
    int *out;
    cudaMalloc(&out, size * sizeof(int));
    cudaMemset(out, 0xff, size * sizeof(int));
    mark<<<grid, 1>>>(out, columns);
    std::vector<int> host(size);
    if (cudaError_t error = cudaMemcpy(host.data(), out, size * sizeof(int), cudaMemcpyDeviceToHost))
      std::printf("%s\n", cudaGetErrorString(error));
    int wrong = 0;
    for (unsigned z = 0; z < grid.z; ++z)
      for (unsigned x = 0; x < grid.x; ++x)
        for (int c = 0; c < columns; ++c)
          wrong += host[(size_t(z) * grid.x + x) * columns + c] != int(x + 1000 * (c / 4) + 1000000 * z);
    std::printf("%u x %u x %u: %d wrong\n", grid.x, grid.y, grid.z, wrong);
    cudaFree(out);
  }
}
// CHECK: 1 x 1 x 1: 0 wrong
// CHECK-NEXT: 7 x 1 x 1: 0 wrong
// CHECK-NEXT: 1 x 7 x 1: 0 wrong
// CHECK-NEXT: 3 x 5 x 2: 0 wrong
// CHECK-NEXT: 64 x 3 x 1: 0 wrong
// CHECK-NEXT: 17 x 19 x 1: 0 wrong
