// Typical mistakes of kernel authors: each is an error at its line, and the notes end in the rule that is broken.
// RUN: not %cutilexx --cuda-device-only -fsyntax-only -ferror-limit=0 %s 2>&1 | FileCheck %s
// CHECK-NOT: PLEASE submit
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class Elem, size_t... Lengths> using Tile = ct::tile<Elem, ct::shape<Lengths...>>;

__tile_global__ void mistakes(float *Data, const float *Input, __half *Halves, int Count) {
  auto Index = ct::iota<Tile<int, 16>>();
  auto X = ct::load(Data + Index);

  // CHECK: mistakes-errors.cu:[[@LINE+1]]:{{.*}}: error: invalid operands
  auto Sum = X + ct::zeros<Tile<float, 32>>();

  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching function for call to 'mma'
  // CHECK: note: because
  ct::mma(ct::zeros<Tile<__half, 16, 32>>(), ct::zeros<Tile<__half, 16, 16>>(), ct::zeros<Tile<float, 16, 16>>());

  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching function for call to 'sum'
  // CHECK: dimension_of
  ct::sum(X, 1_ic);

  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching function for call to 'store'
  // CHECK: scalar_widens
  ct::store(Halves + Index, X);

  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching function for call to 'store'
  // CHECK: is_const
  ct::store(Input + Index, X);

  auto View = ct::partition_view{ct::tensor_span{Data, ct::extents{Count, Count}}, ct::shape<16, 16>{}};
  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching member function for call to 'load'
  // CHECK: index_for_each_dimension
  View.load(0);

  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching member function for call to 'store_masked'
  // CHECK: view_value
  View.store_masked(X, 0, 0);

  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching function for call to 'reshape'
  // CHECK: note: because
  ct::reshape(X, ct::shape<4, 8>{});

  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching function for call to 'atomic_max'
  // CHECK: atomic_integer
  ct::atomic_max<ct::memory_order::relaxed>(Data + Index, 1.0f);

  // CHECK: mistakes-errors.cu:[[@LINE+2]]:{{.*}}: error: no matching function for call to 'assume_aligned_strided'
  // CHECK: '3' does not satisfy 'power_of_two'
  Data = ct::assume_aligned_strided(Data + Index, 3_ic, 4_ic, 0_ic);

  // CHECK: mistakes-errors.cu:[[@LINE+1]]:{{.*}}: error: {{.*}} does not provide a subscript operator
  float Element = X[3];

  // CHECK: mistakes-errors.cu:[[@LINE+1]]:{{.*}}: error: no viable conversion {{.*}} to 'bool'
  if (X > 0.0f)
    return;
}
