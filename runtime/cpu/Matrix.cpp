//===- Matrix.cpp - matrix products for the machine that runs -------------===//
#include "cutile/Target/CPU/Abi.h"

#define CUTILE_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#define CUTILE_INLINE inline __attribute__((always_inline))

namespace {

/// Rows of a product that are computed at once, and columns, which are one vector.
constexpr int64_t Rows = 4, Columns = 16;

template <class T> struct Vector {
  typedef T Type __attribute__((vector_size(Columns * sizeof(T)), aligned(alignof(T))));
};

/// c[R x 16] += a[R x K] * b[K x 16]
template <class T, int64_t R> CUTILE_INLINE void panel(T *C, const T *A, const T *B, int64_t N, int64_t K) {
  using V = typename Vector<T>::Type;
  V Sum[R];
  for (int64_t I = 0; I < R; ++I)
    Sum[I] = *reinterpret_cast<const V *>(C + I * N);
  for (int64_t P = 0; P < K; ++P) {
    const V Row = *reinterpret_cast<const V *>(B + P * N);
    for (int64_t I = 0; I < R; ++I)
      Sum[I] += A[I * K + P] * Row;
  }
  for (int64_t I = 0; I < R; ++I)
    *reinterpret_cast<V *>(C + I * N) = Sum[I];
}

template <class T> CUTILE_INLINE void product(T *C, const T *A, const T *B, int64_t M, int64_t N, int64_t K) {
  if (N < Columns) {
    for (int64_t I = 0; I < M; ++I)
      for (int64_t P = 0; P < K; ++P)
        for (int64_t J = 0; J < N; ++J)
          C[I * N + J] += A[I * K + P] * B[P * N + J];
    return;
  }
  for (int64_t J = 0; J < N; J += Columns) {
    int64_t I = 0;
    for (; I + Rows <= M; I += Rows)
      panel<T, Rows>(C + I * N + J, A + I * K, B + J, N, K);
    for (; I < M; ++I)
      panel<T, 1>(C + I * N + J, A + I * K, B + J, N, K);
  }
}

template <class T>
CUTILE_INLINE void products(T *C, const T *A, const T *B, int64_t Batches, int64_t BatchesA, int64_t BatchesB, int64_t M, int64_t N, int64_t K) {
  for (int64_t I = 0; I < Batches; ++I)
    product(C + I * M * N, A + (BatchesA == 1 ? 0 : I * M * K), B + (BatchesB == 1 ? 0 : I * K * N), M, N, K);
}

} // namespace

extern "C" {

CUTILE_CLONES void cutile_cpu_mma_f32(float *C, const float *A, const float *B, int64_t Batches, int64_t BatchesA, int64_t BatchesB, int64_t M,
                                      int64_t N, int64_t K) {
  products(C, A, B, Batches, BatchesA, BatchesB, M, N, K);
}

CUTILE_CLONES void cutile_cpu_mma_f64(double *C, const double *A, const double *B, int64_t Batches, int64_t BatchesA, int64_t BatchesB, int64_t M,
                                      int64_t N, int64_t K) {
  products(C, A, B, Batches, BatchesA, BatchesB, M, N, K);
}

CUTILE_CLONES void cutile_cpu_mma_i32(int32_t *C, const int32_t *A, const int32_t *B, int64_t Batches, int64_t BatchesA, int64_t BatchesB, int64_t M,
                                      int64_t N, int64_t K) {
  // Unsigned, so that overflow wraps.
  products(reinterpret_cast<uint32_t *>(C), reinterpret_cast<const uint32_t *>(A), reinterpret_cast<const uint32_t *>(B), Batches, BatchesA, BatchesB,
           M, N, K);
}
}
