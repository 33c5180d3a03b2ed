// Matrix multiplication (page "Matrix Multiplication").
#pragma once

#include "creation.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

template <class Elem> inline constexpr bool is_byte = is_integral<Elem> && sizeof(storage_of<Elem>) == 1;
template <class Elem> inline constexpr bool is_fp8 = same<Elem, __nv_fp8_e4m3> || same<Elem, __nv_fp8_e5m2>;

/// Products of Left and Right elements can be accumulated in Accumulator elements.
template <class Left, class Right, class Accumulator> consteval bool multiplies_into() {
  if constexpr (!is_scalar<Left> || !is_scalar<Right>)
    return false;
  else if constexpr (is_integral<Left> && is_integral<Right>)
    return is_byte<Left> && is_byte<Right> && same<Accumulator, int>;
  else if constexpr (!same<Left, Right>)
    return false;
  else if constexpr (same<Left, __half> || is_fp8<Left>)
    return same<Accumulator, __half> || same<Accumulator, float>;
  else if constexpr (same<Left, __nv_bfloat16> || same<Left, __nv_tf32> || same<Left, float>)
    return same<Accumulator, float>;
  else
    return same<Left, double> && same<Accumulator, double>;
}

/// Element of the result of matmul.
template <class Left> consteval auto product_element() {
  if constexpr (is_integral<Left>)
    return std::type_identity<int>{};
  else if constexpr (same<Left, __half> || is_fp8<Left>)
    return std::type_identity<__half>{};
  else if constexpr (same<Left, double>)
    return std::type_identity<double>{};
  else
    return std::type_identity<float>{};
}
template <class Left> using product_element_t = typename decltype(product_element<Left>())::type;

/// Lengths of a product of matrices, with a batch length of 1 for rank 2.
struct matrix_shape {
  size_t Batch, Rows, Columns;
};
template <class Shape> consteval matrix_shape matrix_of() {
  if constexpr (Shape::rank() == 2)
    return {1, Shape::static_extent(0), Shape::static_extent(1)};
  else
    return {Shape::static_extent(0), Shape::static_extent(1), Shape::static_extent(2)};
}

template <class Type>
concept matrix_tile = is_tile_type<Type> && (tile_rank_v<Type> == 2 || tile_rank_v<Type> == 3);

template <class Left, class Right>
concept inner_lengths_agree = tile_rank_v<Left> == tile_rank_v<Right> && matrix_of<shape_of<Left>>().Columns == matrix_of<shape_of<Right>>().Rows;

consteval bool batches_agree(size_t Left, size_t Right) { return Left == Right || Left == 1 || Right == 1; }

template <class Left, class Right>
concept batch_lengths_agree = batches_agree(matrix_of<shape_of<Left>>().Batch, matrix_of<shape_of<Right>>().Batch);

template <class Left, class Right, size_t Rank> struct product_shape {
  using type = extents<uint32_t, matrix_of<shape_of<Left>>().Rows, matrix_of<shape_of<Right>>().Columns>;
};
template <class Left, class Right> struct product_shape<Left, Right, 3> {
  static constexpr matrix_shape A = matrix_of<shape_of<Left>>(), B = matrix_of<shape_of<Right>>();
  using type = extents<uint32_t, (A.Batch == 1 ? B.Batch : A.Batch), A.Rows, B.Columns>;
};
template <class Left, class Right> using product_shape_t = typename product_shape<Left, Right, tile_rank_v<Left>>::type;

template <class Left, class Right>
concept matrix_operands = matrix_tile<Left> && matrix_tile<Right> && inner_lengths_agree<Left, Right> && batch_lengths_agree<Left, Right>;
template <class Left, class Right, class Accumulator>
concept elements_multiply_into = multiplies_into<bare<element_of<Left>>, bare<element_of<Right>>, bare<element_of<Accumulator>>>();

} // namespace __detail

/// mma(Left, Right, Accumulator) is well-formed: shapes `[B,]M x K`, `[B,]K x N`, `[B,]M x N` (an operand's batch of 1
/// serves all), and elements that multiply into the accumulator.
template <class Left, class Right, class Accumulator>
concept mma_compatible = __detail::matrix_operands<Left, Right> && __detail::matrix_tile<Accumulator> &&
                         __detail::same<__detail::shape_of<Accumulator>, __detail::product_shape_t<Left, Right>> &&
                         __detail::elements_multiply_into<Left, Right, Accumulator>;

namespace __detail {
template <class Left, class Right>
  requires matrix_operands<Left, Right>
using product_t = tile<product_element_t<tile_element_t<Left>>, product_shape_t<Left, Right>>;
}

/// matmul(Left, Right) is well-formed.
template <class Left, class Right>
concept matmul_compatible = __detail::matrix_operands<Left, Right> && mma_compatible<Left, Right, __detail::product_t<Left, Right>>;

/// Type of matmul: `__half` for half and fp8, `float` for bf16, tf32 and float, `double`, `int` for 8-bit integers.
template <class Left, class Right>
  requires matmul_compatible<Left, Right>
using matmul_result_t = __detail::product_t<Left, Right>;

/// a * b + accumulator. `float` operands keep their precision; cast them to `__nv_tf32` for tensor cores.
template <tile_like Left, tile_like Right, tile_like Accumulator>
  requires mma_compatible<Left, Right, Accumulator>
