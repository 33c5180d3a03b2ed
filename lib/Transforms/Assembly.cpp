//===- Assembly.cpp - inline assembly of the toolkit's headers ------------===//
//
// `__half`, `__nv_bfloat16` and the fp8 types are classes of toolkit headers, and their operators are inline PTX:
//
//   asm("{add.f16 $0,$1,$2;\n}", "=h,h,h")(i16 %a, i16 %b)   ->   bitcast (fadd half %a', %b')
//
// A tile kernel may run where PTX has no meaning, and its scalars take part in analyses, so Import reads the PTX. The reader
// knows the statements that occur there: arithmetic, comparisons and conversions of registers, without control flow or
// memory. Registers are bags of bits; an instruction's type suffixes say what they hold.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace cutile::import {

namespace {

/// Reads the text of one inline assembly call and builds instructions for it. One output, `$0`.
class PtxReader {
public:
  PtxReader(IRBuilder<> &B, const CallInst &Call) : B(B), Call(Call) {}

  /// \returns the value of `$0`, or null if a statement is unknown.
  Value *read();

private:
  bool statement(StringRef Text);
  bool instruction(StringRef Opcode, ArrayRef<StringRef> Operands);

  /// The bits of a register, parameter or number as a value of \p T.
  Value *get(StringRef Operand, Type *T);
  void set(StringRef Operand, Value *V);

  Type *typeOf(StringRef Suffix) const;
  static int kindOf(StringRef Suffix);
  Value *convertScalar(Value *X, int From, int To, int Mode, int Saturation = op::saturation_default);
  Value *compare(StringRef Predicate, Value *L, Value *R);

  bool readMove(ArrayRef<StringRef> Parts, ArrayRef<StringRef> Operands);
  bool readConversion(ArrayRef<StringRef> Parts, ArrayRef<StringRef> Operands);
  bool readPairConversion(StringRef To, StringRef From, int Mode, ArrayRef<StringRef> Operands);
  bool readCompare(ArrayRef<StringRef> Parts, ArrayRef<StringRef> Operands);
  Value *unary(StringRef Name, Value *X, function_ref<Value *(StringRef)> Function);
  Value *binary(StringRef Name, Value *L, Value *R, bool PropagateNan);
  bool readArithmetic(StringRef Name, ArrayRef<StringRef> Parts, ArrayRef<StringRef> Operands);

  IRBuilder<> &B;
  const CallInst &Call;
  StringMap<Value *> Registers;
};

} // namespace

int PtxReader::kindOf(StringRef Suffix) {
  return StringSwitch<int>(Suffix)
      .Case("s8", op::kind_s8)
      .Case("u8", op::kind_u8)
      .Case("s16", op::kind_s16)
      .Cases({"u16", "b16"}, op::kind_u16)
      .Case("s32", op::kind_s32)
      .Cases({"u32", "b32"}, op::kind_u32)
      .Case("s64", op::kind_s64)
      .Cases({"u64", "b64"}, op::kind_u64)
      .Case("f16", op::kind_f16)
      .Case("bf16", op::kind_bf16)
      .Case("f32", op::kind_f32)
      .Case("f64", op::kind_f64)
      .Case("e4m3x2", op::kind_e4m3)
      .Case("e5m2x2", op::kind_e5m2)
      .Case("ue8m0x2", op::kind_e8m0)
      .Default(-1);
}

Type *PtxReader::typeOf(StringRef Suffix) const {
  int Kind = kindOf(Suffix);
  return Kind < 0 ? nullptr : elementType(B.getContext(), Kind);
}

Value *PtxReader::get(StringRef Operand, Type *T) {
  Value *V = nullptr;
  unsigned Number = 0;
  uint64_t Literal = 0;
  if (Operand.starts_with("$") && !Operand.drop_front().getAsInteger(10, Number)) {
    // An operand tied to the output, as in "=f,0", is written $0 as well: its first value is the argument.
    V = Registers.lookup(Operand);
    if (!V && Number == 0 && Call.arg_size())
      V = Call.getArgOperand(Call.arg_size() - 1);
    else if (!V && Number && Number <= Call.arg_size())
      V = Call.getArgOperand(Number - 1);
  } else if (Operand.consume_front("0f") || Operand.consume_front("0F")) {
    if (!Operand.getAsInteger(16, Literal))
      V = B.getInt32(Literal);
  } else if (!Operand.empty() && isDigit(Operand[0])) {
    StringRef Digits = Operand.rtrim("U");
    bool Hex = Digits.consume_front("0x") || Digits.consume_front("0X");
    if (!Digits.getAsInteger(Hex ? 16 : 10, Literal))
      V = ConstantInt::get(B.getIntNTy(T->getPrimitiveSizeInBits()), Literal);
  } else {
    V = Registers.lookup(Operand);
  }
  if (!V)
    return nullptr;
  unsigned Have = V->getType()->getPrimitiveSizeInBits(), Want = T->getPrimitiveSizeInBits();
  if (Have == Want)
    return B.CreateBitCast(V, T);
  V = B.CreateBitCast(V, B.getIntNTy(Have));
  return B.CreateBitCast(B.CreateZExtOrTrunc(V, B.getIntNTy(Want)), T);
}

