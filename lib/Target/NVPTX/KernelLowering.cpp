//===- KernelLowering.cpp - the walk over a kernel ------------------------===//
#include "KernelLowering.h"
#include "LoadPipeline.h"
#include "OpLowerings.h"
#include "cutile/Analysis/MemoryOrder.h"
#include "cutile/IR/OpTable.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::nvptx {

namespace {
struct LowerInfo {
  const char *Name;
  LowerFunction Lower;
};
#define GET_LowerTable_IMPL
#include "cutile/IR/TileOps.inc"
} // namespace

StringRef opNameOf(const Instruction &I) {
  auto Call = TileCall::match(&I);
  return Call ? Call->name() : StringRef(I.getOpcodeName());
}

KernelLowering::KernelLowering(Function &F, const KernelPlan &Plan, const TargetInfo &Target, DiagnosticSink &Sink)
    : F(F), Plan(Plan), Target(Target), Sink(Sink),
      B(F.getContext(), ConstantFolder(), IRBuilderCallbackInserter([this](Instruction *I) {
          if (!Current || isa<Constant>(I))
            return;
          I->setMetadata("cutile.op", MDNode::get(I->getContext(), MDString::get(I->getContext(), opNameOf(*Current))));
        })) {}

/// Whether a pointer of unknown origin in \p F can only be one into global memory: no other memory has an address that tile ops can
/// see.
static bool addressesOnlyGlobalMemory(const Function &F) {
  for (const Argument &A : F.args())
    if (A.hasByValAttr())
      for (const User *U : A.users())
        if (!isa<LoadInst>(U) && !isa<GetElementPtrInst>(U))
          return false;
  for (const Instruction &I : instructions(F))
    if (isa<AllocaInst>(I) && !isPrivateMemory(&I))
      return false;
  auto isUsedBy = [&](auto &Self, const Value &V) -> bool {
    return any_of(V.users(), [&](const User *U) {
      auto *I = dyn_cast<Instruction>(U);
      return I ? I->getFunction() == &F : isa<Constant>(U) && Self(Self, *U);
    });
  };
  return none_of(F.getParent()->globals(), [&](const GlobalVariable &G) { return G.getAddressSpace() > 1 && isUsedBy(isUsedBy, G); });
}

unsigned KernelLowering::addressSpaceOf(const Value *Address) const {
  const Value *Object = addressedObject(Address);
  if (!Object)
    return OnlyGlobalMemory ? 1 : 0;
  if (auto *Argument = dyn_cast<llvm::Argument>(Object))
    return Argument->hasByValAttr() ? 0 : 1;
  auto *Global = dyn_cast<GlobalVariable>(Object);
  return Global && Global->getAddressSpace() == 1 ? 1 : 0;
}

bool KernelLowering::run() {
  for (const Argument *A : changingArguments(F))
    F.removeParamAttr(A->getArgNo(), Attribute::NoAlias);
  OnlyGlobalMemory = addressesOnlyGlobalMemory(F);
  HasTilePhis = any_of(instructions(F), [](const Instruction &I) { return isa<PHINode>(I) && isTile(&I); });
  emitPrologue();
  makeBlockMemory();
  // The instructions as they stand: lowering splits blocks, so the walk must not follow the changing lists.
  SmallVector<Instruction *, 64> Order;
  ReversePostOrderTraversal<Function *> Blocks(&F);
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : *Block)
      if (!I.getMetadata("cutile.prologue"))
        Order.push_back(&I);
  for (Instruction *I : Order) {
    Current = I;
    B.SetInsertPoint(I);
    if (auto Barrier = Plan.BarrierBefore.find(I); Barrier != Plan.BarrierBefore.end())
      barrier(Barrier->second.describe());
    lowerInstruction(*I);
    if (Failed)
      return false;
  }
  completePhis();
  finish();
  return !Failed;
}

