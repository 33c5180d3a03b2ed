// What the assembler accepts differs between targets: static shared memory, tensor core instructions, conversions. A product with tiles that would like
// more shared memory than some have, a reduction and a transpose assemble for all of them.
// REQUIRES: ptxas
// RUN: %cutilexx --cuda-gpu-arch=sm_80 --cuda-device-only %s -o %t.80
// RUN: %cutilexx --cuda-gpu-arch=sm_86 --cuda-device-only %s -o %t.86
// RUN: %cutilexx --cuda-gpu-arch=sm_89 --cuda-device-only %s -o %t.89
// RUN: %cutilexx --cuda-gpu-arch=sm_90 --cuda-device-only %s -o %t.90
// RUN: %cutilexx --cuda-gpu-arch=sm_100 --cuda-device-only %s -o %t.100
// RUN: %cutilexx --cuda-gpu-arch=sm_100a --cuda-device-only %s -o %t.100a
// RUN: %cutilexx --cuda-gpu-arch=sm_120 --cuda-device-only %s -o %t.120
// RUN: %cutilexx --cuda-gpu-arch=sm_120a --cuda-device-only %s -o %t.120a
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int BM, int BN, int BK>
__tile_global__ void product(const T *__restrict__ a, const T *__restrict__ b, float *__restrict__ c, int n) {
  auto size = ct::assume_divisible<16>(n);
  auto view = [&](auto *data, auto shape) { return ct::partition_view{ct::tensor_span{ct::assume_aligned(data, 16_ic), ct::extents{size, size}}, shape}; };
  auto av = view(a, ct::shape<BM, BK>{});
  auto bv = view(b, ct::shape<BK, BN>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
  for (auto i : ct::irange(0, n / BK))
    acc = ct::mma(av.load_masked(ct::bid().x, i), bv.load_masked(i, ct::bid().y), acc);
  view(c, ct::shape<BM, BN>{}).store_masked(acc, ct::bid().x, ct::bid().y);
}
template __tile_global__ void product<__half, 128, 128, 64>(const __half *__restrict__, const __half *__restrict__, float *__restrict__, int);
template __tile_global__ void product<__half, 128, 128, 128>(const __half *__restrict__, const __half *__restrict__, float *__restrict__, int);
template __tile_global__ void product<float, 64, 64, 64>(const float *__restrict__, const float *__restrict__, float *__restrict__, int);
#if __CUDA_ARCH__ >= 890
template __tile_global__ void product<__nv_fp8_e4m3, 128, 64, 64>(const __nv_fp8_e4m3 *__restrict__, const __nv_fp8_e4m3 *__restrict__, float *__restrict__, int);
#endif

extern "C" __tile_global__ void turned(const float *__restrict__ x, float *__restrict__ y, int n) {
  auto view = [&](auto *data) { return ct::partition_view{ct::tensor_span{data, ct::extents{n, n}}, ct::shape<128, 128>{}}; };
  auto rows = view(x).load_masked(ct::bid().x, ct::bid().y);
  auto columns = ct::permute(rows, ct::dimension_map<1, 0>{});
  view(y).store_masked(columns - ct::reduce_max(rows, 1_ic), ct::bid().y, ct::bid().x);
}
