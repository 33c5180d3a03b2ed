// Arithmetic: rounding modes, approximate functions, integer helpers. Approximate functions are computed by the host's library:
// more accurate than the GPU's, which the tolerances of programs allow for.
#include "Numbers.h"
#include "Ops.h"
#include <algorithm>
#include <bit>
#include <xmmintrin.h>

namespace cutile::emu {

/// The words of an operation's name, without "llvm.nvvm.".
struct Words {
  std::vector<std::string_view> List;
  explicit Words(std::string_view Name) {
    if (Name.starts_with("llvm.nvvm."))
      Name.remove_prefix(10);
    while (true) {
      const size_t Dot = Name.find('.');
      List.push_back(Name.substr(0, Dot));
      if (Dot == Name.npos)
        break;
      Name.remove_prefix(Dot + 1);
    }
  }
  bool has(std::string_view Word) const { return std::find(List.begin(), List.end(), Word) != List.end(); }
};

/// How a floating-point operation is to be done.
struct MathForm {
  std::string Operation;
  bool Flush = false, Saturate = false, IsDouble = false, NanWins = false;
  unsigned Mode = _MM_ROUND_NEAREST;
  enum { F32, F64, F16, BF16 } Type = F32;
  unsigned Elements = 1;
};

static const MathForm &form(const Call &C) {
  if (!C.Cache) {
    auto *F = new MathForm; // lives as long as the code of the kernel
    const Words W(C.Name);
    F->Operation = W.List[0];
    F->Flush = W.has("ftz");
    F->Saturate = W.has("sat") || F->Operation == "saturate";
    F->NanWins = W.has("nan");
    F->Mode = W.has("rz") ? _MM_ROUND_TOWARD_ZERO : W.has("rm") ? _MM_ROUND_DOWN : W.has("rp") ? _MM_ROUND_UP : _MM_ROUND_NEAREST;
    const std::string_view Last = W.List.back();
    F->Type = Last == "d" || Last == "f64" ? MathForm::F64
              : Last.starts_with("f16")    ? MathForm::F16
              : Last.starts_with("bf16")   ? MathForm::BF16
                                           : MathForm::F32;
    F->Elements = Last.ends_with("x2") || Last.starts_with("v2") ? 2 : 1;
    C.Cache = F;
  }
  return *static_cast<const MathForm *>(C.Cache);
}

template <class T> static T flush(const MathForm &F, T V) { return F.Flush && std::fpclassify(V) == FP_SUBNORMAL ? std::copysign(T(0), V) : V; }

template <class T> static T compute(const MathForm &F, T A, T B, T C) {
  // The operands are volatile so that nothing is computed outside the rounding mode.
  volatile T X = flush(F, A), Y = flush(F, B), Z = flush(F, C), R;
  const std::string &O = F.Operation;
  const unsigned Old = _MM_GET_ROUNDING_MODE();
  _MM_SET_ROUNDING_MODE(F.Mode);
  if (O == "add")
    R = X + Y;
  else if (O == "sub")
    R = X - Y;
  else if (O == "mul")
    R = X * Y;
  else if (O == "div")
    R = X / Y;
  else if (O == "fma")
    R = std::fma(T(X), T(Y), T(Z));
  else if (O == "sqrt")
    R = std::sqrt(T(X));
  else if (O == "rcp")
    R = T(1) / X;
  else {
    _MM_SET_ROUNDING_MODE(Old);
    if (O == "ex2")
      R = std::exp2(T(X));
    else if (O == "lg2")
      R = std::log2(T(X));
    else if (O == "sin")
      R = std::sin(T(X));
    else if (O == "cos")
      R = std::cos(T(X));
    else if (O == "rsqrt")
      R = T(1) / std::sqrt(T(X));
    else if (O == "tanh")
      R = std::tanh(T(X));
    else if (O == "neg")
      R = -X;
    else if (O == "fabs" || O == "abs")
      R = std::fabs(T(X));
    else if (O == "ceil")
      R = std::ceil(T(X));
    else if (O == "floor")
      R = std::floor(T(X));
    else if (O == "trunc")
      R = std::trunc(T(X));
    else if (O == "round")
      R = std::nearbyint(T(X));
    else
      R = X; // saturate
  }
  _MM_SET_ROUNDING_MODE(Old);
  T Result = flush(F, T(R));
  if (F.Saturate)
    Result = Result > 0 ? std::min(Result, T(1)) : T(0); // NaN becomes 0
  return Result;
}

/// Calls \p Body(operand count values) -> value for each element in the format of the call.
template <class Body> static void elementwise(const MathForm &F, unsigned Operands, const uint64_t *Arguments, uint64_t *Results, Body Compute) {
  if (F.Type == MathForm::F64) {
    double V[3] = {};
    for (unsigned I = 0; I < Operands; ++I)
      V[I] = slot<double>(Arguments, I);
    return setSlot<double>(Results, 0, Compute(V[0], V[1], V[2]));
  }
  if (F.Type == MathForm::F32) {
    float V[3] = {};
    for (unsigned I = 0; I < Operands; ++I)
      V[I] = slot<float>(Arguments, I);
    return setSlot<float>(Results, 0, Compute(V[0], V[1], V[2]));
  }
  const Format &Kind = F.Type == MathForm::F16 ? Half : BFloat;
  Results[0] = 0;
  for (unsigned E = 0; E < F.Elements; ++E) {
    double V[3] = {};
    for (unsigned I = 0; I < Operands; ++I)
      V[I] = decode(Kind, Arguments[I] >> (16 * E) & 0xffff);
    Results[0] |= encode(Kind, Compute(V[0], V[1], V[2])) << (16 * E);
  }
}

template <unsigned Operands> static void arithmetic(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const MathForm &F = form(C);
  elementwise(F, Operands, Arguments, Results, [&](auto A, auto B, auto Z) { return compute(F, A, B, Z); });
}

/// Target ops and instructions in assembly do not say how many operands they have; the operation does.
static void namedArithmetic(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const std::string &O = form(C).Operation;
  if (O == "fma")
    return arithmetic<3>(T, C, Arguments, Results);
  if (O == "add" || O == "sub" || O == "mul" || O == "div")
    return arithmetic<2>(T, C, Arguments, Results);
  return arithmetic<1>(T, C, Arguments, Results);
}

template <bool Max> static void extreme(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const MathForm &F = form(C);
  elementwise(F, 2, Arguments, Results, [&](auto A, auto B, auto) {
    using T = decltype(A);
    A = flush(F, A);
    B = flush(F, B);
    if (std::isnan(A) || std::isnan(B))
      return F.NanWins || (std::isnan(A) && std::isnan(B)) ? T(NAN) : std::isnan(A) ? B : A;
    if (A == B)
      return std::signbit(A) == Max ? B : A;
    return (A < B) == Max ? B : A;
  });
}

//===-- Integers -----------------------------------------------------------------------===//

static void multiplyHigh(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const std::string_view Kind = Words(C.Name).List[1];
  if (Kind == "i")
    setSlot<uint32_t>(Results, 0, int64_t(slot<int32_t>(Arguments, 0)) * slot<int32_t>(Arguments, 1) >> 32);
  else if (Kind == "ui")
    setSlot<uint32_t>(Results, 0, uint64_t(slot<uint32_t>(Arguments, 0)) * slot<uint32_t>(Arguments, 1) >> 32);
  else if (Kind == "s")
    setSlot<uint16_t>(Results, 0, int32_t(slot<int16_t>(Arguments, 0)) * slot<int16_t>(Arguments, 1) >> 16);
  else if (Kind == "us")
    setSlot<uint16_t>(Results, 0, uint32_t(slot<uint16_t>(Arguments, 0)) * slot<uint16_t>(Arguments, 1) >> 16);
  else if (Kind == "ll")
    Results[0] = static_cast<uint64_t>((__int128)slot<int64_t>(Arguments, 0) * slot<int64_t>(Arguments, 1) >> 64);
  else
    Results[0] = static_cast<uint64_t>((unsigned __int128)Arguments[0] * Arguments[1] >> 64);
}

static void multiply24(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const bool Unsigned = C.Name.ends_with(".ui");
  auto Extend = [&](unsigned I) -> int64_t {
    const uint32_t V = slot<uint32_t>(Arguments, I) << 8;
    return Unsigned ? V >> 8 : int32_t(V) >> 8;
  };
  setSlot<uint32_t>(Results, 0, Extend(0) * Extend(1));
}

static void permuteBytes(Thread &, const Call &, const uint64_t *Arguments, uint64_t *Results) {
  const uint64_t Bytes = uint64_t(slot<uint32_t>(Arguments, 0)) | uint64_t(slot<uint32_t>(Arguments, 1)) << 32;
  const uint32_t Selector = slot<uint32_t>(Arguments, 2);
  uint32_t Result = 0;
  for (unsigned I = 0; I < 4; ++I) {
    const unsigned S = Selector >> (4 * I) & 15;
    uint8_t Byte = Bytes >> (8 * (S & 7));
    if (S & 8)
      Byte = Byte & 0x80 ? 0xff : 0;
    Result |= uint32_t(Byte) << (8 * I);
  }
  setSlot(Results, 0, Result);
}

static void sad(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  if (C.Name.ends_with(".ui"))
    setSlot<uint32_t>(Results, 0,
                      std::max(slot<uint32_t>(Arguments, 0), slot<uint32_t>(Arguments, 1)) -
                          std::min(slot<uint32_t>(Arguments, 0), slot<uint32_t>(Arguments, 1)) + slot<uint32_t>(Arguments, 2));
  else
    setSlot<uint32_t>(Results, 0,
                      uint32_t(std::abs(int64_t(slot<int32_t>(Arguments, 0)) - slot<int32_t>(Arguments, 1))) + slot<uint32_t>(Arguments, 2));
}

/// idp4a: dot product of four bytes, added to the third operand.
static void dot4(Thread &, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const Words W(C.Name);
  auto Byte = [&](unsigned I, unsigned At) -> int32_t {
    const uint8_t B = Arguments[I] >> (8 * At);
    return W.List[1 + I] == "s" ? int8_t(B) : B;
  };
  uint32_t Sum = slot<uint32_t>(Arguments, 2);
  for (unsigned At = 0; At < 4; ++At)
    Sum += Byte(0, At) * Byte(1, At);
  setSlot(Results, 0, Sum);
}

template <bool Left> static void funnelShift(Thread &, const Call &, const uint64_t *Arguments, uint64_t *Results) {
  const unsigned Shift = std::min(slot<uint32_t>(Arguments, 2), 32u);
  const uint64_t Pair = uint64_t(slot<uint32_t>(Arguments, 0)) << 32 | slot<uint32_t>(Arguments, 1);
  setSlot<uint32_t>(Results, 0, Left ? uint64_t((unsigned __int128)Pair << Shift >> 32) : Pair >> Shift);
}

static void doubleOfHalves(Thread &, const Call &, const uint64_t *Arguments, uint64_t *Results) {
  Results[0] = uint64_t(slot<uint32_t>(Arguments, 0)) | uint64_t(slot<uint32_t>(Arguments, 1)) << 32;
}
static void lowHalf(Thread &, const Call &, const uint64_t *Arguments, uint64_t *Results) { Results[0] = uint32_t(Arguments[0]); }
static void highHalf(Thread &, const Call &, const uint64_t *Arguments, uint64_t *Results) { Results[0] = Arguments[0] >> 32; }

OperationTable mathOperations() {
  static constexpr Operation Table[] = {
      {"emulateDirected", namedArithmetic},
      {"emulateApproximate", namedArithmetic},
      {"llvm.nvvm.add.*", arithmetic<2>},
      {"llvm.nvvm.mul.*", arithmetic<2>},
      {"llvm.nvvm.div.*", arithmetic<2>},
      {"llvm.nvvm.fma.*", arithmetic<3>},
      {"llvm.nvvm.sqrt.*", arithmetic<1>},
      {"llvm.nvvm.rsqrt.*", arithmetic<1>},
      {"llvm.nvvm.rcp.*", arithmetic<1>},
      {"llvm.nvvm.ex2.approx.*", arithmetic<1>},
      {"llvm.nvvm.lg2.approx.*", arithmetic<1>},
      {"llvm.nvvm.sin.approx.*", arithmetic<1>},
      {"llvm.nvvm.cos.approx.*", arithmetic<1>},
      {"llvm.nvvm.fabs.*", arithmetic<1>},
      {"llvm.nvvm.ceil.*", arithmetic<1>},
      {"llvm.nvvm.floor.*", arithmetic<1>},
      {"llvm.nvvm.trunc.*", arithmetic<1>},
      {"llvm.nvvm.round.*", arithmetic<1>},
      {"llvm.nvvm.saturate.*", arithmetic<1>},
      {"llvm.nvvm.fmin.*", extreme<false>},
      {"llvm.nvvm.fmax.*", extreme<true>},
      {"llvm.nvvm.mulhi.*", multiplyHigh},
      {"llvm.nvvm.mul24.*", multiply24},
      {"llvm.nvvm.prmt", permuteBytes},
      {"llvm.nvvm.sad.*", sad},
      {"llvm.nvvm.idp4a.*", dot4},
      {"llvm.nvvm.fshl.clamp.*", funnelShift<true>},
      {"llvm.nvvm.fshr.clamp.*", funnelShift<false>},
      {"ptx.add.*", namedArithmetic},
      {"ptx.sub.*", namedArithmetic},
      {"ptx.mul.*", namedArithmetic},
      {"ptx.div.*", namedArithmetic},
      {"ptx.fma.*", namedArithmetic},
      {"ptx.sqrt.*", namedArithmetic},
      {"ptx.rsqrt.*", namedArithmetic},
      {"ptx.rcp.*", namedArithmetic},
      {"ptx.ex2.*", namedArithmetic},
      {"ptx.lg2.*", namedArithmetic},
      {"ptx.sin.*", namedArithmetic},
      {"ptx.cos.*", namedArithmetic},
      {"ptx.tanh.*", namedArithmetic},
      {"ptx.neg.*", namedArithmetic},
      {"ptx.abs.*", namedArithmetic},
      {"ptx.min.*", extreme<false>},
      {"ptx.max.*", extreme<true>},
      {"ptx.prmt.b32", permuteBytes},
      {"llvm.nvvm.lohi.i2d", doubleOfHalves},
      {"llvm.nvvm.d2i.lo", lowHalf},
      {"llvm.nvvm.d2i.hi", highHalf},
  };
  return {std::begin(Table), std::end(Table)};
}

} // namespace cutile::emu
