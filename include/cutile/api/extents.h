// Extents, shapes, strides and offsets (page "Extents and Strides").
#pragma once

#include "constants.h"

namespace cuda::tiles {
inline namespace __v1 {

/// Marks a length that is known at run time only.
enum : size_t { dynamic_extent = static_cast<size_t>(-1) };
/// Marks a stride that is known at run time only.
enum : size_t { dynamic_stride = static_cast<size_t>(-1) };
/// Marks an offset that is known at run time only.
enum : std::ptrdiff_t { dynamic_offset = PTRDIFF_MIN };

namespace __detail {

/// Count run-time values, initially 0; empty if there are none.
template <class Integer, size_t Count> struct dynamic_values {
  Integer Values[Count] = {};
  CUTILE_ALL void set(size_t Index, Integer Value) noexcept { Values[Index] = Value; }
  CUTILE_ALL Integer get(size_t Index) const noexcept { return Values[Index]; }
};
template <class Integer> struct dynamic_values<Integer, 0> {
  CUTILE_ALL void set(size_t, Integer) noexcept {}
  CUTILE_ALL Integer get(size_t) const noexcept { return Integer(); }
};

/// One value per dimension, each known at compile time or, where it equals Dynamic, stored. The loops are folds, so that
/// they vanish wherever the dimension is a constant.
template <class Integer, class Static, Static Dynamic, Static... Values> class mixed_values {
public:
  static constexpr size_t rank = sizeof...(Values);
  static constexpr size_t rank_dynamic = (size_t(Values == Dynamic) + ... + 0);

  mixed_values() = default;

  /// From rank() or rank_dynamic() values.
  template <class... Given> CUTILE_ALL explicit mixed_values(Given... Arguments) noexcept {
    if constexpr (sizeof...(Given) == rank_dynamic) {
      size_t Index = 0;
      (Stored.set(Index++, static_cast<Integer>(Arguments)), ...);
    } else {
      size_t Index = 0;
      ((Values == Dynamic ? Stored.set(Index++, static_cast<Integer>(Arguments)) : void()), ...);
    }
  }

  static CUTILE_ALL Static static_value(size_t Dim) noexcept {
    Static Result = 0;
    size_t Index = 0;
    ((Index++ == Dim ? void(Result = Values) : void()), ...);
    return Result;
  }

  CUTILE_ALL Integer value(size_t Dim) const noexcept {
    Integer Result = 0;
    size_t Index = 0, Position = 0;
    ((Index++ == Dim ? void(Result = Values == Dynamic ? Stored.get(Position) : static_cast<Integer>(Values)) : void(),
      Position += Values == Dynamic),
     ...);
    return Result;
  }

private:
  [[no_unique_address]] dynamic_values<Integer, rank_dynamic> Stored;
};

template <class Type, class Integer>
concept value_for = requires(Type Value) { static_cast<Integer>(Value); } && (std::is_arithmetic_v<Type> || __is_convertible(Type, Integer));

template <size_t Count, size_t Rank, size_t RankDynamic>
concept values_for_rank = (Count == Rank || Count == RankDynamic) && Count > 0;

/// A deduction argument: an integral constant or an integer.
template <class Type> inline constexpr bool is_constant = false;
template <auto Value> inline constexpr bool is_constant<integral_constant<Value>> = true;
template <class Type>
concept length_argument = is_constant<Type> || integral<Type>;

template <class Type, class Static, Static Dynamic> consteval Static deduced_value() {
  if constexpr (is_constant<Type>)
    return static_cast<Static>(Type::value);
  else
    return Dynamic;
}

/// Applies Op to the value of each dimension of both operands, 0 beyond the rank; the ranks are equal.
template <class Left, class Right> CUTILE_ALL bool equal_values(Left LeftValue, Right RightValue) noexcept {
  if constexpr (integral<Left> && integral<Right> && std::is_signed_v<Left> != std::is_signed_v<Right>) {
    if constexpr (std::is_signed_v<Left>)
      return LeftValue >= 0 && static_cast<unsigned long long>(LeftValue) == RightValue;
    else
      return RightValue >= 0 && static_cast<unsigned long long>(RightValue) == LeftValue;
  } else
    return LeftValue == RightValue;
}

} // namespace __detail

namespace __detail {
template <class Type>
concept cv_unqualified = same<Type, bare<Type>>;
} // namespace __detail

template <integral Index, size_t... Lengths>
  requires __detail::cv_unqualified<Index>
struct extents;

namespace __detail {
template <class Type>
concept like_extents = copyable<bare<Type>> && requires(const Type Object, typename Type::rank_type Dim) {
  typename Type::index_type;
  requires integral<typename Type::index_type> && same<typename Type::index_type, bare<typename Type::index_type>>;
  { Type::rank() } -> converts_to<size_t>;
  { Type::rank_dynamic() } -> converts_to<size_t>;
  { Type::static_extent(Dim) } -> is_type<size_t>;
  { Object.extent(Dim) } -> is_type<typename Type::index_type>;
};
template <class Type> inline constexpr bool is_extents = false;
template <class Index, size_t... Lengths> inline constexpr bool is_extents<extents<Index, Lengths...>> = true;
} // namespace __detail

/// Requirements "extents like": a length per dimension, static or dynamic.
template <class Type>
concept extents_like = __detail::is_extents<__detail::bare<Type>> || __detail::like_extents<Type>;

namespace __detail {
template <class Type> consteval bool all_static_extents() {
  for (size_t Dim = 0; Dim < size_t(Type::rank()); ++Dim)
    if (Type::static_extent(Dim) == dynamic_extent)
      return false;
  return true;
}
template <class Type> inline constexpr bool has_static_extents = all_static_extents<Type>();
} // namespace __detail

/// Extents without dynamic length.
template <class Type>
concept shape_like = extents_like<Type> && __detail::has_static_extents<Type>;

/// Requirements "strides like": a stride per dimension, static or dynamic.
template <class Type>
concept strides_like = __detail::copyable<__detail::bare<Type>> && requires(const Type Object, typename Type::rank_type Dim) {
  typename Type::stride_type;
  requires integral<typename Type::stride_type>;
  { Type::rank() } -> __detail::converts_to<size_t>;
  { Type::rank_dynamic() } -> __detail::converts_to<size_t>;
  { Type::static_stride(Dim) } -> __detail::is_type<size_t>;
  { Object.stride(Dim) } -> __detail::is_type<typename Type::stride_type>;
};

/// Requirements "offsets like": an offset per dimension, static or dynamic.
template <class Type>
concept offsets_like = __detail::copyable<__detail::bare<Type>> && requires(const Type Object, typename Type::rank_type Dim) {
  typename Type::offset_type;
  requires integral<typename Type::offset_type>;
  { Type::rank() } -> __detail::converts_to<size_t>;
  { Type::rank_dynamic() } -> __detail::converts_to<size_t>;
  { Type::static_offset(Dim) } -> __detail::is_type<std::ptrdiff_t>;
  { Object.offset(Dim) } -> __detail::is_type<typename Type::offset_type>;
};

/// A length for each dimension; those equal to dynamic_extent are stored as Index values, initially 0.
template <integral Index, size_t... Lengths>
  requires __detail::cv_unqualified<Index>
struct extents {
  using index_type = Index;
  using rank_type = size_t;

  extents() = default;

  /// From the dynamic lengths, or from all lengths; one given for a static dimension must equal it.
  template <__detail::value_for<Index>... Values>
    requires __detail::values_for_rank<sizeof...(Values), sizeof...(Lengths), (size_t(Lengths == dynamic_extent) + ... + 0)>
  CUTILE_ALL explicit extents(Values... Arguments) noexcept : Storage(Arguments...) {}

  static CUTILE_ALL rank_type rank() noexcept { return sizeof...(Lengths); }
  static CUTILE_ALL rank_type rank_dynamic() noexcept { return storage_type::rank_dynamic; }
  /// Length of a dimension, or dynamic_extent.
  static CUTILE_ALL size_t static_extent(rank_type Dim) noexcept { return storage_type::static_value(Dim); }
  /// Length of a dimension.
  CUTILE_ALL index_type extent(rank_type Dim) const noexcept { return Storage.value(Dim); }

private:
  using storage_type = __detail::mixed_values<Index, size_t, size_t(dynamic_extent), Lengths...>;
  [[no_unique_address]] storage_type Storage;
};

template <__detail::length_argument... Arguments>
extents(Arguments...) -> extents<uint32_t, __detail::deduced_value<Arguments, size_t, size_t(dynamic_extent)>()...>;

/// Extents with the index type of tiles. A tile needs static lengths that are powers of two.
template <size_t... Lengths> using shape = extents<uint32_t, Lengths...>;

/// A stride, counted in elements, for each dimension.
template <integral Integer, size_t... Values>
  requires __detail::cv_unqualified<Integer>
struct strides {
  using stride_type = Integer;
  using rank_type = size_t;

  strides() = default;

  /// From the dynamic strides, or from all strides.
  template <__detail::value_for<Integer>... Given>
    requires __detail::values_for_rank<sizeof...(Given), sizeof...(Values), (size_t(Values == dynamic_stride) + ... + 0)>
  CUTILE_ALL explicit strides(Given... Arguments) noexcept : Storage(Arguments...) {}

  static CUTILE_ALL rank_type rank() noexcept { return sizeof...(Values); }
  static CUTILE_ALL rank_type rank_dynamic() noexcept { return storage_type::rank_dynamic; }
  /// Stride of a dimension, or dynamic_stride.
  static CUTILE_ALL size_t static_stride(rank_type Dim) noexcept { return storage_type::static_value(Dim); }
  /// Stride of a dimension.
  CUTILE_ALL stride_type stride(rank_type Dim) const noexcept { return Storage.value(Dim); }

private:
  using storage_type = __detail::mixed_values<Integer, size_t, size_t(dynamic_stride), Values...>;
  [[no_unique_address]] storage_type Storage;
};

template <__detail::length_argument... Arguments>
strides(Arguments...) -> strides<uint32_t, __detail::deduced_value<Arguments, size_t, size_t(dynamic_stride)>()...>;

/// An offset, counted in elements, for each dimension.
template <integral Integer, std::ptrdiff_t... Values>
  requires __detail::cv_unqualified<Integer>
struct offsets {
  using offset_type = Integer;
  using rank_type = size_t;

  offsets() = default;

  /// From the dynamic offsets, or from all offsets.
  template <__detail::value_for<Integer>... Given>
    requires __detail::values_for_rank<sizeof...(Given), sizeof...(Values), (size_t(Values == dynamic_offset) + ... + 0)>
  CUTILE_ALL explicit offsets(Given... Arguments) noexcept : Storage(Arguments...) {}

  static CUTILE_ALL rank_type rank() noexcept { return sizeof...(Values); }
  static CUTILE_ALL rank_type rank_dynamic() noexcept { return storage_type::rank_dynamic; }
  /// Offset of a dimension, or dynamic_offset.
  static CUTILE_ALL std::ptrdiff_t static_offset(rank_type Dim) noexcept { return storage_type::static_value(Dim); }
  /// Offset of a dimension.
  CUTILE_ALL offset_type offset(rank_type Dim) const noexcept { return Storage.value(Dim); }

private:
  using storage_type = __detail::mixed_values<Integer, std::ptrdiff_t, std::ptrdiff_t(dynamic_offset), Values...>;
  [[no_unique_address]] storage_type Storage;
};

template <__detail::length_argument... Arguments>
offsets(Arguments...) -> offsets<int, __detail::deduced_value<Arguments, std::ptrdiff_t, std::ptrdiff_t(dynamic_offset)>()...>;

#define CUTILE_EQUAL_FUNCTION(Name, Requirements, Member)                                                                                            \
  namespace __detail {                                                                                                                               \
  template <class Left, class Right, size_t... Dims>                                                                                                 \
  CUTILE_ALL bool Name##_impl(const Left &LeftObject, const Right &RightObject, sizes<Dims...>) noexcept {                                           \
    return (equal_values(LeftObject.Member(Dims), RightObject.Member(Dims)) && ...);                                                                 \
  }                                                                                                                                                  \
  }                                                                                                                                                  \
  template <Requirements Left, Requirements Right> CUTILE_ALL bool Name(const Left &LeftObject, const Right &RightObject) noexcept {                 \
    if constexpr (size_t(Left::rank()) != size_t(Right::rank()))                                                                                     \
      return false;                                                                                                                                  \
    else                                                                                                                                             \
      return __detail::Name##_impl(LeftObject, RightObject, __detail::counted<size_t(Left::rank())>{});                                              \
  }

/// Rank and lengths are equal; index types do not matter.
CUTILE_EQUAL_FUNCTION(extents_equal, extents_like, extent)
/// Rank and strides are equal.
CUTILE_EQUAL_FUNCTION(strides_equal, strides_like, stride)
/// Rank and offsets are equal.
CUTILE_EQUAL_FUNCTION(offsets_equal, offsets_like, offset)
#undef CUTILE_EQUAL_FUNCTION

template <class LeftIndex, size_t... Left, class RightIndex, size_t... Right>
  requires(sizeof...(Left) == sizeof...(Right))
CUTILE_ALL bool operator==(const extents<LeftIndex, Left...> &LeftObject, const extents<RightIndex, Right...> &RightObject) noexcept {
  return extents_equal(LeftObject, RightObject);
}
template <class LeftIndex, size_t... Left, class RightIndex, size_t... Right>
  requires(sizeof...(Left) == sizeof...(Right))
CUTILE_ALL bool operator==(const strides<LeftIndex, Left...> &LeftObject, const strides<RightIndex, Right...> &RightObject) noexcept {
  return strides_equal(LeftObject, RightObject);
}
template <class LeftIndex, std::ptrdiff_t... Left, class RightIndex, std::ptrdiff_t... Right>
  requires(sizeof...(Left) == sizeof...(Right))
CUTILE_ALL bool operator==(const offsets<LeftIndex, Left...> &LeftObject, const offsets<RightIndex, Right...> &RightObject) noexcept {
  return offsets_equal(LeftObject, RightObject);
}

namespace __detail {

template <class Shape> consteval size_t product_of_lengths() {
  size_t Product = 1;
  for (size_t Dim = 0; Dim < size_t(Shape::rank()); ++Dim)
    Product *= Shape::static_extent(Dim);
  return Product;
}

/// Largest number of elements of a tile.
inline constexpr size_t max_tile_size = size_t(1) << 24;

template <class Shape> inline constexpr bool is_tile_shape = false;
template <size_t... Lengths> consteval bool lengths_fit_tile() {
  size_t Size = 1;
  return ((Lengths != 0 && (Lengths & (Lengths - 1)) == 0 && Lengths <= max_tile_size && (Size *= Lengths) <= max_tile_size) && ...);
}
template <size_t... Lengths> inline constexpr bool is_tile_shape<extents<uint32_t, Lengths...>> = lengths_fit_tile<Lengths...>();

/// The lengths of a static shape as a list.
template <class Shape, class Dims> struct lengths_at;
template <class Shape, size_t... Dims> struct lengths_at<Shape, sizes<Dims...>> {
  using type = sizes<size_t(Shape::static_extent(Dims))...>;
};
template <class Shape> struct lengths {
  using type = typename lengths_at<Shape, counted<size_t(Shape::rank())>>::type;
};
template <size_t... Lengths> struct lengths<extents<uint32_t, Lengths...>> {
  using type = sizes<Lengths...>;
};
template <class Shape> using lengths_of = typename lengths<Shape>::type;

template <class Left, class Right> consteval bool shapes_match() {
  if constexpr (size_t(Left::rank()) != size_t(Right::rank()))
    return false;
  else
    return same<lengths_of<Left>, lengths_of<Right>>;
}

} // namespace __detail

/// Shape of a tile: index type `uint32_t`, static lengths that are powers of two, at most 2^24 elements.
template <class Shape>
concept tile_shape = shape_like<Shape> && __detail::is_tile_shape<__detail::bare<Shape>>;

/// Product of the lengths of a shape.
template <shape_like Shape> inline constexpr size_t shape_size_v = __detail::product_of_lengths<Shape>();

/// The shapes have the same rank and lengths; index types do not matter. False for dynamic extents.
template <class Left, class Right>
concept same_shape = shape_like<Left> && shape_like<Right> && __detail::shapes_match<Left, Right>();

} // namespace __v1
} // namespace cuda::tiles
