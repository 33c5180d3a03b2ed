//===- Numbers.cpp - formats, directed rounding ---------------------------===//
#include "cutile/Target/CPU/Abi.h"
#include "cutile/api/op_codes.h"

#include <cfenv>
#include <cmath>
#include <cstring>

namespace op = cuda::tiles::__op;
using namespace cutile::cpu;

namespace {

struct Format {
  int ExponentBits, MantissaBits;
  enum Specials { Ieee, OnlyNan, None } Special; ///< OnlyNan: all ones is NaN, no infinity
  bool Saturates;

  int bias() const { return (1 << (ExponentBits - 1)) - 1; }
  int minExponent() const { return 1 - bias(); }
  double largest() const {
    const int TopExponent = Special == Ieee ? bias() : bias() + 1;
    const double TopMantissa = Special == OnlyNan ? 2 - std::ldexp(2.0, -MantissaBits) : 2 - std::ldexp(1.0, -MantissaBits);
    return std::ldexp(TopMantissa, TopExponent);
  }
};

constexpr Format Half{5, 10, Format::Ieee, false}, Bfloat{8, 7, Format::Ieee, false}, Float{8, 23, Format::Ieee, false},
    Tf32{8, 10, Format::Ieee, false}, E4M3{4, 3, Format::OnlyNan, true}, E5M2{5, 2, Format::Ieee, true}, E2M1{2, 1, Format::None, true};

/// |X| rounded to a multiple of the format's step at X. \p X is finite and not zero.
double roundMagnitude(const Format &F, double X, int Mode) {
  const double A = std::fabs(X);
  const int Exponent = std::max(std::ilogb(A), F.minExponent());
  const double Step = std::ldexp(1.0, Exponent - F.MantissaBits), Q = A / Step;
  double N = std::floor(Q);
  const double Rest = Q - N;
  switch (Mode) {
  case op::rounding_zero:
    break;
  case op::rounding_negative:
    N += Rest > 0 && X < 0;
    break;
  case op::rounding_positive:
    N += Rest > 0 && X > 0;
    break;
  case op::rounding_away:
    N += Rest >= 0.5;
    break;
  default:
    N += Rest > 0.5 || (Rest == 0.5 && std::fmod(N, 2.0) != 0);
  }
  return N * Step;
}

/// The value of \p X in the format: infinite if it overflows there.
double roundTo(const Format &F, double X, int Mode) {
  if (X == 0 || std::isnan(X) || (std::isinf(X) && !F.Saturates))
    return X;
  double A = std::isinf(X) ? X : roundMagnitude(F, X, Mode);
  if (std::fabs(A) > F.largest()) {
    const bool Stays = Mode == op::rounding_zero || (Mode == op::rounding_negative && X > 0) || (Mode == op::rounding_positive && X < 0);
    A = F.Saturates || Stays ? F.largest() : INFINITY;
  }
  return std::copysign(A, X);
}

uint64_t encode(const Format &F, double X, int Mode) {
  const int Width = F.ExponentBits + F.MantissaBits;
  const uint64_t AllOnes = (uint64_t(1) << Width) - 1;
  if (std::isnan(X))
    return AllOnes;
  const double Y = roundTo(F, X, Mode), A = std::fabs(Y);
  const uint64_t Sign = uint64_t(std::signbit(X)) << Width;
  if (std::isinf(A))
    return Sign | (((uint64_t(1) << F.ExponentBits) - 1) << F.MantissaBits);
  if (A < std::ldexp(1.0, F.minExponent()))
    return Sign | uint64_t(std::ldexp(A, F.MantissaBits - F.minExponent()));
  const int Exponent = std::ilogb(A);
  return Sign | (uint64_t(Exponent + F.bias() - 1) << F.MantissaBits) + uint64_t(std::ldexp(A, F.MantissaBits - Exponent));
}

double decode(const Format &F, uint64_t Bits) {
  const uint64_t Mantissa = Bits & ((uint64_t(1) << F.MantissaBits) - 1);
  const int Top = (1 << F.ExponentBits) - 1, Exponent = int(Bits >> F.MantissaBits) & Top;
  const double Sign = Bits >> (F.MantissaBits + F.ExponentBits) & 1 ? -1.0 : 1.0;
  if (Exponent == Top && F.Special == Format::Ieee)
    return Mantissa ? NAN : Sign * INFINITY;
  if (Exponent == Top && F.Special == Format::OnlyNan && Mantissa == (uint64_t(1) << F.MantissaBits) - 1)
    return NAN;
  if (Exponent == 0)
    return Sign * std::ldexp(double(Mantissa), F.minExponent() - F.MantissaBits);
  return Sign * std::ldexp(double(Mantissa + (uint64_t(1) << F.MantissaBits)), Exponent - F.bias() - F.MantissaBits);
}

/// e8m0: 2 to the power bits - 127, 255 is NaN.
uint64_t encodeScale(double X, int Mode) {
  if (std::isnan(X))
    return 0xff;
  if (!(X > 0))
    return 0;
  if (std::isinf(X))
    return 0xfe;
  int Exponent = std::ilogb(X);
  const double Mantissa = std::ldexp(X, -Exponent); // 1 <= m < 2
  const bool Up = Mode == op::rounding_positive ? Mantissa > 1 : Mode == op::rounding_zero ? false : Mantissa >= 1.5;
  Exponent += Up;
  return uint64_t(std::min(std::max(Exponent + 127, 0), 0xfe));
}

/// Sets a rounding direction for the life of the object.
class Direction {
  int Old = std::fegetround();

public:
  explicit Direction(int Mode) { std::fesetround(Mode); }
  ~Direction() { std::fesetround(Old); }
};

double apply(int Operation, double X, double Y, double Z) {
  volatile double A = X, B = Y, C = Z; // keeps the operation behind the change of direction
  switch (Operation) {
  case RoundedAdd:
    return A + B;
  case RoundedSub:
    return A - B;
  case RoundedMul:
    return A * B;
  case RoundedDiv:
    return A / B;
  case RoundedFma:
    return std::fma(A, B, C);
  default:
    return std::sqrt(A);
  }
}

/// The result toward zero with the last bit set if it is not exact. Rounding it to at most 51 bits is exact.
double applyOdd(int Operation, double A, double B, double C) {
  Direction Zero(FE_TOWARDZERO);
  std::feclearexcept(FE_INEXACT);
  volatile double Result = apply(Operation, A, B, C);
  const bool Inexact = std::fetestexcept(FE_INEXACT);
  double Value = Result;
  if (Inexact && std::isfinite(Value)) {
    uint64_t Bits;
    std::memcpy(&Bits, &Value, sizeof Bits);
    Bits |= 1;
    std::memcpy(&Value, &Bits, sizeof Bits);
  }
  return Value;
}

float applyRounded(const Format &F, int Operation, double A, double B, double C, int Mode) {
  double Exact = applyOdd(Operation, A, B, C);
  // The sign of an exact zero sum depends on the direction.
  if (Exact == 0 && (Operation == RoundedAdd || Operation == RoundedSub || Operation == RoundedFma)) {
    Direction Wanted(Mode == op::rounding_negative ? FE_DOWNWARD : FE_TONEAREST);
    return float(apply(Operation, A, B, C));
  }
  return float(roundTo(F, Exact, Mode));
}

double oddFromInteger(uint64_t Magnitude, bool Negative) {
  // 54 and more bits: keep 53 of which the last one says whether any below is set.
  int Shift = 0;
  while (Magnitude >> Shift >> 53)
    ++Shift;
  const uint64_t Kept = Magnitude >> Shift | ((Magnitude & ((uint64_t(1) << Shift) - 1)) != 0);
  const double Value = std::ldexp(double(Kept), Shift);
  return Negative ? -Value : Value;
}

} // namespace

