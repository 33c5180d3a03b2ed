// Reductions and scans along one dimension (page "Reductions and Scans").
#pragma once

#include "shape.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

template <class Type, auto Dim>
concept reducible = is_tile_type<Type> && dimension_of<Type, Dim>;

/// Reducible with explicit treatment of rounding and subnormal numbers.
template <class Type, auto Dim, rounding_mode Mode, subnormals_rounding_mode Subnormals>
concept reducible_with_rounding =
    reducible<Type, Dim> && supports_rounding<tile_element_t<Type>, Mode> && supports_flushing<tile_element_t<Type>, Subnormals>;

template <class Type, size_t Dim> using reduced_t = tile<tile_element_t<Type>, typename with_length<shape_of<Type>, Dim, 1>::type>;

template <class Result, class Operand, size_t... Lengths>
CUTILE_TILE Result call_reduce(Operand Value, sizes<Lengths...>, int Dim, int Combiner, int Kind, int Mode, int Subnormals) noexcept {
  return __op::reduce<Result>(Value, int(sizeof...(Lengths)), int(Lengths)..., Dim, Combiner, Kind, Mode, Subnormals);
}
template <class Result, class Operand, size_t... Lengths>
CUTILE_TILE Result call_arg_reduce(Operand Value, sizes<Lengths...>, int Dim, int Combiner, int Kind) noexcept {
  return __op::arg_reduce<Result>(Value, int(sizeof...(Lengths)), int(Lengths)..., Dim, Combiner, Kind);
}
template <class Operand, size_t... Lengths>
CUTILE_TILE Operand call_scan(Operand Value, sizes<Lengths...>, int Dim, int Combiner, int Kind, int Backward, int Mode, int Subnormals) noexcept {
  return __op::scan<Operand>(Value, int(sizeof...(Lengths)), int(Lengths)..., Dim, Combiner, Kind, Backward, Mode, Subnormals);
}

/// The combiner that does the same on booleans: the sum is the parity, the product the and.
consteval int boolean_combiner(int Combiner) {
  switch (Combiner) {
  case __op::combine_sum:
    return __op::combine_xor;
  case __op::combine_prod:
  case __op::combine_min:
    return __op::combine_and;
  case __op::combine_max:
    return __op::combine_or;
  default:
    return Combiner;
  }
}

template <size_t Dim, int Combiner, class Type>
CUTILE_TILE reduced_t<Type, Dim> reduce_tile(Type Value, int Mode, int Subnormals = __op::subnormals_preserve) noexcept {
  using Result = reduced_t<Type, Dim>;
  using Elem = tile_element_t<Type>;
  constexpr int Used = same<Elem, bool> ? boolean_combiner(Combiner) : Combiner;
  if constexpr (shape_of<Type>::static_extent(Dim) == 1)
    return tile_access::make<Result>(tile_access::get<Type>(Value));
  else
    return tile_access::make<Result>(call_reduce<vector_for<Result>>(tile_access::get<Type>(Value), lengths_of<shape_of<Type>>{}, int(Dim), Used,
                                                                     int(kind_of<Elem>), Mode, Subnormals));
}

template <size_t Dim, int Combiner, scan_direction Direction, class Type> CUTILE_TILE Type scan_tile(Type Value, int Mode, int Subnormals) noexcept {
  using Elem = tile_element_t<Type>;
  auto Elements = call_scan(tile_access::get<Type>(Value), lengths_of<shape_of<Type>>{}, int(Dim), Combiner, int(number_kind<Elem>),
                            int(Direction == scan_direction::backward), Mode, Subnormals);
  if constexpr (same<Elem, bool> && Combiner == __op::combine_sum) // the sum modulo 256 has the parity of the sum
    Elements = __op::bit_and<decltype(Elements)>(Elements, full_mask<shape_of<Type>>(), int(__op::kind_u8), int(__op::rounding_default),
                                                 int(__op::subnormals_preserve));
  return tile_access::make<Type>(Elements);
}

} // namespace __detail

/// Type with length 1 in dimension Dim.
template <tile_like Type, size_t Dim>
  requires __detail::reducible<Type, Dim>
using reduction_result_t = __detail::reduced_t<Type, Dim>;

