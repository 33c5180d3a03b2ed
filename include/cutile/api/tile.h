// The tile type (page "Tile"), and how values go between tiles, scalars and the vectors of the tile IR.
#pragma once

#include "op.h"
#include "types.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

/// Vectors of Count elements that store Elem, row major; `aligned` has the alignment of the element.
template <class Storage, size_t Count> struct vector_types {
  typedef Storage natural __attribute__((ext_vector_type(Count)));
  typedef Storage aligned __attribute__((ext_vector_type(Count), aligned(alignof(Storage))));
};
// (Classes, whose members clang looks up: an alias alone is substituted anew for each use.)
template <class Elem, class Shape> struct vector_of {
  using type = typename vector_types<storage_of<Elem>, shape_size_v<Shape>>::natural;
};
template <class Elem, class Shape> using vector = typename vector_of<Elem, Shape>::type;
template <class Type> struct vector_of_value {
  using type = vector<bare<element_of<Type>>, shape_of<Type>>;
};
template <class Type> using vector_for = typename vector_of_value<Type>::type;
/// Vector of booleans (0 or 1) in the shape of Type.
template <class Shape> using mask_vector = vector<bool, Shape>;

struct from_vector {};
struct tile_access;

//===-- Calls with shapes as constants ---------------------------------------===//

/// The lengths of Shape as a list, with leading ones up to rank Rank.
template <class Shape, class Dims> struct aligned_lengths;
template <class Shape, size_t... Dims> struct aligned_lengths<Shape, sizes<Dims...>> {
  using type = sizes<aligned_length<Shape>(sizeof...(Dims), Dims)...>;
};
template <class Shape, size_t Rank> using aligned_lengths_of = typename aligned_lengths<Shape, counted<Rank>>::type;

template <class Result, class Operand, size_t... From, size_t... To>
CUTILE_TILE Result call_broadcast(Operand Value, sizes<From...>, sizes<To...>) noexcept {
  return __op::broadcast<Result>(Value, int(sizeof...(To)), int(From)..., int(To)...);
}

//===-- Elements and scalars ----------------------------------------------------===//

/// The scalar as its storage type, by its bits; a pointer stays one.
template <class Elem> CUTILE_TILE auto to_storage(Elem Value) noexcept {
  if constexpr (is_pointer<Elem>)
    return static_cast<const volatile void *>(Value);
  else if constexpr (is_integral<Elem>)
    return static_cast<storage_of<Elem>>(Value);
  else
    return __builtin_bit_cast(storage_of<Elem>, Value);
}

/// The only element of a vector as a scalar.
template <class Elem, class Vector> CUTILE_TILE Elem from_storage(Vector Value) noexcept {
  if constexpr (is_pointer<Elem>)
    return __op::to_scalar<Elem>(Value);
  else if constexpr (same<Elem, bool>)
    return __op::to_scalar<unsigned char>(Value) != 0;
  else if constexpr (is_integral<Elem>)
    return static_cast<Elem>(__op::to_scalar<storage_of<Elem>>(Value));
  else
    return __builtin_bit_cast(Elem, __op::to_scalar<storage_of<Elem>>(Value));
}

/// A vector with Value, a scalar of storage type, in every element.
template <class Elem, class Shape> CUTILE_TILE vector<Elem, Shape> splat_storage(storage_of<Elem> Value) noexcept {
  return __op::splat<vector<Elem, Shape>>(Value);
}

/// A vector of ones: no element is masked.
template <class Shape> CUTILE_TILE mask_vector<Shape> full_mask() noexcept { return __op::splat<mask_vector<Shape>>(static_cast<unsigned char>(1)); }

//===-- Conversion of vectors ------------------------------------------------------===//

/// Converts elements From to To. Conversions that keep the bits need no operation.
template <class To, class From, class Shape>
CUTILE_TILE vector<To, Shape> cast_vector(vector<From, Shape> Value, int Mode = __op::rounding_default,
                                          int Saturation = __op::saturation_default) noexcept {
  using Result = vector<To, Shape>;
  if constexpr (kind_of<From> == kind_of<To>)
    return Value;
  else if constexpr (is_pointer<From>) // to bool
    return __op::compare<Result>(Value, splat_storage<From, Shape>(0), int(__op::kind_u64), int(__op::pred_ne));
  else if constexpr (is_integral<From> && is_integral<To> && sizeof(storage_of<From>) == sizeof(storage_of<To>) && !same<To, bool>)
    return Value;
  else
    return __op::cast<Result>(Value, int(kind_of<From>), int(kind_of<To>), Mode, Saturation);
}

