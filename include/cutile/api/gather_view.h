// gather_scatter_view: tiles whose slices along one dimension are picked by an index tile (page "Gather Scatter View").
//
// An access has one argument per dimension. In the gathered dimension it is a tile of rank 1 that has an element index for
// each slice; in the others the element index at which the block begins.
#pragma once

#include "view_access.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

/// Shape with length 1 in all dimensions but Dim.
template <class Shape, size_t Dim, class Dims = counted<Shape::rank()>> struct along;
template <class Shape, size_t Dim, size_t... Dims> struct along<Shape, Dim, sizes<Dims...>> {
  using type = extents<uint32_t, (Dims == Dim ? Shape::static_extent(Dim) : 1)...>;
};
template <class Shape, size_t Dim> using along_t = typename along<Shape, Dim>::type;

/// A tile of rank 1 with Length numbers.
template <class Type, size_t Length> consteval bool is_index_tile() {
  if constexpr (is_tile<Type>)
    return arithmetic_tile<Type> && tile_rank_v<Type> == 1 && tile_size_v<Type> == Length;
  else
    return false;
}

template <class Shape, size_t GatheredDim> struct gather_access {
  using dimensions = counted<Shape::rank()>;
  static constexpr bool has_reductions = false;

  template <class... Arguments> static consteval bool accepts() {
    if constexpr (sizeof...(Arguments) != Shape::rank())
      return false;
    else {
      size_t Dim = 0;
      return ((Dim++ == GatheredDim ? is_index_tile<Arguments, Shape::static_extent(GatheredDim)>() : view_index<Arguments>) && ...);
    }
  }

  /// First element index of a block along a dimension that is not gathered, else 0.
  template <class Argument> static CUTILE_TILE long long start(Argument Value) noexcept {
    if constexpr (is_tile<Argument>)
      return 0;
    else
      return static_cast<long long>(Value);
  }

  /// Element indices along Dim, relative to the start.
  template <size_t Dim, class Argument> static CUTILE_TILE vector<long long, along_t<Shape, Dim>> coordinates(Argument Value) noexcept {
    if constexpr (is_tile<Argument>)
      return cast_vector<long long, tile_element_t<Argument>, shape_of<Argument>>(tile_access::get<Argument>(Value));
    else
      return iota_vector<long long, along_t<Shape, Dim>>();
  }

  /// Offsets in bytes along Dim, relative to the start, in the shape of the block.
  template <class Elem, size_t Dim, class Span, class Argument>
  static CUTILE_TILE vector<long long, Shape> offsets_along(const Span &Array, Argument Value) noexcept {
    using Line = along_t<Shape, Dim>;
    return broadcast_vector<long long, Line, Shape>(
        wide_mul(coordinates<Dim>(Value), splat_storage<long long, Line>(wide_stride<Dim>(Array) * static_cast<long long>(sizeof(Elem)))));
  }

  /// 1 where the index along Dim is inside, in the shape of the block. Negative indices are large unsigned ones.
  template <size_t Dim, class Span, class Argument> static CUTILE_TILE mask_vector<Shape> inside_along(const Span &Array, Argument Value) noexcept {
    using Line = along_t<Shape, Dim>;
    auto Index = wide_add(coordinates<Dim>(Value), splat_storage<long long, Line>(start(Value)));
    return broadcast_vector<bool, Line, Shape>(
        __op::compare<mask_vector<Line>>(Index, splat_storage<long long, Line>(wide_extent<Dim>(Array)), int(__op::kind_u64), int(__op::pred_lt)));
  }

  template <class Elem, class Span, size_t... Dims, class... Arguments>
  static CUTILE_TILE address_vector<Shape> call_addresses(const Span &Array, sizes<Dims...>, Arguments... Values) noexcept {
    auto First = Array.data_handle() + ((start(Values) * wide_stride<Dims>(Array)) + ... + 0ll);
    auto Address = __op::splat<address_vector<Shape>>(static_cast<const volatile void *>(First));
    ((Address = wide_add(Address, offsets_along<Elem, Dims>(Array, Values))), ...);
    return Address;
  }
  template <class Span, size_t... Dims, class... Arguments>
  static CUTILE_TILE mask_vector<Shape> call_inside(const Span &Array, sizes<Dims...>, Arguments... Values) noexcept {
    auto Mask = full_mask<Shape>();
    ((Mask = __op::bit_and<mask_vector<Shape>>(Mask, inside_along<Dims>(Array, Values), int(__op::kind_bool), int(__op::rounding_default),
                                               int(__op::subnormals_preserve))),
     ...);
    return Mask;
  }

  template <class Elem, class Span, class... Arguments>
  static CUTILE_TILE address_vector<Shape> addresses(const Span &Array, Arguments... Values) noexcept {
    return call_addresses<Elem>(Array, dimensions{}, Values...);
  }
  template <class Span, class... Arguments> static CUTILE_TILE mask_vector<Shape> inside(const Span &Array, Arguments... Values) noexcept {
    return call_inside(Array, dimensions{}, Values...);
  }
  template <class Elem, bool Masked, view_padding Padding, class Span, class... Arguments>
  static CUTILE_TILE vector<Elem, Shape> load(const Span &Array, Arguments... Values) noexcept {
    auto Mask = full_mask<Shape>();
    if constexpr (Masked)
      Mask = inside(Array, Values...);
    return __op::load<vector<Elem, Shape>>(addresses<Elem>(Array, Values...), Mask, padding_vector<Elem, Shape, Padding>());
  }
  template <class Elem, bool Masked, class Span, class... Arguments>
  static CUTILE_TILE void store(vector<Elem, Shape> Value, const Span &Array, Arguments... Values) noexcept {
    auto Mask = full_mask<Shape>();
    if constexpr (Masked)
      Mask = inside(Array, Values...);
    __op::store<void>(addresses<Elem>(Array, Values...), Value, Mask);
  }
};

template <size_t Dim, class Shape>
concept dimension_of_shape = Dim < size_t(Shape::rank());

} // namespace __detail

/// Tiles of Shape whose slices along GatheredDim are picked by a tile of Shape_GatheredDim element indices; in the other
/// dimensions an access names the element at which the block begins. Loads may name a slice twice. Masked accesses treat
/// slices with negative or too large indices as outside.
template <tensor_span_like Span, tile_shape Shape, size_t GatheredDim>
  requires __detail::cv_unqualified<Span> && __detail::cv_unqualified<Shape> && __detail::shape_has_rank_of_span<Span, Shape> &&
           __detail::dimension_of_shape<GatheredDim, Shape>
class gather_scatter_view : public __detail::view_base<Span, Shape, __detail::gather_access<Shape, GatheredDim>> {
public:
  template <auto Dim>
    requires(static_cast<size_t>(Dim) == GatheredDim)
  CUTILE_ALL gather_scatter_view(const Span &Given, Shape, integral_constant<Dim>) noexcept
      : __detail::view_base<Span, Shape, __detail::gather_access<Shape, GatheredDim>>(Given) {}
};
template <tensor_span_like Span, tile_shape Shape, auto Dim>
gather_scatter_view(const Span &, Shape, integral_constant<Dim>) -> gather_scatter_view<Span, Shape, static_cast<size_t>(Dim)>;

} // namespace __v1
} // namespace cuda::tiles
