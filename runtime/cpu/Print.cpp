//===- Print.cpp - printf and assert of kernels ---------------------------===//
//
// One call of printf is one write, so that texts of blocks that run at the same time stay whole.
//
//===----------------------------------------------------------------------===//
#include "Pool.h"
#include "cutile/api/op_codes.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>

namespace op = cuda::tiles::__op;
using namespace cutile::cpu;

namespace {

/// One conversion of a format: "%-5.2lf" without its length.
struct Conversion {
  std::string Flags; ///< flags, width and precision, with the stars replaced
  std::string Length;
  char Kind = 0;
};

void append(std::string &Text, const char *Format, auto... Values) {
  char Short[128];
  const int N = std::snprintf(Short, sizeof Short, Format, Values...);
  if (N < int(sizeof Short)) {
    Text.append(Short, N > 0 ? N : 0);
    return;
  }
  std::string Long(N + 1, '\0');
  std::snprintf(Long.data(), Long.size(), Format, Values...);
  Text.append(Long, 0, N);
}

/// Walks \p Format: plain text goes to \p Text, each conversion to \p Convert; \p Star gives the value of a '*'.
void walk(const char *Format, std::string &Text, const std::function<int()> &Star, const std::function<void(const Conversion &)> &Convert) {
  for (const char *P = Format; *P;) {
    if (*P != '%') {
      const size_t N = std::strcspn(P, "%");
      Text.append(P, N);
      P += N;
      continue;
    }
    if (P[1] == '%') {
      Text += '%';
      P += 2;
      continue;
    }
    Conversion C;
    for (++P; *P && std::strchr("-+ #0123456789.*", *P); ++P)
      if (*P == '*')
        C.Flags += std::to_string(Star());
      else
        C.Flags += *P;
    for (; *P && std::strchr("hlLqjzt", *P); ++P)
      C.Length += *P;
    if (!*P)
      break;
    C.Kind = *P++;
    Convert(C);
  }
}

bool isWide(const std::string &Length) { return Length.find_first_of("lqjzt") != std::string::npos; }

void appendInteger(std::string &Text, const Conversion &C, uint64_t Value, bool Wide) {
  if (C.Kind == 'c')
    return append(Text, ("%" + C.Flags + "c").c_str(), int(Value));
  if (C.Kind == 'p')
    return append(Text, ("%" + C.Flags + "p").c_str(), reinterpret_cast<void *>(Value));
  if (!Wide)
    Value = C.Kind == 'd' || C.Kind == 'i' ? uint64_t(int64_t(int32_t(Value))) : uint32_t(Value);
  append(Text, ("%" + C.Flags + "ll" + C.Kind).c_str(), static_cast<unsigned long long>(Value));
}

void appendFloat(std::string &Text, const Conversion &C, double Value) { append(Text, ("%" + C.Flags + C.Kind).c_str(), Value); }

bool isFloatConversion(char Kind) { return std::strchr("fFeEgGaA", Kind) != nullptr; }

void write(const std::string &Text) { std::fwrite(Text.data(), 1, Text.size(), stdout); }

/// Reads values from the packed argument buffer of vprintf.
class PackedArguments {
  const char *At;

public:
  explicit PackedArguments(const void *Start) : At(static_cast<const char *>(Start)) {}
  template <class T> T next() {
    At = reinterpret_cast<const char *>((reinterpret_cast<uintptr_t>(At) + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    T Value;
    std::memcpy(&Value, At, sizeof Value);
    At += sizeof Value;
    return Value;
  }
};

template <class T> T elementAt(const PrintArgument &A, int64_t I) {
  T Value;
  std::memcpy(&Value, static_cast<const char *>(A.Data) + I * sizeof(T), sizeof Value);
  return Value;
}

double halfValue(uint16_t Bits, int ExponentBits, int MantissaBits) {
  const int Mantissa = Bits & ((1 << MantissaBits) - 1), Top = (1 << ExponentBits) - 1, Exponent = Bits >> MantissaBits & Top;
  const double Sign = Bits >> 15 ? -1 : 1, Bias = (1 << (ExponentBits - 1)) - 1;
  if (Exponent == Top)
    return Mantissa ? __builtin_nan("") : Sign * __builtin_inf();
  if (Exponent == 0)
    return Sign * __builtin_ldexp(Mantissa, int(1 - Bias - MantissaBits));
  return Sign * __builtin_ldexp(Mantissa + (1 << MantissaBits), int(Exponent - Bias - MantissaBits));
}

void appendElement(std::string &Text, const Conversion &C, const PrintArgument &A, int64_t I) {
  double Float = 0;
  int64_t Integer = 0;
  bool IsFloat = true, Wide = false;
  switch (A.Kind) {
  case op::kind_f16:
    Float = halfValue(elementAt<uint16_t>(A, I), 5, 10);
    break;
  case op::kind_bf16:
    Float = halfValue(elementAt<uint16_t>(A, I), 8, 7);
    break;
  case op::kind_f32:
  case op::kind_tf32:
    Float = elementAt<float>(A, I);
    break;
  case op::kind_f64:
    Float = elementAt<double>(A, I);
    break;
  case op::kind_e4m3:
  case op::kind_e5m2:
  case op::kind_e8m0:
  case op::kind_e2m1:
    Float = cutile_cpu_decode(elementAt<uint8_t>(A, I), A.Kind);
    break;
  default:
    IsFloat = false;
    switch (A.Kind) {
    case op::kind_bool:
      Integer = elementAt<uint8_t>(A, I) != 0;
      break;
    case op::kind_s8:
      Integer = elementAt<int8_t>(A, I);
      break;
    case op::kind_u8:
      Integer = elementAt<uint8_t>(A, I);
      break;
    case op::kind_s16:
      Integer = elementAt<int16_t>(A, I);
      break;
    case op::kind_u16:
      Integer = elementAt<uint16_t>(A, I);
      break;
    case op::kind_s32:
      Integer = elementAt<int32_t>(A, I);
      break;
    case op::kind_u32:
      Integer = elementAt<uint32_t>(A, I);
      break;
    default:
      Integer = elementAt<int64_t>(A, I);
      Wide = true;
    }
  }
  if (C.Kind == 's' && A.Kind == op::kind_pointer) {
    const char *String = reinterpret_cast<const char *>(Integer);
    append(Text, ("%" + C.Flags + "s").c_str(), String ? String : "(null)");
  } else if (isFloatConversion(C.Kind)) {
    appendFloat(Text, C, IsFloat ? Float : double(Integer));
  } else {
    appendInteger(Text, C, IsFloat ? uint64_t(int64_t(Float)) : uint64_t(Integer), Wide);
  }
}

/// Elements \p First and on of dimension \p Dim and those behind it, in brackets.
int64_t appendTile(std::string &Text, const Conversion &C, const PrintArgument &A, int Dim, int64_t First) {
  if (Dim >= A.Rank) {
    appendElement(Text, C, A, First);
    return First + 1;
  }
  Text += '[';
  for (int64_t I = 0; I < A.Dims[Dim]; ++I) {
    if (I)
      Text += ", ";
    First = appendTile(Text, C, A, Dim + 1, First);
  }
  Text += ']';
  return First;
}

} // namespace

extern "C" {

int cutile_cpu_printf(const char *Format, int Count, const PrintArgument *Arguments) {
  std::string Text;
  int Used = 0;
  walk(
      Format, Text, [&] { return Used < Count ? elementAt<int>(Arguments[Used++], 0) : 0; },
      [&](const Conversion &C) {
        if (Used < Count)
          appendTile(Text, C, Arguments[Used++], 0, 0);
      });
  write(Text);
  return Count;
}

int cutile_cpu_vprintf(const char *Format, const void *Buffer) {
  std::string Text;
  int Count = 0;
  PackedArguments Arguments(Buffer);
  walk(
      Format, Text,
      [&] {
        ++Count;
        return Arguments.next<int>();
      },
      [&](const Conversion &C) {
        ++Count;
        if (isFloatConversion(C.Kind)) {
          appendFloat(Text, C, Arguments.next<double>());
        } else if (C.Kind == 's') {
          const char *String = Arguments.next<const char *>();
          append(Text, ("%" + C.Flags + "s").c_str(), String ? String : "(null)");
        } else if (C.Kind == 'p' || isWide(C.Length)) {
          appendInteger(Text, C, Arguments.next<uint64_t>(), true);
        } else {
          appendInteger(Text, C, Arguments.next<uint32_t>(), false);
        }
      });
  write(Text);
  return Count;
}

void cutile_cpu_assertfail(const char *Message, const char *File, unsigned Line, const char *Function, size_t) {
  std::string Text;
  append(Text, "%s:%u: %s: Assertion `%s' failed.\n", File, Line, Function, Message);
  std::fwrite(Text.data(), 1, Text.size(), stderr);
  abortBlock(cudaErrorAssert);
}
}
