// Loads, stores and atomic operations through pointers and tiles of pointers (page "Memory Operations").
//
// Each element is one memory operation. The pointers must be aligned to their element. A mask is anything that converts to
// `bool` and broadcasts to the shape of the pointers; inactive elements are not accessed. Atomic operations need a memory
// order, as first template argument or as tag; the scope defaults to the system.
#pragma once

#include "comparison.h"

namespace cuda::tiles {
inline namespace __v1 {

/// A pointer tile whose pointee is neither (cv) `void` nor volatile.
template <class Type>
concept loadable_tile = pointer_tile<Type> && !std::is_void_v<__detail::pointee<Type>> && !std::is_volatile_v<__detail::pointee<Type>>;

/// A loadable pointer tile whose pointee is not const.
template <class Type>
concept storeable_tile = loadable_tile<Type> && !std::is_const_v<__detail::pointee<Type>>;

/// Type of the values behind a pointer tile.
template <loadable_tile Type> using tile_load_t = tile_with_element_t<Type, std::remove_cv_t<__detail::pointee<Type>>>;

namespace __detail {

template <class Mask, class Pointers>
concept mask_for = bool_tile_convertible<Mask> && broadcastable_to<Mask, shape_of<Pointers>>;

template <class Value, class Pointers>
concept value_for_pointers = non_narrowing_tile_convertible_to<Value, tile_load_t<Pointers>>;

template <class Padding, class Pointers>
concept padding_for = tile_like<Padding> && non_narrowing_scalar_convertible_to<element_of<Padding>, tile_element_t<tile_load_t<Pointers>>> &&
                      broadcastable_to<Padding, shape_of<Pointers>>;

/// The operands of a masked load or store; a load may have a padding.
template <class Pointers, class Mask, class... Padding>
concept masked_load_operands = mask_for<Mask, Pointers> && (padding_for<Padding, Pointers> && ...);
template <class Pointers, class Value, class Mask>
concept masked_store_operands = value_for_pointers<Value, Pointers> && mask_for<Mask, Pointers>;

/// Loaded elements as elements of a tile: a boolean that was stored as another byte than 0 or 1 is true.
template <class Elem, class Shape> CUTILE_TILE vector<Elem, Shape> normalise_loaded(vector<Elem, Shape> Value) noexcept {
  if constexpr (same<Elem, bool>)
    return cast_vector<bool, unsigned char, Shape>(Value);
  else
    return Value;
}

/// Addresses of the elements of a tile.
template <class Shape> using address_vector = vector<const volatile void *, Shape>;

/// The value operand of a store, with elements Elem.
template <class Elem, class Shape, class Value> CUTILE_TILE vector<Elem, Shape> stored_vector(Value Operand) noexcept {
  return cast_vector<Elem, tile_element_t<Value>, Shape>(tile_access::get<Value>(Operand));
}

template <class Pointers>
CUTILE_TILE tile_load_t<Pointers> load_tile(Pointers Address, mask_vector<shape_of<Pointers>> Mask,
                                            vector_for<tile_load_t<Pointers>> Padding) noexcept {
  using Result = tile_load_t<Pointers>;
  using Elem = tile_element_t<Result>;
  return tile_access::make<Result>(
      normalise_loaded<Elem, shape_of<Result>>(__op::load<vector_for<Result>>(tile_access::get<Pointers>(Address), Mask, Padding)));
}

/// The value operand of a store in the element and shape of the pointee.
template <class Pointers, class Value> CUTILE_TILE vector_for<tile_load_t<Pointers>> stored_value(Value Operand) noexcept {
  return stored_vector<tile_element_t<tile_load_t<Pointers>>, shape_of<Pointers>, Value>(Operand);
}

template <class Pointers> CUTILE_TILE vector_for<tile_load_t<Pointers>> no_padding() noexcept {
  return zero_vector<tile_element_t<tile_load_t<Pointers>>, shape_of<Pointers>>();
}
template <class Pointers, class Padding> CUTILE_TILE vector_for<tile_load_t<Pointers>> padding_value(Padding Value) noexcept {
  return convert<tile_element_t<tile_load_t<Pointers>>, shape_of<Pointers>, Padding>(Value);
}

} // namespace __detail

//===-- Weak accesses ----------------------------------------------------------===//

/// The values at the addresses; a scalar for a scalar pointer.
template <loadable_tile Pointers> CUTILE_TILE tile_load_t<Pointers> load(Pointers Address) noexcept {
  return __detail::load_tile<Pointers>(Address, __detail::full_mask<__detail::shape_of<Pointers>>(), __detail::no_padding<Pointers>());
}

/// The values at the active addresses; inactive elements are unspecified (0 here).
template <loadable_tile Pointers, tile_like Mask>
  requires __detail::mask_for<Mask, Pointers>
CUTILE_TILE tile_load_t<Pointers> load_masked(Pointers Address, Mask Active) noexcept {
  return __detail::load_tile<Pointers>(Address, __detail::convert_mask<__detail::shape_of<Pointers>, Mask>(Active), __detail::no_padding<Pointers>());
}

/// The values at the active addresses, the padding elsewhere. The padding broadcasts and converts without narrowing.
template <loadable_tile Pointers, tile_like Mask, tile_like Padding>
  requires __detail::masked_load_operands<Pointers, Mask, Padding>
CUTILE_TILE tile_load_t<Pointers> load_masked(Pointers Address, Mask Active, Padding Inactive) noexcept {
  return __detail::load_tile<Pointers>(Address, __detail::convert_mask<__detail::shape_of<Pointers>, Mask>(Active),
                                       __detail::padding_value<Pointers, Padding>(Inactive));
}

/// Stores a value of the shape of the pointers, which converts without narrowing. Equal addresses are a data race.
template <storeable_tile Pointers, tile_like Value>
  requires __detail::value_for_pointers<Value, Pointers>
CUTILE_TILE void store(Pointers Address, Value Stored) noexcept {
  __op::store<void>(__detail::tile_access::get<Pointers>(Address), __detail::stored_value<Pointers, Value>(Stored),
                    __detail::full_mask<__detail::shape_of<Pointers>>());
}

/// Stores the active elements.
template <storeable_tile Pointers, tile_like Value, tile_like Mask>
  requires __detail::masked_store_operands<Pointers, Value, Mask>
CUTILE_TILE void store_masked(Pointers Address, Value Stored, Mask Active) noexcept {
  __op::store<void>(__detail::tile_access::get<Pointers>(Address), __detail::stored_value<Pointers, Value>(Stored),
                    __detail::convert_mask<__detail::shape_of<Pointers>, Mask>(Active));
}

//===-- Strong loads and stores ----------------------------------------------------===//

namespace __detail {
template <class Pointers>
CUTILE_TILE tile_load_t<Pointers> atomic_load_tile(Pointers Address, mask_vector<shape_of<Pointers>> Mask, vector_for<tile_load_t<Pointers>> Padding,
                                                   int Order, int Scope) noexcept {
  using Result = tile_load_t<Pointers>;
  using Elem = tile_element_t<Result>;
  return tile_access::make<Result>(normalise_loaded<Elem, shape_of<Result>>(
      __op::atomic_load<vector_for<Result>>(tile_access::get<Pointers>(Address), Mask, Padding, Order, Scope)));
}
} // namespace __detail

/// Strong load; order relaxed or acquire.
template <memory_order Order, thread_scope Scope = thread_scope::system, loadable_tile Pointers>
  requires read_memory_order<Order>
CUTILE_TILE tile_load_t<Pointers> atomic_load(Pointers Address, memory_order_constant<Order> = {}, thread_scope_constant<Scope> = {}) noexcept {
  return __detail::atomic_load_tile<Pointers>(Address, __detail::full_mask<__detail::shape_of<Pointers>>(), __detail::no_padding<Pointers>(),
                                              int(Order), int(Scope));
}

template <memory_order Order, thread_scope Scope = thread_scope::system, loadable_tile Pointers, tile_like Mask>
  requires read_memory_order<Order> && __detail::mask_for<Mask, Pointers>
CUTILE_TILE tile_load_t<Pointers> atomic_load_masked(Pointers Address, Mask Active, memory_order_constant<Order> = {},
                                                     thread_scope_constant<Scope> = {}) noexcept {
  return __detail::atomic_load_tile<Pointers>(Address, __detail::convert_mask<__detail::shape_of<Pointers>, Mask>(Active),
                                              __detail::no_padding<Pointers>(), int(Order), int(Scope));
}

template <memory_order Order, thread_scope Scope = thread_scope::system, loadable_tile Pointers, tile_like Mask, tile_like Padding>
  requires read_memory_order<Order> && __detail::masked_load_operands<Pointers, Mask, Padding>
CUTILE_TILE tile_load_t<Pointers> atomic_load_masked(Pointers Address, Mask Active, Padding Inactive, memory_order_constant<Order> = {},
                                                     thread_scope_constant<Scope> = {}) noexcept {
  return __detail::atomic_load_tile<Pointers>(Address, __detail::convert_mask<__detail::shape_of<Pointers>, Mask>(Active),
                                              __detail::padding_value<Pointers, Padding>(Inactive), int(Order), int(Scope));
}

/// Strong store; order relaxed or release. Of several values for one address, one remains.
template <memory_order Order, thread_scope Scope = thread_scope::system, storeable_tile Pointers, tile_like Value>
  requires write_memory_order<Order> && __detail::value_for_pointers<Value, Pointers>
CUTILE_TILE void atomic_store(Pointers Address, Value Stored, memory_order_constant<Order> = {}, thread_scope_constant<Scope> = {}) noexcept {
  __op::atomic_store<void>(__detail::tile_access::get<Pointers>(Address), __detail::stored_value<Pointers, Value>(Stored),
                           __detail::full_mask<__detail::shape_of<Pointers>>(), int(Order), int(Scope));
}

template <memory_order Order, thread_scope Scope = thread_scope::system, storeable_tile Pointers, tile_like Value, tile_like Mask>
  requires write_memory_order<Order> && __detail::masked_store_operands<Pointers, Value, Mask>
CUTILE_TILE void atomic_store_masked(Pointers Address, Value Stored, Mask Active, memory_order_constant<Order> = {},
                                     thread_scope_constant<Scope> = {}) noexcept {
  __op::atomic_store<void>(__detail::tile_access::get<Pointers>(Address), __detail::stored_value<Pointers, Value>(Stored),
                           __detail::convert_mask<__detail::shape_of<Pointers>, Mask>(Active), int(Order), int(Scope));
}

//===-- Read-modify-write ------------------------------------------------------------===//

namespace __detail {

template <class Elem> inline constexpr bool is_wide_integer = is_integral<Elem> && sizeof(storage_of<Elem>) >= 4;

/// Elements of atomic_add and atomic_sub.
template <class Elem>
concept atomically_addable = is_wide_integer<Elem> || is_basic_floating<Elem>;
/// Elements of the bitwise operations, minimum and maximum.
template <class Elem>
concept atomic_integer = is_wide_integer<Elem>;
/// Elements of exchange and compare-exchange.
template <class Elem>
concept atomically_exchangeable = is_wide_integer<Elem> || same<Elem, float> || same<Elem, double>;

template <class Pointers, class Expected, class Desired>
concept compare_exchange_operands =
    atomically_exchangeable<tile_element_t<tile_load_t<Pointers>>> && value_for_pointers<Expected, Pointers> && value_for_pointers<Desired, Pointers>;

template <class Pointers>
CUTILE_TILE tile_load_t<Pointers> rmw_tile(Pointers Address, vector_for<tile_load_t<Pointers>> Value, mask_vector<shape_of<Pointers>> Mask,
                                           int Operation, int Order, int Scope) noexcept {
  using Result = tile_load_t<Pointers>;
  return tile_access::make<Result>(__op::atomic_rmw<vector_for<Result>>(tile_access::get<Pointers>(Address), Value, Mask, Operation,
                                                                        int(kind_of<tile_element_t<Result>>), Order, Scope));
}

template <class Pointers>
CUTILE_TILE tile_load_t<Pointers> cas_tile(Pointers Address, vector_for<tile_load_t<Pointers>> Expected, vector_for<tile_load_t<Pointers>> Desired,
                                           mask_vector<shape_of<Pointers>> Mask, int Order, int Scope) noexcept {
  using Result = tile_load_t<Pointers>;
  return tile_access::make<Result>(__op::atomic_cas<vector_for<Result>>(tile_access::get<Pointers>(Address), Expected, Desired, Mask,
                                                                        int(kind_of<tile_element_t<Result>>), Order, Scope));
}

} // namespace __detail

#define CUTILE_ATOMIC(Name, Operation, Elements)                                                                                                     \
  template <memory_order Order, thread_scope Scope = thread_scope::system, storeable_tile Pointers, tile_like Value>                                 \
    requires __detail::Elements<tile_element_t<tile_load_t<Pointers>>> && __detail::value_for_pointers<Value, Pointers>                              \
  CUTILE_TILE tile_load_t<Pointers> Name(Pointers Address, Value Operand, memory_order_constant<Order> = {},                                         \
                                         thread_scope_constant<Scope> = {}) noexcept {                                                               \
    return __detail::rmw_tile<Pointers>(Address, __detail::stored_value<Pointers, Value>(Operand),                                                   \
                                        __detail::full_mask<__detail::shape_of<Pointers>>(), Operation, int(Order), int(Scope));                     \
  }                                                                                                                                                  \
  template <memory_order Order, thread_scope Scope = thread_scope::system, storeable_tile Pointers, tile_like Value, tile_like Mask>                 \
    requires __detail::Elements<tile_element_t<tile_load_t<Pointers>>> && __detail::masked_store_operands<Pointers, Value, Mask>                     \
  CUTILE_TILE tile_load_t<Pointers> Name##_masked(Pointers Address, Value Operand, Mask Active, memory_order_constant<Order> = {},                   \
                                                  thread_scope_constant<Scope> = {}) noexcept {                                                      \
    return __detail::rmw_tile<Pointers>(Address, __detail::stored_value<Pointers, Value>(Operand),                                                   \
                                        __detail::convert_mask<__detail::shape_of<Pointers>, Mask>(Active), Operation, int(Order), int(Scope));      \
  }
/// Read-modify-write operations on every address; they give the old values. The value has the shape of the pointers.
/// Addition and subtraction: 32 and 64-bit integers, `__half`, `__nv_bfloat16`, `float`, `double`.
CUTILE_ATOMIC(atomic_add, __op::rmw_add, atomically_addable)
CUTILE_ATOMIC(atomic_sub, __op::rmw_sub, atomically_addable)
/// Bitwise operations, minimum and maximum: 32 and 64-bit integers.
CUTILE_ATOMIC(atomic_and, __op::rmw_and, atomic_integer)
CUTILE_ATOMIC(atomic_or, __op::rmw_or, atomic_integer)
CUTILE_ATOMIC(atomic_xor, __op::rmw_xor, atomic_integer)
CUTILE_ATOMIC(atomic_min, __op::rmw_min, atomic_integer)
CUTILE_ATOMIC(atomic_max, __op::rmw_max, atomic_integer)
/// Exchange: 32 and 64-bit integers, `float`, `double`.
CUTILE_ATOMIC(atomic_xchg, __op::rmw_exchange, atomically_exchangeable)
#undef CUTILE_ATOMIC

/// Stores desired where memory equals expected bit for bit; gives the old values. 32 and 64-bit integers, `float`, `double`.
template <memory_order Order, thread_scope Scope = thread_scope::system, storeable_tile Pointers, tile_like Expected, tile_like Desired>
  requires __detail::compare_exchange_operands<Pointers, Expected, Desired>
CUTILE_TILE tile_load_t<Pointers> atomic_compare_exchange(Pointers Address, Expected Old, Desired New, memory_order_constant<Order> = {},
                                                          thread_scope_constant<Scope> = {}) noexcept {
  return __detail::cas_tile<Pointers>(Address, __detail::stored_value<Pointers, Expected>(Old), __detail::stored_value<Pointers, Desired>(New),
                                      __detail::full_mask<__detail::shape_of<Pointers>>(), int(Order), int(Scope));
}

template <memory_order Order, thread_scope Scope = thread_scope::system, storeable_tile Pointers, tile_like Expected, tile_like Desired,
          tile_like Mask>
  requires __detail::compare_exchange_operands<Pointers, Expected, Desired> && __detail::mask_for<Mask, Pointers>
CUTILE_TILE tile_load_t<Pointers> atomic_compare_exchange_masked(Pointers Address, Expected Old, Desired New, Mask Active,
                                                                 memory_order_constant<Order> = {}, thread_scope_constant<Scope> = {}) noexcept {
  return __detail::cas_tile<Pointers>(Address, __detail::stored_value<Pointers, Expected>(Old), __detail::stored_value<Pointers, Desired>(New),
                                      __detail::convert_mask<__detail::shape_of<Pointers>, Mask>(Active), int(Order), int(Scope));
}

} // namespace __v1
} // namespace cuda::tiles
