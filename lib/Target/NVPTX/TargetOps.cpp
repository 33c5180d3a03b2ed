#include "cutile/Target/NVPTX/TargetOps.h"
#include "cutile/IR/OpTable.h"
#include "cutile/Target/NVPTX/MmaShapes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile {

namespace target {
#define GET_TargetOpTable_IMPL
#define GET_MmaShapeTable_IMPL
#include "cutile/Target/NVPTX/TargetOps.inc"
} // namespace target

ArrayRef<TargetOpInfo> targetOps() { return target::TargetOpTable; }

ArrayRef<MmaShape> mmaShapes() { return target::MmaShapeTable; }

const TargetOpInfo &targetOpInfo(TargetOp Op) {
  // The table is sorted by record name without regard to case, the enumeration with it.
  static const auto *const ByOp = [] {
    static const TargetOpInfo *Result[std::size(target::TargetOpTable)];
    for (const TargetOpInfo &Info : target::TargetOpTable)
      Result[Info.Op] = &Info;
    return Result;
  }();
  return *ByOp[Op];
}

const MmaShape *findMmaShape(TargetOp Op) {
  for (const MmaShape &Shape : target::MmaShapeTable)
    if (Shape.Op == Op)
      return &Shape;
  return nullptr;
}

const TargetOpInfo *matchTargetOp(const Function &F) {
  StringRef Name = F.getName();
  if (!Name.consume_front(TargetOpPrefix))
    return nullptr;
  if (const TargetOpInfo *Info = findRecord<target::TargetOpTable>(Name))
    return Info;
  auto [Base, Suffix] = Name.rsplit('.');
  const TargetOpInfo *Info = Suffix.starts_with("p") ? findRecord<target::TargetOpTable>(Base) : nullptr;
  return Info && StringRef(Info->Signature).contains("p*") ? Info : nullptr;
}

static void appendOperands(StringRef Text, LLVMContext &Context, SmallVectorImpl<TargetOperand> &Out) {
  if (Text.empty() || Text == "void")
    return;
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts) {
    unsigned Count = 1;
    if (!Part.consumeInteger(10, Count))
      Part.consume_front("x");
    else
      Count = 1;
    auto Operand = [&]() -> TargetOperand {
      if (Part == "p*")
        return {TargetOperand::AnyPointer, nullptr};
      if (Part == "imm")
        return {TargetOperand::Immediate, Type::getInt32Ty(Context)};
      if (Part == "order")
        return {TargetOperand::Order, Type::getInt32Ty(Context)};
      if (Part == "scope")
        return {TargetOperand::Scope, Type::getInt32Ty(Context)};
      unsigned Number = 0;
      [[maybe_unused]] bool Bad = Part.drop_while([](char C) { return !isDigit(C); }).getAsInteger(10, Number);
      assert(!Bad && "malformed signature in TargetOps.td");
      Type *T = Part.starts_with("p")    ? PointerType::get(Context, Number)
                : Part.starts_with("i")  ? (Type *)Type::getIntNTy(Context, Number)
                : Part.starts_with("bf") ? Type::getBFloatTy(Context)
                : Number == 16           ? Type::getHalfTy(Context)
                : Number == 32           ? Type::getFloatTy(Context)
                                         : Type::getDoubleTy(Context);
      return {TargetOperand::Register, T};
    };
    Out.append(Count, Operand());
  }
}

TargetSignature targetSignature(const TargetOpInfo &Info, LLVMContext &Context) {
  TargetSignature Signature;
  auto [Results, Rest] = StringRef(Info.Signature).split('(');
  appendOperands(Results, Context, Signature.Results);
  appendOperands(Rest.drop_back(), Context, Signature.Operands);
  return Signature;
}

Function *getTargetOp(Module &M, TargetOp Op, unsigned AddressSpace) {
  const TargetOpInfo &Info = targetOpInfo(Op);
  LLVMContext &Context = M.getContext();
  const TargetSignature Signature = targetSignature(Info, Context);
  std::string Name = (TargetOpPrefix + Info.Name).str();
  SmallVector<Type *, 12> Operands;
  bool HasPointer = false;
  for (const TargetOperand &Operand : Signature.Operands) {
    const bool Any = Operand.What == TargetOperand::AnyPointer;
    Operands.push_back(Any ? PointerType::get(Context, AddressSpace) : Operand.Type);
    HasPointer |= Operands.back()->isPointerTy();
    if (Any)
      Name += ".p" + std::to_string(AddressSpace);
  }
  SmallVector<Type *, 4> Results;
  for (const TargetOperand &Result : Signature.Results)
    Results.push_back(Result.Type);
  Type *ResultType = Results.empty() ? Type::getVoidTy(Context) : Results.size() == 1 ? Results[0] : StructType::get(Context, Results);
  auto *F = cast<Function>(M.getOrInsertFunction(Name, FunctionType::get(ResultType, Operands, /*isVarArg=*/false)).getCallee());
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::WillReturn);
  F->addFnAttr(Attribute::NoCallback);
  F->addFnAttr(Attribute::NoFree);
  if (Info.Convergent)
    F->setConvergent();
  if (!Info.Memory) {
    F->setDoesNotAccessMemory();
    if (!Info.Convergent)
      F->addFnAttr(Attribute::Speculatable);
  } else if (HasPointer && Info.Memory != 3) {
    // Nothing but the pointees; other lanes may have written what a lane reads,
    // which barriers order.
    F->setMemoryEffects(MemoryEffects::argMemOnly(Info.Memory == 1 ? ModRefInfo::Ref : ModRefInfo::Mod));
  }
  return F;
}

CallInst *emitTargetOp(IRBuilderBase &B, TargetOp Op, ArrayRef<Value *> Arguments) {
  unsigned AddressSpace = 0;
  const TargetSignature Signature = targetSignature(targetOpInfo(Op), B.getContext());
  for (auto [Operand, Argument] : zip(Signature.Operands, Arguments))
    if (Operand.What == TargetOperand::AnyPointer)
      AddressSpace = Argument->getType()->getPointerAddressSpace();
  return B.CreateCall(getTargetOp(*B.GetInsertBlock()->getModule(), Op, AddressSpace), Arguments);
}

SmallVector<Value *, 4> emitTargetOpResults(IRBuilderBase &B, TargetOp Op, ArrayRef<Value *> Arguments) {
  CallInst *Call = emitTargetOp(B, Op, Arguments);
  SmallVector<Value *, 4> Results;
  if (auto *Struct = dyn_cast<StructType>(Call->getType()))
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      Results.push_back(B.CreateExtractValue(Call, I));
  else if (!Call->getType()->isVoidTy())
    Results.push_back(Call);
  return Results;
}

} // namespace cutile
