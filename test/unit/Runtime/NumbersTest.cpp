// The number helpers against models that work another way: enumeration of every value of a format, exact arithmetic in long double.
#include "cutile/Target/CPU/Abi.h"
#include "cutile/api/op_codes.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace op = cuda::tiles::__op;
using namespace cutile::cpu;

namespace {

/// Every finite number of an 8-bit format with its code, from the definition of the format.
std::map<double, int> numbers(int Kind) {
  std::map<double, int> Result;
  const int Mantissa = Kind == op::kind_e4m3 ? 3 : 2, Bias = Kind == op::kind_e4m3 ? 7 : 15;
  for (int Code = 0; Code < 0x80; ++Code) {
    if (Kind == op::kind_e4m3 ? Code == 0x7f : Code >= 0x7c)
      continue;
    const int Exponent = Code >> Mantissa, Fraction = Code & ((1 << Mantissa) - 1);
    const double Value = Exponent ? (1 + Fraction / double(1 << Mantissa)) * std::pow(2.0, Exponent - Bias)
                                  : Fraction / double(1 << Mantissa) * std::pow(2.0, 1 - Bias);
    Result[Value] = Code;
  }
  return Result;
}

/// Nearest code, ties to the even one, beyond the largest number that number.
int nearest(const std::map<double, int> &Numbers, double X) {
  const double A = std::fabs(X);
  auto Above = Numbers.lower_bound(A);
  int Code;
  if (Above == Numbers.end()) {
    Code = Numbers.rbegin()->second;
  } else if (Above->first == A || Above == Numbers.begin()) {
    Code = Above->second;
  } else {
    auto Below = std::prev(Above);
    const double Down = A - Below->first, Up = Above->first - A;
    Code = Down < Up || (Down == Up && Below->second % 2 == 0) ? Below->second : Above->second;
  }
  return Code | (std::signbit(X) ? 0x80 : 0);
}

TEST(NumbersTest, EightBitFormats) {
  std::mt19937_64 Random(1);
  for (int Kind : {int(op::kind_e4m3), int(op::kind_e5m2)}) {
    const auto Numbers = numbers(Kind);
    for (auto [Value, Code] : Numbers) {
      EXPECT_EQ(cutile_cpu_decode(uint8_t(Code), Kind), float(Value));
      EXPECT_EQ(cutile_cpu_encode(Value, Kind, op::rounding_even), unsigned(Code));
      // Halfway to the next number, and just beside.
      auto Next = Numbers.upper_bound(Value);
      if (Next == Numbers.end())
        continue;
      const double Middle = (Value + Next->first) / 2;
      for (double X : {Middle, std::nextafter(Middle, 0.0), std::nextafter(Middle, 1e9), -Middle})
        EXPECT_EQ(cutile_cpu_encode(X, Kind, op::rounding_even), unsigned(nearest(Numbers, X))) << X;
    }
    for (int I = 0; I < 20000; ++I) {
      const double X = std::ldexp(double(int64_t(Random())), int(Random() % 40) - 85);
      EXPECT_EQ(cutile_cpu_encode(X, Kind, op::rounding_even), unsigned(nearest(Numbers, X))) << X;
    }
    EXPECT_EQ(cutile_cpu_encode(NAN, Kind, op::rounding_even), 0x7fu);
    EXPECT_EQ(cutile_cpu_encode(-INFINITY, Kind, op::rounding_even), Kind == op::kind_e4m3 ? 0xfeu : 0xfbu);
    EXPECT_EQ(cutile_cpu_encode(-0.0, Kind, op::rounding_even), 0x80u);
  }
  EXPECT_TRUE(std::isnan(cutile_cpu_decode(0xff, op::kind_e4m3)));
  EXPECT_EQ(cutile_cpu_decode(0xfc, op::kind_e5m2), -INFINITY);
}

TEST(NumbersTest, ScalesAndFourBits) {
  EXPECT_EQ(cutile_cpu_decode(127, op::kind_e8m0), 1.0f);
  EXPECT_TRUE(std::isnan(cutile_cpu_decode(0xff, op::kind_e8m0)));
  EXPECT_EQ(cutile_cpu_encode(3.0, op::kind_e8m0, op::rounding_zero), 128u);
  EXPECT_EQ(cutile_cpu_encode(3.0, op::kind_e8m0, op::rounding_positive), 129u);
  const float Values[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  for (unsigned Code = 0; Code < 8; ++Code) {
    EXPECT_EQ(cutile_cpu_decode(uint8_t(Code), op::kind_e2m1), Values[Code]);
    EXPECT_EQ(cutile_cpu_encode(-double(Values[Code]), op::kind_e2m1, op::rounding_even), Code | 8);
  }
}

/// \p Exact rounded by the definition: the two neighbours in the target type are compared with it.
template <class T> T rounded(long double Exact, int Mode) {
  T Near = T(Exact);
  switch (Mode) {
  case op::rounding_zero:
    return std::fabs(static_cast<long double>(Near)) > std::fabs(Exact) ? std::nextafter(Near, T(0)) : Near;
  case op::rounding_negative:
    return Near > Exact ? std::nextafter(Near, -std::numeric_limits<T>::infinity()) : Near;
  case op::rounding_positive:
    return Near < Exact ? std::nextafter(Near, std::numeric_limits<T>::infinity()) : Near;
  default:
    return Near;
  }
}

TEST(NumbersTest, DirectedArithmetic) {
  std::mt19937 Random(2);
  auto Number = [&] { return std::ldexp(float(int32_t(Random())) / 2147483648.0f, int(Random() % 20) - 10); };
  for (int I = 0; I < 20000; ++I) {
    const float A = Number(), B = Number();
    if (B == 0)
      continue;
    // Sums and products of floats are exact in 64 bits of mantissa here; quotients are rounded to them first, which is right unless
    // the quotient is next to a float.
    for (int Mode : {int(op::rounding_even), int(op::rounding_zero), int(op::rounding_negative), int(op::rounding_positive)}) {
      EXPECT_EQ(cutile_cpu_round_f32(RoundedAdd, A, B, 0, Mode), rounded<float>(static_cast<long double>(A) + B, Mode));
      EXPECT_EQ(cutile_cpu_round_f32(RoundedSub, A, B, 0, Mode), rounded<float>(static_cast<long double>(A) - B, Mode));
      EXPECT_EQ(cutile_cpu_round_f32(RoundedMul, A, B, 0, Mode), rounded<float>(static_cast<long double>(A) * B, Mode));
      EXPECT_EQ(cutile_cpu_round_f32(RoundedDiv, A, B, 0, Mode), rounded<float>(static_cast<long double>(A) / B, Mode));
      EXPECT_EQ(cutile_cpu_round_f32(RoundedSqrt, std::fabs(A), 0, 0, Mode), rounded<float>(std::sqrt(static_cast<long double>(std::fabs(A))), Mode));
    }
    EXPECT_EQ(cutile_cpu_round_f32(RoundedFma, A, B, 1, op::rounding_even), std::fma(A, B, 1.0f));
  }
  EXPECT_EQ(cutile_cpu_round_f32(RoundedAdd, 3.4e38f, 3.4e38f, 0, op::rounding_zero), std::numeric_limits<float>::max());
  EXPECT_EQ(cutile_cpu_round_f32(RoundedAdd, 3.4e38f, 3.4e38f, 0, op::rounding_positive), INFINITY);
  EXPECT_TRUE(std::signbit(cutile_cpu_round_f32(RoundedSub, 1, 1, 0, op::rounding_negative)));
  EXPECT_FALSE(std::signbit(cutile_cpu_round_f32(RoundedSub, 1, 1, 0, op::rounding_positive)));
  EXPECT_EQ(cutile_cpu_round_f64(RoundedAdd, 1, 0x1p-60, 0, op::rounding_positive), 1 + 0x1p-52);
  EXPECT_EQ(cutile_cpu_round_f64(RoundedDiv, 1, 3, 0, op::rounding_zero), 0x1.5555555555555p-2);
  EXPECT_EQ(cutile_cpu_round_f16(RoundedAdd, 1, 0x1p-12f, 0, op::rounding_positive), 1 + 0x1p-10f);
  EXPECT_EQ(cutile_cpu_round_bf16(RoundedAdd, -1, -0x1p-10f, 0, op::rounding_negative), -(1 + 0x1p-7f));
}

TEST(NumbersTest, IntegersToOddDoubles) {
  EXPECT_EQ(cutile_cpu_odd_from_i64(-5), -5.0);
  EXPECT_EQ(cutile_cpu_odd_from_u64((uint64_t(1) << 53) + 1), 0x1p53 + 2); // inexact: the last bit is set
  EXPECT_EQ(cutile_cpu_odd_from_u64((uint64_t(1) << 54) + 4), 0x1p54 + 4); // exact
  EXPECT_EQ(cutile_cpu_odd_from_i64(std::numeric_limits<int64_t>::min()), -0x1p63);
}

TEST(NumbersTest, Products) {
  constexpr int M = 5, N = 32, K = 7, Batches = 2;
  std::vector<float> A(M * K), B(Batches * K * N), C(Batches * M * N, 1.0f);
  for (size_t I = 0; I < A.size(); ++I)
    A[I] = float(int(I % 5) - 2);
  for (size_t I = 0; I < B.size(); ++I)
    B[I] = float(int(I % 7) - 3);
  cutile_cpu_mma_f32(C.data(), A.data(), B.data(), Batches, 1, Batches, M, N, K);
  for (int P = 0; P < Batches; ++P)
    for (int I = 0; I < M; ++I)
      for (int J = 0; J < N; ++J) {
        float Sum = 1;
        for (int L = 0; L < K; ++L)
          Sum += A[I * K + L] * B[P * K * N + L * N + J];
        EXPECT_EQ(C[(P * M + I) * N + J], Sum);
      }
}

} // namespace