#define CUTILE_ARITHMETIC_REDUCTION(Name, Combiner)                                                                                                  \
  template <integral auto Dim, arithmetic_tile Type>                                                                                                 \
    requires __detail::reducible<Type, Dim>                                                                                                          \
  CUTILE_TILE reduction_result_t<Type, size_t(Dim)> Name(Type Value, integral_constant<Dim> = {}) noexcept {                                         \
    return __detail::reduce_tile<size_t(Dim), Combiner, Type>(Value, __op::rounding_default);                                                        \
  }                                                                                                                                                  \
  template <integral auto Dim, rounding_mode Mode, subnormals_rounding_mode Subnormals = subnormals_rounding_mode::preserve_subnormals,              \
            basic_floating_point_tile Type>                                                                                                          \
    requires __detail::reducible_with_rounding<Type, Dim, Mode, Subnormals>                                                                          \
  CUTILE_TILE reduction_result_t<Type, size_t(Dim)> Name(Type Value, integral_constant<Dim>, rounding_mode_constant<Mode>,                           \
                                                         subnormals_rounding_mode_constant<Subnormals> = {}) noexcept {                              \
    return __detail::reduce_tile<size_t(Dim), Combiner, Type>(Value, int(Mode), int(Subnormals));                                                    \
  }
/// Sum along a dimension, whose length becomes 1; the element type is kept. The order of additions is unspecified.
CUTILE_ARITHMETIC_REDUCTION(sum, __op::combine_sum)
/// Product along a dimension.
CUTILE_ARITHMETIC_REDUCTION(prod, __op::combine_prod)
#undef CUTILE_ARITHMETIC_REDUCTION

#define CUTILE_EXTREME_REDUCTION(Name, Combiner)                                                                                                     \
  template <integral auto Dim, arithmetic_tile Type>                                                                                                 \
    requires __detail::reducible<Type, Dim>                                                                                                          \
  CUTILE_TILE reduction_result_t<Type, size_t(Dim)> Name(Type Value, integral_constant<Dim> = {}) noexcept {                                         \
    return __detail::reduce_tile<size_t(Dim), Combiner, Type>(Value, __op::nan_suppress);                                                            \
  }                                                                                                                                                  \
  template <integral auto Dim, basic_floating_point_tile Type, nan_propagation_mode Mode,                                                            \
            subnormals_rounding_mode Subnormals = subnormals_rounding_mode::preserve_subnormals>                                                     \
    requires __detail::reducible<Type, Dim> && __detail::supports_flushing<tile_element_t<Type>, Subnormals>                                         \
  CUTILE_TILE reduction_result_t<Type, size_t(Dim)> Name(Type Value, integral_constant<Dim>, nan_propagation_mode_constant<Mode>,                    \
                                                         subnormals_rounding_mode_constant<Subnormals> = {}) noexcept {                              \
    return __detail::reduce_tile<size_t(Dim), Combiner, Type>(Value, int(Mode), int(Subnormals));                                                    \
  }
/// Largest element along a dimension; NaN and zeros as in `max`.
CUTILE_EXTREME_REDUCTION(reduce_max, __op::combine_max)
/// Smallest element along a dimension; NaN and zeros as in `min`.
CUTILE_EXTREME_REDUCTION(reduce_min, __op::combine_min)
#undef CUTILE_EXTREME_REDUCTION

#define CUTILE_BITWISE_REDUCTION(Name, Combiner)                                                                                                     \
  template <integral auto Dim, integral_tile Type>                                                                                                   \
    requires __detail::reducible<Type, Dim>                                                                                                          \
  CUTILE_TILE reduction_result_t<Type, size_t(Dim)> Name(Type Value, integral_constant<Dim> = {}) noexcept {                                         \
    return __detail::reduce_tile<size_t(Dim), Combiner, Type>(Value, __op::rounding_default);                                                        \
  }
/// Bitwise combination of integers or booleans along a dimension.
CUTILE_BITWISE_REDUCTION(reduce_bitand, __op::combine_and)
CUTILE_BITWISE_REDUCTION(reduce_bitor, __op::combine_or)
CUTILE_BITWISE_REDUCTION(reduce_bitxor, __op::combine_xor)
#undef CUTILE_BITWISE_REDUCTION

