// What the views have in common: the rules for their arguments, the calls of the view operations, and the member functions.
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
                         (static_cast<long long>(Index) * static_cast<long long>(Steps))..., int(sizeof...(Dims)), int(Lengths)..., Masked,
                         int(kind_of<Elem>));
}

template <class Elem, class Shape, class Span, size_t... Dims, size_t... Lengths, size_t... Steps, class... Indices>
CUTILE_TILE address_vector<Shape> call_view_pointers(const Span &Array, sizes<Dims...>, sizes<Lengths...>, sizes<Steps...>,
                                                     Indices... Index) noexcept {
  return __op::view_pointers<address_vector<Shape>>(Array.data_handle(), wide_stride<Dims>(Array)...,
                                                    (static_cast<long long>(Index) * static_cast<long long>(Steps))..., int(sizeof...(Dims)),
                                                    int(Lengths)..., int(sizeof(Elem)));
}

template <class Shape, class Span, size_t... Dims, size_t... Lengths, size_t... Steps, class... Indices>
CUTILE_TILE mask_vector<Shape> call_view_mask(const Span &Array, sizes<Dims...>, sizes<Lengths...>, sizes<Steps...>, Indices... Index) noexcept {
  return __op::view_mask<mask_vector<Shape>>(wide_extent<Dims>(Array)..., (static_cast<long long>(Index) * static_cast<long long>(Steps))...,
                                             int(sizeof...(Dims)), int(Lengths)...);
}

/// The bits of a padding that the element type can represent.
template <class Elem, view_padding Padding> consteval auto padding_bits() {
  using Bits = typename unsigned_of<sizeof(storage_of<Elem>)>::type;
  constexpr unsigned Width = sizeof(Bits) * 8;
  constexpr unsigned ExponentBits = same<Elem, double> ? 11 : same<Elem, __half> || same<Elem, __nv_fp8_e5m2> ? 5 : Width == 8 ? 4 : 8;
  constexpr Bits Sign = static_cast<Bits>(Bits(1) << (Width - 1));
  constexpr Bits Infinity = static_cast<Bits>(((Bits(1) << ExponentBits) - 1) << (Width - 1 - ExponentBits));
  switch (Padding) {
  case view_padding::zero:
    return Bits(0);
  case view_padding::negative_zero:
    return Sign;
  case view_padding::positive_inf:
    return Infinity;
  case view_padding::negative_inf:
    return static_cast<Bits>(Sign | Infinity);
  default:
    return same<Elem, __nv_fp8_e8m0>   ? Bits(0xff)
           : same<Elem, __nv_fp8_e4m3> ? Bits(0x7f)
                                       : static_cast<Bits>(Infinity | Bits(1) << (Width - 2 - ExponentBits));
  }
}

/// The value of a padding as a vector.
template <class Elem, class Shape, view_padding Padding> CUTILE_TILE vector<Elem, Shape> padding_vector() noexcept {
  return splat_storage<Elem, Shape>(__builtin_bit_cast(storage_of<Elem>, padding_bits<Elem, Padding>()));
}

/// Access to blocks at regular distances: block (i_0, ...) begins at element i_k * Step_k of each dimension k.
template <class Shape, class Steps> struct block_access {
  using dimensions = counted<Shape::rank()>;
  using block_lengths = lengths_of<Shape>;
  static constexpr bool has_reductions = true;

  template <class... Indices> static consteval bool accepts() { return sizeof...(Indices) == Shape::rank() && (view_index<Indices> && ...); }
  template <class Elem, bool Masked, view_padding Padding, class Span, class... Indices>
  static CUTILE_TILE vector<Elem, Shape> load(const Span &Array, Indices... Index) noexcept {
    return call_view_load<Elem, Shape, int(Masked), int(Padding)>(Array, dimensions{}, block_lengths{}, Steps{}, Index...);
  }
  template <class Elem, bool Masked, class Span, class... Indices>
  static CUTILE_TILE void store(vector<Elem, Shape> Value, const Span &Array, Indices... Index) noexcept {
    call_view_store<Elem, Shape, int(Masked)>(Value, Array, dimensions{}, block_lengths{}, Steps{}, Index...);
  }
  template <class Elem, class Span, class... Indices>
  static CUTILE_TILE address_vector<Shape> addresses(const Span &Array, Indices... Index) noexcept {
    return call_view_pointers<Elem, Shape>(Array, dimensions{}, block_lengths{}, Steps{}, Index...);
  }
  template <class Span, class... Indices> static CUTILE_TILE mask_vector<Shape> inside(const Span &Array, Indices... Index) noexcept {
    return call_view_mask<Shape>(Array, dimensions{}, block_lengths{}, Steps{}, Index...);
  }
};

/// The arguments of an access fit the view: one per dimension, each of the kind that the dimension takes.
template <class Access, class... Indices>
concept index_for_each_dimension = Access::template accepts<Indices...>();
template <class Access>
concept view_with_reductions = Access::has_reductions;

