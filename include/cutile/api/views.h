// Views that cut a span into tiles: partition_view and strided_view (pages "Partition View", "Strided View").
//
// A view is a handle as large as its span. The masked accesses treat every element outside the extents of the span as
// padding (loads) or leave it alone (stores); the others need the whole block inside.
#pragma once

#include "memory.h"
#include "shape.h"
#include "spans.h"

namespace cuda::tiles {
inline namespace __v1 {

namespace __detail {

/// An index of a view: an integer or floating scalar, converted to a 64-bit integer; no tile and no constant.
template <class Type>
concept view_index = std::is_arithmetic_v<Type> || (std::is_enum_v<Type> && __is_convertible(Type, long long));

/// The element type has a value for the padding.
template <class Elem, view_padding Padding> consteval bool can_pad() {
  constexpr bool Infinite = is_basic_floating<Elem> || same<Elem, __nv_tf32> || same<Elem, __nv_fp8_e5m2>;
  switch (Padding) {
  case view_padding::zero:
    return !same<Elem, __nv_fp8_e8m0>;
  case view_padding::negative_zero:
    return Infinite || same<Elem, __nv_fp8_e4m3>;
  case view_padding::positive_inf:
  case view_padding::negative_inf:
    return Infinite;
  case view_padding::nan:
    return is_floating<Elem> && !same<Elem, __nv_fp4_e2m1>;
  }
  return false;
}
template <class Elem, view_padding Padding>
concept padding_representable = can_pad<Elem, Padding>();

/// Elements that a view can load or store: not volatile, and not const for a store.
template <class Elem>
concept view_loadable = !std::is_volatile_v<Elem>;
template <class Elem>
concept view_storeable = !std::is_volatile_v<Elem> && !std::is_const_v<Elem>;

template <class Value, class Elem, class Shape>
concept view_value = is_tile_type<Value> && non_narrowing_tile_convertible_to<Value, tile<std::remove_cv_t<Elem>, Shape>>;

/// Constant strides must be positive.
template <class Mapping, size_t... Dims> consteval bool positive_static_strides(sizes<Dims...>) {
  return ((layout_mapping_static_stride<Mapping>{}(Dims) != 0) && ...);
}
template <class Span>
concept static_strides_positive = positive_static_strides<typename Span::mapping_type>(dimensions_of<typename Span::extents_type>{});

/// Order and scope of the reductions of views.
template <memory_order Order>
concept relaxed_memory_order = Order == memory_order::relaxed;
template <thread_scope Scope>
concept block_or_device_scope = Scope == thread_scope::block || Scope == thread_scope::device;

/// Length and stride of dimension Dim in 64 bits; constants where they are static.
template <size_t Dim, class Span> CUTILE_TILE long long wide_extent(const Span &Array) noexcept {
  using Extents = typename Span::extents_type;
  if constexpr (size_t(Extents::static_extent(Dim)) != dynamic_extent)
    return static_cast<long long>(Extents::static_extent(Dim));
  else
    return static_cast<long long>(Array.mapping().extents().extent(Dim));
}
template <size_t Dim, class Span> CUTILE_TILE long long wide_stride(const Span &Array) noexcept {
  constexpr size_t Static = layout_mapping_static_stride<typename Span::mapping_type>{}(Dim);
  if constexpr (Static != dynamic_stride)
    return static_cast<long long>(Static);
  else
    return wide_strides::get(Array.mapping(), Dim);
}

// Calls of the view operations. Steps are the distances between blocks, in elements of the span.

template <class Elem, class Shape, int Masked, int Padding, class Span, size_t... Dims, size_t... Lengths, size_t... Steps, class... Indices>
CUTILE_TILE vector<Elem, Shape> call_view_load(const Span &Array, sizes<Dims...>, sizes<Lengths...>, sizes<Steps...>, Indices... Index) noexcept {
  return __op::view_load<vector<Elem, Shape>>(Array.data_handle(), wide_extent<Dims>(Array)..., wide_stride<Dims>(Array)...,
                                              (static_cast<long long>(Index) * static_cast<long long>(Steps))..., int(sizeof...(Dims)),
                                              int(Lengths)..., Masked, Padding, int(kind_of<Elem>));
}

template <class Elem, class Shape, int Masked, class Span, size_t... Dims, size_t... Lengths, size_t... Steps, class... Indices>
CUTILE_TILE void call_view_store(vector<Elem, Shape> Value, const Span &Array, sizes<Dims...>, sizes<Lengths...>, sizes<Steps...>,
                                 Indices... Index) noexcept {
  __op::view_store<void>(Value, Array.data_handle(), wide_extent<Dims>(Array)..., wide_stride<Dims>(Array)...,
                         (static_cast<long long>(Index) * static_cast<long long>(Steps))..., int(sizeof...(Dims)), int(Lengths)...,
                         Masked, int(kind_of<Elem>));
}

template <class Elem, class Shape, class Span, size_t... Dims, size_t... Lengths, size_t... Steps, class... Indices>
CUTILE_TILE vector<Elem *, Shape> call_view_pointers(const Span &Array, sizes<Dims...>, sizes<Lengths...>, sizes<Steps...>,
                                                     Indices... Index) noexcept {
  return __op::view_pointers<vector<Elem *, Shape>>(Array.data_handle(), wide_stride<Dims>(Array)...,
                                                    (static_cast<long long>(Index) * static_cast<long long>(Steps))...,
                                                    int(sizeof...(Dims)), int(Lengths)..., int(sizeof(Elem)));
}

template <class Shape, class Span, size_t... Dims, size_t... Lengths, size_t... Steps, class... Indices>
CUTILE_TILE mask_vector<Shape> call_view_mask(const Span &Array, sizes<Dims...>, sizes<Lengths...>, sizes<Steps...>, Indices... Index) noexcept {
  return __op::view_mask<mask_vector<Shape>>(wide_extent<Dims>(Array)..., (static_cast<long long>(Index) * static_cast<long long>(Steps))...,
                                             int(sizeof...(Dims)), int(Lengths)...);
}

/// The value of a padding as a vector.
template <class Elem, class Shape, view_padding Padding> CUTILE_TILE vector<Elem, Shape> padding_vector() noexcept {
  using Storage = storage_of<Elem>;
  using Bits = typename unsigned_of<sizeof(Storage)>::type;
  constexpr unsigned ExponentBits = same<Elem, double>                                        ? 11
                                    : same<Elem, __half> || same<Elem, __nv_fp8_e5m2>         ? 5
                                    : same<Elem, __nv_fp8_e4m3> || same<Elem, __nv_fp4_e2m1>  ? 4
                                                                                              : 8;
  constexpr unsigned Width = sizeof(Storage) * 8;
  constexpr Bits Sign = static_cast<Bits>(Bits(1) << (Width - 1));
  constexpr Bits Infinity = static_cast<Bits>(((Bits(1) << ExponentBits) - 1) << (Width - 1 - ExponentBits));
  constexpr Bits Quiet = same<Elem, __nv_fp8_e8m0>   ? Bits(0xff)
                         : same<Elem, __nv_fp8_e4m3> ? Bits(0x7f)
                                                     : static_cast<Bits>(Infinity | Bits(1) << (Width - 2 - ExponentBits));
  constexpr Bits Value = Padding == view_padding::zero            ? Bits(0)
                         : Padding == view_padding::negative_zero ? Sign
                         : Padding == view_padding::positive_inf  ? Infinity
                         : Padding == view_padding::negative_inf  ? static_cast<Bits>(Sign | Infinity)
                                                                  : Quiet;
  return splat_storage<Elem, Shape>(__builtin_bit_cast(Storage, Value));
}

/// The accesses of partition_view and strided_view. Block (i_0, ...) begins at element i_k * Step_k of each dimension k.
template <class Span, class Shape, class Steps> class block_view {
protected:
  using dimensions = counted<Shape::rank()>;
  using block_lengths = lengths_of<Shape>;
  static constexpr size_t dimension_count = Shape::rank();

public:
  using span_type = Span;
  using element_type = typename Span::element_type;
  using value_type = typename Span::value_type;
  using index_type = typename Span::index_type;
  using rank_type = typename Span::rank_type;

  CUTILE_ALL const span_type &span() const noexcept { return Array; }

  /// The block at an index; all of it must lie inside.
  template <view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> load(Indices... Index) const noexcept {
    return load_block<0, view_padding::zero>(Index...);
  }

  /// The block at an index, with padding outside the extents.
  template <view_padding Padding = view_padding::zero, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && padding_representable<value_type, Padding> &&
            static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> load_masked(Indices... Index) const noexcept {
    return load_block<1, Padding>(Index...);
  }
  template <view_padding Padding, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && padding_representable<value_type, Padding> &&
            static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> load_masked(view_padding_constant<Padding>, Indices... Index) const noexcept {
    return load_block<1, Padding>(Index...);
  }

  /// Stores a tile of the shape of the view whose elements convert without narrowing; all of the block must lie inside.
  template <tile_like Value, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_storeable<element_type> && view_value<Value, element_type, Shape> &&
            static_strides_positive<Span>
  CUTILE_TILE void store(Value Stored, Indices... Index) const noexcept {
    store_block<0, Value>(Stored, Index...);
  }

  /// Stores the elements that lie inside.
  template <tile_like Value, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_storeable<element_type> && view_value<Value, element_type, Shape> &&
            static_strides_positive<Span>
  CUTILE_TILE void store_masked(Value Stored, Indices... Index) const noexcept {
    store_block<1, Value>(Stored, Index...);
  }

  /// Strong loads; order relaxed or acquire. The masked form needs a padding.
  template <memory_order Order, thread_scope Scope = thread_scope::system, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && read_memory_order<Order> && static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> atomic_load(Indices... Index) const noexcept {
    return atomic_load_block<false, view_padding::zero>(int(Order), int(Scope), Index...);
  }
  template <memory_order Order, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && read_memory_order<Order> && static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> atomic_load(memory_order_constant<Order>, Indices... Index) const noexcept {
    return atomic_load_block<false, view_padding::zero>(int(Order), int(thread_scope::system), Index...);
  }
  template <memory_order Order, thread_scope Scope, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && read_memory_order<Order> && static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> atomic_load(memory_order_constant<Order>, thread_scope_constant<Scope>, Indices... Index) const noexcept {
    return atomic_load_block<false, view_padding::zero>(int(Order), int(Scope), Index...);
  }
  template <view_padding Padding, memory_order Order, thread_scope Scope = thread_scope::system, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && padding_representable<value_type, Padding> &&
            read_memory_order<Order> && static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> atomic_load_masked(Indices... Index) const noexcept {
    return atomic_load_block<true, Padding>(int(Order), int(Scope), Index...);
  }
  template <view_padding Padding, memory_order Order, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && padding_representable<value_type, Padding> &&
            read_memory_order<Order> && static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> atomic_load_masked(view_padding_constant<Padding>, memory_order_constant<Order>,
                                                         Indices... Index) const noexcept {
    return atomic_load_block<true, Padding>(int(Order), int(thread_scope::system), Index...);
  }
  template <view_padding Padding, memory_order Order, thread_scope Scope, view_index... Indices>
    requires(sizeof...(Indices) == dimension_count) && view_loadable<element_type> && padding_representable<value_type, Padding> &&
            read_memory_order<Order> && static_strides_positive<Span>
  CUTILE_TILE tile<value_type, Shape> atomic_load_masked(view_padding_constant<Padding>, memory_order_constant<Order>,
                                                         thread_scope_constant<Scope>, Indices... Index) const noexcept {
    return atomic_load_block<true, Padding>(int(Order), int(Scope), Index...);
  }

#define CUTILE_VIEW_ATOMIC_STORE(Name, Masked)                                                                                \
  template <memory_order Order, thread_scope Scope = thread_scope::system, tile_like Value, view_index... Indices>            \
    requires(sizeof...(Indices) == dimension_count) && view_storeable<element_type> && view_value<Value, element_type, Shape> && \
            write_memory_order<Order> && static_strides_positive<Span>                                                        \
  CUTILE_TILE void Name(Value Stored, Indices... Index) const noexcept {                                                      \
    atomic_store_block<Masked, Value>(Stored, int(Order), int(Scope), Index...);                                              \
  }                                                                                                                           \
  template <memory_order Order, tile_like Value, view_index... Indices>                                                       \
    requires(sizeof...(Indices) == dimension_count) && view_storeable<element_type> && view_value<Value, element_type, Shape> && \
            write_memory_order<Order> && static_strides_positive<Span>                                                        \
  CUTILE_TILE void Name(Value Stored, memory_order_constant<Order>, Indices... Index) const noexcept {                        \
    atomic_store_block<Masked, Value>(Stored, int(Order), int(thread_scope::system), Index...);                               \
  }                                                                                                                           \
  template <memory_order Order, thread_scope Scope, tile_like Value, view_index... Indices>                                   \
    requires(sizeof...(Indices) == dimension_count) && view_storeable<element_type> && view_value<Value, element_type, Shape> && \
            write_memory_order<Order> && static_strides_positive<Span>                                                        \
  CUTILE_TILE void Name(Value Stored, memory_order_constant<Order>, thread_scope_constant<Scope>, Indices... Index) const noexcept { \
    atomic_store_block<Masked, Value>(Stored, int(Order), int(Scope), Index...);                                              \
  }
  /// Strong stores; order relaxed or release.
  CUTILE_VIEW_ATOMIC_STORE(atomic_store, false)
  CUTILE_VIEW_ATOMIC_STORE(atomic_store_masked, true)
#undef CUTILE_VIEW_ATOMIC_STORE

#define CUTILE_VIEW_REDUCTION_FORM(Name, Masked, Operation, Elements)                                                         \
  template <memory_order Order, thread_scope Scope, tile_like Value, view_index... Indices>                                   \
    requires(sizeof...(Indices) == dimension_count) && view_storeable<element_type> && Elements<value_type> &&                \
            view_value<Value, element_type, Shape> && relaxed_memory_order<Order> && block_or_device_scope<Scope> &&          \
            static_strides_positive<Span>                                                                                     \
  CUTILE_TILE void Name(Value Operand, memory_order_constant<Order>, thread_scope_constant<Scope>, Indices... Index) const noexcept { \
    reduce_block<Masked, Value>(Operand, Operation, int(Order), int(Scope), Index...);                                        \
  }
#define CUTILE_VIEW_REDUCTION(Name, Operation, Elements)                                                                      \
  CUTILE_VIEW_REDUCTION_FORM(Name, false, Operation, Elements)                                                                \
  CUTILE_VIEW_REDUCTION_FORM(Name##_masked, true, Operation, Elements)
  /// Reductions into memory, without result: order relaxed, scope block or device, both explicit.
  CUTILE_VIEW_REDUCTION(atomic_add, __op::rmw_add, atomically_addable)
  CUTILE_VIEW_REDUCTION(atomic_sub, __op::rmw_sub, atomically_addable)
  CUTILE_VIEW_REDUCTION(atomic_and, __op::rmw_and, atomic_integer)
  CUTILE_VIEW_REDUCTION(atomic_or, __op::rmw_or, atomic_integer)
  CUTILE_VIEW_REDUCTION(atomic_xor, __op::rmw_xor, atomic_integer)
  CUTILE_VIEW_REDUCTION(atomic_min, __op::rmw_min, atomic_integer)
  CUTILE_VIEW_REDUCTION(atomic_max, __op::rmw_max, atomic_integer)
#undef CUTILE_VIEW_REDUCTION
#undef CUTILE_VIEW_REDUCTION_FORM

protected:
  CUTILE_ALL explicit block_view(const Span &Given) noexcept : Array(Given) {}

private:
  using pointers = tile<value_type *, Shape>;
  template <int Masked, view_padding Padding, class... Indices> CUTILE_TILE tile<value_type, Shape> load_block(Indices... Index) const noexcept {
    return make<tile<value_type, Shape>>(normalise_loaded<value_type, Shape>(
        call_view_load<value_type, Shape, Masked, int(Padding)>(Array, dimensions{}, block_lengths{}, Steps{}, Index...)));
  }
  template <int Masked, class Value, class... Indices> CUTILE_TILE void store_block(Value Stored, Indices... Index) const noexcept {
    call_view_store<value_type, Shape, Masked>(stored_value<pointers, Value>(Stored), Array, dimensions{}, block_lengths{}, Steps{}, Index...);
  }
  template <class... Indices> CUTILE_TILE pointers addresses(Indices... Index) const noexcept {
    return make<pointers>(call_view_pointers<value_type, Shape>(Array, dimensions{}, block_lengths{}, Steps{}, Index...));
  }
  template <bool Masked, class... Indices> CUTILE_TILE mask_vector<Shape> active(Indices... Index) const noexcept {
    if constexpr (Masked)
      return call_view_mask<Shape>(Array, dimensions{}, block_lengths{}, Steps{}, Index...);
    else
      return full_mask<Shape>();
  }
  template <bool Masked, view_padding Padding, class... Indices>
  CUTILE_TILE tile<value_type, Shape> atomic_load_block(int Order, int Scope, Indices... Index) const noexcept {
    return atomic_load_tile<pointers>(addresses(Index...), active<Masked>(Index...), padding_vector<value_type, Shape, Padding>(), Order, Scope);
  }
  template <bool Masked, class Value, class... Indices>
  CUTILE_TILE void atomic_store_block(Value Stored, int Order, int Scope, Indices... Index) const noexcept {
    __op::atomic_store<void>(get<pointers>(addresses(Index...)), stored_value<pointers, Value>(Stored), active<Masked>(Index...), Order, Scope);
  }
  template <bool Masked, class Value, class... Indices>
  CUTILE_TILE void reduce_block(Value Operand, int Operation, int Order, int Scope, Indices... Index) const noexcept {
    rmw_tile<pointers>(addresses(Index...), stored_value<pointers, Value>(Operand), active<Masked>(Index...), Operation, Order, Scope);
  }

  Span Array;
};

template <class Span, class Shape>
concept shape_has_rank_of_span = tensor_span_like<Span> && tile_shape<Shape> && size_t(Shape::rank()) == size_t(Span::extents_type::rank());

} // namespace __detail

/// Cuts a span into adjacent blocks of Shape: block (i_0, ...) begins at element i_k * Shape_k. The index space has
/// ceil(extent_k / Shape_k) blocks per dimension.
template <tensor_span_like Span, tile_shape Shape>
  requires __detail::cv_unqualified<Span> && __detail::cv_unqualified<Shape> && __detail::shape_has_rank_of_span<Span, Shape>
class partition_view : public __detail::block_view<Span, Shape, __detail::lengths_of<Shape>> {
public:
  CUTILE_ALL partition_view(const Span &Given, Shape) noexcept : __detail::block_view<Span, Shape, __detail::lengths_of<Shape>>(Given) {}
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
class strided_view : public __detail::block_view<Span, Shape, typename __detail::stride_list<Strides>::type> {
  using base = __detail::block_view<Span, Shape, typename __detail::stride_list<Strides>::type>;

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
