// Arithmetic on tiles: operators and named functions with their rounding, subnormals and NaN modes, pointer arithmetic
// (page "Arithmetic Operations").
//
// A binary operation takes tiles and scalars in all combinations. Its result has type
// `arithmetic_tile_conversion_t<Left, Right>`: both operands are converted to its element and broadcast to its shape.
#pragma once

#include "creation.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

template <class Type>
concept is_tile_type = is_tile<Type>;
template <class Left, class Right>
concept one_is_tile = is_tile<Left> || is_tile<Right>;

/// A mode that follows IEEE 754.
template <rounding_mode Mode>
concept precise_rounding = Mode == rounding_mode::round_ties_to_even || Mode == rounding_mode::round_toward_zero ||
                           Mode == rounding_mode::round_toward_negative || Mode == rounding_mode::round_toward_positive;

/// Elem has operations with precise rounding.
template <class Elem, rounding_mode Mode>
concept supports_rounding = is_basic_floating<Elem> && precise_rounding<Mode>;
template <class Elem, rounding_mode Mode>
concept supports_division_rounding =
    supports_rounding<Elem, Mode> || (same<Elem, float> && (Mode == rounding_mode::round_approximate || Mode == rounding_mode::round_full));
/// Subnormals are flushed for `float` only.
template <class Elem, subnormals_rounding_mode Mode>
concept supports_flushing = is_basic_floating<Elem> && (same<Elem, float> || Mode == subnormals_rounding_mode::preserve_subnormals);

// One pair of functions for each elementwise operation: the overloads of the public functions differ in modes only.
#define CUTILE_BINARY_CALL(Name, Op)                                                                                                                 \
  template <class Result, class Left, class Right>                                                                                                   \
  CUTILE_TILE Result Name(Left LeftValue, Right RightValue, int Mode = __op::rounding_default,                                                       \
                          int Subnormals = __op::subnormals_preserve) noexcept {                                                                     \
    using Elem = tile_element_t<Result>;                                                                                                             \
    using Shape = tile_shape_t<Result>;                                                                                                              \
    return tile_access::make<Result>(__op::Op<vector_for<Result>>(convert<Elem, Shape, Left>(LeftValue), convert<Elem, Shape, Right>(RightValue),    \
                                                                  int(CUTILE_KIND<Elem>), Mode, Subnormals));                                        \
  }
// These know booleans: the sum is the exclusive or, the product the and.
#define CUTILE_KIND kind_of
CUTILE_BINARY_CALL(call_add, add)
CUTILE_BINARY_CALL(call_sub, sub)
CUTILE_BINARY_CALL(call_mul, mul)
CUTILE_BINARY_CALL(call_and, bit_and)
CUTILE_BINARY_CALL(call_or, bit_or)
CUTILE_BINARY_CALL(call_xor, bit_xor)
CUTILE_BINARY_CALL(call_pow, pow)
CUTILE_BINARY_CALL(call_atan2, atan2)
#undef CUTILE_KIND
// These take booleans as the numbers 0 and 1.
#define CUTILE_KIND number_kind
CUTILE_BINARY_CALL(call_div, div)
CUTILE_BINARY_CALL(call_rem, rem)
CUTILE_BINARY_CALL(call_floordiv, floordiv)
CUTILE_BINARY_CALL(call_ceildiv, ceildiv)
CUTILE_BINARY_CALL(call_mulhi, mulhi)
CUTILE_BINARY_CALL(call_min, min)
CUTILE_BINARY_CALL(call_max, max)
#undef CUTILE_KIND
#undef CUTILE_BINARY_CALL

#define CUTILE_UNARY_CALL(Name, Op)                                                                                                                  \
  template <class Type> CUTILE_TILE Type Name(Type Value, int Mode = __op::rounding_default, int Subnormals = __op::subnormals_preserve) noexcept {  \
    return tile_access::make<Type>(__op::Op<vector_for<Type>>(tile_access::get<Type>(Value), int(kind_of<tile_element_t<Type>>), Mode, Subnormals)); \
  }
CUTILE_UNARY_CALL(call_neg, neg)
CUTILE_UNARY_CALL(call_not, bit_not)
CUTILE_UNARY_CALL(call_abs, abs)
CUTILE_UNARY_CALL(call_sqrt, sqrt)
CUTILE_UNARY_CALL(call_rsqrt, rsqrt)
CUTILE_UNARY_CALL(call_exp, exp)
CUTILE_UNARY_CALL(call_exp2, exp2)
CUTILE_UNARY_CALL(call_log, log)
CUTILE_UNARY_CALL(call_log2, log2)
CUTILE_UNARY_CALL(call_sin, sin)
CUTILE_UNARY_CALL(call_cos, cos)
CUTILE_UNARY_CALL(call_tan, tan)
CUTILE_UNARY_CALL(call_sinh, sinh)
CUTILE_UNARY_CALL(call_cosh, cosh)
CUTILE_UNARY_CALL(call_tanh, tanh)
CUTILE_UNARY_CALL(call_ceil, ceil)
CUTILE_UNARY_CALL(call_floor, floor)
#undef CUTILE_UNARY_CALL

