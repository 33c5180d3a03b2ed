//===- Cast.cpp - conversions of elements ---------------------------------===//
//
// The pairs of element kinds that Import leaves as the tile op `cast`: short floating-point formats and directed
// rounding. Machine conversions where the target has them, else arithmetic on the bits:
//
//   float bits    s eeeeeeee mmmmmmm mmmmmmmmmmmmmmmm
//   bf16          s eeeeeeee mmmmmmm
//   tf32          s eeeeeeee mmmmmmm mmm              (kept in a float)
//   e8m0            eeeeeeee                          (255 is NaN, there is no zero and no sign)
//   e2m1          s ee m                              (0, 0.5, 1, 1.5, 2, 3, 4, 6)
//
//===----------------------------------------------------------------------===//
#include "ElementwiseRules.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace cutile::nvptx {

using namespace target;

namespace {

/// The elements of one cast.
struct CastCall {
  KernelLowering &K;
  const Registers &X;
  int From, To, Mode;

  Builder &builder() const { return K.builder(); }
  bool isNearest() const { return Mode == op::rounding_default || Mode == op::rounding_even; }
};

/// Element by element.
template <Value *(*Emit)(const CastCall &, Value *)> Registers each(const CastCall &C) {
  Registers Result;
  for (Value *V : C.X)
    Result.push_back(Emit(C, V));
  return Result;
}

/// A target op for each of op::rounding even, zero, negative, positive.
template <TargetOp Even, TargetOp Zero, TargetOp Negative, TargetOp Positive> Value *rounded(const CastCall &C, Value *V) {
  static constexpr TargetOp ByMode[] = {Even, Zero, Negative, Positive};
  return emitTargetOp(C.builder(), ByMode[C.isNearest() ? 0 : C.Mode], {V});
}

Value *bitsOf(Builder &B, Value *Float) { return B.CreateBitCast(Float, B.getInt32Ty()); }

/// float to bf16 toward infinities: the upper half, one step outward where bits were lost on the way.
Value *emitDirectedBfloat(const CastCall &C, Value *V) {
  Builder &B = C.builder();
  Value *Bits = bitsOf(B, V);
  Value *IsNegative = B.CreateICmpSLT(Bits, B.getInt32(0));
  Value *Outward = C.Mode == op::rounding_negative ? IsNegative : B.CreateNot(IsNegative);
  // Adding all ones below the upper half carries exactly if a bit is set there.
  Value *Up = B.CreateAdd(Bits, B.CreateSelect(Outward, B.getInt32(0xffff), B.getInt32(0)));
  Value *Kept = B.CreateSelect(B.CreateFCmpUNO(V, V), B.getInt32(0x7fff0000), Up);
  return B.CreateBitCast(B.CreateTrunc(B.CreateLShr(Kept, 16), B.getInt16Ty()), B.getBFloatTy());
}

Value *emitTf32(const CastCall &C, Value *V) {
  Builder &B = C.builder();
  Value *Bits;
  if (C.Mode == op::rounding_away) {
    Bits = emitTargetOp(B, Cvt_rna_tf32_f32, {V});
  } else if (C.K.target().SmVersion >= 90) {
    Bits = emitTargetOp(B, C.isNearest() ? Cvt_rn_tf32_f32 : Cvt_rz_tf32_f32, {V});
  } else {
    Bits = bitsOf(B, V);
    if (C.isNearest()) {
      Value *Odd = B.CreateAnd(B.CreateLShr(Bits, 13), 1);
      Bits = B.CreateAdd(B.CreateAdd(Bits, B.getInt32(0xfff)), Odd);
    }
    Bits = B.CreateAnd(Bits, 0xffffe000u);
    Bits = B.CreateSelect(B.CreateFCmpUNO(V, V), B.getInt32(0x7fffe000), Bits);
  }
  return B.CreateBitCast(Bits, B.getFloatTy());
}

/// float to e4m3 or e5m2, two elements per instruction.
Registers emitToFp8(const CastCall &C) {
  Builder &B = C.builder();
  const TargetOp Op = C.To == op::kind_e4m3 ? Cvt_rn_satfinite_e4m3x2_f32 : Cvt_rn_satfinite_e5m2x2_f32;
  Registers Result;
  for (unsigned I = 0; I < C.X.size(); I += 2) {
    const bool Two = I + 1 < C.X.size();
    Value *Pair = emitTargetOp(B, Op, {Two ? C.X[I + 1] : ConstantFP::get(B.getFloatTy(), 0), C.X[I]});
    Result.push_back(B.CreateTrunc(Pair, B.getInt8Ty()));
    if (Two)
      Result.push_back(B.CreateTrunc(B.CreateLShr(Pair, 8), B.getInt8Ty()));
  }
  return Result;
}

/// e4m3 or e5m2 to float, by way of half, which has all their values.
Registers emitFromFp8(const CastCall &C) {
  Builder &B = C.builder();
  const TargetOp Op = C.From == op::kind_e4m3 ? Cvt_rn_f16x2_e4m3x2 : Cvt_rn_f16x2_e5m2x2;
  Registers Result;
  for (unsigned I = 0; I < C.X.size(); I += 2) {
    const bool Two = I + 1 < C.X.size();
    Value *Pair = B.CreateZExt(C.X[I], B.getInt16Ty());
    if (Two)
      Pair = B.CreateOr(Pair, B.CreateShl(B.CreateZExt(C.X[I + 1], B.getInt16Ty()), 8));
    Value *Halves = B.CreateBitCast(emitTargetOp(B, Op, {Pair}), FixedVectorType::get(B.getHalfTy(), 2));
    for (unsigned J = 0; J < 1u + Two; ++J)
      Result.push_back(B.CreateFPExt(B.CreateExtractElement(Halves, J), B.getFloatTy()));
  }
  return Result;
}

/// The exponent of the magnitude, rounded toward zero or (default) toward positive; infinity becomes the largest number.
Value *emitToE8m0(const CastCall &C, Value *V) {
  Builder &B = C.builder();
  Value *Magnitude = B.CreateAnd(bitsOf(B, V), 0x7fffffff);
  Value *Code;
  if (C.Mode == op::rounding_zero) {
    Code = B.CreateLShr(Magnitude, 23);
  } else {
    // Code 0 is 2^-127, half of the smallest normal float.
    Value *Up = B.CreateLShr(B.CreateAdd(Magnitude, B.getInt32(0x7fffff)), 23);
    Code = B.CreateSelect(B.CreateICmpULE(Magnitude, B.getInt32(0x400000)), B.getInt32(0), Up);
  }
  Code = B.CreateBinaryIntrinsic(Intrinsic::umin, Code, B.getInt32(0xfe));
  Code = B.CreateSelect(B.CreateFCmpUNO(V, V), B.getInt32(0xff), Code);
  return B.CreateTrunc(Code, B.getInt8Ty());
}

Value *emitFromE8m0(const CastCall &C, Value *V) {
  Builder &B = C.builder();
  Value *Code = B.CreateZExt(V, B.getInt32Ty());
  Value *Bits = B.CreateShl(Code, 23);
  Bits = B.CreateSelect(B.CreateICmpEQ(Code, B.getInt32(0)), B.getInt32(0x400000), Bits);
  Bits = B.CreateSelect(B.CreateICmpEQ(Code, B.getInt32(0xff)), B.getInt32(0x7fffffff), Bits);
  return B.CreateBitCast(Bits, B.getFloatTy());
}

/// Nearest even, saturating; NaN becomes the largest number, as the machine instruction has it.
Value *emitToE2m1(const CastCall &C, Value *V) {
  Builder &B = C.builder();
  struct Bound {
    double Value;
    bool TakesTie; // the upper neighbour has the even code
  };
  static constexpr Bound Bounds[] = {{0.25, false}, {0.75, true}, {1.25, false}, {1.75, true}, {2.5, false}, {3.5, true}, {5, false}};
  Value *Magnitude = B.CreateUnaryIntrinsic(Intrinsic::fabs, V);
  Value *Code = B.getInt32(0);
  for (const Bound &Each : Bounds) {
    Value *Limit = ConstantFP::get(V->getType(), Each.Value);
    Value *Reached = Each.TakesTie ? B.CreateFCmpUGE(Magnitude, Limit) : B.CreateFCmpUGT(Magnitude, Limit);
    Code = B.CreateAdd(Code, B.CreateZExt(Reached, B.getInt32Ty()));
  }
  Value *Sign = B.CreateAnd(B.CreateLShr(bitsOf(B, V), 28), 8);
  Sign = B.CreateSelect(B.CreateFCmpUNO(V, V), B.getInt32(0), Sign);
  return B.CreateTrunc(B.CreateOr(Code, Sign), B.getInt8Ty());
}

Value *emitFromE2m1(const CastCall &C, Value *V) {
  Builder &B = C.builder();
  Value *Code = B.CreateZExt(V, B.getInt32Ty());
  Value *Digits = B.CreateAnd(Code, 7);
  Value *Normal = B.CreateAdd(B.CreateShl(Digits, 22), B.getInt32(126u << 23));
  Value *Subnormal = B.CreateSelect(B.CreateICmpEQ(Digits, B.getInt32(0)), B.getInt32(0), B.getInt32(0x3f000000));
  Value *Bits = B.CreateSelect(B.CreateICmpULT(Digits, B.getInt32(2)), Subnormal, Normal);
  return B.CreateBitCast(B.CreateOr(Bits, B.CreateShl(B.CreateAnd(Code, 8), 28)), B.getFloatTy());
}

Value *emitToShort(const CastCall &C, Value *V) { return roundSingle(C.K, V, C.To, C.Mode); }

struct CastRule {
  int From, To;
  unsigned MinSM;
  Registers (*Emit)(const CastCall &);
};

constexpr CastRule CastRules[] = {
    {op::kind_f64, op::kind_f32, 80, each<rounded<Cvt_rn_f32_f64, Cvt_rz_f32_f64, Cvt_rm_f32_f64, Cvt_rp_f32_f64>>},
    {op::kind_f64, op::kind_f16, 80, each<rounded<Cvt_rn_f16_f64, Cvt_rz_f16_f64, Cvt_rm_f16_f64, Cvt_rp_f16_f64>>},
    {op::kind_f32, op::kind_f16, 80, each<emitToShort>},
    {op::kind_f32, op::kind_bf16, 80, each<emitToShort>},
    {op::kind_f32, op::kind_tf32, 80, each<emitTf32>},
    {op::kind_f32, op::kind_e4m3, 89, emitToFp8},
    {op::kind_f32, op::kind_e5m2, 89, emitToFp8},
    {op::kind_e4m3, op::kind_f32, 89, emitFromFp8},
    {op::kind_e5m2, op::kind_f32, 89, emitFromFp8},
    {op::kind_f32, op::kind_e8m0, 80, each<emitToE8m0>},
    {op::kind_e8m0, op::kind_f32, 80, each<emitFromE8m0>},
    {op::kind_f32, op::kind_e2m1, 80, each<emitToE2m1>},
    {op::kind_e2m1, op::kind_f32, 80, each<emitFromE2m1>},
};

StringRef nameOf(int Kind) {
  static constexpr StringLiteral Names[] = {"bool", "int8",  "uint8",  "int16", "uint16", "int32", "uint32", "int64", "uint64", "half",
                                            "bf16", "float", "double", "tf32",  "e4m3",   "e5m2",  "e8m0",   "e2m1",  "pointer"};
  return Names[Kind];
}

} // namespace

