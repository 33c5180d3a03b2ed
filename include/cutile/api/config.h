// Function annotations of the API headers.
//
// Everything in `include/cutile/api` is parsed by the host and the device pass of a CUDA compilation; only the device pass
// emits tile functions. The headers never use Clang's vector operators: what they do with tiles is a call of a declared-only
// function of `cuda::tiles::__op` (`op.h`), which the compiler turns into tile IR.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// A function of tile code.
#define CUTILE_TILE __tile__ __attribute__((always_inline)) inline

/// A function of host, SIMT and tile code.
#define CUTILE_ALL __host__ __device__ __tile__ __attribute__((always_inline)) inline constexpr

namespace cuda::tiles {
inline namespace __v1 {

using std::size_t;
using uint32_t = ::uint32_t;

namespace __detail {

/// A list of sizes: lengths of a shape, or a permutation.
template <size_t... Values> struct sizes {
  static constexpr size_t count = sizeof...(Values);
};

template <class Integer, Integer... Values> struct make_sizes {
  using type = sizes<Values...>;
};
/// sizes<0, 1, ..., Count - 1>
template <size_t Count> using counted = typename __make_integer_seq<make_sizes, size_t, Count>::type;

template <class Left, class Right> inline constexpr bool same = __is_same(Left, Right);
template <class Type> using bare = __remove_cv(Type);

// The concepts of the standard library call `std::declval`, which Clang does not find from tile code.
template <class Type, class Other>
concept is_type = __is_same(Type, Other);
template <class From, class To>
concept converts_to = __is_convertible(From, To);
template <class Type>
concept copyable = __is_constructible(Type, const Type &) && __is_constructible(Type, Type) && __is_assignable(Type &, const Type &) &&
                   __is_assignable(Type &, Type) && __is_destructible(Type);

} // namespace __detail
} // namespace __v1
} // namespace cuda::tiles