void PtxReader::set(StringRef Operand, Value *V) { Registers[Operand] = V; }

Value *PtxReader::convertScalar(Value *X, int From, int To, int Mode, int Saturation) {
  auto *One = FixedVectorType::get(X->getType(), 1);
  Value *Tile = B.CreateInsertElement(PoisonValue::get(One), X, B.getInt64(0));
  return B.CreateExtractElement(convert(B, Tile, From, To, Mode, Saturation), B.getInt64(0));
}

Value *PtxReader::compare(StringRef Predicate, Value *L, Value *R) {
  using P = CmpInst::Predicate;
  P Code = StringSwitch<P>(Predicate)
               .Case("eq", P::FCMP_OEQ)
               .Case("ne", P::FCMP_ONE)
               .Case("lt", P::FCMP_OLT)
               .Case("le", P::FCMP_OLE)
               .Case("gt", P::FCMP_OGT)
               .Case("ge", P::FCMP_OGE)
               .Case("equ", P::FCMP_UEQ)
               .Case("neu", P::FCMP_UNE)
               .Case("ltu", P::FCMP_ULT)
               .Case("leu", P::FCMP_ULE)
               .Case("gtu", P::FCMP_UGT)
               .Case("geu", P::FCMP_UGE)
               .Case("num", P::FCMP_ORD)
               .Case("nan", P::FCMP_UNO)
               .Default(P::BAD_FCMP_PREDICATE);
  return Code == P::BAD_FCMP_PREDICATE || !L || !R || !L->getType()->isFloatingPointTy() ? nullptr : B.CreateFCmp(Code, L, R);
}

/// `mov.b32 a, {0,$1}` packs halves, low one first.
bool PtxReader::readMove(ArrayRef<StringRef> Parts, ArrayRef<StringRef> Operands) {
  Type *T = Parts.empty() ? nullptr : typeOf(Parts[0]);
  if (!T || Operands.size() != 2)
    return false;
  StringRef Source = Operands[1];
  Value *V = nullptr;
  if (Source.consume_front("{")) {
    auto [Low, High] = Source.rtrim("}").split(',');
    Type *Whole = B.getIntNTy(T->getPrimitiveSizeInBits()), *Half = B.getIntNTy(T->getPrimitiveSizeInBits() / 2);
    Value *L = get(Low.trim(), Half), *H = get(High.trim(), Half);
    if (!L || !H)
      return false;
    V = B.CreateOr(B.CreateZExt(L, Whole), B.CreateShl(B.CreateZExt(H, Whole), Half->getPrimitiveSizeInBits()));
  } else {
    V = get(Source, B.getIntNTy(T->getPrimitiveSizeInBits()));
  }
  if (V)
    set(Operands[0], V);
  return V;
}

static int modeOf(StringRef Rounding) {
  return StringSwitch<int>(Rounding)
      .Cases({"rn", "rni"}, op::rounding_even)
      .Cases({"rz", "rzi"}, op::rounding_zero)
      .Cases({"rm", "rmi"}, op::rounding_negative)
      .Cases({"rp", "rpi"}, op::rounding_positive)
      .Default(op::rounding_default);
}

/// Conversions with two 8-bit elements on one side: `cvt.rn.satfinite.e4m3x2.f32 d, high, low`.
bool PtxReader::readPairConversion(StringRef To, StringRef From, int Mode, ArrayRef<StringRef> Operands) {
  auto Join = [&](Value *Low, Value *High) {
    unsigned Width = Low->getType()->getPrimitiveSizeInBits();
    Type *Half = B.getIntNTy(Width), *Whole = B.getIntNTy(2 * Width);
    Low = B.CreateZExt(B.CreateBitCast(Low, Half), Whole);
    High = B.CreateZExt(B.CreateBitCast(High, Half), Whole);
    return B.CreateOr(Low, B.CreateShl(High, Width));
  };
  auto Split = [&](Value *Pair, Type *Element, bool High) {
    unsigned Width = Element->getPrimitiveSizeInBits();
    Value *Bits = High ? B.CreateLShr(Pair, Width) : Pair;
    return B.CreateBitCast(B.CreateTrunc(Bits, B.getIntNTy(Width)), Element);
  };
  StringRef ToElement = To.ends_with("16x2") ? To.drop_back(2) : To, FromElement = From.ends_with("16x2") ? From.drop_back(2) : From;
  int ToKind = kindOf(ToElement), FromKind = kindOf(FromElement);
  if (ToKind < 0 || FromKind < 0)
    return false;
  Value *Low = nullptr, *High = nullptr;
  Type *Element = elementType(B.getContext(), FromKind);
  if (Operands.size() == 3) {
    High = get(Operands[1], Element);
    Low = get(Operands[2], Element);
  } else if (Value *Pair = get(Operands[1], B.getIntNTy(2 * Element->getPrimitiveSizeInBits()))) {
    High = Split(Pair, Element, true);
    Low = Split(Pair, Element, false);
  }
  if (!Low || !High)
    return false;
  set(Operands[0], Join(convertScalar(Low, FromKind, ToKind, Mode), convertScalar(High, FromKind, ToKind, Mode)));
  return true;
}