Value *roundSingle(KernelLowering &K, Value *V, int To, int Mode) {
  Builder &B = K.builder();
  const Registers One{V};
  const CastCall C{K, One, op::kind_f32, To, Mode};
  const bool Directed = Mode == op::rounding_zero || Mode == op::rounding_negative || Mode == op::rounding_positive;
  if (!Directed)
    return B.CreateFPTrunc(V, To == op::kind_f16 ? B.getHalfTy() : B.getBFloatTy());
  if (To == op::kind_f16)
    return rounded<Cvt_rn_f16_f32, Cvt_rz_f16_f32, Cvt_rm_f16_f32, Cvt_rp_f16_f32>(C, V);
  return Mode == op::rounding_zero ? emitTargetOp(B, Cvt_rz_bf16_f32, {V}) : emitDirectedBfloat(C, V);
}

Registers emitCast(KernelLowering &K, const Instruction &At, const Registers &X, int From, int To, int Mode) {
  for (const CastRule &Rule : CastRules)
    if (Rule.From == From && Rule.To == To) {
      if (K.target().SmVersion >= Rule.MinSM)
        return Rule.Emit({K, X, From, To, Mode});
      break;
    }
  K.unsupported(At, "element_cast", (nameOf(From) + " to " + nameOf(To)).str());
  return Registers(X.size(), PoisonValue::get(At.getType()->getScalarType()));
}

} // namespace cutile::nvptx
