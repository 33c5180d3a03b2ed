//===- Numbers.h - the small floating-point formats -------------*- C++ -*-===//
#ifndef CUTILE_EMU_NUMBERS_H
#define CUTILE_EMU_NUMBERS_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace cutile::emu {

inline float floatOfBits(uint32_t Bits) {
  float F;
  memcpy(&F, &Bits, 4);
  return F;
}
inline uint32_t bitsOfFloat(float F) {
  uint32_t Bits;
  memcpy(&Bits, &F, 4);
  return Bits;
}

/// A binary format with \p ExponentBits and \p MantissaBits.
struct Format {
  int ExponentBits, MantissaBits;
  bool HasInfinity; ///< without: the highest exponent holds numbers, all ones are NaN (e4m3)
  int bias() const { return (1 << (ExponentBits - 1)) - 1; }
};
inline constexpr Format Half{5, 10, true}, BFloat{8, 7, true}, E4M3{4, 3, false}, E5M2{5, 2, true}, Single{8, 23, true}, Double{11, 52, true};

enum class Rounding : uint8_t { Nearest, Zero, Down, Up };

float decode(const Format &F, uint32_t Bits);
/// \p Saturate: values too large become the largest finite one (NaN stays).
uint64_t encode(const Format &F, long double Value, Rounding Mode = Rounding::Nearest, bool Saturate = false);

float halfToFloat(uint16_t Bits);
inline uint16_t floatToHalf(double Value) { return encode(Half, Value); }
inline float bfloatToFloat(uint16_t Bits) { return floatOfBits(uint32_t(Bits) << 16); }

} // namespace cutile::emu

#endif