/// Operands of integer operations.
template <class Left, class Right>
concept integral_convertible = arithmetic_tile_convertible<Left, Right> && integral_tile<Left> && integral_tile<Right>;

} // namespace __detail

//===-- Sums, products, quotients ---------------------------------------------===//

#define CUTILE_ARITHMETIC(Operator, Name, Support)                                                                                                   \
  template <tile_like Left, tile_like Right>                                                                                                         \
    requires __detail::one_is_tile<Left, Right> && arithmetic_tile_convertible<Left, Right>                                                          \
  CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> operator Operator(Left LeftValue, Right RightValue) noexcept {                               \
    return __detail::call_##Name<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue);                                     \
  }                                                                                                                                                  \
  template <tile_like Left, tile_like Right>                                                                                                         \
    requires arithmetic_tile_convertible<Left, Right>                                                                                                \
  CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> Name(Left LeftValue, Right RightValue) noexcept {                                            \
    return __detail::call_##Name<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue);                                     \
  }                                                                                                                                                  \
  template <rounding_mode Mode, subnormals_rounding_mode Subnormals = subnormals_rounding_mode::preserve_subnormals, tile_like Left,                 \
            tile_like Right>                                                                                                                         \
    requires arithmetic_tile_convertible<Left, Right> && __detail::Support<tile_element_t<arithmetic_tile_conversion_t<Left, Right>>, Mode> &&       \
             __detail::supports_flushing<tile_element_t<arithmetic_tile_conversion_t<Left, Right>>, Subnormals>                                      \
  CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> Name(Left LeftValue, Right RightValue, rounding_mode_constant<Mode>,                         \
                                                             subnormals_rounding_mode_constant<Subnormals> = {}) noexcept {                          \
    return __detail::call_##Name<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue, int(Mode), int(Subnormals));         \
  }

/// Sum. Integers wrap, booleans give the exclusive or; `add(a, b, rounding[, subnormals])` rounds as told.
CUTILE_ARITHMETIC(+, add, supports_rounding)
/// Difference.
CUTILE_ARITHMETIC(-, sub, supports_rounding)
/// Product; the and for booleans.
CUTILE_ARITHMETIC(*, mul, supports_rounding)
/// Quotient. Integers truncate toward zero; division by zero is undefined. `float` has approximate and full division too.
CUTILE_ARITHMETIC(/, div, supports_division_rounding)
#undef CUTILE_ARITHMETIC

/// Remainder of integers with the sign of the dividend. Floating operands: see `remainder`.
template <tile_like Left, tile_like Right>
  requires __detail::one_is_tile<Left, Right> && __detail::integral_convertible<Left, Right>
CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> operator%(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_rem<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue);
}

/// Remainder with the sign of the dividend, of the truncated quotient also for floating operands.
template <tile_like Left, tile_like Right>
  requires arithmetic_tile_convertible<Left, Right>
CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> remainder(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_rem<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue);
}

/// Integer quotient, rounded toward minus infinity.
template <tile_like Left, tile_like Right>
  requires __detail::integral_convertible<Left, Right>
CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> floordiv(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_floordiv<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue);
}

/// Integer quotient, rounded toward plus infinity.
template <tile_like Left, tile_like Right>
  requires __detail::integral_convertible<Left, Right>
CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> ceildiv(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_ceildiv<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue);
}

/// High half of the product of n-bit integers, computed unsigned even for signed elements. 0 for booleans.
template <tile_like Left, tile_like Right>
  requires __detail::integral_convertible<Left, Right>
CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> mulhi(Left LeftValue, Right RightValue) noexcept {
  return __detail::call_mulhi<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue);
}

//===-- Fused multiply-add -------------------------------------------------------===//

namespace __detail {
/// Operand Type of fma broadcasts to the accumulator and converts to its element without narrowing.
template <class Type, class Accumulator>
concept fma_operand = basic_floating_point_tile<Type> && non_narrowing_scalar_convertible_to<element_of<Type>, element_of<Accumulator>> &&
                      broadcastable_to<Type, shape_of<Accumulator>>;

template <class Accumulator, class Left, class Right>
CUTILE_TILE Accumulator call_fma(Left LeftValue, Right RightValue, Accumulator Addend, int Mode, int Subnormals) noexcept {
  using Elem = tile_element_t<Accumulator>;
  using Shape = tile_shape_t<Accumulator>;
  return tile_access::make<Accumulator>(
      __op::fma<vector_for<Accumulator>>(convert<Elem, Shape, Left>(LeftValue), convert<Elem, Shape, Right>(RightValue),
                                         tile_access::get<Accumulator>(Addend), int(kind_of<Elem>), Mode, Subnormals));
}
} // namespace __detail

