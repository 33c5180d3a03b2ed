// Constants as types, the numeric and memory modes with their tags, dimension maps (page "Constant Wrappers and Flags").
#pragma once

#include "scalars.h"

namespace cuda::tiles {
inline namespace __v1 {

/// The integral constant Value as a type; converts to its value. It is no tile and no operand of tile operators.
template <integral auto Value> struct integral_constant {
  using type = integral_constant;
  using value_type = __detail::bare<decltype(Value)>;
  static constexpr value_type value = Value;

  CUTILE_ALL operator value_type() const noexcept { return Value; }
  CUTILE_ALL value_type operator()() const noexcept { return Value; }
};

// Operators on two constants give the constant of the C++ expression; one that has no value, as 1 / 0, is ill-formed.
// Comparisons and logical operators are the built-in ones on the values.
#define CUTILE_CONSTANT_OPERATOR(Op)                                                                                                                 \
  template <auto Left, auto Right>                                                                                                                   \
  CUTILE_ALL integral_constant<(Left Op Right)> operator Op(integral_constant<Left>, integral_constant<Right>) noexcept {                            \
    return {};                                                                                                                                       \
  }
CUTILE_CONSTANT_OPERATOR(+)
CUTILE_CONSTANT_OPERATOR(-)
CUTILE_CONSTANT_OPERATOR(*)
CUTILE_CONSTANT_OPERATOR(/)
CUTILE_CONSTANT_OPERATOR(%)
CUTILE_CONSTANT_OPERATOR(&)
CUTILE_CONSTANT_OPERATOR(|)
CUTILE_CONSTANT_OPERATOR(^)
CUTILE_CONSTANT_OPERATOR(<<)
CUTILE_CONSTANT_OPERATOR(>>)
#undef CUTILE_CONSTANT_OPERATOR

// Without these, a division by zero would be one of the values at run time.
template <auto Left, auto Right>
  requires(Right == 0)
void operator/(integral_constant<Left>, integral_constant<Right>) = delete;
template <auto Left, auto Right>
  requires(Right == 0)
void operator%(integral_constant<Left>, integral_constant<Right>) = delete;

template <auto Value> CUTILE_ALL integral_constant<(+Value)> operator+(integral_constant<Value>) noexcept { return {}; }
template <auto Value> CUTILE_ALL integral_constant<(-Value)> operator-(integral_constant<Value>) noexcept { return {}; }
template <auto Value> CUTILE_ALL integral_constant<(~Value)> operator~(integral_constant<Value>) noexcept { return {}; }

namespace __detail {

/// Value of the characters of an integer literal, 0 and a false Valid if they are none or do not fit 64 bits.
struct literal_value {
  bool Valid = false;
  unsigned long long Value = 0;
};

template <char... Characters> consteval literal_value parse_literal() {
  constexpr char Text[] = {Characters..., 0};
  size_t Position = 0;
  unsigned Base = 10;
  if (Text[0] == '0' && sizeof...(Characters) > 1) {
    Base = Text[1] == 'x' || Text[1] == 'X' ? 16 : Text[1] == 'b' || Text[1] == 'B' ? 2 : 8;
    Position = Base == 8 ? 1 : 2;
  }
  literal_value Result{true, 0};
  for (; Text[Position]; ++Position) {
    const char C = Text[Position];
    if (C == '\'')
      continue;
    const unsigned Digit = C >= '0' && C <= '9' ? C - '0' : C >= 'a' && C <= 'f' ? C - 'a' + 10 : C >= 'A' && C <= 'F' ? C - 'A' + 10 : 99;
    if (Digit >= Base || Result.Value > (~0ull - Digit) / Base)
      return {};
    Result.Value = Result.Value * Base + Digit;
  }
  return Result;
}

template <literal_value Literal>
concept integer_literal = Literal.Valid && Literal.Value <= 0x7fffffffffffffffull;

} // namespace __detail

namespace literals {
/// The constant of an integer literal: `16_ic` is `integral_constant<16>`; `int` if the value fits, else `long`.
template <char... Characters>
  requires __detail::integer_literal<__detail::parse_literal<Characters...>()>
CUTILE_ALL auto operator""_ic() noexcept {
  constexpr unsigned long long Value = __detail::parse_literal<Characters...>().Value;
  if constexpr (Value <= 0x7fffffff)
    return integral_constant<static_cast<int>(Value)>{};
  else
    return integral_constant<static_cast<long>(Value)>{};
}
} // namespace literals

/// Rounding of one operation. The first four are the modes of IEEE 754; approximate and full are imprecise ones.
enum class rounding_mode : unsigned char {
  round_ties_to_even = 0,
  round_toward_zero = 1,
  round_toward_negative = 2,
  round_toward_positive = 3,
  round_approximate = 4,
  round_full = 5,
  round_ties_to_away = 6
};

/// Whether operands and results that are subnormal become zeros of their sign.
enum class subnormals_rounding_mode : unsigned char { preserve_subnormals = 0, round_subnormals_to_zero = 1 };

/// Whether min and max give NaN only if both operands are NaN, or if one is.
enum class nan_propagation_mode : unsigned char { suppress_nan = 0, propagate_nan = 1 };

/// Value of elements that a masked load through a view finds outside the extents.
enum class view_padding : unsigned char { zero = 0, negative_zero = 1, positive_inf = 2, negative_inf = 3, nan = 4 };

/// Memory order of a strong access.
enum class memory_order : unsigned char { relaxed = 0, acquire = 1, release = 2, acq_rel = 3 };

/// Threads that a strong access is ordered with.
enum class thread_scope : unsigned char { system = 0, device = 1, block = 2 };

/// End from which a scan accumulates.
enum class scan_direction : unsigned char { forward = 0, backward = 1 };

/// What a cast from floating point to integers makes of values outside the range.
enum class saturation_mode : unsigned char { saturate_none = 0, saturate_finite = 1 };

#define CUTILE_MODE_CONSTANT(Mode)                                                                                                                   \
  template <Mode Value> struct Mode##_constant {                                                                                                     \
    using type = Mode##_constant;                                                                                                                    \
    using value_type = Mode;                                                                                                                         \
    static constexpr value_type value = Value;                                                                                                       \
    CUTILE_ALL operator value_type() const noexcept { return Value; }                                                                                \
    CUTILE_ALL value_type operator()() const noexcept { return Value; }                                                                              \
  };
CUTILE_MODE_CONSTANT(rounding_mode)
CUTILE_MODE_CONSTANT(subnormals_rounding_mode)
CUTILE_MODE_CONSTANT(nan_propagation_mode)
CUTILE_MODE_CONSTANT(view_padding)
CUTILE_MODE_CONSTANT(memory_order)
CUTILE_MODE_CONSTANT(thread_scope)
CUTILE_MODE_CONSTANT(scan_direction)
CUTILE_MODE_CONSTANT(saturation_mode)
#undef CUTILE_MODE_CONSTANT

using round_ties_to_even_t = rounding_mode_constant<rounding_mode::round_ties_to_even>;
using round_toward_zero_t = rounding_mode_constant<rounding_mode::round_toward_zero>;
using round_toward_negative_t = rounding_mode_constant<rounding_mode::round_toward_negative>;
using round_toward_positive_t = rounding_mode_constant<rounding_mode::round_toward_positive>;
using round_approximate_t = rounding_mode_constant<rounding_mode::round_approximate>;
using round_full_t = rounding_mode_constant<rounding_mode::round_full>;
using round_ties_to_away_t = rounding_mode_constant<rounding_mode::round_ties_to_away>;

using preserve_subnormals_t = subnormals_rounding_mode_constant<subnormals_rounding_mode::preserve_subnormals>;
using round_subnormals_to_zero_t = subnormals_rounding_mode_constant<subnormals_rounding_mode::round_subnormals_to_zero>;

using suppress_nan_t = nan_propagation_mode_constant<nan_propagation_mode::suppress_nan>;
using propagate_nan_t = nan_propagation_mode_constant<nan_propagation_mode::propagate_nan>;

using view_padding_zero_t = view_padding_constant<view_padding::zero>;
using view_padding_negative_zero_t = view_padding_constant<view_padding::negative_zero>;
using view_padding_positive_inf_t = view_padding_constant<view_padding::positive_inf>;
using view_padding_negative_inf_t = view_padding_constant<view_padding::negative_inf>;
using view_padding_nan_t = view_padding_constant<view_padding::nan>;

using memory_order_relaxed_t = memory_order_constant<memory_order::relaxed>;
using memory_order_acquire_t = memory_order_constant<memory_order::acquire>;
using memory_order_release_t = memory_order_constant<memory_order::release>;
using memory_order_acq_rel_t = memory_order_constant<memory_order::acq_rel>;

using thread_scope_system_t = thread_scope_constant<thread_scope::system>;
using thread_scope_device_t = thread_scope_constant<thread_scope::device>;
using thread_scope_block_t = thread_scope_constant<thread_scope::block>;

using scan_forward_t = scan_direction_constant<scan_direction::forward>;
using scan_backward_t = scan_direction_constant<scan_direction::backward>;

using saturate_none_t = saturation_mode_constant<saturation_mode::saturate_none>;
using saturate_finite_t = saturation_mode_constant<saturation_mode::saturate_finite>;

/// The modes that hold where a call names none.
CUTILE_ALL rounding_mode default_rounding_mode() noexcept { return rounding_mode::round_ties_to_even; }
CUTILE_ALL subnormals_rounding_mode default_subnormals_rounding_mode() noexcept { return subnormals_rounding_mode::preserve_subnormals; }
CUTILE_ALL nan_propagation_mode default_nan_propagation_mode() noexcept { return nan_propagation_mode::suppress_nan; }
CUTILE_ALL view_padding default_view_padding() noexcept { return view_padding::zero; }
CUTILE_ALL thread_scope default_thread_scope() noexcept { return thread_scope::system; }

/// Orders of strong reads: relaxed, acquire.
template <memory_order Order>
concept read_memory_order = Order == memory_order::relaxed || Order == memory_order::acquire;

/// Orders of strong writes: relaxed, release.
template <memory_order Order>
concept write_memory_order = Order == memory_order::relaxed || Order == memory_order::release;

namespace __detail {
template <size_t... Dims> consteval bool is_permutation() {
  bool Seen[sizeof...(Dims) + 1] = {};
  return ((Dims < sizeof...(Dims) && !Seen[Dims] && (Seen[Dims] = true)) && ...);
}
template <size_t... Dims>
concept permutation = is_permutation<Dims...>();
} // namespace __detail

/// A permutation of dimensions: dimension k of the result is dimension Dims[k] of the source.
template <size_t... Dims>
  requires __detail::permutation<Dims...>
struct dimension_map {
  dimension_map() = default;
  template <auto... Values>
    requires(sizeof...(Values) == sizeof...(Dims) && sizeof...(Dims) > 0 && ((static_cast<size_t>(Values) == Dims) && ...))
  CUTILE_ALL explicit dimension_map(integral_constant<Values>...) noexcept {}
};
template <auto... Values> dimension_map(integral_constant<Values>...) -> dimension_map<static_cast<size_t>(Values)...>;

} // namespace __v1
} // namespace cuda::tiles
