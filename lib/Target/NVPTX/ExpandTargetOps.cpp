// Target ops stay named calls through lowering and optimisation, so that tests,
// tools and the emulator can read them; this pass, the last one, turns them
// into what the NVPTX back end selects:
//
//   %d = call { float, float, float, float }
//   @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32(i32 %a0, ..., float %c3)
//   =>
//   %a = bitcast i32 %a0 to <2 x half> ...
//   %d = call { float, float, float, float }
//   @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a, ..., float %c3)

#include "cutile/Target/NVPTX/ExpandTargetOps.h"
#include "PtxAsm.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile {

/// \p V, whose bits a value of type \p T holds; structs element by element.
static Value *convert(IRBuilderBase &B, Value *V, Type *T) {
  if (V->getType() == T)
    return V;
  auto *Struct = dyn_cast<StructType>(T);
  if (!Struct)
    return B.CreateBitCast(V, T);
  Value *Result = PoisonValue::get(T);
  for (unsigned I = 0; I < Struct->getNumElements(); ++I)
    Result = B.CreateInsertValue(Result, convert(B, B.CreateExtractValue(V, I), Struct->getElementType(I)), I);
  return Result;
}

static Value *emitIntrinsic(IRBuilderBase &B, const TargetOpInfo &Info, CallInst &Call) {
  const Intrinsic::ID Id = Intrinsic::lookupIntrinsicID(Info.Text);
  assert(Id != Intrinsic::not_intrinsic && "TargetOps.td names an intrinsic that LLVM does not have");
  Module *M = Call.getModule();
  SmallVector<Type *, 1> Overloads;
  if (Intrinsic::isOverloaded(Id)) {
    // Overloaded on a pointer (ldmatrix, stmatrix) or on the type of the result
    // (ex2).
    Type *First = Call.getArgOperand(0)->getType();
    Overloads.push_back(First->isPointerTy() ? First : Call.getType());
  }
  Function *F = Intrinsic::getOrInsertDeclaration(M, Id, Overloads);
  SmallVector<Value *, 12> Arguments;
  for (auto [Argument, T] : zip(Call.args(), F->getFunctionType()->params()))
    Arguments.push_back(convert(B, Argument, T));
  CallInst *New = B.CreateCall(F, Arguments);
  if (Info.Convergent)
    New->setConvergent(); // the mma intrinsics are not declared so
  return Call.getType()->isVoidTy() ? New : convert(B, New, Call.getType());
}

/// The number of an architecture name: 90 for "sm_90a"; 0 if unknown.
static unsigned architectureOf(const Function &F) {
  StringRef Name = F.getFnAttribute("target-cpu").getValueAsString();
  unsigned SM = 0;
  if (!Name.consume_front("sm_") || Name.consumeInteger(10, SM))
    return 0;
  return SM;
}

PreservedAnalyses ExpandTargetOpsPass::run(Module &M, ModuleAnalysisManager &) {
  TextDiagnosticSink Text;
  DiagnosticSink &Report = Sink ? *Sink : Text;
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    if (!F.getName().starts_with(TargetOpPrefix))
      continue;
    const TargetOpInfo *Info = matchTargetOp(F);
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = cast<CallInst>(U);
      const Function &Caller = *Call->getFunction();
      if (!Info) {
        Report.report(Call->getDebugLoc(), diag::err_unknown_target_op, {F.getName().str()});
        continue;
      }
      if (unsigned SM = architectureOf(Caller); SM && SM < Info->MinSM) {
        Report.report(Call->getDebugLoc(), diag::err_target_op_architecture,
                      {Info->Name, std::to_string(Info->MinSM), Caller.getName().str(), std::to_string(SM)});
        continue;
      }
      IRBuilder<> B(Call);
      Value *New = Info->Asm ? emitPtxAsm(B, *Info, *Call) : emitIntrinsic(B, *Info, *Call);
      if (!Call->getType()->isVoidTy())
        Call->replaceAllUsesWith(New);
      New->takeName(Call);
      Call->eraseFromParent();
      Changed = true;
    }
    if (F.use_empty())
      F.eraseFromParent();
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace cutile