/// a * b + c with one rounding. The result has the type of c; a and b broadcast to it.
template <tile_like Left, tile_like Right, basic_floating_point_tile Accumulator>
  requires __detail::fma_operand<Left, Accumulator> && __detail::fma_operand<Right, Accumulator>
CUTILE_TILE Accumulator fma(Left LeftValue, Right RightValue, Accumulator Addend) noexcept {
  return __detail::call_fma<Accumulator, Left, Right>(LeftValue, RightValue, Addend, __op::rounding_default, __op::subnormals_preserve);
}

template <rounding_mode Mode, subnormals_rounding_mode Subnormals = subnormals_rounding_mode::preserve_subnormals, tile_like Left, tile_like Right,
          basic_floating_point_tile Accumulator>
  requires __detail::fma_operand<Left, Accumulator> && __detail::fma_operand<Right, Accumulator> &&
           __detail::supports_rounding<tile_element_t<Accumulator>, Mode> && __detail::supports_flushing<tile_element_t<Accumulator>, Subnormals>
CUTILE_TILE Accumulator fma(Left LeftValue, Right RightValue, Accumulator Addend, rounding_mode_constant<Mode>,
                            subnormals_rounding_mode_constant<Subnormals> = {}) noexcept {
  return __detail::call_fma<Accumulator, Left, Right>(LeftValue, RightValue, Addend, int(Mode), int(Subnormals));
}

//===-- Sign -------------------------------------------------------------------------===//

/// Negation; keeps the type, without promotion. Floating point: flips the sign bit, of NaN too.
template <arithmetic_tile Type>
  requires __detail::is_tile_type<Type>
CUTILE_TILE Type operator-(Type Value) noexcept {
  if constexpr (__detail::same<tile_element_t<Type>, bool>)
    return Value;
  else
    return __detail::call_neg<Type>(Value);
}

/// Integral promotion of the elements; pointers are unchanged.
template <tile_like Type>
  requires __detail::is_tile_type<Type> && (arithmetic_tile<Type> || pointer_tile<Type>)
CUTILE_TILE auto operator+(Type Value) noexcept {
  if constexpr (pointer_tile<Type>)
    return Value;
  else
    return static_cast<arithmetic_tile_promotion_t<Type>>(Value);
}

/// Absolute value; the smallest signed integer stays itself.
template <arithmetic_tile Type> CUTILE_TILE Type abs(Type Value) noexcept {
  if constexpr (integral_tile<Type> && !std::is_signed_v<tile_element_t<Type>>)
    return Value;
  else
    return __detail::call_abs<Type>(Value);
}

//===-- Minimum and maximum --------------------------------------------------------------===//

#define CUTILE_EXTREME(Name)                                                                                                                         \
  template <tile_like Left, tile_like Right>                                                                                                         \
    requires arithmetic_tile_convertible<Left, Right>                                                                                                \
  CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> Name(Left LeftValue, Right RightValue) noexcept {                                            \
    return __detail::call_##Name<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue, __op::nan_suppress);                 \
  }                                                                                                                                                  \
  template <tile_like Left, tile_like Right, nan_propagation_mode Mode,                                                                              \
            subnormals_rounding_mode Subnormals = subnormals_rounding_mode::preserve_subnormals>                                                     \
    requires arithmetic_tile_convertible<Left, Right> && basic_floating_point_tile<arithmetic_tile_conversion_t<Left, Right>> &&                     \
             __detail::supports_flushing<tile_element_t<arithmetic_tile_conversion_t<Left, Right>>, Subnormals>                                      \
  CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> Name(Left LeftValue, Right RightValue, nan_propagation_mode_constant<Mode>,                  \
                                                             subnormals_rounding_mode_constant<Subnormals> = {}) noexcept {                          \
    return __detail::call_##Name<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(LeftValue, RightValue, int(Mode), int(Subnormals));         \
  }
/// Smaller operand; -0 is less than +0. NaN: `suppress_nan` gives the other operand, `propagate_nan` gives NaN.
CUTILE_EXTREME(min)
/// Larger operand; +0 is greater than -0. NaN as in `min`.
CUTILE_EXTREME(max)
#undef CUTILE_EXTREME

//===-- Pointers ----------------------------------------------------------------------------===//

