// printf with tiles and scalars of class type (`__half`, ...) among its arguments. With C++ scalars, pointers and strings
// only, the `printf` of the toolkit is called.
#pragma once

#include "tile.h"

namespace cuda::tiles {
inline namespace __v1 {
namespace __detail {

/// An argument that the C function cannot take.
template <class Type>
concept needs_tile_printf = is_tile<Type> || (std::is_class_v<Type> && is_scalar<Type>);

/// Any argument of printf.
template <class Type>
concept printf_argument =
    tile_like<Type> || std::is_arithmetic_v<Type> || std::is_pointer_v<Type> || std::is_null_pointer_v<Type> || std::is_enum_v<Type>;

/// Type that a scalar argument is printed as: the underlying type of an enumeration, `double` for `long double`.
template <class Type> consteval auto printed_type() {
  if constexpr (std::is_enum_v<Type>)
    return std::type_identity<std::underlying_type_t<Type>>{};
  else if constexpr (std::is_pointer_v<Type> || std::is_null_pointer_v<Type>)
    return std::type_identity<const volatile void *>{};
  else if constexpr (is_scalar<Type>)
    return std::type_identity<Type>{};
  else
    return std::type_identity<double>{};
}

// The operation takes value, kind, rank and lengths of each argument, one argument after the other. Each step takes the
// first of the Left arguments that remain and appends its description.

template <size_t Left, int Count, class... Arguments> CUTILE_TILE int flatten_printf(const char *Format, Arguments... Values) noexcept;

template <size_t Left, int Count, class Vector, size_t... Lengths, class... Rest>
CUTILE_TILE int append_printf_tile(const char *Format, Vector Value, int Kind, sizes<Lengths...>, Rest... Others) noexcept {
  return flatten_printf<Left - 1, Count>(Format, Others..., Value, Kind, int(sizeof...(Lengths)), int(Lengths)...);
}

template <size_t Left, int Count, class First, class... Rest>
CUTILE_TILE int append_printf_argument(const char *Format, First Value, Rest... Others) noexcept {
  if constexpr (is_tile<First>)
    return append_printf_tile<Left, Count>(Format, tile_access::get<First>(Value), int(kind_of<tile_element_t<First>>),
                                           lengths_of<tile_shape_t<First>>{}, Others...);
  else {
    using Printed = typename decltype(printed_type<First>())::type;
    if constexpr (std::is_same_v<First, Printed>)
      return flatten_printf<Left - 1, Count>(Format, Others..., to_storage<Printed>(Value), int(kind_of<Printed>), -1);
    else
      return flatten_printf<Left - 1, Count>(Format, Others..., to_storage<Printed>(static_cast<Printed>(Value)), int(kind_of<Printed>), -1);
  }
}

template <size_t Left, int Count, class... Arguments> CUTILE_TILE int flatten_printf(const char *Format, Arguments... Values) noexcept {
  if constexpr (Left == 0)
    return __op::printf<int>(Format, Count, Values...);
  else
    return append_printf_argument<Left, Count>(Format, Values...);
}

} // namespace __detail
} // namespace __v1
} // namespace cuda::tiles

/// Prints like the C function. A tile takes one conversion and prints its elements as `[2, 3, 4, 5]`, nested per dimension;
/// a tile of rank 0 prints as a scalar. Gives the number of arguments.
template <class... Arguments>
  requires(cuda::tiles::__detail::needs_tile_printf<Arguments> || ...) && (cuda::tiles::__detail::printf_argument<Arguments> && ...)
CUTILE_TILE int printf(const char *Format, Arguments... Values) noexcept {
  return cuda::tiles::__detail::flatten_printf<sizeof...(Arguments), int(sizeof...(Arguments))>(Format, Values...);
}

namespace std {
using ::printf;
}