#define CUTILE_LOGICAL_REDUCTION(Name, Combiner)                                                                                                     \
  template <integral auto Dim, bool_tile_convertible Type>                                                                                           \
    requires __detail::reducible<Type, Dim>                                                                                                          \
  CUTILE_TILE auto Name(Type Value, integral_constant<Dim> = {}) noexcept -> reduction_result_t<tile_with_element_t<Type, bool>, size_t(Dim)> {      \
    using Mask = tile_with_element_t<Type, bool>;                                                                                                    \
    return __detail::reduce_tile<size_t(Dim), Combiner, Mask>(                                                                                       \
        __detail::tile_access::make<Mask>(__detail::convert_mask<tile_shape_t<Type>, Type>(Value)), __op::rounding_default);                         \
  }
/// Whether all elements along a dimension convert to true.
CUTILE_LOGICAL_REDUCTION(all_of, __op::combine_and)
/// Whether any element along a dimension converts to true.
CUTILE_LOGICAL_REDUCTION(any_of, __op::combine_or)
#undef CUTILE_LOGICAL_REDUCTION

#define CUTILE_INDEX_REDUCTION(Name, Combiner)                                                                                                       \
  template <integral auto Dim, arithmetic_tile Type>                                                                                                 \
    requires __detail::reducible<Type, Dim>                                                                                                          \
  CUTILE_TILE auto Name(Type Value, integral_constant<Dim> = {}) noexcept -> reduction_result_t<tile_with_element_t<Type, uint32_t>, size_t(Dim)> {  \
    using Result = reduction_result_t<tile_with_element_t<Type, uint32_t>, size_t(Dim)>;                                                             \
    using Elem = tile_element_t<Type>;                                                                                                               \
    return __detail::tile_access::make<Result>(                                                                                                      \
        __detail::call_arg_reduce<__detail::vector_for<Result>>(__detail::tile_access::get<Type>(Value), __detail::lengths_of<tile_shape_t<Type>>{}, \
                                                                int(Dim), int(Combiner), int(__detail::number_kind<Elem>)));                         \
  }
/// Index of the largest element along a dimension, the first of equal ones; unspecified with NaN.
CUTILE_INDEX_REDUCTION(max_element, __op::combine_max)
/// Index of the smallest element along a dimension, the first of equal ones; unspecified with NaN.
CUTILE_INDEX_REDUCTION(min_element, __op::combine_min)
#undef CUTILE_INDEX_REDUCTION

#define CUTILE_SCAN(Name, Combiner)                                                                                                                  \
  template <integral auto Dim, scan_direction Direction = scan_direction::forward, arithmetic_tile Type>                                             \
    requires __detail::reducible<Type, Dim>                                                                                                          \
  CUTILE_TILE Type Name(Type Value, integral_constant<Dim> = {}, scan_direction_constant<Direction> = {}) noexcept {                                 \
    return __detail::scan_tile<size_t(Dim), Combiner, Direction, Type>(Value, __op::rounding_default, __op::subnormals_preserve);                    \
  }                                                                                                                                                  \
  template <integral auto Dim, rounding_mode Mode, subnormals_rounding_mode Subnormals = subnormals_rounding_mode::preserve_subnormals,              \
            scan_direction Direction = scan_direction::forward, basic_floating_point_tile Type>                                                      \
    requires __detail::reducible_with_rounding<Type, Dim, Mode, Subnormals>                                                                          \
  CUTILE_TILE Type Name(Type Value, integral_constant<Dim>, rounding_mode_constant<Mode>, subnormals_rounding_mode_constant<Subnormals> = {},        \
                        scan_direction_constant<Direction> = {}) noexcept {                                                                          \
    return __detail::scan_tile<size_t(Dim), Combiner, Direction, Type>(Value, int(Mode), int(Subnormals));                                           \
  }
/// Inclusive running sum along a dimension, from index 0 or, backward, from the last index.
CUTILE_SCAN(partial_sum, __op::combine_sum)
/// Inclusive running product along a dimension.
CUTILE_SCAN(partial_prod, __op::combine_prod)
#undef CUTILE_SCAN

} // namespace __v1
} // namespace cuda::tiles