extern "C" {

float cutile_cpu_round_f16(int Operation, float A, float B, float C, int Mode) { return applyRounded(Half, Operation, A, B, C, Mode); }
float cutile_cpu_round_bf16(int Operation, float A, float B, float C, int Mode) { return applyRounded(Bfloat, Operation, A, B, C, Mode); }
float cutile_cpu_round_f32(int Operation, float A, float B, float C, int Mode) { return applyRounded(Float, Operation, A, B, C, Mode); }
double cutile_cpu_round_f64(int Operation, double A, double B, double C, int Mode) {
  Direction Wanted(Mode == op::rounding_zero       ? FE_TOWARDZERO
                   : Mode == op::rounding_negative ? FE_DOWNWARD
                   : Mode == op::rounding_positive ? FE_UPWARD
                                                   : FE_TONEAREST);
  return apply(Operation, A, B, C);
}

uint64_t cutile_cpu_encode(double X, int Kind, int Mode) {
  switch (Kind) {
  case op::kind_f16:
    return encode(Half, X, Mode);
  case op::kind_bf16:
    return encode(Bfloat, X, Mode);
  case op::kind_f32:
    return encode(Float, X, Mode);
  case op::kind_tf32:
    return encode(Tf32, X, Mode) << 13;
  case op::kind_e4m3:
    return encode(E4M3, X, Mode);
  case op::kind_e5m2:
    return encode(E5M2, X, Mode);
  case op::kind_e2m1:
    return std::isnan(X) ? 7 : encode(E2M1, X, Mode);
  case op::kind_e8m0:
    return encodeScale(X, Mode);
  default: { // double
    uint64_t Bits;
    std::memcpy(&Bits, &X, sizeof Bits);
    return Bits;
  }
  }
}

float cutile_cpu_decode(uint8_t Bits, int Kind) {
  switch (Kind) {
  case op::kind_e4m3:
    return float(decode(E4M3, Bits));
  case op::kind_e5m2:
    return float(decode(E5M2, Bits));
  case op::kind_e2m1:
    return float(decode(E2M1, Bits & 0xf));
  default:
    return Bits == 0xff ? NAN : std::ldexp(1.0f, int(Bits) - 127);
  }
}

double cutile_cpu_odd_from_i64(int64_t X) { return oddFromInteger(X < 0 ? 0 - uint64_t(X) : uint64_t(X), X < 0); }
double cutile_cpu_odd_from_u64(uint64_t X) { return oddFromInteger(X, false); }

double cutile_cpu_powi(double A, int64_t B) { return std::pow(A, double(B)); }
}