/// `cvt{.rounding}{.modifiers}.to.from`
bool PtxReader::readConversion(ArrayRef<StringRef> Parts, ArrayRef<StringRef> Operands) {
  if (Parts.size() < 2 || Operands.size() < 2)
    return false;
  StringRef To = Parts[Parts.size() - 2], From = Parts.back();
  StringRef Rounding = Parts.size() > 2 ? Parts[0] : "";
  int Mode = modeOf(Rounding);
  if (To.ends_with("x2") || From.ends_with("x2"))
    return readPairConversion(To, From, Mode, Operands);
  int ToKind = kindOf(To), FromKind = kindOf(From);
  if (ToKind < 0 || FromKind < 0 || Operands.size() != 2)
    return false;
  Value *X = get(Operands[1], elementType(B.getContext(), FromKind));
  if (!X)
    return false;
  if (Rounding.ends_with("i")) { // to an integral value
    static constexpr Intrinsic::ID Ids[] = {Intrinsic::roundeven, Intrinsic::trunc, Intrinsic::floor, Intrinsic::ceil};
    if (Mode != op::rounding_zero || FromKind == ToKind)
      X = B.CreateUnaryIntrinsic(Ids[Mode], X);
  }
  set(Operands[0], convertScalar(X, FromKind, ToKind, Mode, op::saturation_finite));
  return true;
}

/// `setp.predicate.type p, a, b` and `set.predicate.result.type d, a, b`
bool PtxReader::readCompare(ArrayRef<StringRef> Parts, ArrayRef<StringRef> Operands) {
  Type *T = Parts.empty() ? nullptr : typeOf(Parts.back());
  if (!T || Operands.size() != 3)
    return false;
  Value *Bit = compare(Parts[0], get(Operands[1], T), get(Operands[2], T));
  if (!Bit)
    return false;
  if (Parts.size() == 3) { // set: 1.0 or 0.0
    Type *Result = typeOf(Parts[1]);
    if (!Result || !Result->isFloatingPointTy())
      return false;
    Bit = B.CreateSelect(Bit, ConstantFP::get(Result, 1.0), ConstantFP::get(Result, 0.0));
  }
  set(Operands[0], Bit);
  return true;
}

Value *PtxReader::unary(StringRef Name, Value *X, function_ref<Value *(StringRef)> Function) {
  if (!X->getType()->isFloatingPointTy())
    return Name == "neg" ? B.CreateNeg(X) : nullptr;
  if (Name == "neg")
    return B.CreateFNeg(X);
  if (Name == "abs")
    return B.CreateUnaryIntrinsic(Intrinsic::fabs, X);
  if (Name == "rcp")
    return B.CreateFDiv(ConstantFP::get(X->getType(), 1.0), X);
  StringRef Op = StringSwitch<StringRef>(Name).Case("ex2", "exp2").Case("lg2", "log2").Cases({"sqrt", "rsqrt"}, Name).Default("");
  return Op.empty() ? nullptr : Function(Op);
}

Value *PtxReader::binary(StringRef Name, Value *L, Value *R, bool PropagateNan) {
  if (Name == "and")
    return B.CreateAnd(L, R);
  if (Name == "or")
    return B.CreateOr(L, R);
  if (Name == "xor")
    return B.CreateXor(L, R);
  if (!L->getType()->isFloatingPointTy())
    return nullptr;
  if (Name == "add")
    return B.CreateFAdd(L, R);
  if (Name == "sub")
    return B.CreateFSub(L, R);
  if (Name == "mul")
    return B.CreateFMul(L, R);
  if (Name == "div")
    return B.CreateFDiv(L, R);
  if (Name == "min")
    return B.CreateBinaryIntrinsic(PropagateNan ? Intrinsic::minimum : Intrinsic::minimumnum, L, R);
  if (Name == "max")
    return B.CreateBinaryIntrinsic(PropagateNan ? Intrinsic::maximum : Intrinsic::maximumnum, L, R);
  return nullptr;
}

