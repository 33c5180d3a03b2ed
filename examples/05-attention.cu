// Attention of one head, keys in tiles of 64: the running maximum and sum of a row are carried from tile to tile.
#include <cuda_fp16.h>
#include <cuda_tile.h>

#include "check.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <int BM, int BN, int D>
__tile_global__ void attention(const __half *__restrict__ Q, const __half *__restrict__ K, const __half *__restrict__ V, float *__restrict__ Out, int Length,
                               float Scale) {
  auto view = [&](auto *Data, auto Shape) { return ct::partition_view{ct::tensor_span{Data, ct::extents{Length, D}}, Shape}; };
  int Block = ct::bid().x;
  auto Queries = view(Q, ct::shape<BM, D>{}).load(Block, 0);
  using Column = ct::tile<float, ct::shape<BM, 1>>;
  auto Max = ct::full<Column>(-INFINITY);
  auto Sum = ct::zeros<Column>();
  auto Acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
  for (int I : ct::irange(0, Length / BN)) {
    auto Keys = ct::transpose(view(K, ct::shape<BN, D>{}).load(I, 0));
    auto Scores = ct::mma(Queries, Keys, ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * Scale;
    auto NewMax = ct::max(Max, ct::reduce_max(Scores, 1_ic));
    auto P = ct::exp(Scores - NewMax);
    auto Shrink = ct::exp(Max - NewMax);
    Sum = Sum * Shrink + ct::sum(P, 1_ic);
    Acc = ct::mma(ct::element_cast<__half>(P), view(V, ct::shape<BN, D>{}).load(I, 0), Acc * Shrink);
    Max = NewMax;
  }
  view(Out, ct::shape<BM, D>{}).store(Acc / Sum, Block, 0);
}

int main() {
  constexpr int Length = 256, D = 64;
  const float Scale = 1 / std::sqrt(float(D));
  auto Q = example::normal<__half>(Length * D, 9), K = example::normal<__half>(Length * D, 10), V = example::normal<__half>(Length * D, 11);
  example::Buffer<__half> DQ(Q), DK(K), DV(V);
  example::Buffer<float> DOut(Length * D);
  attention<64, 64, D><<<Length / 64, 1>>>(DQ.get(), DK.get(), DV.get(), DOut.get(), Length, Scale);
  std::vector<double> Want(Length * D, 0.0);
  for (int I = 0; I < Length; ++I) {
    std::vector<double> P(Length);
    double Sum = 0;
    for (int J = 0; J < Length; ++J) {
      double Score = 0;
      for (int C = 0; C < D; ++C)
        Score += double(float(Q[I * D + C])) * float(K[J * D + C]);
      Sum += P[J] = std::exp(Score * Scale);
    }
    for (int J = 0; J < Length; ++J)
      for (int C = 0; C < D; ++C)
        Want[I * D + C] += P[J] / Sum * float(V[J * D + C]);
  }
  return example::report("attention", DOut.host(), Want, 2e-3);
}
