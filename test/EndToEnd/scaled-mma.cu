// scaled_mma on targets that have no instruction for it: right on the CPU, and as code for the GPU in the emulator.
// REQUIRES: cpu-runtime, cutile-emu
// RUN: %cutilexx --cpu %s -o %t.cpu && %t.cpu | FileCheck %s
// RUN: %cutilexx --emulate %s -o %t.gpu && %t.gpu | FileCheck %s
// CHECK: 0 wrong of 128
// CHECK: 0 wrong of 512
#include <cmath>
#include <cstdio>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class Elem, size_t... Lengths> using Tile = ct::tile<Elem, ct::shape<Lengths...>>;

// [16, 64] x [64, 8], scales per 32
__tile_global__ void fp8(const __nv_fp8_e4m3 *A, const __nv_fp8_e8m0 *ScaleA, const __nv_fp8_e4m3 *B, const __nv_fp8_e8m0 *ScaleB, float *C) {
  auto View = [](auto *Data, auto Rows, auto Columns) {
    return ct::partition_view{ct::tensor_span{Data, ct::extents{Rows, Columns}}, ct::shape<size_t(Rows), size_t(Columns)>{}}.load(0, 0);
  };
  auto Result = ct::scaled_mma(View(A, 16_ic, 64_ic), View(ScaleA, 16_ic, 2_ic), View(B, 64_ic, 8_ic), View(ScaleB, 2_ic, 8_ic),
                               ct::full<Tile<float, 16, 8>>(0.5f));
  ct::partition_view{ct::tensor_span{C, ct::extents{16_ic, 8_ic}}, ct::shape<16, 8>{}}.store(Result, 0, 0);
}

// one [8, 32] for both of [2, 32, 32], scales per 16
__tile_global__ void fp4(const float *A, const float *ScaleA, const float *B, const float *ScaleB, float *C) {
  auto View = [](auto *Data, auto Batch, auto Rows, auto Columns) {
    return ct::partition_view{ct::tensor_span{Data, ct::extents{Batch, Rows, Columns}}, ct::shape<size_t(Batch), size_t(Rows), size_t(Columns)>{}}
        .load(0, 0, 0);
  };
  auto Result = ct::scaled_mma(ct::element_cast<__nv_fp4_e2m1>(View(A, 1_ic, 8_ic, 32_ic)),
                               ct::element_cast<__nv_fp8_e4m3>(View(ScaleA, 1_ic, 8_ic, 2_ic)),
                               ct::element_cast<__nv_fp4_e2m1>(View(B, 2_ic, 32_ic, 32_ic)),
                               ct::element_cast<__nv_fp8_e4m3>(View(ScaleB, 2_ic, 2_ic, 32_ic)), ct::zeros<Tile<float, 2, 8, 32>>());
  ct::partition_view{ct::tensor_span{C, ct::extents{2_ic, 8_ic, 32_ic}}, ct::shape<2, 8, 32>{}}.store(Result, 0, 0, 0);
}

static unsigned next() {
  static unsigned State = 1;
  return (State = State * 1664525 + 1013904223) >> 8;
}

template <class T> struct Array {
  std::vector<T> Host;
  T *Device = nullptr;
  explicit Array(size_t Count) : Host(Count) { cudaMalloc(reinterpret_cast<void **>(&Device), Count * sizeof(T)); }
  T *toDevice() {
    cudaMemcpy(Device, Host.data(), Host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return Device;
  }
  void toHost() { cudaMemcpy(Host.data(), Device, Host.size() * sizeof(T), cudaMemcpyDeviceToHost); }
};

/// Prints how many elements of C are not sums over K of a * scale * b * scale, up to the rounding of K additions.
template <class ValueA, class ValueB> static void check(const std::vector<float> &C, int Batches, int M, int N, int K, double Sum0, ValueA A, ValueB B) {
  int Wrong = 0;
  for (int I = 0; I < int(C.size()); ++I) {
    const int Batch = I / (M * N), Row = I / N % M, Column = I % N;
    double Sum = Sum0, Magnitude = Sum0;
    for (int Step = 0; Step < K; ++Step) {
      const double Product = A(Row, Step) * B(Batch, Step, Column);
      Sum += Product;
      Magnitude += std::fabs(Product);
    }
    Wrong += !(std::fabs(C[I] - Sum) <= K * 0x1p-24 * Magnitude);
  }
  std::printf("%d wrong of %d\n", Wrong, int(C.size()));
}

int main() {
  {
    Array<__nv_fp8_e4m3> A(16 * 64), B(64 * 8);
    Array<__nv_fp8_e8m0> ScaleA(16 * 2), ScaleB(2 * 8);
    Array<float> C(16 * 8);
    for (auto *X : {&A.Host, &B.Host})
      for (auto &V : *X)
        V.__x = (next() % 0x7f) | (next() % 2 << 7); // every code but NaN
    for (auto *X : {&ScaleA.Host, &ScaleB.Host})
      for (auto &V : *X)
        V.__x = 117 + next() % 20;
    fp8<<<1>>>(A.toDevice(), ScaleA.toDevice(), B.toDevice(), ScaleB.toDevice(), C.Device);
    C.toHost();
    check(
        C.Host, 1, 16, 8, 64, 0.5, [&](int Row, int K) { return double(float(A.Host[Row * 64 + K])) * float(ScaleA.Host[Row * 2 + K / 32]); },
        [&](int, int K, int Column) { return double(float(B.Host[K * 8 + Column])) * float(ScaleB.Host[K / 32 * 8 + Column]); });
  }
  {
    Array<float> A(8 * 32), ScaleA(8 * 2), B(2 * 32 * 32), ScaleB(2 * 2 * 32), C(2 * 8 * 32);
    static constexpr float Values[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6, -0.5f, -1, -1.5f, -2, -3, -4, -6, 2};
    for (auto *X : {&A.Host, &B.Host})
      for (auto &V : *X)
        V = Values[next() % 16];
    for (auto *X : {&ScaleA.Host, &ScaleB.Host})
      for (auto &V : *X)
        V = 0.125f * (8 + next() % 8) * (1 << next() % 4);
    fp4<<<1>>>(A.toDevice(), ScaleA.toDevice(), B.toDevice(), ScaleB.toDevice(), C.Device);
    C.toHost();
    check(
        C.Host, 2, 8, 32, 32, 0, [&](int Row, int K) { return double(A.Host[Row * 32 + K]) * ScaleA.Host[Row * 2 + K / 16]; },
        [&](int Batch, int K, int Column) {
          return double(B.Host[(Batch * 32 + K) * 32 + Column]) * ScaleB.Host[(Batch * 2 + K / 16) * 32 + Column];
        });
  }
}