bool PtxReader::readArithmetic(StringRef Name, ArrayRef<StringRef> Parts, ArrayRef<StringRef> Operands) {
  Type *T = Parts.empty() ? nullptr : typeOf(Parts.back());
  if (!T)
    return false;
  SmallVector<Value *, 3> X;
  for (StringRef Operand : Operands.drop_front())
    X.push_back(get(Operand, T));
  if (is_contained(X, nullptr) || X.empty())
    return false;
  bool Float = T->isFloatingPointTy();
  // Approximate functions become the tile ops, with the accuracy that each target gives them.
  auto Function = [&](StringRef Op) -> Value * {
    return callOnScalars(B, Op, X, kindOf(Parts.back()), Op == "div" || Op == "sqrt" ? op::rounding_approximate : op::rounding_default,
                         is_contained(Parts, "ftz") ? op::subnormals_flush : op::subnormals_preserve);
  };
  Value *V = nullptr;
  if (Name == "fma" && Float && X.size() == 3)
    V = B.CreateIntrinsic(Intrinsic::fma, {T}, X);
  else if (X.size() == 1)
    V = unary(Name, X[0], Function);
  else if (X.size() == 2)
    V = binary(Name, X[0], X[1], is_contained(Parts, "NaN"));
  if (V)
    set(Operands[0], V);
  return V;
}

bool PtxReader::instruction(StringRef Opcode, ArrayRef<StringRef> Operands) {
  SmallVector<StringRef, 6> Parts;
  Opcode.split(Parts, '.');
  StringRef Name = Parts[0];
  ArrayRef<StringRef> Suffixes = ArrayRef(Parts).drop_front();
  if (Operands.empty())
    return false;
  if (Name == "mov")
    return readMove(Suffixes, Operands);
  if (Name == "cvt")
    return readConversion(Suffixes, Operands);
  if (Name == "set" || Name == "setp")
    return readCompare(Suffixes, Operands);
  if (Name == "selp") { // selp.u16 d, a, b, p
    Type *T = Suffixes.empty() ? nullptr : typeOf(Suffixes.back());
    Value *Bit = Operands.size() == 4 ? Registers.lookup(Operands[3]) : nullptr;
    Value *L = Bit && T ? get(Operands[1], T) : nullptr, *R = L ? get(Operands[2], T) : nullptr;
    if (!R)
      return false;
    set(Operands[0], B.CreateSelect(Bit, L, R));
    return true;
  }
  return readArithmetic(Name, Suffixes, Operands);
}

/// Splits at commas outside of braces.
static SmallVector<StringRef, 4> splitOperands(StringRef Text) {
  SmallVector<StringRef, 4> Result;
  size_t Start = 0;
  int Depth = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    if (I == Text.size() || (Text[I] == ',' && Depth == 0)) {
      Result.push_back(Text.slice(Start, I).trim());
      Start = I + 1;
    } else {
      Depth += Text[I] == '{' ? 1 : Text[I] == '}' ? -1 : 0;
    }
  }
  return Result;
}

bool PtxReader::statement(StringRef Text) {
  // Braces that open or close a scope stand alone; those of a pair follow a comma.
  Text = Text.ltrim(" \t\n\r{}").rtrim();
  if (Text.empty() || Text.starts_with(".reg"))
    return true;
  size_t End = Text.find_first_of(" \t\n");
  return End != StringRef::npos && instruction(Text.take_front(End), splitOperands(Text.substr(End)));
}

Value *PtxReader::read() {
  StringRef Text = cast<InlineAsm>(Call.getCalledOperand())->getAsmString();
  SmallVector<StringRef, 8> Statements;
  Text.split(Statements, ';');
  for (StringRef Statement : Statements)
    if (!statement(Statement))
      return nullptr;
  return Call.getType()->isSingleValueType() && Registers.count("$0") ? get("$0", Call.getType()) : nullptr;
}

bool replaceAssembly(Function &Kernel, DiagnosticSink &Sink) {
  bool Ok = true;
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm())
      Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    IRBuilder<> B(Call);
    if (Value *V = PtxReader(B, *Call).read()) {
      Call->replaceAllUsesWith(V);
      Call->eraseFromParent();
      continue;
    }
    StringRef Text = cast<InlineAsm>(Call->getCalledOperand())->getAsmString();
    Sink.report(Call->getDebugLoc(), diag::err_inline_assembly, {Text.trim().str()});
    Ok = false;
  }
  return Ok;
}

} // namespace cutile::import
