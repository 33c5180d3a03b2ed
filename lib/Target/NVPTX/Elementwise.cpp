//===- Elementwise.cpp - elementwise ops of tiles -------------------------===//
//
// The table of rules for elementwise ops, and the combining of two elements that reductions use. Import has turned most
// elementwise ops into LLVM instructions, which KernelLowering repeats per element; here come those with rounding modes,
// flushing or functions that LLVM lacks.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseRules.h"
#include "OpLowerings.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace cutile::nvptx {

namespace {

/// Classes of element kinds.
enum Kinds : unsigned {
  Bool = 1,
  Signed = 2,
  Unsigned = 4,
  Short = 8,
  Single = 16,
  Double = 32,
  Integers = Signed | Unsigned,
  Floats = Short | Single | Double
};

/// Sets of modes: bit 1 + op::rounding (or 1 + op::nan_mode).
enum Modes : unsigned {
  Nearest = 1 << 0 | 1 << 1, // default and even
  Directed = 1 << 2 | 1 << 3 | 1 << 4,
  Precise = Nearest | Directed,
  Approximate = 1 << 5,
  FullOnly = 1 << 6,
  Full = Nearest | FullOnly,
  Suppress = 1 << 0 | 1 << 1,
  Propagate = 1 << 2,
  AnyMode = ~0u,
};

enum Flushes : unsigned { Keep = 1, Flush = 2, Either = 3 };

struct Rule {
  StringLiteral Op;
  unsigned OfKinds, OfModes, OfFlushes;
  EmitElement Emit;
};

template <Instruction::BinaryOps Opcode> Value *instruction(const ElementCall &E) { return E.builder().CreateBinOp(Opcode, E.X[0], E.X[1]); }

template <Intrinsic::ID Id> Value *intrinsic(const ElementCall &E) { return E.builder().CreateIntrinsic(Id, {E.X[0]->getType()}, E.X); }

template <TargetOp Op, TargetOp OpFlush = Op> Value *targetOp(const ElementCall &E) { return emitTargetOp(E.builder(), E.Flush ? OpFlush : Op, E.X); }

using I = Instruction;
using namespace target;

constexpr Rule Rules[] = {
    {"add", Bool, AnyMode, Keep, instruction<I::Xor>},
    {"add", Integers, AnyMode, Keep, instruction<I::Add>},
    {"add", Floats, Nearest, Keep, instruction<I::FAdd>},
    {"add", Single | Double, Precise, Either, emitRoundedOp<RoundedAdd>},
    {"add", Short, Directed, Keep, emitThroughSingle},

    {"sub", Bool, AnyMode, Keep, instruction<I::Xor>},
    {"sub", Integers, AnyMode, Keep, instruction<I::Sub>},
    {"sub", Floats, Nearest, Keep, instruction<I::FSub>},
    {"sub", Single | Double, Precise, Either, emitRoundedSub},
    {"sub", Short, Directed, Keep, emitThroughSingle},

    {"mul", Bool, AnyMode, Keep, instruction<I::And>},
    {"mul", Integers, AnyMode, Keep, instruction<I::Mul>},
    {"mul", Floats, Nearest, Keep, instruction<I::FMul>},
    {"mul", Single | Double, Precise, Either, emitRoundedOp<RoundedMul>},
    {"mul", Short, Directed, Keep, emitThroughSingle},

    {"div", Bool, AnyMode, Keep, emitFirstOperand},
    {"div", Signed, AnyMode, Keep, instruction<I::SDiv>},
    {"div", Unsigned, AnyMode, Keep, instruction<I::UDiv>},
    {"div", Floats, Nearest, Keep, instruction<I::FDiv>},
    {"div", Single | Double, Precise, Either, emitRoundedOp<RoundedDiv>},
    {"div", Short, Directed, Keep, emitThroughSingle},
    {"div", Single, Approximate, Either, targetOp<Div_approx, Div_approx_ftz>},
    {"div", Single, FullOnly, Either, targetOp<Div_full, Div_full_ftz>},

    {"rem", Single | Double, AnyMode, Keep, emitLibdevice},
    {"rem", Short, AnyMode, Keep, emitThroughSingle},

    {"fma", Floats, Nearest, Keep, intrinsic<Intrinsic::fma>},
    {"fma", Single | Double, Precise, Either, emitRoundedOp<RoundedFma>},
    {"fma", Short, Directed, Keep, emitThroughSingle},

    {"min", Bool | Unsigned, AnyMode, Keep, intrinsic<Intrinsic::umin>},
    {"min", Signed, AnyMode, Keep, intrinsic<Intrinsic::smin>},
    {"min", Floats, Suppress, Keep, intrinsic<Intrinsic::minimumnum>},
    {"min", Floats, Propagate, Keep, intrinsic<Intrinsic::minimum>},
    {"min", Single, AnyMode, Flush, emitFlushedMinMax},
    {"max", Bool | Unsigned, AnyMode, Keep, intrinsic<Intrinsic::umax>},
    {"max", Signed, AnyMode, Keep, intrinsic<Intrinsic::smax>},
    {"max", Floats, Suppress, Keep, intrinsic<Intrinsic::maximumnum>},
    {"max", Floats, Propagate, Keep, intrinsic<Intrinsic::maximum>},
    {"max", Single, AnyMode, Flush, emitFlushedMinMax},

    {"sqrt", Floats, Nearest, Keep, intrinsic<Intrinsic::sqrt>},
    {"sqrt", Single | Double, Precise, Either, emitRoundedOp<RoundedSqrt>},
    {"sqrt", Short, Directed, Keep, emitThroughSingle},
    {"sqrt", Single, Approximate, Either, targetOp<Sqrt_approx, Sqrt_approx_ftz>},
    {"rsqrt", Single, Nearest, Either, targetOp<Rsqrt_approx, Rsqrt_approx_ftz>},
    {"rsqrt", Double, Nearest, Keep, emitLibdevice},
    {"rsqrt", Short, Nearest, Keep, emitThroughSingle},

    // The approximate form is accurate enough for results of 11 or 8 bits.
    {"exp2", Single, Nearest, Either, targetOp<Ex2_approx, Ex2_approx_ftz>},
    {"exp2", Double, Nearest, Keep, emitLibdevice},
    {"exp2", Short, Nearest, Keep, emitThroughSingle},
    {"exp", Single, Approximate, Keep, emitShortExp},
    {"exp", Single | Double, Full, Keep, emitLibdevice},
    {"exp", Short, Full, Keep, emitShortExp},
    {"tanh", Single, Approximate, Keep, targetOp<Tanh_approx>},
    {"tanh", Single | Double, Full, Keep, emitLibdevice},
    {"tanh", Short, Full, Keep, emitThroughSingle},

    {"log", Single | Double, Nearest, Keep, emitLibdevice},
    {"log2", Single | Double, Nearest, Keep, emitLibdevice},
    {"sin", Single | Double, Nearest, Keep, emitLibdevice},
    {"cos", Single | Double, Nearest, Keep, emitLibdevice},
    {"tan", Single | Double, Nearest, Keep, emitLibdevice},
    {"sinh", Single | Double, Nearest, Keep, emitLibdevice},
    {"cosh", Single | Double, Nearest, Keep, emitLibdevice},
    {"pow", Single | Double, Nearest, Keep, emitLibdevice},
    {"powi", Single | Double, Nearest, Keep, emitLibdevice},
    {"atan2", Single | Double, Nearest, Keep, emitLibdevice},
    {"log", Short, Nearest, Keep, emitThroughSingle},
    {"log2", Short, Nearest, Keep, emitThroughSingle},
    {"sin", Short, Nearest, Keep, emitThroughSingle},
    {"cos", Short, Nearest, Keep, emitThroughSingle},
    {"tan", Short, Nearest, Keep, emitThroughSingle},
    {"sinh", Short, Nearest, Keep, emitThroughSingle},
    {"cosh", Short, Nearest, Keep, emitThroughSingle},
    {"pow", Short, Nearest, Keep, emitThroughSingle},
    {"powi", Short, Nearest, Keep, emitThroughSingle},
    {"atan2", Short, Nearest, Keep, emitThroughSingle},
};

unsigned classOf(int Kind) {
  switch (Kind) {
  case op::kind_bool:
    return Bool;
  case op::kind_s8:
  case op::kind_s16:
  case op::kind_s32:
  case op::kind_s64:
    return Signed;
  case op::kind_u8:
  case op::kind_u16:
  case op::kind_u32:
  case op::kind_u64:
    return Unsigned;
  case op::kind_f16:
  case op::kind_bf16:
    return Short;
  case op::kind_f32:
    return Single;
  case op::kind_f64:
    return Double;
  default:
    return 0;
  }
}

const Rule *findRule(StringRef Op, int Kind, int Mode, bool Flushes) {
  for (const Rule &R : Rules)
    if (R.Op == Op && R.OfKinds & classOf(Kind) && R.OfModes & 1u << (Mode + 1) && R.OfFlushes & (Flushes ? Flush : Keep))
      return &R;
  return nullptr;
}

} // namespace

