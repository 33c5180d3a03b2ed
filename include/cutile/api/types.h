// Concepts and aliases over tile-like types: classification, conversions, broadcasting, common types (page "General
// Operations").
#pragma once

#include "extents.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {
template <class Elem>
concept tile_element = is_scalar<Elem> && cv_unqualified<Elem>;
template <class Shape>
concept unqualified_tile_shape = tile_shape<Shape> && cv_unqualified<Shape>;
} // namespace __detail

template <__detail::tile_element Elem, __detail::unqualified_tile_shape Shape> struct tile;

namespace __detail {

/// Element, shape and size of a cv-unqualified tile-like type.
template <class Type> struct tile_traits {
  static constexpr bool valid = is_scalar<Type>;
  static constexpr bool is_tile = false;
  using element = Type;
  using shape = extents<uint32_t>;
};
template <class Elem, class Shape> struct tile_traits<tile<Elem, Shape>> {
  static constexpr bool valid = true;
  static constexpr bool is_tile = true;
  using element = Elem;
  using shape = Shape;
};

template <class Type> inline constexpr bool is_tile = tile_traits<bare<Type>>::is_tile;
template <class Type> using element_of = typename tile_traits<bare<Type>>::element;
template <class Type> using shape_of = typename tile_traits<bare<Type>>::shape;
template <class Type> inline constexpr scalar_class element_class = class_of<element_of<Type>>;

} // namespace __detail

/// A (cv) scalar or a (cv) specialization of `tile`.
template <class Type>
concept tile_like = __detail::tile_traits<__detail::bare<Type>>::valid;

template <class Type>
concept numeric_tile = tile_like<Type> && __detail::element_class<Type> != __detail::scalar_class::pointer;
template <class Type>
concept arithmetic_tile = numeric_tile<Type> && __detail::is_arithmetic<__detail::element_of<Type>>;
template <class Type>
concept integral_tile = arithmetic_tile<Type> && __detail::is_integral<__detail::element_of<Type>>;
template <class Type>
concept floating_point_tile = numeric_tile<Type> && __detail::is_floating<__detail::element_of<Type>>;
template <class Type>
concept basic_floating_point_tile = floating_point_tile<Type> && __detail::is_basic_floating<__detail::element_of<Type>>;
template <class Type>
concept restricted_floating_point_tile = floating_point_tile<Type> && __detail::is_restricted_floating<__detail::element_of<Type>>;
template <class Type>
concept pointer_tile = tile_like<Type> && __detail::element_class<Type> == __detail::scalar_class::pointer;

template <class Type>
concept scalar = tile_like<Type> && __detail::is_scalar<Type>;
template <class Type>
concept numeric_scalar = scalar<Type> && !__detail::is_pointer<Type>;
template <class Type>
concept arithmetic_scalar = numeric_scalar<Type> && __detail::is_arithmetic<Type>;
template <class Type>
concept integral_scalar = scalar<Type> && __detail::is_integral<Type>;
template <class Type>
concept floating_point_scalar = scalar<Type> && __detail::is_floating<Type>;
template <class Type>
concept basic_floating_point_scalar = scalar<Type> && __detail::is_basic_floating<Type>;
template <class Type>
concept restricted_floating_point_scalar = scalar<Type> && __detail::is_restricted_floating<Type>;
template <class Type>
concept pointer_scalar = scalar<Type> && __detail::is_pointer<Type>;

/// Element type of a tile-like type, without cv.
template <tile_like Type> using tile_element_t = __detail::bare<__detail::element_of<Type>>;
/// Shape of a tile-like type, `shape<>` for a scalar.
template <tile_like Type> using tile_shape_t = __detail::shape_of<Type>;

namespace __detail {
template <class Type, class Elem> struct with_element {
  using type = Elem;
};
template <class Old, class Shape, class Elem> struct with_element<tile<Old, Shape>, Elem> {
  using type = tile<Elem, Shape>;
};
/// tile<Elem, Shape>, or Elem where AsTile is false.
template <bool AsTile, class Elem, class Shape> struct tile_or_scalar {
  using type = tile<Elem, Shape>;
};
template <class Elem, class Shape> struct tile_or_scalar<false, Elem, Shape> {
  using type = Elem;
};
} // namespace __detail