/// What every load of a view demands, and every store of a tile of type Value and shape Shape.
template <class Span, class Access, class... Indices>
concept view_load = index_for_each_dimension<Access, Indices...> && view_loadable<typename Span::element_type> && static_strides_positive<Span>;
template <class Span, class Access, class Shape, class Value, class... Indices>
concept view_store = index_for_each_dimension<Access, Indices...> && view_storeable<typename Span::element_type> &&
                     view_value<Value, typename Span::element_type, Shape> && static_strides_positive<Span>;

/// The member functions of a view. Access tells which elements an index names.
template <class Span, class Shape, class Access> class view_base {
  using result = tile<typename Span::value_type, Shape>;

public:
  using span_type = Span;
  using element_type = typename Span::element_type;
  using value_type = typename Span::value_type;
  using index_type = typename Span::index_type;
  using rank_type = typename Span::rank_type;

  CUTILE_ALL const span_type &span() const noexcept { return Array; }

  /// The block at an index; all of it must lie inside.
  template <class... Indices>
    requires view_load<Span, Access, Indices...>
  CUTILE_TILE result load(Indices... Index) const noexcept {
    return load_block<false, view_padding::zero>(Index...);
  }

  /// The block at an index, with padding outside the extents.
  template <view_padding Padding = view_padding::zero, class... Indices>
    requires view_load<Span, Access, Indices...> && padding_representable<value_type, Padding>
  CUTILE_TILE result load_masked(Indices... Index) const noexcept {
    return load_block<true, Padding>(Index...);
  }
  template <view_padding Padding, class... Indices>
    requires view_load<Span, Access, Indices...> && padding_representable<value_type, Padding>
  CUTILE_TILE result load_masked(view_padding_constant<Padding>, Indices... Index) const noexcept {
    return load_block<true, Padding>(Index...);
  }

  /// Stores a tile of the shape of the view whose elements convert without narrowing; all of the block must lie inside.
  template <tile_like Value, class... Indices>
    requires view_store<Span, Access, Shape, Value, Indices...>
  CUTILE_TILE void store(Value Stored, Indices... Index) const noexcept {
    store_block<false, Value>(Stored, Index...);
  }

  /// Stores the elements that lie inside.
  template <tile_like Value, class... Indices>
    requires view_store<Span, Access, Shape, Value, Indices...>
  CUTILE_TILE void store_masked(Value Stored, Indices... Index) const noexcept {
    store_block<true, Value>(Stored, Index...);
  }

  /// Strong loads; order relaxed or acquire. The masked form needs a padding.
  template <memory_order Order, thread_scope Scope = thread_scope::system, class... Indices>
    requires view_load<Span, Access, Indices...> && read_memory_order<Order>
  CUTILE_TILE result atomic_load(Indices... Index) const noexcept {
    return atomic_load_block<false, view_padding::zero>(int(Order), int(Scope), Index...);
  }
  template <memory_order Order, class... Indices>
    requires view_load<Span, Access, Indices...> && read_memory_order<Order>
  CUTILE_TILE result atomic_load(memory_order_constant<Order>, Indices... Index) const noexcept {
    return atomic_load_block<false, view_padding::zero>(int(Order), int(thread_scope::system), Index...);
  }
  template <memory_order Order, thread_scope Scope, class... Indices>
    requires view_load<Span, Access, Indices...> && read_memory_order<Order>
  CUTILE_TILE result atomic_load(memory_order_constant<Order>, thread_scope_constant<Scope>, Indices... Index) const noexcept {
    return atomic_load_block<false, view_padding::zero>(int(Order), int(Scope), Index...);
  }
  template <view_padding Padding, memory_order Order, thread_scope Scope = thread_scope::system, class... Indices>
    requires view_load<Span, Access, Indices...> && padding_representable<value_type, Padding> && read_memory_order<Order>
  CUTILE_TILE result atomic_load_masked(Indices... Index) const noexcept {
    return atomic_load_block<true, Padding>(int(Order), int(Scope), Index...);
  }
  template <view_padding Padding, memory_order Order, class... Indices>
    requires view_load<Span, Access, Indices...> && padding_representable<value_type, Padding> && read_memory_order<Order>
  CUTILE_TILE result atomic_load_masked(view_padding_constant<Padding>, memory_order_constant<Order>, Indices... Index) const noexcept {
    return atomic_load_block<true, Padding>(int(Order), int(thread_scope::system), Index...);
  }
  template <view_padding Padding, memory_order Order, thread_scope Scope, class... Indices>
    requires view_load<Span, Access, Indices...> && padding_representable<value_type, Padding> && read_memory_order<Order>
  CUTILE_TILE result atomic_load_masked(view_padding_constant<Padding>, memory_order_constant<Order>, thread_scope_constant<Scope>,
                                        Indices... Index) const noexcept {
    return atomic_load_block<true, Padding>(int(Order), int(Scope), Index...);
  }

#define CUTILE_VIEW_ATOMIC_STORE(Name, Masked)                                                                                                       \
  template <memory_order Order, thread_scope Scope = thread_scope::system, tile_like Value, class... Indices>                                        \
    requires view_store<Span, Access, Shape, Value, Indices...> && write_memory_order<Order>                                                         \
  CUTILE_TILE void Name(Value Stored, Indices... Index) const noexcept {                                                                             \
    atomic_store_block<Masked, Value>(Stored, int(Order), int(Scope), Index...);                                                                     \
  }                                                                                                                                                  \
  template <memory_order Order, tile_like Value, class... Indices>                                                                                   \
    requires view_store<Span, Access, Shape, Value, Indices...> && write_memory_order<Order>                                                         \
  CUTILE_TILE void Name(Value Stored, memory_order_constant<Order>, Indices... Index) const noexcept {                                               \
    atomic_store_block<Masked, Value>(Stored, int(Order), int(thread_scope::system), Index...);                                                      \
  }                                                                                                                                                  \
  template <memory_order Order, thread_scope Scope, tile_like Value, class... Indices>                                                               \
    requires view_store<Span, Access, Shape, Value, Indices...> && write_memory_order<Order>                                                         \
  CUTILE_TILE void Name(Value Stored, memory_order_constant<Order>, thread_scope_constant<Scope>, Indices... Index) const noexcept {                 \
    atomic_store_block<Masked, Value>(Stored, int(Order), int(Scope), Index...);                                                                     \
  }
  /// Strong stores; order relaxed or release.
  CUTILE_VIEW_ATOMIC_STORE(atomic_store, false)
  CUTILE_VIEW_ATOMIC_STORE(atomic_store_masked, true)
#undef CUTILE_VIEW_ATOMIC_STORE

#define CUTILE_VIEW_REDUCTION_FORM(Name, Masked, Operation, Elements)                                                                                \
  template <memory_order Order, thread_scope Scope, tile_like Value, class... Indices>                                                               \
    requires view_with_reductions<Access> && view_store<Span, Access, Shape, Value, Indices...> && Elements<value_type> &&                           \
             relaxed_memory_order<Order> && block_or_device_scope<Scope>                                                                             \
  CUTILE_TILE void Name(Value Operand, memory_order_constant<Order>, thread_scope_constant<Scope>, Indices... Index) const noexcept {                \
    reduce_block<Masked, Value>(Operand, Operation, int(Order), int(Scope), Index...);                                                               \
  }
#define CUTILE_VIEW_REDUCTION(Name, Operation, Elements)                                                                                             \
  CUTILE_VIEW_REDUCTION_FORM(Name, false, Operation, Elements)                                                                                       \
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
  CUTILE_ALL explicit view_base(const Span &Given) noexcept : Array(Given) {}

private:
  template <bool Masked, view_padding Padding, class... Indices> CUTILE_TILE result load_block(Indices... Index) const noexcept {
    return tile_access::make<result>(normalise_loaded<value_type, Shape>(Access::template load<value_type, Masked, Padding>(Array, Index...)));
  }
  template <bool Masked, class Value, class... Indices> CUTILE_TILE void store_block(Value Stored, Indices... Index) const noexcept {
    Access::template store<value_type, Masked>(stored_vector<value_type, Shape, Value>(Stored), Array, Index...);
  }
  template <bool Masked, class... Indices> CUTILE_TILE mask_vector<Shape> active(Indices... Index) const noexcept {
    if constexpr (Masked)
      return Access::inside(Array, Index...);
    else
      return full_mask<Shape>();
  }
  template <bool Masked, view_padding Padding, class... Indices>
  CUTILE_TILE result atomic_load_block(int Order, int Scope, Indices... Index) const noexcept {
    return tile_access::make<result>(normalise_loaded<value_type, Shape>(
        __op::atomic_load<vector<value_type, Shape>>(Access::template addresses<value_type>(Array, Index...), active<Masked>(Index...),
                                                     padding_vector<value_type, Shape, Padding>(), Order, Scope)));
  }
  template <bool Masked, class Value, class... Indices>
  CUTILE_TILE void atomic_store_block(Value Stored, int Order, int Scope, Indices... Index) const noexcept {
    __op::atomic_store<void>(Access::template addresses<value_type>(Array, Index...), stored_vector<value_type, Shape, Value>(Stored),
                             active<Masked>(Index...), Order, Scope);
  }
  template <bool Masked, class Value, class... Indices>
  CUTILE_TILE void reduce_block(Value Operand, int Operation, int Order, int Scope, Indices... Index) const noexcept {
    __op::atomic_rmw<vector<value_type, Shape>>(Access::template addresses<value_type>(Array, Index...),
                                                stored_vector<value_type, Shape, Value>(Operand), active<Masked>(Index...), Operation,
                                                int(kind_of<value_type>), Order, Scope);
  }

  Span Array;
};

template <class Span, class Shape>
concept shape_has_rank_of_span = tensor_span_like<Span> && tile_shape<Shape> && size_t(Shape::rank()) == size_t(Span::extents_type::rank());

} // namespace __detail
} // namespace __v1
} // namespace cuda::tiles