Value *emitElementwise(KernelLowering &K, const Instruction &At, StringRef Op, ArrayRef<Value *> X, int Kind, int Mode, int Subnormals) {
  const bool Flushes = Subnormals == op::subnormals_flush;
  if (const Rule *R = findRule(Op, Kind, Mode, Flushes))
    return R->Emit({K, At, Op, X, Kind, Mode, Flushes});
  K.unsupported(At, Op, "this combination of element type, rounding and subnormals mode");
  return PoisonValue::get(X[0]->getType());
}

Value *emitCombine(KernelLowering &K, const Instruction &At, int Combiner, Value *A, Value *B, int Kind, int Mode, int Subnormals) {
  switch (Combiner) {
  case op::combine_sum:
    return emitElementwise(K, At, "add", {A, B}, Kind, Mode, Subnormals);
  case op::combine_prod:
    return emitElementwise(K, At, "mul", {A, B}, Kind, Mode, Subnormals);
  case op::combine_max:
    return emitElementwise(K, At, "max", {A, B}, Kind, Mode, Subnormals);
  case op::combine_min:
    return emitElementwise(K, At, "min", {A, B}, Kind, Mode, Subnormals);
  case op::combine_and:
    return K.builder().CreateAnd(A, B);
  case op::combine_or:
    return K.builder().CreateOr(A, B);
  default:
    return K.builder().CreateXor(A, B);
  }
}

