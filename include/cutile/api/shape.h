// Shape manipulation, select and casts (page "Tile Operations").
#pragma once

#include "comparison.h"

namespace cuda::tiles {
inline namespace __v1 {

/// x broadcast to Shape: aligned at the end, lengths 1 repeated. Always gives a tile, also for a scalar.
template <tile_shape Shape, tile_like Type>
  requires broadcastable_to<Type, Shape>
CUTILE_TILE tile<tile_element_t<Type>, __detail::bare<Shape>> broadcast(Type Value, Shape = {}) noexcept {
  using Result = tile<tile_element_t<Type>, __detail::bare<Shape>>;
  return __detail::tile_access::make<Result>(__detail::convert<tile_element_t<Type>, __detail::bare<Shape>, Type>(Value));
}

namespace __detail {
template <class Type, class Shape>
concept same_size = tile_size_v<Type> == shape_size_v<Shape>;
}

/// The elements of x in row major order, as a tile of Shape.
template <tile_shape Shape, tile_like Type>
  requires __detail::same_size<Type, Shape>
CUTILE_TILE tile<tile_element_t<Type>, __detail::bare<Shape>> reshape(Type Value, Shape = {}) noexcept {
  return __detail::tile_access::make<tile<tile_element_t<Type>, __detail::bare<Shape>>>(__detail::tile_access::get<Type>(Value));
}

//===-- Permutations -----------------------------------------------------------===//

namespace __detail {

template <class Type> inline constexpr bool is_dimension_map = false;
template <size_t... Dims> inline constexpr bool is_dimension_map<dimension_map<Dims...>> = true;
template <class Type>
concept dimension_map_type = is_dimension_map<Type>;

template <class Map> inline constexpr size_t map_rank = 0;
template <size_t... Dims> inline constexpr size_t map_rank<dimension_map<Dims...>> = sizeof...(Dims);

template <class Type, class Map>
concept map_has_rank_of = tile_like<Type> && dimension_map_type<Map> && map_rank<Map> == tile_rank_v<Type>;

template <class Shape, class Map> struct permuted;
template <class Shape, size_t... Dims> struct permuted<Shape, dimension_map<Dims...>> {
  using type = extents<uint32_t, Shape::static_extent(Dims)...>;
};

template <class Result, class Operand, size_t... From, size_t... Dims>
CUTILE_TILE Result call_permute(Operand Value, sizes<From...>, dimension_map<Dims...>) noexcept {
  return __op::permute<Result>(Value, int(sizeof...(From)), int(From)..., int(Dims)...);
}

template <size_t... Dims> dimension_map<(Dims == 0 ? 1 : Dims == 1 ? 0 : Dims)...> swapped_front(sizes<Dims...>);

template <class Map, class Type>
using permuted_t = tile_or_scalar<is_tile<Type>, tile_element_t<Type>, typename permuted<shape_of<Type>, Map>::type>::type;

template <class Map, class Type> CUTILE_TILE permuted_t<Map, Type> call_permute_tile(Type Value) noexcept {
  using Result = permuted_t<Map, Type>;
  if constexpr (tile_rank_v<Type> < 2 || tile_size_v<Type> == 1)
    return tile_access::make<Result>(tile_access::get<Type>(Value));
  else
    return tile_access::make<Result>(call_permute<vector_for<Result>>(tile_access::get<Type>(Value), lengths_of<shape_of<Type>>{}, Map{}));
}

template <class Type>
concept has_dimension = tile_like<Type> && tile_rank_v<Type> >= 1;

/// The map that swaps the first two dimensions; the identity for rank 1.
template <size_t Rank> struct transposition {
  using type = decltype(swapped_front(counted<Rank>{}));
};
template <> struct transposition<1> {
  using type = dimension_map<0>;
};

} // namespace __detail

/// x with dimensions reordered: dimension k of the result is dimension D_k of x for `dimension_map<D_0, D_1, ...>`.
template <__detail::dimension_map_type Map, tile_like Type>
  requires __detail::map_has_rank_of<Type, Map>
CUTILE_TILE __detail::permuted_t<Map, Type> permute(Type Value, Map = {}) noexcept {
  return __detail::call_permute_tile<Map, Type>(Value);
}

/// x with the first two dimensions swapped; a tile of rank 1 is unchanged.
template <tile_like Type>
  requires __detail::has_dimension<Type>
CUTILE_TILE auto transpose(Type Value) noexcept {
  return __detail::call_permute_tile<typename __detail::transposition<tile_rank_v<Type>>::type, Type>(Value);
}

//===-- Parts --------------------------------------------------------------------===//

namespace __detail {

/// Dim, an integral constant of any type, names a dimension of Type.
template <class Type, auto Dim>
concept dimension_of = tile_like<Type> && Dim >= 0 && static_cast<size_t>(Dim) < tile_rank_v<Type>;

template <class Left, class Right, size_t Dim> consteval bool equal_except() {
  if (Left::rank() != Right::rank())
    return false;
  for (size_t K = 0; K < Left::rank(); ++K)
    if (K != Dim && Left::static_extent(K) != Right::static_extent(K))
      return false;
  return true;
}

/// Shape with the length of dimension Dim replaced.
template <class Shape, size_t Dim, size_t Length, class Dims = counted<Shape::rank()>> struct with_length;
template <class Shape, size_t Dim, size_t Length, size_t... Dims> struct with_length<Shape, Dim, Length, sizes<Dims...>> {
  using type = extents<uint32_t, (Dims == Dim ? Length : Shape::static_extent(Dims))...>;
};

template <class Left, class Right, size_t Dim>
using concatenated = typename with_length<shape_of<Left>, Dim, shape_of<Left>::static_extent(Dim) + shape_of<Right>::static_extent(Dim)>::type;

template <class Left, class Right>
concept same_element = same<tile_element_t<Left>, tile_element_t<Right>>;
template <class Left, class Right, size_t Dim>
concept lengths_agree_except = equal_except<shape_of<Left>, shape_of<Right>, Dim>();

template <class Left, class Right, auto Dim>
concept concatenable =
    is_tile_type<Left> && is_tile_type<Right> && dimension_of<Left, Dim> && dimension_of<Right, Dim> && same_element<Left, Right> &&
    lengths_agree_except<Left, Right, size_t(Dim)> && tile_shape<concatenated<Left, Right, size_t(Dim)>>;

template <class Result, class Operand, size_t... Lengths>
CUTILE_TILE Result call_cat(Operand Left, Operand Right, sizes<Lengths...>, int Dim) noexcept {
  return __op::cat<Result>(Left, Right, int(sizeof...(Lengths)), int(Lengths)..., Dim);
}

/// Shape divides the shape of a tile of equal rank.
template <class Shape, class Whole> consteval bool divides() {
  if (Shape::rank() != Whole::rank())
    return false;
  for (size_t Dim = 0; Dim < Whole::rank(); ++Dim)
    if (Shape::static_extent(Dim) == 0 || Whole::static_extent(Dim) % Shape::static_extent(Dim) != 0)
      return false;
  return true;
}

/// An index of extract and insert: anything that converts to an integer.
template <class Type>
concept subtile_index = __is_convertible(Type, size_t);

template <class Result, class Operand, size_t... From, size_t... To, class... Indices>
CUTILE_TILE Result call_extract(Operand Value, sizes<From...>, sizes<To...>, Indices... Index) noexcept {
  return __op::extract<Result>(Value, Index..., int(sizeof...(To)), int(From)..., int(To)...);
}
template <class Operand, class Part, size_t... Whole, size_t... Sub, class... Indices>
CUTILE_TILE Operand call_insert(Operand Value, Part Replacement, sizes<Whole...>, sizes<Sub...>, Indices... Index) noexcept {
  return __op::insert<Operand>(Value, Replacement, Index..., int(sizeof...(Sub)), int(Whole)..., int(Sub)...);
}

} // namespace __detail

/// Two tiles joined along dimension Dim. The other lengths are equal, and the resulting one is a power of two.
template <integral auto Dim, tile_like Left, tile_like Right>
  requires __detail::concatenable<Left, Right, Dim>
CUTILE_TILE auto cat(Left LeftValue, Right RightValue, integral_constant<Dim> = {}) noexcept
    -> tile<tile_element_t<Left>, __detail::concatenated<Left, Right, size_t(Dim)>> {
  using Result = tile<tile_element_t<Left>, __detail::concatenated<Left, Right, size_t(Dim)>>;
  return __detail::tile_access::make<Result>(__detail::call_cat<__detail::vector_for<Result>>(__detail::tile_access::get<Left>(LeftValue),
                                                                                              __detail::tile_access::get<Right>(RightValue),
                                                                                              __detail::lengths_of<tile_shape_t<Left>>{}, int(Dim)));
}

/// A tile of Shape divides Type: equal rank, and every length a multiple.
template <class Shape, class Type>
concept extractable_from = tile_shape<Shape> && tile_like<Type> && __detail::divides<Shape, __detail::shape_of<Type>>();

/// The sub-tile at an index, which counts sub-tiles of Shape. Out of range, the index wraps.
template <tile_like Type, tile_shape Shape, __detail::subtile_index... Indices>
  requires __detail::has_dimension<Type> && extractable_from<Shape, Type> && (sizeof...(Indices) == tile_rank_v<Type>)
CUTILE_TILE tile<tile_element_t<Type>, __detail::bare<Shape>> extract(Type Value, Shape, Indices... Index) noexcept {
  using Result = tile<tile_element_t<Type>, __detail::bare<Shape>>;
  if constexpr (tile_size_v<Type> == shape_size_v<Shape>)
    return __detail::tile_access::make<Result>(__detail::tile_access::get<Type>(Value));
  else
    return __detail::tile_access::make<Result>(
        __detail::call_extract<__detail::vector_for<Result>>(__detail::tile_access::get<Type>(Value), __detail::lengths_of<tile_shape_t<Type>>{},
                                                             __detail::lengths_of<Shape>{}, static_cast<long long>(Index)...));
}

/// x with the sub-tile at an index replaced by y, whose elements may convert without narrowing. The index counts sub-tiles.
template <tile_like Part, tile_like Type, __detail::subtile_index... Indices>
  requires extractable_from<tile_shape_t<Part>, Type> && non_narrowing_scalar_convertible_to<tile_element_t<Part>, tile_element_t<Type>> &&
           (sizeof...(Indices) == tile_rank_v<Type>)
[[nodiscard]] CUTILE_TILE Type insert(Type Value, Part Replacement, Indices... Index) noexcept {
  using Elem = tile_element_t<Type>;
  auto New = __detail::cast_vector<Elem, tile_element_t<Part>, tile_shape_t<Part>>(__detail::tile_access::get<Part>(Replacement));
  if constexpr (tile_size_v<Type> == tile_size_v<Part>)
    return __detail::tile_access::make<Type>(New);
  else
    return __detail::tile_access::make<Type>(__detail::call_insert(__detail::tile_access::get<Type>(Value), New,
                                                                   __detail::lengths_of<tile_shape_t<Type>>{},
                                                                   __detail::lengths_of<tile_shape_t<Part>>{}, static_cast<long long>(Index)...));
}

//===-- Select ------------------------------------------------------------------------===//

namespace __detail {
template <class Condition, class Type>
concept select_condition = bool_tile_convertible<Condition> && broadcastable_to<Condition, shape_of<Type>> && (is_tile<Type> || !is_tile<Condition>);
}

/// a where the condition holds, else b. Both have the same type; the condition broadcasts to it.
template <tile_like Condition, tile_like Type>
  requires __detail::select_condition<Condition, Type>
CUTILE_TILE Type select(Condition Choice, Type TrueValue, Type FalseValue) noexcept {
  if constexpr (!__detail::is_tile<Type> && __detail::is_integral<Condition>)
    return Choice ? TrueValue : FalseValue;
  else
    return __detail::tile_access::make<Type>(__op::select<__detail::vector_for<Type>>(__detail::convert_mask<tile_shape_t<Type>, Condition>(Choice),
                                                                                      __detail::tile_access::get<Type>(TrueValue),
                                                                                      __detail::tile_access::get<Type>(FalseValue)));
}

//===-- Casts --------------------------------------------------------------------------===//

namespace __detail {

template <class To, class From>
concept castable_to = scalar<To> && tile_like<From> && scalar_convertible_to<element_of<From>, To>;

/// The rounding modes of a cast between floating types. Where the target holds every source value, all five.
template <class From, class To, rounding_mode Mode> consteval bool cast_rounds() {
  if constexpr (!is_floating<From> || !is_floating<To>)
    return false;
  else {
    constexpr bool Even = Mode == rounding_mode::round_ties_to_even, Zero = Mode == rounding_mode::round_toward_zero,
                   Away = Mode == rounding_mode::round_ties_to_away;
    constexpr bool Five = precise_rounding<Mode> || Away;
    if constexpr (same<To, double>)
      return Five;
    else if constexpr (same<To, float>)
      return same<From, double> ? precise_rounding<Mode> : Five;
    else if constexpr (same<To, __nv_tf32>)
      return same<From, float> ? Even || Away || Zero : same<From, double> ? Even || Zero : Five;
    else if constexpr (same<To, __nv_fp8_e8m0>)
      return Zero || Mode == rounding_mode::round_toward_positive;
    else if constexpr (same<To, __half> || same<To, __nv_bfloat16>)
      return same<From, To> || lower_floating_rank<From, To>() ? Five : Even || Zero;
    else
      return Even;
  }
}

template <class From, class To, rounding_mode Mode>
concept supports_cast_rounding = cast_rounds<bare<From>, bare<To>, Mode>();
template <class From, class To>
concept supports_saturation = is_basic_floating<From> && is_integral<To>;
template <class From, class To>
concept same_bit_size = tile_size_v<From> != 0 && sizeof(storage_of<tile_element_t<From>>) == sizeof(storage_of<bare<To>>);
template <class Elem>
concept has_plain_bits = !same<bare<Elem>, __nv_tf32> && !same<bare<Elem>, __nv_fp4_e2m1>;

template <class To, class From> CUTILE_TILE tile_with_element_t<From, bare<To>> call_cast(From Value, int Mode, int Saturation) noexcept {
  using Elem = bare<To>;
  using Result = tile_with_element_t<From, Elem>;
  return tile_access::make<Result>(cast_vector<Elem, tile_element_t<From>, shape_of<From>>(tile_access::get<From>(Value), Mode, Saturation));
}

} // namespace __detail

/// Each element converted to To, narrowing allowed. Floating values beyond the range of an integer saturate for 32 and 64
/// bits; to 8-bit floating formats values saturate at the largest number.
template <class To, tile_like From>
  requires __detail::castable_to<To, From>
CUTILE_TILE tile_with_element_t<From, __detail::bare<To>> element_cast(From Value) noexcept {
  return __detail::call_cast<To, From>(Value, __op::rounding_default, __op::saturation_default);
}

/// Cast between floating types with a rounding mode that the pair of types has.
template <class To, tile_like From, rounding_mode Mode>
  requires __detail::castable_to<To, From> && __detail::supports_cast_rounding<tile_element_t<From>, To, Mode>
CUTILE_TILE tile_with_element_t<From, __detail::bare<To>> element_cast(From Value, rounding_mode_constant<Mode>) noexcept {
  return __detail::call_cast<To, From>(Value, int(Mode), __op::saturation_default);
}

/// Cast from basic floating types to integers; `saturate_finite` clamps to the range, `saturate_none` leaves values beyond
/// it undefined.
template <class To, tile_like From, saturation_mode Mode>
  requires __detail::castable_to<To, From> && __detail::supports_saturation<tile_element_t<From>, To>
CUTILE_TILE tile_with_element_t<From, __detail::bare<To>> element_cast(From Value, saturation_mode_constant<Mode>) noexcept {
  return __detail::call_cast<To, From>(Value, __op::rounding_default, int(Mode));
}

/// The bits of each element as an element of type To, which has the same size. Not for tf32 and fp4; pointers are bits of a
/// 64-bit integer.
template <class To, tile_like From>
  requires scalar<To> && __detail::same_bit_size<From, To> && __detail::has_plain_bits<To> && __detail::has_plain_bits<tile_element_t<From>>
CUTILE_TILE tile_with_element_t<From, __detail::bare<To>> element_bitcast(From Value) noexcept {
  using Elem = __detail::bare<To>;
  using FromElem = tile_element_t<From>;
  using Result = tile_with_element_t<From, Elem>;
  using Shape = __detail::shape_of<From>;
  auto Elements = __detail::tile_access::get<From>(Value);
  if constexpr (__detail::same<Elem, bool> && !__detail::same<FromElem, bool>)
    return __detail::tile_access::make<Result>(__detail::cast_vector<bool, unsigned char, Shape>(Elements));
  else if constexpr (__detail::same<__detail::storage_of<Elem>, __detail::storage_of<FromElem>>)
    return __detail::tile_access::make<Result>(Elements);
  else
    return __detail::tile_access::make<Result>(__op::bitcast<__detail::vector_for<Result>>(Elements));
}

} // namespace __v1
} // namespace cuda::tiles
