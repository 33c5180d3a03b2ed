// Scalars: which C++ types are elements of tiles, and how each is stored in the tile IR.
#pragma once

#include "config.h"
#include "op_codes.h"

#include <cuda_fp16.h>

struct __nv_bfloat16;
struct __nv_tf32;
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;
struct __nv_fp8_e8m0;
struct __nv_fp4_e2m1;

namespace cuda::tiles {
inline namespace __v1 {

/// (cv) C++ integral type of 8, 16, 32 or 64 bits, `bool` and the character types included.
template <class Type>
concept integral = std::is_integral_v<Type> && (sizeof(Type) <= 8);

namespace __detail {

enum class scalar_class : unsigned char { none, integral, basic_floating, restricted_floating, pointer };

/// Properties of the cv-unqualified scalar Elem: its class, the type that holds it in a vector, its kind in op calls.
/// Level and Below order the floating point types: x has a lower rank than y if level(x) < level(y), unless y is `half`
/// and x is `e8m0`.
template <class Elem> struct scalar_traits {
  static constexpr scalar_class category = scalar_class::none;
};

template <size_t Bytes> struct unsigned_of;
template <> struct unsigned_of<1> {
  using type = unsigned char;
};
template <> struct unsigned_of<2> {
  using type = unsigned short;
};
template <> struct unsigned_of<4> {
  using type = unsigned int;
};
template <> struct unsigned_of<8> {
  using type = unsigned long long;
};

template <class Elem> consteval int integer_kind() {
  if (same<Elem, bool>)
    return __op::kind_bool;
  constexpr int Signed = std::is_signed_v<Elem> ? 0 : 1;
  return (sizeof(Elem) == 1 ? __op::kind_s8 : sizeof(Elem) == 2 ? __op::kind_s16 : sizeof(Elem) == 4 ? __op::kind_s32 : __op::kind_s64) + Signed;
}

template <integral Elem> struct scalar_traits<Elem> {
  static constexpr scalar_class category = scalar_class::integral;
  static constexpr int kind = integer_kind<Elem>();
  using storage = typename unsigned_of<sizeof(Elem)>::type;
};

template <class Storage, int Kind, int Level, scalar_class Class> struct floating_traits {
  static constexpr scalar_class category = Class;
  static constexpr int kind = Kind;
  static constexpr int level = Level;
  using storage = Storage;
};
template <> struct scalar_traits<double> : floating_traits<double, __op::kind_f64, 5, scalar_class::basic_floating> {};
template <> struct scalar_traits<float> : floating_traits<float, __op::kind_f32, 4, scalar_class::basic_floating> {};
template <> struct scalar_traits<__half> : floating_traits<_Float16, __op::kind_f16, 2, scalar_class::basic_floating> {};
template <> struct scalar_traits<__nv_bfloat16> : floating_traits<__bf16, __op::kind_bf16, 2, scalar_class::basic_floating> {};
template <> struct scalar_traits<__nv_tf32> : floating_traits<float, __op::kind_tf32, 3, scalar_class::restricted_floating> {};
template <> struct scalar_traits<__nv_fp8_e4m3> : floating_traits<unsigned char, __op::kind_e4m3, 1, scalar_class::restricted_floating> {};
template <> struct scalar_traits<__nv_fp8_e5m2> : floating_traits<unsigned char, __op::kind_e5m2, 1, scalar_class::restricted_floating> {};
template <> struct scalar_traits<__nv_fp8_e8m0> : floating_traits<unsigned char, __op::kind_e8m0, 1, scalar_class::restricted_floating> {};
template <> struct scalar_traits<__nv_fp4_e2m1> : floating_traits<unsigned char, __op::kind_e2m1, 0, scalar_class::restricted_floating> {};

template <class Pointee> inline constexpr bool is_numeric = scalar_traits<Pointee>::category != scalar_class::none;
template <class Pointee> inline constexpr bool is_numeric<Pointee *> = false;

template <class Pointee>
  requires(is_numeric<bare<Pointee>> || std::is_void_v<Pointee>)
struct scalar_traits<Pointee *> {
  static constexpr scalar_class category = scalar_class::pointer;
  static constexpr int kind = __op::kind_pointer;
  using storage = unsigned long long;
};

template <class Elem> inline constexpr scalar_class class_of = scalar_traits<bare<Elem>>::category;
template <class Elem> inline constexpr bool is_scalar = class_of<Elem> != scalar_class::none;
template <class Elem> inline constexpr int kind_of = scalar_traits<Elem>::kind;
template <class Elem> using storage_of = typename scalar_traits<Elem>::storage;

template <class Elem> inline constexpr bool is_integral = class_of<Elem> == scalar_class::integral;
template <class Elem> inline constexpr bool is_basic_floating = class_of<Elem> == scalar_class::basic_floating;
template <class Elem> inline constexpr bool is_restricted_floating = class_of<Elem> == scalar_class::restricted_floating;
template <class Elem> inline constexpr bool is_pointer = class_of<Elem> == scalar_class::pointer;
template <class Elem> inline constexpr bool is_floating = is_basic_floating<Elem> || is_restricted_floating<Elem>;
template <class Elem> inline constexpr bool is_arithmetic = is_integral<Elem> || is_basic_floating<Elem>;

/// Kind of the elements in operations that treat a boolean as the number 0 or 1.
template <class Elem> inline constexpr int number_kind = same<Elem, bool> ? int(__op::kind_u8) : kind_of<Elem>;

/// Order of the integral types of one signedness; equal only for equal types.
template <class Elem> consteval int integer_rank() {
  if (same<Elem, bool>)
    return 0;
  if (sizeof(Elem) == 1)
    return same<Elem, char> || same<Elem, char8_t> ? 1 : 2;
  if (sizeof(Elem) == 2)
    return same<Elem, char16_t> ? 3 : 4;
  if (sizeof(Elem) == 4)
    return same<Elem, wchar_t> || same<Elem, char32_t> ? 5 : 6;
  return same<Elem, long> || same<Elem, unsigned long> ? 7 : 8;
}

/// The floating point type From has a lower conversion rank than To.
template <class From, class To> consteval bool lower_floating_rank() {
  if (same<From, __nv_fp8_e8m0> && same<To, __half>)
    return false;
  if (same<From, __nv_fp4_e2m1> && same<To, __nv_fp8_e8m0>)
    return false;
  return scalar_traits<From>::level < scalar_traits<To>::level;
}

/// A conversion between the cv-unqualified scalars exists.
template <class From, class To> consteval bool scalar_converts() {
  if constexpr (!is_scalar<From> || !is_scalar<To>)
    return false;
  else if constexpr (is_pointer<From>)
    return is_pointer<To> ? __is_convertible(From, To) : same<To, bool>;
  else
    return !is_pointer<To>;
}

/// A conversion between the cv-unqualified scalars exists and is not narrowing, judged on the types.
template <class From, class To> consteval bool scalar_widens() {
  if constexpr (!scalar_converts<From, To>())
    return false;
  else if constexpr (same<From, To>)
    return true;
  else if constexpr (is_pointer<From>)
    return is_pointer<To>;
  else if constexpr (is_floating<From> && is_floating<To>)
    return lower_floating_rank<From, To>();
  else if constexpr (is_floating<From> || is_floating<To>)
    return false;
  else if constexpr (same<From, bool>)
    return true;
  else if constexpr (same<To, bool>)
    return false;
  else if constexpr (std::is_signed_v<From> == std::is_signed_v<To>)
    return sizeof(From) <= sizeof(To);
  else
    return std::is_signed_v<To> && sizeof(From) < sizeof(To);
}

struct no_type {};

/// The arithmetic common type of two cv-unqualified arithmetic scalars, `no_type` if there is none. There is no promotion.
template <class Left, class Right> consteval auto common_scalar() {
  if constexpr (!is_arithmetic<Left> || !is_arithmetic<Right>)
    return no_type{};
  else if constexpr (same<Left, Right>)
    return std::type_identity<Left>{};
  else if constexpr (is_floating<Left> && is_floating<Right>) {
    if constexpr (lower_floating_rank<Left, Right>())
      return std::type_identity<Right>{};
    else if constexpr (lower_floating_rank<Right, Left>())
      return std::type_identity<Left>{};
    else
      return no_type{};
  } else if constexpr (is_floating<Left>)
    return std::type_identity<Left>{};
  else if constexpr (is_floating<Right>)
    return std::type_identity<Right>{};
  else if constexpr (scalar_widens<Left, Right>() && (!scalar_widens<Right, Left>() || integer_rank<Left>() < integer_rank<Right>()))
    return std::type_identity<Right>{};
  else if constexpr (scalar_widens<Right, Left>())
    return std::type_identity<Left>{};
  else
    return no_type{};
}

} // namespace __detail

/// A scalar conversion From to To exists (both may be cv-qualified).
template <class From, class To>
concept scalar_convertible_to = __detail::scalar_converts<__detail::bare<From>, __detail::bare<To>>();

/// A scalar conversion From to To exists and is not narrowing.
template <class From, class To>
concept non_narrowing_scalar_convertible_to = scalar_convertible_to<From, To> && __detail::scalar_widens<__detail::bare<From>, __detail::bare<To>>();

} // namespace __v1
} // namespace cuda::tiles
