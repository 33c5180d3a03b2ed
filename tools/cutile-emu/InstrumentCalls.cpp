// Calls of intrinsics, target ops and inline assembly become calls of the emulator; special registers become loads from the thread.

#include "Assembly.h"
#include "Instrumenter.h"
#include "cutile/Target/NVPTX/TargetOps.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cutile::emu {

static void onCall(const Call *C, const uint64_t *Arguments, uint64_t *Results) {
  Thread &T = *Current;
  if (C->Op->OnThread)
    return C->Op->OnThread(T, *C, Arguments, Results);
  T.Block->Owner->meet(T, *C, C->Op->MaskArgument < 0 ? ~0u : static_cast<uint32_t>(Arguments[C->Op->MaskArgument]), Arguments, Results);
}

Value *Instrumenter::currentThread(Function &F) {
  Value *&Thread = Threads[&F];
  if (!Thread) {
    IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Thread = B.CreateLoad(Ptr, address(&Current), "thread");
  }
  return Thread;
}

/// \p Name as PTX ("lanemask_lt") or an intrinsic ("lanemask.lt") spells it. \returns null if there is no such register.
Value *Instrumenter::specialRegister(IRBuilderBase &B, Function &F, StringRef Name) {
  using S = Special;
  static const std::map<StringRef, S> Names = {{"tid.x", S::TidX},
                                               {"tid.y", S::TidY},
                                               {"tid.z", S::TidZ},
                                               {"ntid.x", S::NtidX},
                                               {"ntid.y", S::NtidY},
                                               {"ntid.z", S::NtidZ},
                                               {"ctaid.x", S::CtaidX},
                                               {"ctaid.y", S::CtaidY},
                                               {"ctaid.z", S::CtaidZ},
                                               {"nctaid.x", S::NctaidX},
                                               {"nctaid.y", S::NctaidY},
                                               {"nctaid.z", S::NctaidZ},
                                               {"laneid", S::LaneId},
                                               {"warpid", S::WarpId},
                                               {"nwarpid", S::NumWarps},
                                               {"smid", S::SmId},
                                               {"nsmid", S::NumSms},
                                               {"gridid", S::GridId},
                                               {"warpsize", S::WarpSize},
                                               {"lanemask.eq", S::LaneMaskEq},
                                               {"lanemask.le", S::LaneMaskLe},
                                               {"lanemask.lt", S::LaneMaskLt},
                                               {"lanemask.ge", S::LaneMaskGe},
                                               {"lanemask.gt", S::LaneMaskGt},
                                               {"total_smem_size", S::TotalShared},
                                               {"dynamic_smem_size", S::DynamicShared},
                                               {"clusterid.x", S::CtaidX},
                                               {"clusterid.y", S::CtaidY},
                                               {"clusterid.z", S::CtaidZ},
                                               {"nclusterid.x", S::NctaidX},
                                               {"nclusterid.y", S::NctaidY},
                                               {"nclusterid.z", S::NctaidZ},
                                               {"cluster.ctaid.x", S::Zero},
                                               {"cluster.ctaid.y", S::Zero},
                                               {"cluster.ctaid.z", S::Zero},
                                               {"cluster.nctaid.x", S::One},
                                               {"cluster.nctaid.y", S::One},
                                               {"cluster.nctaid.z", S::One},
                                               {"cluster.ctarank", S::Zero},
                                               {"cluster.nctarank", S::One}};
  std::string Spelled = Name.str();
  if (Name.starts_with("lanemask_"))
    Spelled[8] = '.';
  auto At = Names.find(Spelled);
  if (At == Names.end())
    return nullptr;
  return B.CreateLoad(B.getInt32Ty(), B.CreateConstInBoundsGEP1_32(B.getInt32Ty(), currentThread(F), static_cast<unsigned>(At->second)));
}

