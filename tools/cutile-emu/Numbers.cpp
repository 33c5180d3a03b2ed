#include "Numbers.h"
#include <array>
#include <memory>

namespace cutile::emu {

float decode(const Format &F, uint32_t Bits) {
  const int Width = F.ExponentBits + F.MantissaBits;
  const bool Negative = Bits >> Width & 1;
  const uint32_t Mantissa = Bits & ((1u << F.MantissaBits) - 1);
  const int Exponent = Bits >> F.MantissaBits & ((1u << F.ExponentBits) - 1);
  const int Highest = (1 << F.ExponentBits) - 1;
  float Value;
  if (Exponent == Highest && F.HasInfinity)
    Value = Mantissa ? NAN : INFINITY;
  else if (Exponent == Highest && Mantissa == (1u << F.MantissaBits) - 1)
    Value = NAN;
  else if (Exponent == 0)
    Value = ldexpf(Mantissa, 1 - F.bias() - F.MantissaBits);
  else
    Value = ldexpf(Mantissa | 1u << F.MantissaBits, Exponent - F.bias() - F.MantissaBits);
  return Negative ? -Value : Value;
}

uint64_t encode(const Format &F, long double Value, Rounding Mode, bool Saturate) {
  const int Width = F.ExponentBits + F.MantissaBits;
  const uint64_t One = uint64_t(1) << F.MantissaBits, Highest = (uint64_t(1) << F.ExponentBits) - 1;
  const uint64_t Sign = std::signbit(Value) ? uint64_t(1) << Width : 0;
  if (std::isnan(Value))
    // Canonical NaN of conversions: positive, all mantissa bits.
    return Highest << F.MantissaBits | (One - 1);
  const uint64_t Infinity = Highest << F.MantissaBits | (F.HasInfinity ? 0 : One - 1);
  const uint64_t Largest = Infinity - 1;
  const long double Magnitude = std::fabs(Value);
  const bool Away = (Mode == Rounding::Up && !Sign) || (Mode == Rounding::Down && Sign);
  if (std::isinf(Magnitude))
    return Sign | (Saturate ? Largest : Infinity);
  if (Magnitude == 0)
    return Sign;
  int Exponent;
  std::frexp(Magnitude, &Exponent);                                        // Magnitude = m * 2^Exponent, m in [0.5, 1)
  const int Scale = std::max(Exponent - 1, 1 - F.bias()) - F.MantissaBits; // weight of the last bit
  const long double Units = std::ldexp(Magnitude, -Scale);
  uint64_t Whole = static_cast<uint64_t>(Units);
  const long double Rest = Units - Whole;
  if (Mode == Rounding::Nearest ? Rest > 0.5L || (Rest == 0.5L && Whole % 2) : Away && Rest > 0)
    ++Whole;
  // Whole has MantissaBits + 1 bits (fewer when subnormal); a carry moves into the exponent by itself.
  const uint64_t Biased = Scale + F.MantissaBits + F.bias();
  const uint64_t Bits = Whole < One ? Whole : (Biased << F.MantissaBits) + Whole - One;
  if (Bits > Largest)
    return Sign | (Saturate || (Mode != Rounding::Nearest && !Away) ? Largest : Infinity);
  return Sign | Bits;
}

float halfToFloat(uint16_t Bits) {
  static const auto *const Table = [] {
    auto *Values = new std::array<float, 65536>;
    for (unsigned I = 0; I < 65536; ++I)
      (*Values)[I] = decode(Half, I);
    return Values;
  }();
  return (*Table)[Bits];
}

} // namespace cutile::emu
