// C = A B in half precision with float sums, on tensor cores where there are any. Sizes need not divide.
#include <cuda_fp16.h>
#include <cuda_tile.h>

#include "check.h"

namespace ct = cuda::tiles;

template <int BM, int BN, int BK>
__tile_global__ void matmul(const __half *__restrict__ A, const __half *__restrict__ B, float *__restrict__ C, int M, int N, int K) {
  auto AView = ct::partition_view{ct::tensor_span{A, ct::extents{M, K}}, ct::shape<BM, BK>{}};
  auto BView = ct::partition_view{ct::tensor_span{B, ct::extents{K, N}}, ct::shape<BK, BN>{}};
  auto CView = ct::partition_view{ct::tensor_span{C, ct::extents{M, N}}, ct::shape<BM, BN>{}};
  auto [Row, Column, Unused] = ct::bid();
  auto Sum = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
  for (auto I : ct::irange(0, (K + BK - 1) / BK))
    Sum = ct::mma(AView.load_masked(Row, I), BView.load_masked(I, Column), Sum);
  CView.store_masked(Sum, Row, Column);
}

int main() {
  const int M = 200, N = 130, K = 96;
  auto A = example::normal<__half>(size_t(M) * K, 4), B = example::normal<__half>(size_t(K) * N, 5);
  example::Buffer<__half> DA(A), DB(B);
  example::Buffer<float> DC(size_t(M) * N);
  matmul<64, 64, 32><<<dim3((M + 63) / 64, (N + 63) / 64), 1>>>(DA.get(), DB.get(), DC.get(), M, N, K);
  std::vector<double> Want(size_t(M) * N, 0.0);
  for (int I = 0; I < M; ++I)
    for (int L = 0; L < K; ++L)
      for (int J = 0; J < N; ++J)
        Want[I * N + J] += double(float(A[I * K + L])) * float(B[L * N + J]);
  return example::report("matmul", DC.host(), Want, 1e-4);
}
