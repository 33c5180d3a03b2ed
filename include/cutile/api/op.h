// Declarations of the tile operations, one for each record of `include/cutile/IR/TileOps.td`.
//
// `cuda::tiles::__op::NAME<Result>(operands..., constants...)` is never defined: the compiler replaces the calls. Operands
// are vectors, C++ scalars or pointers as the record says; constants are `int` unless it says otherwise. The namespace is
// not nested in the versioned one, because the compiler knows the operations by the mangled prefix `_ZN4cuda5tiles4__op`.
#pragma once

#include "config.h"
#include "op_codes.h"

namespace cuda::tiles::__op {

#define CUTILE_OP(Attribute, Name) template <class Result, class... Arguments> __tile__ __attribute__((Attribute)) Result Name(Arguments...) noexcept;

// Without memory effect.
CUTILE_OP(const, add)
CUTILE_OP(const, sub)
CUTILE_OP(const, mul)
CUTILE_OP(const, div)
CUTILE_OP(const, sqrt)
CUTILE_OP(const, rsqrt)
CUTILE_OP(const, exp)
CUTILE_OP(const, exp2)
CUTILE_OP(const, log)
CUTILE_OP(const, log2)
CUTILE_OP(const, sin)
CUTILE_OP(const, cos)
CUTILE_OP(const, tan)
CUTILE_OP(const, sinh)
CUTILE_OP(const, cosh)
CUTILE_OP(const, tanh)
CUTILE_OP(const, pow)
CUTILE_OP(const, powi)
CUTILE_OP(const, atan2)
CUTILE_OP(const, fma)
CUTILE_OP(const, min)
CUTILE_OP(const, max)
CUTILE_OP(const, cast)
CUTILE_OP(const, rem)
CUTILE_OP(const, floordiv)
CUTILE_OP(const, ceildiv)
CUTILE_OP(const, mulhi)
CUTILE_OP(const, bit_and)
CUTILE_OP(const, bit_or)
CUTILE_OP(const, bit_xor)
CUTILE_OP(const, shl)
CUTILE_OP(const, shr)
CUTILE_OP(const, neg)
CUTILE_OP(const, bit_not)
CUTILE_OP(const, abs)
CUTILE_OP(const, ceil)
CUTILE_OP(const, floor)
CUTILE_OP(const, isnan)
CUTILE_OP(const, isinf)
CUTILE_OP(const, compare)
CUTILE_OP(const, select)
CUTILE_OP(const, bitcast)
CUTILE_OP(const, splat)
CUTILE_OP(const, to_scalar)
CUTILE_OP(const, iota)
CUTILE_OP(const, broadcast)
CUTILE_OP(const, permute)
CUTILE_OP(const, cat)
CUTILE_OP(const, extract)
CUTILE_OP(const, insert)
CUTILE_OP(const, reduce)
CUTILE_OP(const, arg_reduce)
CUTILE_OP(const, scan)
CUTILE_OP(const, mma)
CUTILE_OP(const, scaled_mma)
CUTILE_OP(const, view_pointers)
CUTILE_OP(const, view_mask)
CUTILE_OP(const, assume_aligned)
CUTILE_OP(const, assume_aligned_strided)
CUTILE_OP(const, assume_divisible)
CUTILE_OP(const, assume_divisible_strided)
CUTILE_OP(const, assume_bounded)
CUTILE_OP(const, assume_blocked)
CUTILE_OP(const, bid)
CUTILE_OP(const, num_blocks)

// Reading memory.
CUTILE_OP(pure, load)
CUTILE_OP(pure, view_load)

// Writing memory, or more than reading it.
CUTILE_OP(nothrow, store)
CUTILE_OP(nothrow, view_store)
CUTILE_OP(nothrow, atomic_load)
CUTILE_OP(nothrow, atomic_store)
CUTILE_OP(nothrow, atomic_rmw)
CUTILE_OP(nothrow, atomic_cas)
CUTILE_OP(nothrow, printf)
CUTILE_OP(nothrow, hint_begin)
CUTILE_OP(nothrow, hint_end)

#undef CUTILE_OP

} // namespace cuda::tiles::__op