Registers elementwiseOpRegisters(KernelLowering &K, const TileCall &Call, const AffineLayout &Layout) {
  if (Call.is("cast"))
    return emitCast(K, Call.call(), K.registersOf(Call.operand(0), Layout), Call.constant(1), Call.constant(2), Call.constant(3));
  const unsigned NumOperands = Call.size() - 3;
  SmallVector<Registers, 3> Operands;
  for (unsigned I = 0; I < NumOperands; ++I)
    Operands.push_back(K.registersOf(Call.operand(I), Layout));
  Registers Result;
  for (unsigned R = 0; R < Layout.Map.numRegisters(); ++R) {
    SmallVector<Value *, 3> Elements;
    for (const Registers &Operand : Operands)
      Elements.push_back(Operand[R]);
    Result.push_back(emitElementwise(K, Call.call(), Call.name(), Elements, Call.constant(NumOperands), Call.constant(NumOperands + 1),
                                     Call.constant(NumOperands + 2)));
  }
  return Result;
}

void lowerElementwise(KernelLowering &K, const TileCall &Call) {
  K.setElementwise(Call.call(), [&](const AffineLayout &Layout) { return elementwiseOpRegisters(K, Call, Layout); });
}

void lowerCast(KernelLowering &K, const TileCall &Call) { lowerElementwise(K, Call); }

void lowerAssume(KernelLowering &K, const TileCall &Call) {
  // The promise has served the analyses; the value is the operand.
  if (!isTile(&Call.call()))
    return K.setScalar(Call.call(), Call.operand(0));
  K.setResult(Call.call(), K.registersOf(Call.operand(0), K.layoutOf(&Call.call())));
}

} // namespace cutile::nvptx
