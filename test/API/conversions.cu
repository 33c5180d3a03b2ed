// Narrowing, common types, broadcasting: the rules that decide which operands an operation takes. Judged on types only.
// REQUIRES: plugin
// RUN: %cutilexx -c --cuda-device-only -fsyntax-only %s

#include "Inputs/facts.h"

// Scalars: all that are listed, cv included, and nothing else.
enum Plain { plain };
enum class Scoped : unsigned char {};
struct Class {};
template <class... Types> constexpr bool all_scalars = (ct::scalar<Types> && ...);
template <class... Types> constexpr bool no_scalars = (!ct::scalar<Types> && ...);
static_assert(all_scalars<bool, char, signed char, unsigned char, wchar_t, char8_t, char16_t, char32_t, short, long, unsigned long long>);
static_assert(all_scalars<half, bf16, float, double, tf32, e4m3, e5m2, e8m0, fp4, const int, volatile float>);
static_assert(all_scalars<int *, const int *, void *, const volatile void *, half *, tf32 *>);
static_assert(no_scalars<int **, Class *, Plain, Scoped, __int128, long double, int &, decltype(nullptr), void, Class, int[2], void (*)(), __half2>);
static_assert(ct::integral<const int> && !ct::integral<__int128> && !ct::integral<Plain> && !ct::integral<int &> && !ct::integral<T<int, 4>>);
static_assert(ct::arithmetic_scalar<half> && !ct::arithmetic_scalar<tf32> && !ct::arithmetic_scalar<e4m3> && !ct::arithmetic_scalar<int *>);
static_assert(ct::restricted_floating_point_scalar<fp4> && ct::restricted_floating_point_scalar<e8m0> && ct::numeric_scalar<fp4>);
static_assert(ct::tile_like<const T<int, 4>> && !ct::tile_like<T<int, 4> &> && !ct::tile_like<decltype(1_ic)> && !ct::tile_like<S<4>>);
static_assert(ct::numeric_tile<T<tf32, 4>> && !ct::numeric_tile<T<int *, 4>> && ct::pointer_tile<T<void *, 4>>);
static_assert(ct::basic_floating_point_tile<T<bf16, 4>> && !ct::basic_floating_point_tile<T<tf32, 4>>);

// Refinement: the more constrained overload is chosen.
template <ct::tile_like> constexpr int refinement() { return 0; }
template <ct::numeric_tile> constexpr int refinement() { return 1; }
template <ct::arithmetic_tile> constexpr int refinement() { return 2; }
template <ct::integral_tile> constexpr int refinement() { return 3; }
static_assert(refinement<int *>() == 0 && refinement<T<tf32, 4>>() == 1 && refinement<half>() == 2 && refinement<T<bool, 4>>() == 3);

// Floating point ranks.
template <class From, class To> constexpr bool widens = ct::non_narrowing_tile_convertible_to<From, To>;
static_assert(widens<e4m3, half> && widens<e4m3, bf16> && widens<e4m3, tf32> && widens<e4m3, double> && !widens<e4m3, e5m2>);
static_assert(widens<half, tf32> && widens<half, float> && !widens<half, bf16> && !widens<bf16, half> && !widens<half, e4m3>);
static_assert(widens<tf32, float> && !widens<float, tf32> && !widens<tf32, half> && widens<float, double> && !widens<double, float>);
static_assert(widens<e8m0, bf16> && widens<e8m0, tf32> && !widens<e8m0, half> && widens<fp4, e4m3>);

// Integers and pointers.
static_assert(widens<short, int> && !widens<int, short> && !widens<int, unsigned> && !widens<unsigned, int> && widens<unsigned, long>);
static_assert(widens<bool, int> && !widens<int, bool> && widens<char, signed char> && widens<unsigned char, short>);
static_assert(widens<long, long long> && widens<long long, long> && !widens<int, float> && !widens<float, int> && !widens<bool, float>);
static_assert(widens<int *, const int *> && !widens<const int *, int *> && widens<int *, void *> && !widens<void *, int *>);
static_assert(ct::tile_convertible_to<int *, bool> && !widens<int *, bool> && !ct::tile_convertible_to<int, int *> &&
              !ct::tile_convertible_to<int *, long>);

// Tile conversions keep the shape; a scalar is a tile of rank 0.
template <class From, class To> constexpr bool converts = ct::tile_convertible_to<From, To>;
static_assert(converts<int, T<int>> && converts<T<int>, int> && !converts<int, T<int, 1>> && !converts<T<int>, T<int, 1>>);
static_assert(converts<T<float, 4>, T<short, 4>> && !converts<T<int, 4>, T<int, 8>> && !converts<T<int, 1, 1>, T<int, 1>>);