void Instrumenter::replaceCall(CallInst &Call, const Operation &Op, StringRef Name) {
  emu::Call &Record = Data.Calls.emplace_back();
  Record.Op = &Op;
  Record.Name = Name.str();
  Record.Where = makeSite(Call);
  IRBuilder<> B(&Call);
  Type *Result = Call.getType();
  auto *Struct = dyn_cast<StructType>(Result);
  const unsigned Arguments = Call.arg_size();
  for (unsigned I = 0; I < Arguments; ++I)
    B.CreateStore(toSlot(B, Call.getArgOperand(I)), B.CreateConstInBoundsGEP1_32(I64, Slots, I));
  Value *Results = B.CreateConstInBoundsGEP1_32(I64, Slots, Arguments);
  callEmulator(B, onCall, {address(&Record), Slots, Results});
  auto Load = [&](unsigned I, Type *T) { return fromSlot(B, B.CreateLoad(I64, B.CreateConstInBoundsGEP1_32(I64, Results, I)), T); };
  if (Struct) {
    Value *All = PoisonValue::get(Struct);
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      All = B.CreateInsertValue(All, Load(I, Struct->getElementType(I)), I);
    Call.replaceAllUsesWith(All);
  } else if (!Result->isVoidTy()) {
    Call.replaceAllUsesWith(Load(0, Result));
  }
  Call.eraseFromParent();
}

bool Instrumenter::replaceAssembly(CallInst &Assembly) {
  auto Call = [&](IRBuilderBase &B, const Operation &Op, StringRef Name, ArrayRef<Value *> Arguments) -> Value * {
    emu::Call &Record = Data.Calls.emplace_back();
    Record.Op = &Op;
    Record.Name = Name.str();
    Record.Where = makeSite(Assembly);
    for (auto [I, Argument] : enumerate(Arguments))
      B.CreateStore(Argument, B.CreateConstInBoundsGEP1_32(I64, Slots, I));
    Value *Results = B.CreateConstInBoundsGEP1_32(I64, Slots, Arguments.size());
    callEmulator(B, onCall, {address(&Record), Slots, Results});
    return B.CreateLoad(I64, Results);
  };
  auto Register = [&](IRBuilderBase &B, StringRef Name) { return specialRegister(B, *Assembly.getFunction(), Name); };
  return expandAssembly(Assembly, {Call, Register});
}

void Instrumenter::visitCall(CallInst &Call) {
  if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand())) {
    if (!replaceAssembly(Call))
      Data.Unknown.push_back("inline assembly '" + Asm->getAsmString().str() + "' (" + makeSite(Call).describe() + ")");
    return;
  }
  Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return;
  const StringRef Name = Callee->getName();
  if (isa<MemIntrinsic>(Call))
    return visitMemory(Call);
  if (const TargetOpInfo *Info = matchTargetOp(*Callee)) {
    const StringRef Op = Name.drop_front(TargetOpPrefix.size());
    if (const Operation *Emulation = findEmulation(Info->Emulate))
      replaceCall(Call, *Emulation, StringRef(Info->Signature).contains("p*") ? Op : StringRef(Info->Name));
    else
      Data.Unknown.push_back("target op '" + Op.str() + "' without emulation");
    return;
  }
  if (StringRef Register = Name; Register.consume_front("llvm.nvvm.read.ptx.sreg.")) {
    IRBuilder<> B(&Call);
    if (Value *V = specialRegister(B, *Call.getFunction(), Register)) {
      Call.replaceAllUsesWith(V);
      Call.eraseFromParent();
      return;
    }
  }
  if (const Operation *Op = findOperation(std::string_view(Name)))
    return replaceCall(Call, *Op, Name);
  if (Callee->isIntrinsic() && !Name.starts_with("llvm.nvvm."))
    return; // of LLVM: the host has it
  Data.Unknown.push_back("call of '" + Name.str() + "' (" + makeSite(Call).describe() + ")");
}

} // namespace cutile::emu
