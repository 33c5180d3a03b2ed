// Comparisons, logical, bitwise and shift operators, isnan and isinf.
#pragma once

#include "arithmetic.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

template <class Left, class Right> using boolean_result_t = mutual_broadcast_t<Left, Right, bool>;

/// Compares two operands after conversion to Elem and broadcasting.
template <class Elem, class Left, class Right>
CUTILE_TILE boolean_result_t<Left, Right> call_compare(Left LeftValue, Right RightValue, int Predicate) noexcept {
  using Result = boolean_result_t<Left, Right>;
  using Shape = tile_shape_t<Result>;
  constexpr int Kind = is_pointer<Elem> ? int(__op::kind_u64) : number_kind<Elem>;
  return tile_access::make<Result>(
      __op::compare<vector_for<Result>>(convert<Elem, Shape, Left>(LeftValue), convert<Elem, Shape, Right>(RightValue), Kind, Predicate));
}

template <class Left, class Right>
concept pointers_comparable = one_is_tile<Left, Right> && pointer_tile<Left> && pointer_tile<Right> && broadcast_compatible<Left, Right> &&
                              (__is_convertible(element_of<Left>, element_of<Right>) || __is_convertible(element_of<Right>, element_of<Left>));

template <class Left, class Right>
concept both_convert_to_bool =
    one_is_tile<Left, Right> && bool_tile_convertible<Left> && bool_tile_convertible<Right> && broadcast_compatible<Left, Right>;

} // namespace __detail

#define CUTILE_COMPARISON(Operator, Predicate)                                                                                                       \
  template <tile_like Left, tile_like Right>                                                                                                         \
    requires __detail::one_is_tile<Left, Right> && arithmetic_tile_comparable<Left, Right>                                                           \
  CUTILE_TILE __detail::boolean_result_t<Left, Right> operator Operator(Left LeftValue, Right RightValue) noexcept {                                 \
    return __detail::call_compare<__detail::common_element<Left, Right>, Left, Right>(LeftValue, RightValue, Predicate);                             \
  }                                                                                                                                                  \
  template <tile_like Left, tile_like Right>                                                                                                         \
    requires __detail::pointers_comparable<Left, Right>                                                                                              \
  CUTILE_TILE __detail::boolean_result_t<Left, Right> operator Operator(Left LeftValue, Right RightValue) noexcept {                                 \
    return __detail::call_compare<const volatile void *, Left, Right>(LeftValue, RightValue, Predicate);                                             \
  }
/// Elementwise comparison in the common type, `bool` elements in the broadcast shape. A NaN is equal to nothing.
CUTILE_COMPARISON(==, __op::pred_eq)
CUTILE_COMPARISON(!=, __op::pred_ne)
CUTILE_COMPARISON(<, __op::pred_lt)
CUTILE_COMPARISON(<=, __op::pred_le)
CUTILE_COMPARISON(>, __op::pred_gt)
CUTILE_COMPARISON(>=, __op::pred_ge)
#undef CUTILE_COMPARISON

#define CUTILE_NULL_COMPARISON(Operator, Predicate)                                                                                                  \
  template <pointer_tile Type>                                                                                                                       \
    requires __detail::is_tile_type<Type>                                                                                                            \
  CUTILE_TILE tile_with_element_t<Type, bool> operator Operator(Type Value, std::nullptr_t) noexcept {                                               \
    return __detail::call_compare<const volatile void *, Type, const void *>(Value, nullptr, Predicate);                                             \
  }                                                                                                                                                  \
  template <pointer_tile Type>                                                                                                                       \
    requires __detail::is_tile_type<Type>                                                                                                            \
  CUTILE_TILE tile_with_element_t<Type, bool> operator Operator(std::nullptr_t, Type Value) noexcept {                                               \
    return __detail::call_compare<const volatile void *, Type, const void *>(Value, nullptr, Predicate);                                             \
  }
/// Comparison of pointers with the null pointer.
CUTILE_NULL_COMPARISON(==, __op::pred_eq)
CUTILE_NULL_COMPARISON(!=, __op::pred_ne)
#undef CUTILE_NULL_COMPARISON

/// Logical operators: both operands are evaluated and converted to `bool`.
template <tile_like Left, tile_like Right>
  requires __detail::both_convert_to_bool<Left, Right>
CUTILE_TILE __detail::boolean_result_t<Left, Right> operator&&(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_and<__detail::boolean_result_t<Left, Right>, Left, Right>(LeftValue, RightValue);
}
template <tile_like Left, tile_like Right>
  requires __detail::both_convert_to_bool<Left, Right>
CUTILE_TILE __detail::boolean_result_t<Left, Right> operator||(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_or<__detail::boolean_result_t<Left, Right>, Left, Right>(LeftValue, RightValue);
}
template <bool_tile_convertible Type>
  requires __detail::is_tile_type<Type>
CUTILE_TILE tile_with_element_t<Type, bool> operator!(Type Value) noexcept {
  using Result = tile_with_element_t<Type, bool>;
  return __detail::call_not<Result>(__detail::tile_access::make<Result>(__detail::convert_mask<tile_shape_t<Type>, Type>(Value)));
}

#define CUTILE_BITWISE(Operator, Name)                                                                                                               \
  template <tile_like Left, tile_like Right>                                                                                                         \
    requires __detail::one_is_tile<Left, Right> && __detail::integral_convertible<Left, Right>                                                       \
  CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> operator Operator(Left LeftValue, Right RightValue) noexcept {                               \
    return __detail::call_##Name<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue);                                     \
  }