namespace __detail {

template <class Pointer> using pointee = std::remove_pointer_t<element_of<Pointer>>;

/// A pointer operand with complete pointee.
template <class Pointer>
concept steps_over_elements = pointer_tile<Pointer> && !std::is_void_v<pointee<Pointer>>;

template <class Pointer, class Offset>
concept pointer_offset =
    one_is_tile<Pointer, Offset> && steps_over_elements<Pointer> && integral_tile<Offset> && broadcast_compatible<Pointer, Offset>;

template <class Left, class Right>
concept same_pointee = same<std::remove_cv_t<pointee<Left>>, std::remove_cv_t<pointee<Right>>>;
template <class Left, class Right>
concept pointer_difference = one_is_tile<Left, Right> && steps_over_elements<Left> && steps_over_elements<Right> && same_pointee<Left, Right> &&
                             broadcast_compatible<Left, Right>;

/// A 64-bit operation on vectors of numbers or addresses.
#define CUTILE_WIDE_CALL(Name)                                                                                                                       \
  template <class Vector> CUTILE_TILE Vector wide_##Name(Vector Left, Vector Right) noexcept {                                                       \
    return __op::Name<Vector>(Left, Right, int(__op::kind_s64), int(__op::rounding_default), int(__op::subnormals_preserve));                        \
  }
CUTILE_WIDE_CALL(add)
CUTILE_WIDE_CALL(sub)
CUTILE_WIDE_CALL(mul)
CUTILE_WIDE_CALL(div)
#undef CUTILE_WIDE_CALL

/// Offset in bytes, in the shape of the operand.
template <class Pointer, class Offset> CUTILE_TILE vector<long long, shape_of<Offset>> byte_offset(Offset Value) noexcept {
  using Shape = shape_of<Offset>;
  auto Elements = convert<long long, Shape, Offset>(Value);
  if constexpr (sizeof(pointee<Pointer>) == 1)
    return Elements;
  else
    return wide_mul(Elements, splat_storage<long long, Shape>(sizeof(pointee<Pointer>)));
}

template <class Pointer, class Offset> using pointer_sum_t = mutual_broadcast_t<Pointer, Offset, tile_element_t<Pointer>>;

} // namespace __detail

/// Pointers advanced by whole elements.
template <tile_like Pointer, tile_like Offset>
  requires __detail::pointer_offset<Pointer, Offset>
CUTILE_TILE auto operator+(Pointer Base, Offset Distance) noexcept -> __detail::pointer_sum_t<Pointer, Offset> {
  using Result = __detail::pointer_sum_t<Pointer, Offset>;
  using Shape = tile_shape_t<Result>;
  auto Bytes = __detail::broadcast_vector<long long, __detail::shape_of<Offset>, Shape>(__detail::byte_offset<Pointer, Offset>(Distance));
  return __detail::tile_access::make<Result>(__detail::wide_add(__detail::convert<tile_element_t<Pointer>, Shape, Pointer>(Base), Bytes));
}

template <tile_like Offset, tile_like Pointer>
  requires __detail::pointer_offset<Pointer, Offset>
CUTILE_TILE auto operator+(Offset Distance, Pointer Base) noexcept -> __detail::pointer_sum_t<Pointer, Offset> {
  return operator+ <Pointer, Offset>(Base, Distance);
}

template <tile_like Pointer, tile_like Offset>
  requires __detail::pointer_offset<Pointer, Offset>
CUTILE_TILE auto operator-(Pointer Base, Offset Distance) noexcept -> __detail::pointer_sum_t<Pointer, Offset> {
  using Result = __detail::pointer_sum_t<Pointer, Offset>;
  using Shape = tile_shape_t<Result>;
  auto Bytes = __detail::broadcast_vector<long long, __detail::shape_of<Offset>, Shape>(__detail::byte_offset<Pointer, Offset>(Distance));
  return __detail::tile_access::make<Result>(__detail::wide_sub(__detail::convert<tile_element_t<Pointer>, Shape, Pointer>(Base), Bytes));
}

/// Distance in elements.
template <tile_like Left, tile_like Right>
  requires __detail::pointer_difference<Left, Right>
CUTILE_TILE auto operator-(Left LeftValue, Right RightValue) noexcept -> mutual_broadcast_t<Left, Right, std::ptrdiff_t> {
  using Result = mutual_broadcast_t<Left, Right, std::ptrdiff_t>;
  using Shape = tile_shape_t<Result>;
  auto Bytes = __detail::wide_sub(__detail::convert<tile_element_t<Left>, Shape, Left>(LeftValue),
                                  __detail::convert<tile_element_t<Right>, Shape, Right>(RightValue));
  if constexpr (sizeof(__detail::pointee<Left>) == 1)
    return __detail::tile_access::make<Result>(Bytes);
  else
    return __detail::tile_access::make<Result>(__detail::wide_div(Bytes, __detail::splat_storage<long long, Shape>(sizeof(__detail::pointee<Left>))));
}

} // namespace __v1
} // namespace cuda::tiles