/// Elem for a scalar, a tile of the same shape with element Elem for a tile.
template <tile_like Type, scalar Elem> using tile_with_element_t = typename __detail::with_element<__detail::bare<Type>, Elem>::type;

template <tile_like Type> inline constexpr size_t tile_rank_v = tile_shape_t<Type>::rank();
template <tile_like Type> inline constexpr size_t tile_size_v = shape_size_v<tile_shape_t<Type>>;

//===-- Conversions --------------------------------------------------------===//

/// A tile conversion exists: equal shapes, and a scalar conversion of the elements, which may be narrowing.
template <class From, class To>
concept tile_convertible_to = tile_like<From> && tile_like<To> && same_shape<__detail::shape_of<From>, __detail::shape_of<To>> &&
                              scalar_convertible_to<__detail::element_of<From>, __detail::element_of<To>>;

/// A tile conversion exists and is not narrowing, judged on the types.
template <class From, class To>
concept non_narrowing_tile_convertible_to =
    tile_convertible_to<From, To> && non_narrowing_scalar_convertible_to<__detail::element_of<From>, __detail::element_of<To>>;

/// Converts to a tile of `bool`, as a mask does.
template <class Type>
concept bool_tile_convertible = tile_like<Type> && scalar_convertible_to<__detail::element_of<Type>, bool>;

//===-- Broadcasting -------------------------------------------------------===//

namespace __detail {

/// Length of dimension Dim of a shape that is aligned at the end of a shape of rank Rank; 1 for leading dimensions.
template <class Shape> consteval size_t aligned_length(size_t Rank, size_t Dim) {
  const size_t Missing = Rank - Shape::rank();
  return Dim < Missing ? 1 : Shape::static_extent(Dim - Missing);
}

template <class From, class To> consteval bool broadcasts_to() {
  if (From::rank() > To::rank())
    return false;
  for (size_t Dim = 0; Dim < To::rank(); ++Dim) {
    const size_t Length = aligned_length<From>(To::rank(), Dim);
    if (Length != 1 && Length != To::static_extent(Dim))
      return false;
  }
  return true;
}

// Results that concepts ask for again and again are variables: they are computed once.
template <class From, class To> inline constexpr bool broadcast_to = broadcasts_to<From, To>();

template <class Left, class Right> consteval bool broadcast_together() {
  const size_t Rank = Left::rank() > Right::rank() ? Left::rank() : Right::rank();
  for (size_t Dim = 0; Dim < Rank; ++Dim) {
    const size_t LeftLength = aligned_length<Left>(Rank, Dim), RightLength = aligned_length<Right>(Rank, Dim);
    if (LeftLength != RightLength && LeftLength != 1 && RightLength != 1)
      return false;
  }
  return true;
}

template <class Left, class Right> inline constexpr bool broadcast_mutually = broadcast_together<Left, Right>();

template <class Left, class Right, class Dims> struct mutual_lengths;
template <class Left, class Right, size_t... Dims> struct mutual_lengths<Left, Right, sizes<Dims...>> {
  static consteval size_t length(size_t Dim) {
    const size_t LeftLength = aligned_length<Left>(sizeof...(Dims), Dim), RightLength = aligned_length<Right>(sizeof...(Dims), Dim);
    return LeftLength == 1 ? RightLength : LeftLength;
  }
  using type = extents<uint32_t, length(Dims)...>;
};
template <class Left, class Right> struct mutual_shape {
  using type = typename mutual_lengths<Left, Right, counted<(Left::rank() > Right::rank() ? Left::rank() : Right::rank())>>::type;
};

} // namespace __detail

/// Shape From broadcasts to shape To: aligned at the end, each length is equal or 1.
template <class From, class To>
concept shape_broadcastable_to = shape_like<From> && shape_like<To> && __detail::broadcast_to<From, To>;

/// The shapes broadcast mutually.
template <class Left, class Right>
concept shape_broadcast_compatible = shape_like<Left> && shape_like<Right> && __detail::broadcast_mutually<Left, Right>;

/// A tile-like type broadcasts to a tile shape.
template <class Type, class Shape>
concept broadcastable_to = tile_like<Type> && tile_shape<Shape> && shape_broadcastable_to<__detail::shape_of<Type>, Shape>;

