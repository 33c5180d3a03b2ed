// Types that the tests of the API share.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

using half = __half;
using bf16 = __nv_bfloat16;
using tf32 = __nv_tf32;
using e4m3 = __nv_fp8_e4m3;
using e5m2 = __nv_fp8_e5m2;
using e8m0 = __nv_fp8_e8m0;
using fp4 = __nv_fp4_e2m1;

template <size_t... Lengths> using S = ct::shape<Lengths...>;
template <class Elem, size_t... Lengths> using T = ct::tile<Elem, ct::shape<Lengths...>>;
template <class Left, class Right> inline constexpr bool same = __is_same(Left, Right);

// Makes a type dependent on a template parameter, so that an ill-formed `requires` operand is false instead of an error.
template <class Type, class> struct dependent {
  using type = Type;
};
#define DEPENDENT(Type, Dependency) typename dependent<Type, Dependency>::type

#define ACCEPTED(...) static_assert(requires { __VA_ARGS__; })
#define REJECTED(...) static_assert(!requires { __VA_ARGS__; })
#define GIVES(Expression, ...) static_assert(same<decltype(Expression), __VA_ARGS__>)
