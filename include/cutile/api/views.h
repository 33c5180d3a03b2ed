// Views that cut a span into tiles: partition_view and strided_view (pages "Partition View", "Strided View").
#pragma once

#include "view_access.h"

namespace cuda::tiles {
inline namespace __v1 {

/// Cuts a span into adjacent blocks of Shape: block (i_0, ...) begins at element i_k * Shape_k. The index space has
/// ceil(extent_k / Shape_k) blocks per dimension.
template <tensor_span_like Span, tile_shape Shape>
  requires __detail::cv_unqualified<Span> && __detail::cv_unqualified<Shape> && __detail::shape_has_rank_of_span<Span, Shape>
class partition_view : public __detail::view_base<Span, Shape, __detail::block_access<Shape, __detail::lengths_of<Shape>>> {
public:
  CUTILE_ALL partition_view(const Span &Given, Shape) noexcept
      : __detail::view_base<Span, Shape, __detail::block_access<Shape, __detail::lengths_of<Shape>>>(Given) {}
};
template <tensor_span_like Span, tile_shape Shape> partition_view(const Span &, Shape) -> partition_view<Span, Shape>;

namespace __detail {

template <class Strides> inline constexpr bool is_static_strides = false;
template <size_t... Values>
inline constexpr bool is_static_strides<strides<uint32_t, Values...>> = ((Values != dynamic_stride && Values != 0) && ...);
template <class Strides, size_t Rank>
concept static_positive_strides = is_static_strides<Strides> && Strides::rank() == Rank;

template <class Strides> struct stride_list;
template <size_t... Values> struct stride_list<strides<uint32_t, Values...>> {
  using type = sizes<Values...>;
};

template <class Dims> struct zero_offsets;
template <size_t... Dims> struct zero_offsets<sizes<Dims...>> {
  using type = offsets<int, static_cast<std::ptrdiff_t>(Dims * 0)...>;
};
template <class Shape> using zero_offsets_t = typename zero_offsets<counted<size_t(Shape::rank())>>::type;

template <class Offsets, class Shape>
concept zero_offsets_of = same<Offsets, zero_offsets_t<Shape>>;

} // namespace __detail

/// Blocks of Shape at distances of Strides, counted in elements of the span: block (i_0, ...) begins at element
/// i_k * Strides_k. Strides are static and positive; smaller ones than the shape overlap, larger ones leave gaps.
template <tensor_span_like Span, tile_shape Shape, strides_like Strides, offsets_like Offsets = __detail::zero_offsets_t<Shape>>
  requires __detail::cv_unqualified<Span> && __detail::cv_unqualified<Shape> && __detail::shape_has_rank_of_span<Span, Shape> &&
           __detail::static_positive_strides<Strides, Shape::rank()> && __detail::zero_offsets_of<Offsets, Shape>
class strided_view : public __detail::view_base<Span, Shape, __detail::block_access<Shape, typename __detail::stride_list<Strides>::type>> {
  using base = __detail::view_base<Span, Shape, __detail::block_access<Shape, typename __detail::stride_list<Strides>::type>>;

public:
  CUTILE_ALL strided_view(const Span &Given, Shape, Strides) noexcept : base(Given) {}
  CUTILE_ALL strided_view(const Span &Given, Shape, Strides, Offsets) noexcept : base(Given) {}
};
template <tensor_span_like Span, tile_shape Shape, strides_like Strides>
strided_view(const Span &, Shape, Strides) -> strided_view<Span, Shape, Strides>;
template <tensor_span_like Span, tile_shape Shape, strides_like Strides, offsets_like Offsets>
strided_view(const Span &, Shape, Strides, Offsets) -> strided_view<Span, Shape, Strides, Offsets>;

} // namespace __v1
} // namespace cuda::tiles