CUTILE_TILE Accumulator mma(Left LeftValue, Right RightValue, Accumulator Sum) noexcept {
  constexpr __detail::matrix_shape A = __detail::matrix_of<tile_shape_t<Left>>(), B = __detail::matrix_of<tile_shape_t<Right>>();
  constexpr size_t Batch = A.Batch == 1 ? B.Batch : A.Batch;
  return __detail::tile_access::make<Accumulator>(__op::mma<__detail::vector_for<Accumulator>>(
      __detail::tile_access::get<Left>(LeftValue), __detail::tile_access::get<Right>(RightValue), __detail::tile_access::get<Accumulator>(Sum),
      int(Batch), int(A.Batch), int(B.Batch), int(A.Rows), int(B.Columns), int(A.Columns), int(__detail::number_kind<tile_element_t<Left>>),
      int(__detail::number_kind<tile_element_t<Right>>), int(__detail::kind_of<tile_element_t<Accumulator>>)));
}

/// a * b.
template <tile_like Left, tile_like Right>
  requires matmul_compatible<Left, Right>
CUTILE_TILE matmul_result_t<Left, Right> matmul(Left LeftValue, Right RightValue) noexcept {
  using Result = matmul_result_t<Left, Right>;
  return mma<Left, Right, Result>(LeftValue, RightValue, zeros<Result>());
}

//===-- Scaled products ----------------------------------------------------------===//

namespace __detail {

/// Elements and block length of a scaled product: fp8 with e8m0 per 32, fp4 with e8m0 per 16 or 32, with e4m3 per 16.
template <class Elem, class Scale> consteval bool scales_by(size_t Block) {
  if (is_fp8<Elem>)
    return same<Scale, __nv_fp8_e8m0> && Block == 32;
  if (same<Elem, __nv_fp4_e2m1>)
    return (same<Scale, __nv_fp8_e8m0> && (Block == 16 || Block == 32)) || (same<Scale, __nv_fp8_e4m3> && Block == 16);
  return false;
}

template <class Left, class LeftScale, class Right, class RightScale, class Accumulator> consteval bool scaled_shapes_agree() {
  constexpr matrix_shape A = matrix_of<shape_of<Left>>(), As = matrix_of<shape_of<LeftScale>>(), B = matrix_of<shape_of<Right>>(),
                         Bs = matrix_of<shape_of<RightScale>>();
  if (tile_rank_v<LeftScale> != tile_rank_v<Left> || tile_rank_v<RightScale> != tile_rank_v<Left>)
    return false;
  if (As.Rows != A.Rows || Bs.Columns != B.Columns || As.Columns != Bs.Rows || A.Columns % As.Columns != 0)
    return false;
  if ((As.Batch != 1 && As.Batch != A.Batch) || (Bs.Batch != 1 && Bs.Batch != B.Batch))
    return false;
  return scales_by<tile_element_t<Left>, tile_element_t<LeftScale>>(A.Columns / As.Columns);
}

template <class Left, class LeftScale, class Right, class RightScale, class Accumulator>
concept scaled_mma_operands = matrix_operands<Left, Right> && matrix_tile<LeftScale> && matrix_tile<RightScale> && matrix_tile<Accumulator> &&
                              same<tile_element_t<Left>, tile_element_t<Right>> && same<tile_element_t<LeftScale>, tile_element_t<RightScale>> &&
                              same<tile_element_t<Accumulator>, float> && same<shape_of<Accumulator>, product_shape_t<Left, Right>> &&
                              scaled_shapes_agree<Left, LeftScale, Right, RightScale, Accumulator>();

} // namespace __detail

/// a * b + accumulator, where blocks of elements along K have common scale factors: a `[B,]M x K` with scales `M x K/s`, b
/// `[B,]K x N` with scales `K/s x N`. fp8 with e8m0 scales, s = 32; fp4 with e8m0, s = 16 or 32, or with e4m3, s = 16.
template <tile_like Left, tile_like LeftScale, tile_like Right, tile_like RightScale, tile_like Accumulator>
  requires __detail::scaled_mma_operands<Left, LeftScale, Right, RightScale, Accumulator>
CUTILE_TILE Accumulator scaled_mma(Left LeftValue, LeftScale LeftFactor, Right RightValue, RightScale RightFactor, Accumulator Sum) noexcept {
  constexpr __detail::matrix_shape A = __detail::matrix_of<tile_shape_t<Left>>(), As = __detail::matrix_of<tile_shape_t<LeftScale>>(),
                                   B = __detail::matrix_of<tile_shape_t<Right>>(), Bs = __detail::matrix_of<tile_shape_t<RightScale>>();
  constexpr size_t Batch = A.Batch == 1 ? B.Batch : A.Batch;
  return __detail::tile_access::make<Accumulator>(__op::scaled_mma<__detail::vector_for<Accumulator>>(
      __detail::tile_access::get<Left>(LeftValue), __detail::tile_access::get<LeftScale>(LeftFactor), __detail::tile_access::get<Right>(RightValue),
      __detail::tile_access::get<RightScale>(RightFactor), __detail::tile_access::get<Accumulator>(Sum), int(Batch), int(A.Batch), int(B.Batch),
      int(As.Batch), int(Bs.Batch), int(A.Rows), int(B.Columns), int(A.Columns), int(A.Columns / As.Columns),
      int(__detail::kind_of<tile_element_t<Left>>), int(__detail::kind_of<tile_element_t<Right>>),
      int(__detail::kind_of<tile_element_t<LeftScale>>)));
}

} // namespace __v1
} // namespace cuda::tiles