// Common types, without promotion; opposite signedness needs a wider signed type.
template <class Left, class Right> using common = ct::arithmetic_tile_conversion_t<Left, Right>;
template <class Left, class Right> constexpr bool convertible = ct::arithmetic_tile_convertible<Left, Right>;
static_assert(same<common<short, short>, short> && same<common<bool, bool>, bool> && same<common<unsigned, long>, long>);
static_assert(same<common<long, long long>, long long> && same<common<char16_t, unsigned short>, unsigned short>);
static_assert(same<common<char8_t, unsigned char>, unsigned char> && same<common<wchar_t, int>, int> && same<common<char32_t, unsigned>, unsigned>);
static_assert(same<common<bool, int>, int> && same<common<char, signed char>, signed char> && same<common<int, half>, half>);
static_assert(same<common<half, float>, float> && same<common<bf16, float>, float> && same<common<int, double>, double>);
static_assert(!convertible<short, unsigned short> && !convertible<int, unsigned> && !convertible<char, unsigned char> &&
              !convertible<unsigned char, signed char>);
static_assert(same<common<T<int, 4, 1>, T<float, 1, 8>>, T<float, 4, 8>> && same<common<int, T<float, 4>>, T<float, 4>>);
static_assert(same<common<T<short, 4>, T<int, 4>>, T<int, 4>> && same<common<int, T<int>>, T<int>> &&
              same<common<T<int, 4>, T<int, 2, 4>>, T<int, 2, 4>>);
static_assert(!convertible<float, T<int, 4>> && !convertible<double, T<float, 4>> && !convertible<int, T<short, 4>> &&
              !convertible<unsigned, T<int, 4>>);
static_assert(!convertible<bf16, T<half, 4>> && !convertible<half, bf16> && convertible<T<long, 4>, T<float, 4>> && convertible<long, T<half, 4>>);
static_assert(!convertible<tf32, tf32> && !convertible<e4m3, e4m3> && !convertible<int *, int> && !convertible<T<int, 4>, T<int, 8>>);
static_assert(same<ct::arithmetic_tile_comparison_t<float, T<int, 4>>, T<float, 4>> &&
              same<ct::arithmetic_tile_comparison_t<int, T<short, 4>>, T<int, 4>>);
static_assert(!ct::arithmetic_tile_comparable<unsigned, T<int, 4>> && !ct::arithmetic_tile_comparable<int *, int *> &&
              !ct::arithmetic_tile_comparable<e4m3, e4m3>);
static_assert(same<ct::arithmetic_tile_promotion_t<T<short, 4>>, T<int, 4>> && same<ct::arithmetic_tile_promotion_t<char32_t>, unsigned>);
static_assert(same<ct::arithmetic_tile_promotion_t<wchar_t>, int> && same<ct::arithmetic_tile_promotion_t<half>, half>);

// Broadcasting aligns the trailing dimensions.
static_assert(ct::broadcastable_to<int, S<4>> && ct::broadcastable_to<T<int, 4>, S<2, 4>> && !ct::broadcastable_to<T<int, 4>, S<4, 2>>);
static_assert(ct::broadcastable_to<T<int, 4, 1>, S<4, 8>> && !ct::broadcastable_to<T<int, 2, 4>, S<4>> && !ct::broadcastable_to<int, S<3>>);
static_assert(ct::broadcast_compatible<T<int, 4, 1>, T<float, 8>> && ct::broadcast_compatible<int, float> && !ct::broadcast_compatible<S<4>, S<4>>);
static_assert(ct::shape_broadcast_compatible<S<4, 1>, S<8>> && ct::shape_broadcastable_to<S<3>, S<2, 3>>);
static_assert(same<ct::mutual_broadcast_t<T<int, 4, 1>, T<int, 8>, half>, T<half, 4, 8>> && same<ct::mutual_broadcast_t<int, int, half>, half>);

// Shapes and aliases.
static_assert(ct::tile_shape<S<>> && ct::tile_shape<const S<4>> && ct::tile_shape<S<1 << 24>> && !ct::tile_shape<S<1 << 25>> &&
              !ct::tile_shape<S<1 << 12, 1 << 13>>);
static_assert(!ct::tile_shape<S<3>> && !ct::tile_shape<S<0>> && !ct::tile_shape<ct::extents<int, 4>> && !ct::tile_shape<S<ct::dynamic_extent>>);
static_assert(ct::same_shape<S<4>, ct::extents<int, 4>> && !ct::same_shape<T<int, 4>, T<int, 4>> &&
              !ct::same_shape<ct::extents<int, ct::dynamic_extent>, S<4>>);