void KernelLowering::emitPrologue() {
  BasicBlock &Entry = F.getEntryBlock();
  B.SetInsertPoint(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  auto mark = [&](Value *V) {
    if (auto *I = dyn_cast<Instruction>(V))
      I->setMetadata("cutile.prologue", MDNode::get(F.getContext(), {}));
    return V;
  };
  ThreadId = mark(B.CreateIntrinsic(B.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_tid_x, {}));
  Lane = mark(B.CreateAnd(ThreadId, 31, "lane"));
  Warp = mark(B.CreateLShr(ThreadId, 5, "warp"));
  First = mark(B.CreateICmpEQ(ThreadId, B.getInt32(0), "first"));
  // A no-op that later prologue values are inserted before.
  PrologueEnd = cast<Instruction>(mark(B.CreateFreeze(PoisonValue::get(B.getInt32Ty()), "prologue")));
}

Value *KernelLowering::inPrologue(function_ref<Value *()> Make) {
  IRBuilderBase::InsertPointGuard Guard(B);
  B.SetInsertPoint(PrologueEnd);
  B.SetCurrentDebugLocation(DebugLoc());
  return Make();
}

Value *KernelLowering::isFirstThread() { return First; }

/// Allocas that tile ops address or that hold tiles are memory of the block: they move to shared memory.
void KernelLowering::makeBlockMemory() {
  SmallVector<AllocaInst *, 4> Moved;
  for (Instruction &I : instructions(F))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && !isPrivateMemory(Alloca))
      Moved.push_back(Alloca);
  for (AllocaInst *Alloca : Moved) {
    Type *T = Alloca->getAllocatedType();
    if (auto *Count = dyn_cast<ConstantInt>(Alloca->getArraySize()); Count && !Count->isOne())
      T = ArrayType::get(T, Count->getZExtValue());
    for (User *U : make_early_inc_range(Alloca->users()))
      if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U))
        Marker->eraseFromParent();
    GlobalVariable *Memory = allocateShared(T, Alloca->getAlign(), Alloca->getName());
    Alloca->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(Memory, Alloca->getType()));
    Alloca->eraseFromParent();
  }
}

void KernelLowering::lowerInstruction(Instruction &I) {
  for (const LoadPipeline &Pipeline : Plan.Pipelines)
    if (Pipeline.Start == &I)
      emitPipeline(*this, Pipeline);
  if (Plan.Long.Deferred.contains(&I))
    return Lowered.push_back(&I);
  if (auto Call = TileCall::match(&I)) {
    Lowered.push_back(&I);
    if (!Plan.isStaged(&I)) // a staged load, or a permutation of one, is read through its home
      findRecord<LowerTable>(Call->name())->Lower(*this, *Call);
    return;
  }
  const bool Result = isTile(&I);
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && Result)
    return lowerVectorLoad(*Load);
  if (auto *Store = dyn_cast<StoreInst>(&I); Store && isTile(Store->getValueOperand()))
    return lowerVectorStore(*Store);
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I))
    return lowerExtractElement(*Extract);
  if (Result) {
    Lowered.push_back(&I);
    if (splatValue(&I) || isa<InsertElementInst>(I))
      return; // a splat, or the first half of one
    return lowerElementwise(I);
  }
  lowerScalarSideEffect(I);
}

void KernelLowering::completePhis() {
  for (Instruction *I : Lowered) {
    auto *Phi = dyn_cast<PHINode>(I);
    if (!Phi)
      continue;
    Registers Mine = Values.lookup(Phi);
    LinearLayout Layout = layoutOf(Phi);
    for (unsigned In = 0; In < Phi->getNumIncomingValues(); ++In) {
      BasicBlock *From = Phi->getIncomingBlock(In);
      Current = Phi;
      B.SetInsertPoint(From->getTerminator());
      Registers Incoming = registersOf(Phi->getIncomingValue(In), Layout);
      for (unsigned R = 0; R < Mine.size(); ++R)
        cast<PHINode>(Mine[R])->addIncoming(Incoming[R], B.GetInsertBlock());
    }
  }
}

void KernelLowering::finish() {
  Current = nullptr;
  for (Instruction *I : reverse(Lowered)) {
    if (!I->getType()->isVoidTy())
      I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->eraseFromParent();
  }
  PrologueEnd->eraseFromParent();
  closeShared(Scratch, ScratchBytes, "scratch");
  closeShared(Ring, RingBytes, "slots");
}

} // namespace cutile::nvptx
