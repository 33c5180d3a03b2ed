// Promises about values (page "Assumptions"). Each function returns its argument; what it promises about the returned value
// is not checked, and a broken promise is undefined behaviour.
#pragma once

#include "shape.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

template <auto Value>
concept power_of_two = Value > 0 && (Value & (Value - 1)) == 0;
template <auto Lower, auto Upper>
concept bounds_in_order = static_cast<long long>(Lower) <= static_cast<long long>(Upper);
template <auto Value>
concept positive_length = Value > 0;

/// Groups of Every elements along dimension Dim, whose first is a multiple of Divisor.
template <class Type, auto Divisor, auto Every, auto Dim>
concept divisible_groups = power_of_two<Divisor> && positive_length<Every> && dimension_of<Type, Dim>;

template <class Type>
concept bounded_element = integral_tile<Type> && !same<bare<element_of<Type>>, bool>;
template <class Type>
concept blocked_element = integral_tile<Type> || pointer_tile<Type>;

/// What an assumption operates on: the vector of a tile, a scalar integer or pointer itself.
template <class Type> CUTILE_TILE auto assumption_operand(Type Value) noexcept {
  if constexpr (is_tile<Type>)
    return tile_access::get<Type>(Value);
  else
    return Value;
}
template <class Type, class Operand> CUTILE_TILE Type assumption_result(Operand Value) noexcept {
  if constexpr (is_tile<Type>)
    return tile_access::make<Type>(Value);
  else
    return Value;
}

#define CUTILE_STRIDED_ASSUMPTION(Name)                                                                                                              \
  template <class Operand, size_t... Lengths>                                                                                                        \
  CUTILE_TILE Operand call_##Name(Operand Value, long long Divisor, long long Every, int Dim, sizes<Lengths...>) noexcept {                          \
    return __op::Name<Operand>(Value, Divisor, Every, Dim, int(sizeof...(Lengths)), int(Lengths)...);                                                \
  }
CUTILE_STRIDED_ASSUMPTION(assume_aligned_strided)
CUTILE_STRIDED_ASSUMPTION(assume_divisible_strided)
#undef CUTILE_STRIDED_ASSUMPTION

template <class Operand, size_t... Lengths, size_t... Blocks>
CUTILE_TILE Operand call_assume_blocked(Operand Value, sizes<Lengths...>, sizes<Blocks...>) noexcept {
  return __op::assume_blocked<Operand>(Value, int(sizeof...(Lengths)), int(Lengths)..., int(Blocks)...);
}

template <class Type> CUTILE_TILE Type call_assume_bounded(Type Value, long long Lower, long long Upper, int HasLower, int HasUpper) noexcept {
  auto Operand = assumption_operand<Type>(Value);
  return assumption_result<Type>(
      __op::assume_bounded<decltype(Operand)>(Operand, Lower, Upper, HasLower, HasUpper, int(kind_of<tile_element_t<Type>>)));
}

} // namespace __detail

/// Every address is divisible by Bytes, a power of two.
template <integral auto Bytes, pointer_tile Type>
  requires __detail::power_of_two<Bytes>
[[nodiscard]] CUTILE_TILE Type assume_aligned(Type Value, integral_constant<Bytes> = {}) noexcept {
  auto Operand = __detail::assumption_operand<Type>(Value);
  return __detail::assumption_result<Type>(__op::assume_aligned<decltype(Operand)>(Operand, static_cast<long long>(Bytes)));
}

/// Of each group of Every elements along dimension Dim, the first address is divisible by Bytes, and the others advance by
/// one element each.
template <integral auto Bytes, integral auto Every, integral auto Dim, pointer_tile Type>
  requires __detail::divisible_groups<Type, Bytes, Every, Dim>
[[nodiscard]] CUTILE_TILE Type assume_aligned_strided(Type Value, integral_constant<Bytes> = {}, integral_constant<Every> = {},
                                                      integral_constant<Dim> = {}) noexcept {
  return __detail::tile_access::make<Type>(__detail::call_assume_aligned_strided(__detail::tile_access::get<Type>(Value),
                                                                                 static_cast<long long>(Bytes), static_cast<long long>(Every),
                                                                                 int(Dim), __detail::lengths_of<tile_shape_t<Type>>{}));
}