/// Bitwise operators on integers and booleans, which also combine masks.
CUTILE_BITWISE(&, and)
CUTILE_BITWISE(|, or)
CUTILE_BITWISE(^, xor)
#undef CUTILE_BITWISE

/// Complement, logical not for booleans; keeps the type, without promotion.
template <integral_tile Type>
  requires __detail::is_tile_type<Type>
CUTILE_TILE Type operator~(Type Value) noexcept {
  return __detail::call_not<Type>(Value);
}

//===-- Shifts --------------------------------------------------------------===//

namespace __detail {

template <class Left, class Right>
concept shift_operands = one_is_tile<Left, Right> && integral_tile<Left> && integral_tile<Right> && broadcast_compatible<Left, Right>;
template <class Left, class Right> using shift_result_t = mutual_broadcast_t<Left, Right, tile_element_t<Left>>;

/// The amount, read as unsigned, as an unsigned integer of the width of Elem; amounts that do not fit become the width.
template <class Elem, class Amount> CUTILE_TILE auto shift_amount(Amount Value) noexcept {
  using From = tile_element_t<Amount>;
  using FromUnsigned = storage_of<From>;
  using ToUnsigned = storage_of<Elem>;
  using Shape = shape_of<Amount>;
  auto Elements = tile_access::get<Amount>(Value);
  if constexpr (sizeof(From) > sizeof(Elem)) {
    Elements = __op::min<vector<From, Shape>>(Elements, splat_storage<From, Shape>(sizeof(Elem) * 8), int(kind_of<FromUnsigned>),
                                              int(__op::nan_suppress), int(__op::subnormals_preserve));
    return cast_vector<ToUnsigned, FromUnsigned, Shape>(Elements);
  } else if constexpr (sizeof(From) < sizeof(Elem))
    return cast_vector<ToUnsigned, FromUnsigned, Shape>(Elements);
  else
    return Elements;
}

template <bool Left, class Value, class Amount> CUTILE_TILE shift_result_t<Value, Amount> call_shift(Value Operand, Amount Distance) noexcept {
  using Result = shift_result_t<Value, Amount>;
  using Elem = tile_element_t<Result>;
  using Shape = tile_shape_t<Result>;
  auto Bits = convert<Elem, Shape, Value>(Operand);
  if constexpr (same<Elem, bool>) { // one bit: any distance but 0 shifts it out
    auto Kept = convert<bool, Shape, tile_with_element_t<Amount, bool>>(tile_access::make<tile_with_element_t<Amount, bool>>(
        __op::compare<mask_vector<shape_of<Amount>>>(tile_access::get<Amount>(Distance), zero_vector<tile_element_t<Amount>, shape_of<Amount>>(),
                                                     int(number_kind<tile_element_t<Amount>>), int(__op::pred_eq))));
    return tile_access::make<Result>(
        __op::bit_and<vector_for<Result>>(Bits, Kept, int(__op::kind_bool), int(__op::rounding_default), int(__op::subnormals_preserve)));
  } else {
    auto Steps = broadcast_vector<storage_of<Elem>, shape_of<Amount>, Shape>(shift_amount<Elem, Amount>(Distance));
    if constexpr (Left)
      return tile_access::make<Result>(
          __op::shl<vector_for<Result>>(Bits, Steps, int(kind_of<Elem>), int(__op::rounding_default), int(__op::subnormals_preserve)));
    else
      return tile_access::make<Result>(
          __op::shr<vector_for<Result>>(Bits, Steps, int(kind_of<Elem>), int(__op::rounding_default), int(__op::subnormals_preserve)));
  }
}

} // namespace __detail

/// Shifts; the element is that of the left operand. The amount is read as unsigned; from the width on, all bits are
/// shifted out.
template <tile_like Left, tile_like Right>
  requires __detail::shift_operands<Left, Right>
CUTILE_TILE __detail::shift_result_t<Left, Right> operator<<(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_shift<true, Left, Right>(LeftValue, RightValue);
}
/// Right shift: arithmetic for signed elements, logical for unsigned ones.
template <tile_like Left, tile_like Right>
  requires __detail::shift_operands<Left, Right>
CUTILE_TILE __detail::shift_result_t<Left, Right> operator>>(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_shift<false, Left, Right>(LeftValue, RightValue);
}

//===-- Inspection ---------------------------------------------------------------===//

/// True for NaN.
template <floating_point_tile Type> CUTILE_TILE tile_with_element_t<Type, bool> isnan(Type Value) noexcept {
  using Result = tile_with_element_t<Type, bool>;
  return __detail::tile_access::make<Result>(
      __op::isnan<__detail::vector_for<Result>>(__detail::tile_access::get<Type>(Value), int(__detail::kind_of<tile_element_t<Type>>)));
}

/// True for infinities; a format without them gives false.
template <floating_point_tile Type> CUTILE_TILE tile_with_element_t<Type, bool> isinf(Type Value) noexcept {
  using Result = tile_with_element_t<Type, bool>;
  return __detail::tile_access::make<Result>(
      __op::isinf<__detail::vector_for<Result>>(__detail::tile_access::get<Type>(Value), int(__detail::kind_of<tile_element_t<Type>>)));
}

} // namespace __v1
} // namespace cuda::tiles
