#include "PtxAsm.h"
#include "cutile/api/op_codes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile {

namespace op = cuda::tiles::__op;

static StringRef orderName(uint64_t Order) {
  static constexpr StringLiteral Names[] = {"relaxed", "acquire", "release", "acq_rel"};
  return Names[Order];
}

static StringRef scopeName(uint64_t Scope) { return Scope == op::scope_block ? "cta" : Scope == op::scope_device ? "gpu" : "sys"; }

static StringRef spaceName(unsigned AddressSpace) {
  switch (AddressSpace) {
  case 1:
    return ".global";
  case 3:
    return ".shared";
  default:
    return "";
  }
}

static void replace(std::string &Text, StringRef Name, StringRef By) {
  if (size_t At = Text.find(Name.str()); At != std::string::npos)
    Text.replace(At, Name.size(), By.str());
}

/// The type in which a value of type \p T is a register of inline assembly.
static Type *registerType(Type *T) {
  if (T->isHalfTy() || T->isBFloatTy())
    return Type::getInt16Ty(T->getContext());
  if (T->isPointerTy())
    return Type::getInt64Ty(T->getContext());
  return T;
}

/// Source: NVPTX inline assembly constraints, LLVM language reference.
static char constraintOf(Type *Register) {
  if (Register->isFloatTy())
    return 'f';
  if (Register->isDoubleTy())
    return 'd';
  return Register->isIntegerTy(1) ? 'b' : Register->isIntegerTy(16) ? 'h' : Register->isIntegerTy(64) ? 'l' : 'r';
}

Value *emitPtxAsm(IRBuilderBase &B, const TargetOpInfo &Info, CallInst &Call) {
  const TargetSignature Signature = targetSignature(Info, B.getContext());
  std::string Text = Info.Text, Constraints;
  SmallVector<Type *, 4> ResultTypes;
  for (const TargetOperand &Result : Signature.Results) {
    ResultTypes.push_back(registerType(Result.Type));
    // Early clobber: a result may be written before the last operand is read.
    Constraints += std::string(Constraints.empty() ? "=&" : ",=&") + constraintOf(ResultTypes.back());
  }
  SmallVector<Value *, 12> Inputs;
  for (auto [I, Operand] : enumerate(Signature.Operands)) {
    Value *V = Call.getArgOperand(I);
    switch (Operand.What) {
    case TargetOperand::Order:
      replace(Text, "{order}", orderName(cast<ConstantInt>(V)->getZExtValue()));
      continue;
    case TargetOperand::Scope:
      replace(Text, "{scope}", scopeName(cast<ConstantInt>(V)->getZExtValue()));
      continue;
    case TargetOperand::AnyPointer:
      replace(Text, "{space}", spaceName(V->getType()->getPointerAddressSpace()));
      break;
    case TargetOperand::Register:
    case TargetOperand::Immediate:
      break;
    }
    Type *Register = registerType(V->getType());
    Inputs.push_back(B.CreateBitOrPointerCast(V, Register));
    Constraints += Constraints.empty() ? "" : ",";
    Constraints += Operand.What == TargetOperand::Immediate ? 'n' : constraintOf(Register);
  }
  if (Info.Memory)
    Constraints += Constraints.empty() ? "~{memory}" : ",~{memory}";

  Type *ResultType = ResultTypes.empty() ? B.getVoidTy() : ResultTypes.size() == 1 ? ResultTypes[0] : StructType::get(B.getContext(), ResultTypes);
  SmallVector<Type *, 12> InputTypes;
  for (Value *V : Inputs)
    InputTypes.push_back(V->getType());
  auto *Type = FunctionType::get(ResultType, InputTypes, /*isVarArg=*/false);
  const bool Writes = Info.Memory & 2;
  CallInst *Asm = B.CreateCall(Type, InlineAsm::get(Type, Text, Constraints, /*hasSideEffects=*/Writes), Inputs);
  Asm->setDoesNotThrow();
  if (Info.Convergent)
    Asm->setConvergent();
  if (!Info.Memory)
    Asm->setDoesNotAccessMemory();
  else if (!Writes)
    Asm->setOnlyReadsMemory();
  assert((ResultTypes.size() <= 1 || ResultType == Call.getType()) && "16-bit float in a group of results");
  return ResultTypes.size() == 1 ? B.CreateBitCast(Asm, Call.getType()) : Asm;
}

} // namespace cutile
