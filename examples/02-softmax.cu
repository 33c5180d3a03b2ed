// Softmax of the rows of a matrix: four rows per block, whole rows in a tile, reductions along them.
#include <cuda_tile.h>

#include "check.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void softmax(float *__restrict__ Out, const float *__restrict__ In, int Rows, int Columns) {
  auto view = [&](auto *Data) { return ct::partition_view{ct::tensor_span{Data, ct::extents{Rows, Columns}}, ct::shape<4, 1024>{}}; };
  int Block = ct::bid().x;
  auto X = view(In).template load_masked<ct::view_padding::negative_inf>(Block, 0);
  auto E = ct::exp(X - ct::reduce_max(X, 1_ic));
  view(Out).store_masked(E / ct::sum(E, 1_ic), Block, 0);
}

int main() {
  const int Rows = 61, Columns = 1000;
  auto In = example::normal<float>(size_t(Rows) * Columns, 3);
  example::Buffer<float> DIn(In), DOut(In.size());
  softmax<<<(Rows + 3) / 4, 1>>>(DOut.get(), DIn.get(), Rows, Columns);
  std::vector<double> Want(In.size());
  for (int R = 0; R < Rows; ++R) {
    double Sum = 0;
    for (int C = 0; C < Columns; ++C)
      Sum += std::exp(double(In[R * Columns + C]));
    for (int C = 0; C < Columns; ++C)
      Want[R * Columns + C] = std::exp(double(In[R * Columns + C])) / Sum;
  }
  return example::report("softmax", DOut.host(), Want, 1e-6);
}
