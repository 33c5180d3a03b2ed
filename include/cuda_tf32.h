// The 32-bit floating point type with at least 10 mantissa bits that tensor cores multiply. Used where the toolkit has no
// header of this name.
#pragma once

#if __has_include_next(<cuda_tf32.h>)
#include_next <cuda_tf32.h>
#else

#if defined(__CUDACC_TILE__)
#define CUTILE_TF32 __host__ __device__ __tile__ inline
#elif defined(__CUDACC__)
#define CUTILE_TF32 __host__ __device__ inline
#else
#define CUTILE_TF32 inline
#endif

/// A value in the format of `float` whose 13 low mantissa bits are zero after a conversion.
struct alignas(4) __nv_tf32 {
  __nv_tf32() = default;
  /// Rounds to 10 mantissa bits, to nearest even.
  CUTILE_TF32 explicit __nv_tf32(float Value) noexcept : Bits(round(__builtin_bit_cast(unsigned, Value))) {}
  CUTILE_TF32 explicit __nv_tf32(double Value) noexcept : __nv_tf32(static_cast<float>(Value)) {}
  CUTILE_TF32 operator float() const noexcept { return __builtin_bit_cast(float, Bits); }

private:
  static CUTILE_TF32 unsigned round(unsigned Word) noexcept {
    if ((Word & 0x7f800000u) == 0x7f800000u) // infinities and NaN, whose payload keeps a bit
      return (Word & 0x007fffffu) ? Word | 0x00400000u : Word;
    return (Word + 0x0fffu + ((Word >> 13) & 1u)) & 0xffffe000u;
  }
  unsigned Bits;
};

#undef CUTILE_TF32
#endif
