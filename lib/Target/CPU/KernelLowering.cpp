//===- KernelLowering.cpp - the walk over a kernel ------------------------===//
#include "KernelLowering.h"
#include "Lowerings.h"
#include "cutile/IR/OpTable.h"
#include "cutile/Support/Diagnostics.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace cutile::cpu {

namespace {
struct LowerInfo {
  const char *Name;
  LowerFunction Lower;
};
#define GET_LowerTable_IMPL
#include "cutile/IR/TileOps.inc"
} // namespace

KernelLowering::KernelLowering(Function &F, DiagnosticSink *Sink) : B(F.getContext()), F(F), Sink(Sink) {}

FunctionCallee KernelLowering::runtime(StringRef Name, Type *Result, ArrayRef<Type *> Arguments) {
  FunctionCallee Callee = module().getOrInsertFunction(Name, FunctionType::get(Result, Arguments, false));
  cast<Function>(Callee.getCallee())->setDoesNotThrow();
  return Callee;
}

void KernelLowering::unsupported(const TileCall &Op) {
  std::string Types;
  raw_string_ostream OS(Types);
  OS << "type '" << *Op.call().getType() << "'";
  if (Sink)
    Sink->report(Op.call().getDebugLoc(), diag::err_op_unsupported, {Op.name().str(), Types, "the CPU target"});
}

void KernelLowering::unsupported(const Instruction &I, StringRef What) {
  if (Sink)
    Sink->report(I.getDebugLoc(), diag::err_op_unsupported, {I.getOpcodeName(), What.str(), "the CPU target"});
}

//===-- The kernel as a whole ----------------------------------------------===//

void KernelLowering::run() {
  prepare();
  for (CurrentBlock = 0; CurrentBlock < Blocks.size(); ++CurrentBlock) {
    for (Instruction *I : Blocks[CurrentBlock]) {
      ++Step;
      B.SetInsertPoint(I);
      B.SetCurrentDebugLocation(userLocation(I->getDebugLoc()));
      lower(*I);
    }
    LastStep[CurrentBlock] = ++Step;
  }
  completePhis();
  removeTiles();
  placeBuffers();
  placeAllocas();
  expandSmallFloats(F);
}

void KernelLowering::prepare() {
  removeUnreachableBlocks(F);
  SplitAllCriticalEdges(F, CriticalEdgeSplittingOptions());
  BasicBlock &Entry = F.getEntryBlock();
  for (BasicBlock &Block : F)
    for (Instruction &I : make_early_inc_range(Block))
      if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && isa<ConstantInt>(Alloca->getArraySize()))
        Alloca->moveBefore(Entry, Entry.getFirstInsertionPt());

  DenseMap<const BasicBlock *, unsigned> Number;
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F)) {
    Number[Block] = Blocks.size();
    auto &List = Blocks.emplace_back();
    for (Instruction &I : *Block) {
      BlockOf[&I] = Number[Block];
      List.push_back(&I);
    }
  }
  Successors.resize(Blocks.size());
  Predecessors.resize(Blocks.size());
  LastStep.resize(Blocks.size());
  for (auto [Block, N] : Number)
    for (const BasicBlock *Next : successors(Block))
      if (!is_contained(Successors[N], Number[Next])) {
        Successors[N].push_back(Number[Next]);
        Predecessors[Number[Next]].push_back(N);
      }

  for (auto Component = scc_begin(&F); !Component.isAtEnd(); ++Component)
    if (Component.hasCycle())
      for (BasicBlock *Block : *Component)
        for (Instruction &I : *Block) {
          std::optional<TileCall> Op = TileCall::match(&I);
          auto *Load = dyn_cast<LoadInst>(&I);
          MayWait |= (Op && StringRef(Op->info().Group) == "Atomic") || (Load && (Load->isVolatile() || Load->isAtomic())) ||
                     isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
        }
}

void KernelLowering::removeTiles() {
  for (Instruction *I : Dead) {
    if (!I->getType()->isVoidTy())
      I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->dropAllReferences();
  }
  for (Instruction *I : Dead)
    I->eraseFromParent();
}

//===-- Dispatch ------------------------------------------------------------===//

void KernelLowering::lower(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    if (isTile(Phi))
      definePhi(*Phi);
    return;
  }
  if (auto *Call = dyn_cast<CallInst>(&I))
    return lowerCall(*Call);
  const bool HasTile = isTile(&I) || any_of(I.operands(), [](const Use &U) { return isTile(U.get()); });
  if (HasTile && !lowerVectorInstruction(I))
    unsupported(I, "tiles");
  if (HasTile)
    Dead.push_back(&I);
}

void KernelLowering::lowerCall(CallInst &Call) {
  if (std::optional<TileCall> Op = TileCall::match(&Call)) {
    findRecord<LowerTable>(Op->name())->Lower(*this, *Op);
    Dead.push_back(&Call);
    return;
  }
  Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : "";
  if (Callee && Callee->isIntrinsic()) {
    if (Callee->getIntrinsicID() == Intrinsic::trap) {
      B.CreateCall(runtime("cutile_cpu_trap", B.getVoidTy(), {}));
      Dead.push_back(&Call);
    } else if (isTile(&Call) || any_of(Call.args(), [](const Use &U) { return isTile(U.get()); })) {
      if (!lowerVectorInstruction(Call))
        unsupported(Call, Name);
      Dead.push_back(&Call);
    }
    return;
  }
  static constexpr std::pair<StringLiteral, StringLiteral> Renamed[] = {{"vprintf", "cutile_cpu_vprintf"}, {"__assertfail", "cutile_cpu_assertfail"}};
  for (auto [Old, New] : Renamed)
    if (Name == Old) {
      Call.setCalledFunction(module().getOrInsertFunction(New, Callee->getFunctionType()));
      return;
    }
  if (!Name.starts_with("cutile_cpu_"))
    unsupported(Call, Name.empty() ? "a function pointer" : ("function '" + Name + "'").str());
}

} // namespace cutile::cpu