static_assert(same<ct::tile_element_t<const T<int, 4>>, int> && same<ct::tile_shape_t<int>, S<>> &&
              same<ct::tile_with_element_t<T<int, 4>, float>, T<float, 4>>);
static_assert(same<ct::tile_load_t<const int *>, int> && same<ct::tile_load_t<T<int *, 4>>, T<int, 4>> && ct::tile_rank_v<int> == 0 &&
              ct::tile_size_v<T<int, 2, 4>> == 8);
static_assert(ct::loadable_tile<const int *> && !ct::loadable_tile<volatile int *> && !ct::loadable_tile<void *> && !ct::storeable_tile<const int *>);
static_assert(ct::bool_tile_convertible<T<e4m3, 4>> && ct::bool_tile_convertible<T<int *, 4>> && !ct::bool_tile_convertible<decltype(nullptr)>);
static_assert(ct::extractable_from<S<2, 2>, T<int, 4, 4>> && !ct::extractable_from<S<2>, T<int, 4, 4>> &&
              !ct::extractable_from<S<8, 1>, T<int, 4, 4>>);

// Products: the complete table of elements.
template <class A, class B, class C> constexpr bool multiplies = ct::mma_compatible<T<A, 16, 16>, T<B, 16, 16>, T<C, 16, 16>>;
static_assert(multiplies<half, half, half> && multiplies<half, half, float> && multiplies<bf16, bf16, float> && multiplies<tf32, tf32, float>);
static_assert(multiplies<float, float, float> && multiplies<double, double, double> && multiplies<e4m3, e4m3, half> && multiplies<e5m2, e5m2, float>);
static_assert(!multiplies<bf16, bf16, bf16> && !multiplies<double, double, float> && !multiplies<half, half, double> &&
              !multiplies<half, bf16, float>);
static_assert(!multiplies<e4m3, e5m2, float> && !multiplies<tf32, float, float> && !multiplies<fp4, fp4, float>);
static_assert(multiplies<signed char, unsigned char, int> && multiplies<bool, bool, int> && multiplies<char, char, int> &&
              !multiplies<unsigned char, unsigned char, unsigned>);
static_assert(!multiplies<short, short, int> && !multiplies<signed char, signed char, long> && !multiplies<int, int, int>);
using h168 = T<half, 16, 8>;
static_assert(ct::mma_compatible<T<half, 16, 8>, T<half, 8, 4>, T<float, 16, 4>> && ct::mma_compatible<T<half, 1, 1>, T<half, 1, 1>, T<float, 1, 1>>);
static_assert(ct::mma_compatible<T<half, 1, 16, 16>, T<half, 2, 16, 16>, T<float, 2, 16, 16>> &&
              !ct::mma_compatible<T<half, 2, 16, 16>, T<half, 16, 16>, T<float, 2, 16, 16>>);
static_assert(!ct::mma_compatible<T<half, 16>, T<half, 16>, T<float, 16>> && !ct::mma_compatible<h168, h168, T<float, 16, 16>>);
static_assert(same<ct::matmul_result_t<T<e4m3, 4, 4>, T<e4m3, 4, 4>>, T<half, 4, 4>> &&
              same<ct::matmul_result_t<T<bf16, 4, 4>, T<bf16, 4, 4>>, T<float, 4, 4>>);

// The tile type.
using tile4 = T<int, 4>;
static_assert(__is_trivially_copyable(tile4) && __is_trivially_constructible(tile4) && __is_standard_layout(tile4) && __is_final(tile4) &&
              !__is_aggregate(tile4) && __is_literal(tile4));
static_assert(sizeof(T<half, 8, 8>) == 128 && alignof(T<half, 8, 8>) == 2 && sizeof(T<bool, 16>) == 16 && alignof(T<double, 4>) == 8 &&
              sizeof(T<int *, 2>) == 16);
static_assert(__is_assignable(tile4 &, T<short, 4>) && !__is_assignable(T<short, 4> &, tile4) && __is_assignable(T<int> &, int) &&
              !__is_assignable(T<float> &, int));
static_assert(__is_convertible(T<float, 4>, T<double, 4>) && !__is_convertible(T<int>, int) && __is_constructible(int, T<int>) &&
              __is_constructible(float, T<int, 1, 1>));
static_assert(!__is_constructible(T<int, 1>, int) && !__is_constructible(T<int, 1>, T<int>) && !__is_constructible(int, tile4) &&
              !__is_constructible(Scoped, T<int>));
