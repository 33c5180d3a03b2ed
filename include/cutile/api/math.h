// Elementwise mathematical functions of basic floating point tiles and scalars (page "Math Operations").
#pragma once

#include "arithmetic.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {
/// exp and tanh: full for every element, approximate for `float`.
template <class Elem, rounding_mode Mode>
concept supports_exponential_rounding = Mode == rounding_mode::round_full || (same<Elem, float> && Mode == rounding_mode::round_approximate);
template <class Elem, rounding_mode Mode>
concept supports_root_rounding = supports_rounding<Elem, Mode> || (same<Elem, float> && Mode == rounding_mode::round_approximate);
} // namespace __detail

#define CUTILE_MATH_FUNCTION(Name)                                                                                                                   \
  template <basic_floating_point_tile Type> CUTILE_TILE Type Name(Type Value) noexcept { return __detail::call_##Name<Type>(Value); }
/// Smallest integer not below x.
CUTILE_MATH_FUNCTION(ceil)
/// Largest integer not above x.
CUTILE_MATH_FUNCTION(floor)
/// Natural logarithm.
CUTILE_MATH_FUNCTION(log)
/// Logarithm to base 2.
CUTILE_MATH_FUNCTION(log2)
/// Sine of an angle in radians.
CUTILE_MATH_FUNCTION(sin)
/// Cosine of an angle in radians.
CUTILE_MATH_FUNCTION(cos)
/// Tangent of an angle in radians.
CUTILE_MATH_FUNCTION(tan)
/// Hyperbolic sine.
CUTILE_MATH_FUNCTION(sinh)
/// Hyperbolic cosine.
CUTILE_MATH_FUNCTION(cosh)
#undef CUTILE_MATH_FUNCTION

#define CUTILE_EXPONENTIAL(Name)                                                                                                                     \
  template <rounding_mode Mode = rounding_mode::round_full, basic_floating_point_tile Type>                                                          \
    requires __detail::supports_exponential_rounding<tile_element_t<Type>, Mode>                                                                     \
  CUTILE_TILE Type Name(Type Value, rounding_mode_constant<Mode> = {}) noexcept {                                                                    \
    return __detail::call_##Name<Type>(Value, Mode == rounding_mode::round_full ? int(__op::rounding_default) : int(Mode));                          \
  }
/// e to the x. Modes: full (default), approximate for `float`.
CUTILE_EXPONENTIAL(exp)
/// Hyperbolic tangent. Modes as `exp`.
CUTILE_EXPONENTIAL(tanh)
#undef CUTILE_EXPONENTIAL

#define CUTILE_FLUSHING_FUNCTION(Name)                                                                                                               \
  template <subnormals_rounding_mode Subnormals = subnormals_rounding_mode::preserve_subnormals, basic_floating_point_tile Type>                     \
    requires __detail::supports_flushing<tile_element_t<Type>, Subnormals>                                                                           \
  CUTILE_TILE Type Name(Type Value, subnormals_rounding_mode_constant<Subnormals> = {}) noexcept {                                                   \
    return __detail::call_##Name<Type>(Value, __op::rounding_default, int(Subnormals));                                                              \
  }
/// 2 to the x. `float` may flush subnormals.
CUTILE_FLUSHING_FUNCTION(exp2)
/// Reciprocal square root. `float` may flush subnormals.
CUTILE_FLUSHING_FUNCTION(rsqrt)
#undef CUTILE_FLUSHING_FUNCTION

/// Square root, correctly rounded unless approximate (`float`) is asked for.
template <basic_floating_point_tile Type> CUTILE_TILE Type sqrt(Type Value) noexcept { return __detail::call_sqrt<Type>(Value); }
template <rounding_mode Mode, subnormals_rounding_mode Subnormals = subnormals_rounding_mode::preserve_subnormals, basic_floating_point_tile Type>
  requires __detail::supports_root_rounding<tile_element_t<Type>, Mode> && __detail::supports_flushing<tile_element_t<Type>, Subnormals>
CUTILE_TILE Type sqrt(Type Value, rounding_mode_constant<Mode> = {}, subnormals_rounding_mode_constant<Subnormals> = {}) noexcept {
  return __detail::call_sqrt<Type>(Value, int(Mode), int(Subnormals));
}

namespace __detail {
template <class Left, class Right>
concept floating_convertible = arithmetic_tile_convertible<Left, Right> && is_basic_floating<arithmetic_element<Left, Right>>;
}

/// base to the power exponent. Operands convert as in arithmetic, to a floating type.
template <tile_like Left, tile_like Right>
  requires __detail::floating_convertible<Left, Right>
CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> pow(Left Base, Right Exponent) noexcept {
  return __detail::call_pow<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(Base, Exponent);
}

/// Angle of the point (x, y) in radians, in [-pi, pi].
template <tile_like Left, tile_like Right>
  requires __detail::floating_convertible<Left, Right>
CUTILE_TILE arithmetic_tile_conversion_t<Left, Right> atan2(Left YValue, Right XValue) noexcept {
  return __detail::call_atan2<arithmetic_tile_conversion_t<Left, Right>, Left, Right>(YValue, XValue);
}

namespace __detail {
/// Exponents of powi: `bool` and signed integers of at most 32 bits.
template <class Type>
concept power_exponent =
    integral_tile<Type> && sizeof(element_of<Type>) <= 4 && (std::is_signed_v<element_of<Type>> || same<bare<element_of<Type>>, bool>);
} // namespace __detail

/// base to an integer power; the element is that of the base, the shapes broadcast. x to the 0 is 1.
template <basic_floating_point_tile Left, __detail::power_exponent Right>
  requires broadcast_compatible<Left, Right>
CUTILE_TILE mutual_broadcast_t<Left, Right, tile_element_t<Left>> powi(Left Base, Right Exponent) noexcept {
  using Result = mutual_broadcast_t<Left, Right, tile_element_t<Left>>;
  using Elem = tile_element_t<Left>;
  using Shape = tile_shape_t<Result>;
  return __detail::tile_access::make<Result>(
      __op::powi<__detail::vector_for<Result>>(__detail::convert<Elem, Shape, Left>(Base), __detail::convert<int, Shape, Right>(Exponent),
                                               int(__detail::kind_of<Elem>), int(__op::rounding_default), int(__op::subnormals_preserve)));
}

} // namespace __v1
} // namespace cuda::tiles