/// Every element is divisible by Divisor, a power of two.
template <integral auto Divisor, integral_tile Type>
  requires __detail::power_of_two<Divisor>
[[nodiscard]] CUTILE_TILE Type assume_divisible(Type Value, integral_constant<Divisor> = {}) noexcept {
  if constexpr (__detail::same<Type, bool>)
    return Value;
  else {
    auto Operand = __detail::assumption_operand<Type>(Value);
    return __detail::assumption_result<Type>(__op::assume_divisible<decltype(Operand)>(Operand, static_cast<long long>(Divisor)));
  }
}

/// Of each group of Every elements along dimension Dim, the first is divisible by Divisor, and the others follow one by one.
template <integral auto Divisor, integral auto Every, integral auto Dim, integral_tile Type>
  requires __detail::divisible_groups<Type, Divisor, Every, Dim>
[[nodiscard]] CUTILE_TILE Type assume_divisible_strided(Type Value, integral_constant<Divisor> = {}, integral_constant<Every> = {},
                                                        integral_constant<Dim> = {}) noexcept {
  return __detail::tile_access::make<Type>(__detail::call_assume_divisible_strided(__detail::tile_access::get<Type>(Value),
                                                                                   static_cast<long long>(Divisor), static_cast<long long>(Every),
                                                                                   int(Dim), __detail::lengths_of<tile_shape_t<Type>>{}));
}

/// Lower <= x <= Upper for every element.
template <integral auto Lower, integral auto Upper, __detail::bounded_element Type>
  requires __detail::bounds_in_order<Lower, Upper>
[[nodiscard]] CUTILE_TILE Type assume_bounded(Type Value, integral_constant<Lower> = {}, integral_constant<Upper> = {}) noexcept {
  return __detail::call_assume_bounded<Type>(Value, static_cast<long long>(Lower), static_cast<long long>(Upper), 1, 1);
}

/// Lower <= x for every element.
template <integral auto Lower, __detail::bounded_element Type>
[[nodiscard]] CUTILE_TILE Type assume_bounded_below(Type Value, integral_constant<Lower> = {}) noexcept {
  return __detail::call_assume_bounded<Type>(Value, static_cast<long long>(Lower), 0ll, 1, 0);
}

/// x <= Upper for every element.
template <integral auto Upper, __detail::bounded_element Type>
[[nodiscard]] CUTILE_TILE Type assume_bounded_above(Type Value, integral_constant<Upper> = {}) noexcept {
  return __detail::call_assume_bounded<Type>(Value, 0ll, static_cast<long long>(Upper), 0, 1);
}

namespace __detail {
/// A static shape with the rank of Type and no zero length; the lengths need not be powers of two.
template <class Shape, class Type> consteval bool is_block_of() {
  if (size_t(Shape::rank()) != tile_rank_v<Type>)
    return false;
  for (size_t Dim = 0; Dim < size_t(Shape::rank()); ++Dim)
    if (Shape::static_extent(Dim) == 0)
      return false;
  return true;
}
template <class Shape, class Type>
concept block_shape_of = shape_like<Shape> && tile_like<Type> && is_block_of<Shape, Type>();
} // namespace __detail

/// Elements within each aligned block of Shape are equal. For integers and pointers.
template <shape_like Shape, __detail::blocked_element Type>
  requires __detail::block_shape_of<Shape, Type>
[[nodiscard]] CUTILE_TILE Type assume_blocked(Type Value, Shape = {}) noexcept {
  if constexpr (!__detail::is_tile<Type>)
    return Value;
  else
    return __detail::tile_access::make<Type>(__detail::call_assume_blocked(
        __detail::tile_access::get<Type>(Value), __detail::lengths_of<tile_shape_t<Type>>{}, __detail::lengths_of<Shape>{}));
}

} // namespace __v1
} // namespace cuda::tiles
