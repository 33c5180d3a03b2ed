// Tiles from nothing or from one value: full, zeros, ones, iota (page "Tile Operations").
#pragma once

#include "tile.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

/// The bits of the number 1 in the storage type of Elem.
template <class Elem> CUTILE_TILE storage_of<Elem> one() noexcept {
  switch (kind_of<Elem>) {
  case __op::kind_e4m3:
    return static_cast<storage_of<Elem>>(0x38);
  case __op::kind_e5m2:
    return static_cast<storage_of<Elem>>(0x3c);
  case __op::kind_e8m0:
    return static_cast<storage_of<Elem>>(0x7f);
  case __op::kind_e2m1:
    return static_cast<storage_of<Elem>>(0x2);
  default:
    return static_cast<storage_of<Elem>>(1);
  }
}

/// A vector of zeros; of null pointers for pointer elements.
template <class Elem, class Shape> CUTILE_TILE vector<Elem, Shape> zero_vector() noexcept {
  return splat_storage<Elem, Shape>(static_cast<storage_of<Elem>>(0));
}

/// 0, 1, 2, ... in row major order, as integers of type Elem.
template <class Elem, class Shape> CUTILE_TILE vector<Elem, Shape> iota_vector() noexcept { return __op::iota<vector<Elem, Shape>>(); }

/// The largest value of an integral type, with one bit for `bool`.
template <class Elem> consteval unsigned long long largest_integer() {
  const unsigned Bits = same<Elem, bool> ? 1 : sizeof(Elem) * 8 - std::is_signed_v<Elem>;
  return Bits == 64 ? ~0ull : (1ull << Bits) - 1;
}
template <class Type>
concept counts_fit_element = tile_size_v<Type> - 1 <= largest_integer<tile_element_t<Type>>();

template <class Elem>
concept has_zero = !same<Elem, __nv_fp8_e8m0>;

} // namespace __detail

/// A tile (or scalar) of type Tile with the value in every element. The argument converts to the element type by the rules
/// of the language.
template <tile_like Tile> CUTILE_TILE __detail::bare<Tile> full(tile_element_t<Tile> Value) noexcept {
  using Elem = tile_element_t<Tile>;
  return __detail::tile_access::make<__detail::bare<Tile>>(__detail::convert<Elem, tile_shape_t<Tile>, Elem>(Value));
}

/// Zeros. The element type must have a zero, which `__nv_fp8_e8m0` has not.
template <numeric_tile Tile>
  requires __detail::has_zero<tile_element_t<Tile>>
CUTILE_TILE __detail::bare<Tile> zeros() noexcept {
  return __detail::tile_access::make<__detail::bare<Tile>>(__detail::zero_vector<tile_element_t<Tile>, tile_shape_t<Tile>>());
}

/// Ones.
template <numeric_tile Tile> CUTILE_TILE __detail::bare<Tile> ones() noexcept {
  using Elem = tile_element_t<Tile>;
  return __detail::tile_access::make<__detail::bare<Tile>>(__detail::splat_storage<Elem, tile_shape_t<Tile>>(__detail::one<Elem>()));
}

/// 0, 1, 2, ... in row major order. Ill-formed if the last number does not fit the element type.
template <integral_tile Tile>
  requires __detail::counts_fit_element<Tile>
CUTILE_TILE __detail::bare<Tile> iota() noexcept {
  return __detail::tile_access::make<__detail::bare<Tile>>(__detail::iota_vector<tile_element_t<Tile>, tile_shape_t<Tile>>());
}

} // namespace __v1
} // namespace cuda::tiles
