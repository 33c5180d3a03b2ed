// From
//
//   %r = call i16 asm "{  cvt.rn.f16.f32 $0, $1;}", "=h,f"(float %x)
//
// to a call of the operation "ptx.cvt.*" with the name "cvt.rn.f16.f32". Moves, carries and comparisons become IR.

#include "Assembly.h"
#include "Ops.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace cutile::emu {

Value *toSlot(IRBuilderBase &B, Value *V) {
  Type *T = V->getType();
  if (T->isPointerTy())
    return B.CreatePtrToInt(V, B.getInt64Ty());
  if (!T->isIntegerTy())
    V = B.CreateBitCast(V, B.getIntNTy(T->getPrimitiveSizeInBits()));
  return B.CreateZExt(V, B.getInt64Ty());
}

Value *fromSlot(IRBuilderBase &B, Value *V, Type *T) {
  if (T->isPointerTy())
    return B.CreateIntToPtr(V, T);
  return B.CreateBitCast(B.CreateTrunc(V, B.getIntNTy(T->getPrimitiveSizeInBits())), T);
}

namespace {

class Expander {
public:
  Expander(CallInst &Call, const AssemblyEnvironment &Environment) : Call(Call), Environment(Environment), B(&Call) {}

  bool run();

private:
  bool readOperands(const InlineAsm &Asm);
  void writeResults();
  bool execute(StringRef Statement);
  bool move(StringRef Opcode);
  bool carry(ArrayRef<StringRef> Words);
  bool compare(ArrayRef<StringRef> Words);
  Value *read(StringRef Operand);
  bool readSources(SmallVectorImpl<Value *> &Sources);
  void write(StringRef Operand, Value *V);

  CallInst &Call;
  const AssemblyEnvironment &Environment;
  IRBuilder<> B;
  StringMap<Value *> Registers;       ///< by name, "$0" and so on for operands
  SmallVector<StringRef, 6> Operands; ///< of the statement; groups in braces are one
  Value *Carry = nullptr;
  unsigned Outputs = 0;
};

} // namespace

bool Expander::readOperands(const InlineAsm &Asm) {
  unsigned Input = 0, Number = 0;
  for (const InlineAsm::ConstraintInfo &Info : Asm.ParseConstraints()) {
    if (Info.Type == InlineAsm::isClobber)
      continue;
    if (Info.isIndirect || Info.Type == InlineAsm::isLabel)
      return false;
    const std::string Name = "$" + std::to_string(Number++);
    if (Info.Type == InlineAsm::isOutput) {
      ++Outputs;
      Registers[Name] = B.getInt64(0);
      continue;
    }
    Value *V = toSlot(B, Call.getArgOperand(Input++));
    Registers[Name] = V;
    // An input that shares the register of an output: "0".
    unsigned Shared;
    if (Info.Codes.size() == 1 && !StringRef(Info.Codes[0]).getAsInteger(10, Shared))
      Registers["$" + std::to_string(Shared)] = V;
  }
  return true;
}

void Expander::writeResults() {
  Type *T = Call.getType();
  if (auto *Struct = dyn_cast<StructType>(T)) {
    Value *All = PoisonValue::get(T);
    for (unsigned I = 0; I < Outputs; ++I)
      All = B.CreateInsertValue(All, fromSlot(B, Registers["$" + std::to_string(I)], Struct->getElementType(I)), I);
    Call.replaceAllUsesWith(All);
  } else if (Outputs) {
    Call.replaceAllUsesWith(fromSlot(B, Registers["$0"], T));
  }
  Call.eraseFromParent();
}

Value *Expander::read(StringRef Operand) {
  if (auto At = Registers.find(Operand); At != Registers.end())
    return At->second;
  int64_t Number;
  if (!Operand.getAsInteger(0, Number))
    return B.getInt64(Number);
  if (Operand == "WARP_SZ")
    return B.getInt64(32);
  if (Operand.consume_front("%"))
    if (Value *V = Environment.Register(B, Operand))
      return B.CreateZExt(V, B.getInt64Ty());
  return nullptr;
}

