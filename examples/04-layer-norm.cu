// Layer normalisation with a persistent grid: each block takes every gridDim-th row; weights are loaded once per block.
#include <cuda_tile.h>

#include "check.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <int Columns>
[[cutile::hint(0, occupancy = 2)]] __tile_global__ void layerNorm(float *__restrict__ Out, const float *__restrict__ In, const float *__restrict__ Weight,
                                                                  const float *__restrict__ Bias, int Rows) {
  auto matrix = [&](auto *Data) { return ct::partition_view{ct::tensor_span{Data, ct::extents{Rows, Columns}}, ct::shape<1, Columns>{}}; };
  auto vector = [&](auto *Data) { return ct::partition_view{ct::tensor_span{Data, ct::extents{1, Columns}}, ct::shape<1, Columns>{}}; };
  auto W = vector(Weight).load(0, 0), B = vector(Bias).load(0, 0);
  for (int Row : ct::irange(int(ct::bid().x), Rows, int(ct::num_blocks().x))) {
    auto X = matrix(In).load(Row, 0);
    auto Centred = X - ct::sum(X, 1_ic) * (1.0f / Columns);
    auto Variance = ct::sum(Centred * Centred, 1_ic) * (1.0f / Columns);
    matrix(Out).store(Centred * ct::rsqrt(Variance + 1e-5f) * W + B, Row, 0);
  }
}

int main() {
  constexpr int Rows = 37, Columns = 512;
  auto In = example::normal<float>(size_t(Rows) * Columns, 6), Weight = example::normal<float>(Columns, 7), Bias = example::normal<float>(Columns, 8);
  example::Buffer<float> DIn(In), DWeight(Weight), DBias(Bias), DOut(In.size());
  layerNorm<Columns><<<8, 1>>>(DOut.get(), DIn.get(), DWeight.get(), DBias.get(), Rows);
  std::vector<double> Want(In.size());
  for (int R = 0; R < Rows; ++R) {
    double Mean = 0, Variance = 0;
    for (int C = 0; C < Columns; ++C)
      Mean += In[R * Columns + C] / double(Columns);
    for (int C = 0; C < Columns; ++C)
      Variance += std::pow(In[R * Columns + C] - Mean, 2) / Columns;
    for (int C = 0; C < Columns; ++C)
      Want[R * Columns + C] = (In[R * Columns + C] - Mean) / std::sqrt(Variance + 1e-5) * Weight[C] + Bias[C];
  }
  return example::report("layer norm", DOut.host(), Want, 1e-5);
}
