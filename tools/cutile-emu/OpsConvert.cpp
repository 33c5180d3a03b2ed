// Conversions between number formats.
#include "Numbers.h"
#include "Ops.h"
#include <limits>

namespace cutile::emu {

enum class Kind : uint8_t { F16, BF16, F32, F64, S32, U32, S64, U64, S8, U8, S16, U16 };

struct Conversion {
  Kind From, To;
  Rounding Mode;
  bool Flush, Saturate;
  bool Integral = false; ///< from float to float by way of the nearest integer: cvt.rni.f16.f16
};

static bool isFloat(Kind K) { return K <= Kind::F64; }

static Rounding modeOf(std::string_view Name) {
  auto Has = [&](std::string_view M) { return Name.find(M) != Name.npos; };
  return Has(".rz") ? Rounding::Zero : Has(".rm") ? Rounding::Down : Has(".rp") ? Rounding::Up : Rounding::Nearest;
}

/// The format that \p Text begins with in names such as "f2ull" and "cvt.rn.f32.s64"; it is removed.
static Kind takeKind(std::string_view &Text) {
  static constexpr std::pair<std::string_view, Kind> Names[] = {
      {"bf16", Kind::BF16}, {"f16", Kind::F16}, {"f32", Kind::F32}, {"f64", Kind::F64}, {"s32", Kind::S32}, {"u32", Kind::U32}, {"s64", Kind::S64},
      {"u64", Kind::U64},   {"s8", Kind::S8},   {"u8", Kind::U8},   {"s16", Kind::S16}, {"u16", Kind::U16}, {"ull", Kind::U64}, {"ll", Kind::S64},
      {"ui", Kind::U32},    {"i", Kind::S32},   {"bf", Kind::BF16}, {"f", Kind::F32},   {"d", Kind::F64},   {"h", Kind::F16}};
  for (auto [Name, K] : Names)
    if (Text.starts_with(Name)) {
      Text.remove_prefix(Name.size());
      return K;
    }
  return Kind::F32;
}

static const Conversion &conversion(const Call &C) {
  if (!C.Cache) {
    auto *F = new Conversion; // lives as long as the code of the kernel
    std::string_view Name = C.Name;
    F->Mode = modeOf(Name);
    F->Flush = Name.find(".ftz") != Name.npos;
    F->Saturate = Name.find("satfinite") != Name.npos;
    for (std::string_view Mode : {".rni.", ".rzi.", ".rmi.", ".rpi."})
      F->Integral |= Name.find(Mode) != Name.npos;
    if (Name.starts_with("cvt.")) {
      Name.remove_prefix(C.Name.rfind('.', C.Name.rfind('.') - 1) + 1);
      F->To = takeKind(Name);
      Name.remove_prefix(1);
      F->From = takeKind(Name);
    } else {
      Name.remove_prefix(sizeof("llvm.nvvm.") - 1);
      F->From = takeKind(Name);
      Name.remove_prefix(1); // 2
      F->To = takeKind(Name);
    }
    C.Cache = F;
  }
  return *static_cast<const Conversion *>(C.Cache);
}

static long double load(Kind K, const uint64_t *Arguments) {
  switch (K) {
  case Kind::F16:
    return halfToFloat(Arguments[0]);
  case Kind::BF16:
    return bfloatToFloat(Arguments[0]);
  case Kind::F32:
    return slot<float>(Arguments, 0);
  case Kind::F64:
    return slot<double>(Arguments, 0);
  case Kind::S32:
    return slot<int32_t>(Arguments, 0);
  case Kind::U32:
    return slot<uint32_t>(Arguments, 0);
  case Kind::S64:
    return slot<int64_t>(Arguments, 0);
  case Kind::U64:
    return Arguments[0];
  case Kind::S8:
    return slot<int8_t>(Arguments, 0);
  case Kind::U8:
    return slot<uint8_t>(Arguments, 0);
  case Kind::S16:
    return slot<int16_t>(Arguments, 0);
  case Kind::U16:
    return slot<uint16_t>(Arguments, 0);
  }
  return 0;
}

static long double toIntegral(long double V, Rounding Mode) {
  return Mode == Rounding::Zero ? std::trunc(V) : Mode == Rounding::Down ? std::floor(V) : Mode == Rounding::Up ? std::ceil(V) : std::nearbyint(V);
}

template <class T> static T toInteger(long double V, Rounding Mode) {
  if (std::isnan(V))
    return 0;
  V = toIntegral(V, Mode);
  if (V <= static_cast<long double>(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  if (V >= static_cast<long double>(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  return static_cast<T>(V);
}

static void convert(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const Conversion &F = conversion(C);
  long double V = load(F.From, Arguments);
  if (F.Flush && F.From == Kind::F32 && std::fpclassify(float(V)) == FP_SUBNORMAL)
    V = std::copysign(0.0L, V);
  if (F.Integral && isFloat(F.To))
    V = toIntegral(V, F.Mode);
  switch (F.To) {
  case Kind::F16:
    Results[0] = encode(Half, V, F.Mode, F.Saturate);
    break;
  case Kind::BF16:
    Results[0] = encode(BFloat, V, F.Mode, F.Saturate);
    break;
  case Kind::F32: {
    float R = floatOfBits(encode(Single, V, F.Mode));
    if (F.Flush && std::fpclassify(R) == FP_SUBNORMAL)
      R = std::copysign(0.0f, R);
    setSlot(Results, 0, R);
    break;
  }
  case Kind::F64:
    Results[0] = encode(Double, V, F.Mode);
    break;
  case Kind::S32:
    setSlot(Results, 0, toInteger<int32_t>(V, F.Mode));
    break;
  case Kind::U32:
    setSlot(Results, 0, toInteger<uint32_t>(V, F.Mode));
    break;
  case Kind::S64:
    setSlot(Results, 0, toInteger<int64_t>(V, F.Mode));
    break;
  case Kind::U64:
    Results[0] = toInteger<uint64_t>(V, F.Mode);
    break;
  case Kind::S8:
    setSlot<int16_t>(Results, 0, toInteger<int8_t>(V, F.Mode)); // registers have 16 bits at least
    break;
  case Kind::U8:
    setSlot(Results, 0, toInteger<uint8_t>(V, F.Mode));
    break;
  case Kind::S16:
    setSlot(Results, 0, toInteger<int16_t>(V, F.Mode));
    break;
  case Kind::U16:
    setSlot(Results, 0, toInteger<uint16_t>(V, F.Mode));
    break;
  }
  if (isFloat(F.From) && isFloat(F.To) && std::isnan(V) && F.To == Kind::F32)
    setSlot<uint32_t>(Results, 0, 0x7fffffff);
}

/// Two floats into a pair, the first operand in the high half: ff2f16x2, ff2bf16x2.
static void convertPair(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const Format &F = C.Name.find("bf16x2") != std::string::npos ? BFloat : Half;
  const bool Saturate = C.Name.find("satfinite") != std::string::npos, Relu = C.Name.find("relu") != std::string::npos;
  auto One = [&](unsigned I) {
    const float V = slot<float>(Arguments, I);
    return encode(F, Relu && V < 0 ? 0.0f : V, modeOf(C.Name), Saturate);
  };
  setSlot<uint32_t>(Results, 0, One(0) << 16 | One(1));
}

static void convertTf32(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  uint32_t Bits = slot<uint32_t>(Arguments, 0);
  const bool Special = (Bits >> 23 & 255) == 255;
  if (Special)
    Bits = Bits & 0x7fffff ? 0x7fffffff : Bits;
  else if (C.Name.find(".rna") != std::string::npos)
    Bits += 0x1000; // ties away from zero
  else if (C.Name.find(".rn") != std::string::npos)
    Bits += 0xfff + (Bits >> 13 & 1);
  setSlot<uint32_t>(Results, 0, Special ? Bits : Bits & ~0x1fffu);
}

/// Pairs of 8-bit floats: from two floats, from a pair of halves, to a pair of halves.
static void convertFp8(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const std::string_view Name = C.Name;
  const bool IsE4M3 = Name.find("e4m3x2") != Name.npos;
  const Format &F = IsE4M3 ? E4M3 : E5M2;
  const bool FromFp8 = Name.ends_with(".e4m3x2") || Name.ends_with(".e5m2x2") || Name.find("to.f16x2") != Name.npos;
  if (FromFp8) {
    const uint32_t Pair = slot<uint16_t>(Arguments, 0);
    return setSlot<uint32_t>(Results, 0, uint32_t(floatToHalf(decode(F, Pair & 255))) | uint32_t(floatToHalf(decode(F, Pair >> 8))) << 16);
  }
  auto Encode = [&](double V) -> uint32_t {
    // NaN is 0x7f in both formats.
    return std::isnan(V) ? 0x7f : encode(F, V, Rounding::Nearest, /*Saturate=*/true);
  };
  uint32_t High, Low;
  if (Name.find("f16x2") != Name.npos) {
    const uint32_t Pair = slot<uint32_t>(Arguments, 0);
    High = Encode(halfToFloat(Pair >> 16));
    Low = Encode(halfToFloat(Pair));
  } else {
    High = Encode(slot<float>(Arguments, 0));
    Low = Encode(slot<float>(Arguments, 1));
  }
  setSlot<uint16_t>(Results, 0, High << 8 | Low);
}

OperationTable convertOperations() {
  static constexpr Operation Table[] = {
      {"emulateConvert", convert},
      {"emulateConvertTf32", convertTf32},
      {"emulateConvertFp8", convertFp8},
      {"ptx.cvt.*", convert},
      {"ptx.cvt.rn.f16x2.*", convertPair},
      {"ptx.cvt.rn.bf16x2.*", convertPair},
      {"llvm.nvvm.f2tf32.*", convertTf32},
      {"llvm.nvvm.ff.to.e4m3x2.*", convertFp8},
      {"llvm.nvvm.ff.to.e5m2x2.*", convertFp8},
      {"llvm.nvvm.f16x2.to.e4m3x2.*", convertFp8},
      {"llvm.nvvm.f16x2.to.e5m2x2.*", convertFp8},
      {"llvm.nvvm.e4m3x2.to.f16x2.*", convertFp8},
      {"llvm.nvvm.e5m2x2.to.f16x2.*", convertFp8},
      {"llvm.nvvm.ff2f16x2.*", convertPair},
      {"llvm.nvvm.ff2bf16x2.*", convertPair},
      {"llvm.nvvm.d2f.*", convert},
      {"llvm.nvvm.d2i.*", convert},
      {"llvm.nvvm.d2ui.*", convert},
      {"llvm.nvvm.d2ll.*", convert},
      {"llvm.nvvm.d2ull.*", convert},
      {"llvm.nvvm.f2i.*", convert},
      {"llvm.nvvm.f2ui.*", convert},
      {"llvm.nvvm.f2ll.*", convert},
      {"llvm.nvvm.f2ull.*", convert},
      {"llvm.nvvm.f2h.*", convert},
      {"llvm.nvvm.f2f16.*", convert},
      {"llvm.nvvm.f2bf16.*", convert},
      {"llvm.nvvm.bf2h.*", convert},
      {"llvm.nvvm.i2f.*", convert},
      {"llvm.nvvm.i2d.*", convert},
      {"llvm.nvvm.ui2f.*", convert},
      {"llvm.nvvm.ui2d.*", convert},
      {"llvm.nvvm.ll2f.*", convert},
      {"llvm.nvvm.ll2d.*", convert},
      {"llvm.nvvm.ull2f.*", convert},
      {"llvm.nvvm.ull2d.*", convert},
  };
  return {std::begin(Table), std::end(Table)};
}

} // namespace cutile::emu