void Expander::write(StringRef Operand, Value *V) { Registers[Operand] = V; }

static unsigned bitsOf(StringRef Type) {
  unsigned Bits = 0;
  Type.drop_while([](char C) { return !isDigit(C); }).getAsInteger(10, Bits);
  return Bits;
}

/// mov.b32 $0, {$1, $2}: packs; mov.b64 {a, b}, $1: unpacks; the first of the group is the low part.
bool Expander::move(StringRef Opcode) {
  if (Operands.size() != 2)
    return false;
  const unsigned Bits = bitsOf(Opcode.rsplit('.').second);
  auto Parts = [&](StringRef Group) {
    SmallVector<StringRef, 4> Names;
    SplitString(Group, Names, "{}, \t\n");
    return Names;
  };
  if (Operands[1].starts_with("{")) {
    const auto Names = Parts(Operands[1]);
    const unsigned Width = Bits / Names.size();
    Value *All = B.getInt64(0);
    for (unsigned I = 0; I < Names.size(); ++I) {
      Value *V = read(Names[I]);
      if (!V)
        return false;
      V = B.CreateAnd(V, APInt::getLowBitsSet(64, Width).getZExtValue());
      All = B.CreateOr(All, B.CreateShl(V, I * Width));
    }
    write(Operands[0], All);
    return true;
  }
  Value *V = read(Operands[1]);
  if (!V)
    return false;
  if (!Operands[0].starts_with("{")) {
    write(Operands[0], V);
    return true;
  }
  const auto Names = Parts(Operands[0]);
  const unsigned Width = Bits / Names.size();
  for (unsigned I = 0; I < Names.size(); ++I)
    write(Names[I], B.CreateAnd(B.CreateLShr(V, I * Width), APInt::getLowBitsSet(64, Width).getZExtValue()));
  return true;
}

/// All operands but the first, which is written. \returns false if one is not known.
bool Expander::readSources(SmallVectorImpl<Value *> &Sources) {
  for (StringRef Operand : ArrayRef(Operands).drop_front()) {
    Sources.push_back(read(Operand));
    if (!Sources.back())
      return false;
  }
  return true;
}

/// 32-bit sums with carry: add, addc, sub, subc, mad.lo, madc.hi, mul.lo and so on, each with or without .cc.
bool Expander::carry(ArrayRef<StringRef> Words) {
  StringRef Name = Words[0];
  if (Words.back() != "u32" ||
      (Name != "mul" && Name != "mad" && Name != "madc" && Name != "add" && Name != "addc" && Name != "sub" && Name != "subc"))
    return false;
  const bool Product = Name.starts_with("m");
  if (Operands.size() != (Product && Name != "mul" ? 4u : 3u) || (Product && Words[1] != "lo" && Words[1] != "hi"))
    return false;
  SmallVector<Value *, 4> V;
  if (!readSources(V))
    return false;
  Value *Result = V[0];
  if (Product) {
    Result = B.CreateMul(V[0], V[1]);
    Result = Words[1] == "hi" ? B.CreateLShr(Result, 32) : B.CreateAnd(Result, 0xffffffffu);
  }
  const bool Subtract = Name.starts_with("sub");
  if (Name != "mul")
    Result = Subtract ? B.CreateSub(Result, V.back()) : B.CreateAdd(Result, V.back());
  if (Name.ends_with("c")) {
    if (!Carry)
      return false;
    Result = Subtract ? B.CreateSub(Result, Carry) : B.CreateAdd(Result, Carry);
  }
  if (is_contained(Words, "cc"))
    Carry = B.CreateAnd(B.CreateLShr(Result, 32), 1);
  write(Operands[0], B.CreateAnd(Result, 0xffffffffu));
  return true;
}