/// Two tile-like types broadcast mutually, to a shape that a tile can have.
template <class Left, class Right>
concept broadcast_compatible =
    tile_like<Left> && tile_like<Right> && shape_broadcast_compatible<__detail::shape_of<Left>, __detail::shape_of<Right>> &&
    tile_shape<typename __detail::mutual_shape<__detail::shape_of<Left>, __detail::shape_of<Right>>::type>;

namespace __detail {
template <class Left, class Right> using mutual_shape_t = typename mutual_shape<shape_of<Left>, shape_of<Right>>::type;
}

/// Element Elem in the mutual shape of two tile-like types; Elem itself if both are scalars.
template <class Left, class Right, scalar Elem>
  requires broadcast_compatible<Left, Right>
using mutual_broadcast_t =
    typename __detail::tile_or_scalar<__detail::is_tile<Left> || __detail::is_tile<Right>, Elem, __detail::mutual_shape_t<Left, Right>>::type;

//===-- Common types -------------------------------------------------------===//

namespace __detail {

template <class Type> struct type_of {
  using type = no_type;
};
template <class Type> struct type_of<std::type_identity<Type>> {
  using type = Type;
};
template <class Left, class Right>
using common_element = typename type_of<decltype(common_scalar<bare<element_of<Left>>, bare<element_of<Right>>>())>::type;

/// Element of binary arithmetic: the common type of two scalars or two tiles, the tile's element for one tile.
template <class Left, class Right> consteval auto arithmetic_element_impl() {
  using LeftElem = bare<element_of<Left>>;
  using RightElem = bare<element_of<Right>>;
  if constexpr (is_tile<Left> == is_tile<Right>)
    return common_scalar<LeftElem, RightElem>();
  else if constexpr (is_tile<Left>)
    return std::type_identity<LeftElem>{};
  else
    return std::type_identity<RightElem>{};
}
template <class Left, class Right> using arithmetic_element = typename type_of<decltype(arithmetic_element_impl<Left, Right>())>::type;

/// From converts to To without narrowing, or is integral while To is floating.
template <class From, class To>
concept operand_converts_to = non_narrowing_scalar_convertible_to<From, To> || (is_integral<From> && is_floating<To>);

template <class Left, class Right>
concept have_common_element = !same<common_element<Left, Right>, no_type>;

template <class Left, class Right>
concept operands_do_not_narrow =
    !same<arithmetic_element<Left, Right>, no_type> && operand_converts_to<element_of<Left>, arithmetic_element<Left, Right>> &&
    operand_converts_to<element_of<Right>, arithmetic_element<Left, Right>>;

} // namespace __detail

/// The operands of a binary arithmetic operation convert to one type: their elements have a common type that a scalar
/// operand of a tile does not exceed, and the shapes broadcast.
template <class Left, class Right>
concept arithmetic_tile_convertible =
    arithmetic_tile<Left> && arithmetic_tile<Right> && broadcast_compatible<Left, Right> && __detail::operands_do_not_narrow<Left, Right>;

/// Type of a binary arithmetic operation.
template <class Left, class Right>
  requires arithmetic_tile_convertible<Left, Right>
using arithmetic_tile_conversion_t = mutual_broadcast_t<Left, Right, __detail::arithmetic_element<Left, Right>>;

/// The operands of a comparison convert to one type: their elements have a common type, and the shapes broadcast.
template <class Left, class Right>
concept arithmetic_tile_comparable =
    arithmetic_tile<Left> && arithmetic_tile<Right> && broadcast_compatible<Left, Right> && __detail::have_common_element<Left, Right>;

/// Type that the operands of a comparison convert to.
template <class Left, class Right>
  requires arithmetic_tile_comparable<Left, Right>
using arithmetic_tile_comparison_t = mutual_broadcast_t<Left, Right, __detail::common_element<Left, Right>>;

namespace __detail {
template <class Elem> struct promoted {
  using type = Elem;
};
template <class Elem>
  requires is_integral<Elem>
struct promoted<Elem> {
  using type = decltype(+Elem());
};
} // namespace __detail

/// Type after integral promotion of the elements, as unary plus gives it.
template <arithmetic_tile Type>
using arithmetic_tile_promotion_t = tile_with_element_t<Type, typename __detail::promoted<tile_element_t<Type>>::type>;

} // namespace __v1
} // namespace cuda::tiles