/// Broadcasts a vector of shape From to shape To.
template <class Elem, class From, class To> CUTILE_TILE vector<Elem, To> broadcast_vector(vector<Elem, From> Value) noexcept {
  if constexpr (shape_size_v<From> == shape_size_v<To>)
    return Value;
  else if constexpr (shape_size_v<From> == 1)
    return splat_storage<Elem, To>(__op::to_scalar<storage_of<Elem>>(Value));
  else
    return call_broadcast<vector<Elem, To>>(Value, aligned_lengths_of<From, To::rank()>{}, lengths_of<To>{});
}

//===-- Access ----------------------------------------------------------------------===//

/// The only way to the vector inside a tile.
struct tile_access {
  /// The vector of a tile, or of one element for a scalar.
  template <class Type> static CUTILE_TILE vector_for<Type> get(Type Value) noexcept {
    if constexpr (is_tile<Type>)
      return Value.Elements;
    else
      return __op::splat<vector_for<Type>>(to_storage(Value));
  }
  /// The tile or scalar of type Type with this vector.
  template <class Type> static CUTILE_TILE Type make(vector_for<Type> Value) noexcept {
    if constexpr (is_tile<Type>)
      return Type(from_vector{}, Value);
    else
      return from_storage<Type>(Value);
  }
};

/// The operand with elements To in shape Shape.
template <class To, class Shape, class Type> CUTILE_TILE vector<To, Shape> convert(Type Value) noexcept {
  using From = bare<element_of<Type>>;
  if constexpr (!is_tile<Type> && kind_of<From> == kind_of<To>)
    return __op::splat<vector<To, Shape>>(to_storage<Type>(Value));
  else
    return broadcast_vector<To, shape_of<Type>, Shape>(cast_vector<To, From, shape_of<Type>>(tile_access::get<Type>(Value)));
}

/// A mask operand in shape Shape, elements 0 or 1.
template <class Shape, class Type> CUTILE_TILE mask_vector<Shape> convert_mask(Type Value) noexcept { return convert<bool, Shape, Type>(Value); }

template <class Shape>
concept singleton_shape = shape_size_v<Shape> == 1;

} // namespace __detail

/// An immutable array of elements in row major order. Trivially copyable; `sizeof` and `alignof` are those of an array of
/// the elements. A default constructed tile must be assigned before it is read.
template <__detail::tile_element Elem, __detail::unqualified_tile_shape Shape> struct tile final {
  using shape_type = Shape;
  using element_type = Elem;
  using index_type = uint32_t;
  using rank_type = size_t;

  tile() = default;

  /// Converts a tile of equal shape, or a scalar to a tile of rank 0; implicit where that is not narrowing.
  template <tile_like From>
    requires(!__detail::same<From, tile>) && tile_convertible_to<From, tile>
  __tile__ __attribute__((always_inline)) explicit(!non_narrowing_tile_convertible_to<From, tile>) tile(From Value) noexcept
      : Elements(__detail::convert<Elem, Shape, From>(Value)) {}

  /// The only element, converted to a scalar.
  template <scalar To>
    requires __detail::singleton_shape<Shape> && __detail::cv_unqualified<To> && scalar_convertible_to<Elem, To>
  CUTILE_TILE explicit operator To() const noexcept {
    return __detail::from_storage<To>(__detail::cast_vector<To, Elem, Shape>(Elements));
  }

private:
  friend struct __detail::tile_access;
  __tile__ __attribute__((always_inline)) tile(__detail::from_vector, __detail::vector<Elem, Shape> Value) noexcept : Elements(Value) {}

  typename __detail::vector_types<__detail::storage_of<Elem>, shape_size_v<Shape>>::aligned Elements;
};

} // namespace __v1
} // namespace cuda::tiles