/// setp.equ.f64 p, a, b and selp.f64 d, a, b, p.
bool Expander::compare(ArrayRef<StringRef> Words) {
  SmallVector<Value *, 4> V;
  if (!readSources(V))
    return false;
  if (Words[0] == "selp" && V.size() == 3) {
    write(Operands[0], B.CreateSelect(B.CreateTrunc(V[2], B.getInt1Ty()), V[0], V[1]));
    return true;
  }
  using P = CmpInst::Predicate;
  static const StringMap<P> Predicates = {{"eq", P::FCMP_OEQ},  {"ne", P::FCMP_ONE},  {"lt", P::FCMP_OLT},  {"le", P::FCMP_OLE},
                                          {"gt", P::FCMP_OGT},  {"ge", P::FCMP_OGE},  {"equ", P::FCMP_UEQ}, {"neu", P::FCMP_UNE},
                                          {"ltu", P::FCMP_ULT}, {"leu", P::FCMP_ULE}, {"gtu", P::FCMP_UGT}, {"geu", P::FCMP_UGE},
                                          {"num", P::FCMP_ORD}, {"nan", P::FCMP_UNO}};
  if (Words[0] != "setp" || V.size() != 2 || Words.size() < 3)
    return false;
  Type *T = Words.back() == "f64" ? B.getDoubleTy() : Words.back() == "f32" ? B.getFloatTy() : Words.back() == "f16" ? B.getHalfTy() : nullptr;
  auto At = Predicates.find(Words[1]);
  if (!T || At == Predicates.end())
    return false;
  write(Operands[0], B.CreateZExt(B.CreateFCmp(At->second, fromSlot(B, V[0], T), fromSlot(B, V[1], T)), B.getInt64Ty()));
  return true;
}

bool Expander::execute(StringRef Statement) {
  auto [Opcode, Rest] = Statement.split(Statement[Statement.find_first_of(" \t\n")]);
  if (Opcode == ".reg" || Opcode.starts_with(".reg."))
    return true; // registers are known by being written
  Operands.clear();
  for (Rest = Rest.trim(); !Rest.empty();) {
    const size_t End = Rest.starts_with("{") ? Rest.find('}') + 1 : std::min(Rest.find(','), Rest.size());
    Operands.push_back(Rest.take_front(End).trim());
    Rest = Rest.drop_front(End).ltrim(", \t\n");
  }
  SmallVector<StringRef, 6> Words;
  Opcode.split(Words, '.');
  if (Operands.empty())
    return false;
  if (Words[0] == "mov")
    return move(Opcode);
  if (Words[0] == "setp" || Words[0] == "selp")
    return compare(Words);
  if (carry(Words))
    return true;
  const Operation *Op = findAssembly(std::string_view(Opcode));
  if (!Op)
    return false;
  SmallVector<Value *, 4> Slots;
  if (!readSources(Slots))
    return false;
  write(Operands[0], Environment.Call(B, *Op, Opcode, Slots));
  return true;
}

bool Expander::run() {
  const auto &Asm = *cast<InlineAsm>(Call.getCalledOperand());
  if (!readOperands(Asm))
    return false;
  // "$$" is a dollar sign, part of names here.
  std::string Text = Asm.getAsmString().str();
  for (size_t At; (At = Text.find("$$")) != std::string::npos;)
    Text.replace(At, 2, "dollar");
  SmallVector<StringRef, 8> Statements;
  SplitString(Text, Statements, ";");
  for (StringRef Statement : Statements) {
    Statement = Statement.ltrim("{} \t\n").rtrim();
    if (!Statement.empty() && (Statement.find_first_of(" \t\n") == StringRef::npos || !execute(Statement)))
      return false;
  }
  writeResults();
  return true;
}

bool expandAssembly(CallInst &Call, const AssemblyEnvironment &Environment) { return Expander(Call, Environment).run(); }

} // namespace cutile::emu
