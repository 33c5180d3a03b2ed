//===- Promote.cpp - tiles out of memory ----------------------------------===//
//
// After inlining every local variable is an alloca. SROA turns them into
// values, except arrays that a loop counter indexes:
//
//   for (int i = 0; i < 4; ++i) acc[i] = ct::mma(a[i], b, acc[i]);
//
// Such loops are unrolled when their trip count is a small constant, and SROA
// runs again. What is left then is a variable indexed by run-time values, which
// tile IR keeps in memory.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace cutile::import {

/// Loops with more iterations than this keep their arrays in memory.
static constexpr unsigned MaxTileTrips = 128;
/// The same for arrays of scalars, in loops without tiles.
static constexpr unsigned MaxScalarTrips = 16;
/// Loops that are unrolled in one kernel, at most.
static constexpr unsigned MaxUnrolledLoops = 64;

static bool holdsTile(Type *T) {
  if (tileSize(T))
    return true;
  return any_of(T->subtypes(), holdsTile);
}

/// Loops that contain an address of \p Variable with a run-time index.
static void collectIndexingLoops(AllocaInst &Variable, LoopInfo &LI, SmallSetVector<Loop *, 8> &Loops) {
  SmallVector<Value *, 8> Worklist = {&Variable};
  SmallPtrSet<Value *, 16> Seen;
  while (!Worklist.empty()) {
    Value *Address = Worklist.pop_back_val();
    if (!Seen.insert(Address).second)
      continue;
    for (User *U : Address->users()) {
      auto *I = dyn_cast<Instruction>(U);
      if (!I || !I->getType()->isPointerTy() || isa<CallBase>(I) || isa<LoadInst>(I))
        continue;
      Worklist.push_back(I);
      auto *Gep = dyn_cast<GetElementPtrInst>(I);
      // Pointers that walk over an array are phis of the loop's header.
      if (Gep ? Gep->hasAllConstantIndices() : !isa<PHINode, SelectInst>(I))
        continue;
      if (Loop *L = LI.getLoopFor(I->getParent()))
        Loops.insert(L);
    }
  }
}

static bool containsTiles(const Loop &L) {
  return any_of(L.blocks(),
                [](const BasicBlock *Block) { return any_of(*Block, [](const Instruction &I) { return isTile(&I) || isa<CallBase>(I); }); });
}

/// Number of iterations if it is a constant that allows to unroll \p L for the
/// sake of an array, else 0.
static unsigned unrollableTrips(Loop &L, ScalarEvolution &SE, bool ForTiles) {
  unsigned Trips = SE.getSmallConstantTripCount(&L);
  if (Trips == 0)
    Trips = SE.getSmallConstantMaxTripCount(&L);
  if (!L.isLoopSimplifyForm() || Trips > (ForTiles ? MaxTileTrips : MaxScalarTrips) || (!ForTiles && containsTiles(L)))
    return 0;
  return Trips;
}

/// Unrolls one loop completely if a variable that stays in memory needs it.
/// \returns whether it did.
static bool unrollForArrays(Function &F, FunctionAnalysisManager &AM) {
  LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return false;
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  for (bool ForTiles : {true, false}) {
    SmallSetVector<Loop *, 8> Loops;
    for (Instruction &I : F.getEntryBlock())
      if (auto *Variable = dyn_cast<AllocaInst>(&I); Variable && holdsTile(Variable->getAllocatedType()) == ForTiles)
        collectIndexingLoops(*Variable, LI, Loops);
    // The innermost loop first. The index may belong to an enclosing one, whose
    // turn comes when no inner one unrolls.
    for (unsigned I = 0; I < Loops.size(); ++I)
      if (Loop *Parent = Loops[I]->getParentLoop())
        Loops.insert(Parent);
    SmallVector<Loop *, 8> Order;
    const auto Preorder = LI.getLoopsInPreorder();
    for (Loop *L : reverse(Preorder))
      if (Loops.contains(L))
        Order.push_back(L);
    for (Loop *L : Order)
      if (unsigned Trips = unrollableTrips(*L, SE, ForTiles)) {
        UnrollLoopOptions Options{};
        Options.Count = Trips;
        Options.Force = true;
        Options.ForgetAllSCEV = true;
        auto Result = UnrollLoop(L, Options, &LI, &SE, &AM.getResult<DominatorTreeAnalysis>(F), &AM.getResult<AssumptionAnalysis>(F),
                                 &AM.getResult<TargetIRAnalysis>(F), &AM.getResult<OptimizationRemarkEmitterAnalysis>(F),
                                 /*PreserveLCSSA=*/true);
        if (Result == LoopUnrollResult::FullyUnrolled)
          return true;
      }
  }
  return false;
}

static void cleanUp(Function &F, FunctionAnalysisManager &AM) {
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  // No speculation: a branch around tile code is cheaper than both sides of it.
  auto Branches = SimplifyCFGOptions().speculateBlocks(false);
  Passes.addPass(SimplifyCFGPass(Branches));
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  // Combines scalar code only: tiles are still operands of calls that it knows nothing about.
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass(Branches));
  PreservedAnalyses Preserved = Passes.run(F, AM);
  AM.invalidate(F, Preserved);
}

/// Promotes what the clean-up made promotable: a variable that was copied to another one, for example. \returns whether there was anything.
static bool promoteAgain(Function &F, FunctionAnalysisManager &AM) {
  const PreservedAnalyses Preserved = SROAPass(SROAOptions::ModifyCFG).run(F, AM);
  AM.invalidate(F, Preserved);
  return !Preserved.areAllPreserved();
}

void promoteMemory(Function &F, FunctionAnalysisManager &AM) {
  AM.invalidate(F, PreservedAnalyses::none());
  cleanUp(F, AM);
  for (unsigned Round = 0; Round < MaxUnrolledLoops; ++Round) {
    bool Left = any_of(F.getEntryBlock(), [](Instruction &I) {
      auto *Variable = dyn_cast<AllocaInst>(&I);
      return Variable && Variable->getAllocatedType()->isAggregateType();
    });
    if (!Left)
      break;
    if (promoteAgain(F, AM)) {
      cleanUp(F, AM);
      continue;
    }
    FunctionPassManager Canonical;
    Canonical.addPass(LoopSimplifyPass());
    Canonical.addPass(LCSSAPass());
    AM.invalidate(F, Canonical.run(F, AM));
    if (!unrollForArrays(F, AM))
      break;
    AM.invalidate(F, PreservedAnalyses::none());
    cleanUp(F, AM);
  }
  FunctionPassManager Last;
  // Loops that initialised variables do nothing now.
  Last.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
  Last.addPass(LoopSimplifyPass());
  Last.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  AM.invalidate(F, Last.run(F, AM));
}

void cleanUpExpansion(Function &F, FunctionAnalysisManager &AM) {
  AM.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager Passes;
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  Passes.addPass(InstSimplifyPass());
  Passes.addPass(DCEPass());
  AM.invalidate(F, Passes.run(F, AM));
}

/// "variable 'x'" as far as the name of the local variable at \p Address is known.
static std::string describeVariable(const Value *Address) {
  auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Address));
  if (!Variable)
    return "an object";
  for (const DbgVariableRecord *Record : findDVRDeclares(const_cast<AllocaInst *>(Variable)))
    return ("variable '" + Record->getVariable()->getName() + "'").str();
  if (Variable->hasName())
    return ("variable '" + Variable->getName() + "'").str();
  return "a local variable";
}

bool checkMemory(Function &Kernel, DiagnosticSink &Sink) {
  bool Ok = true;
  for (Instruction &I : instructions(Kernel)) {
    Type *T = nullptr;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      T = Load->getType();
    else if (auto *Store = dyn_cast<StoreInst>(&I))
      T = Store->getValueOperand()->getType();
    if (T && !T->isVectorTy() && holdsTile(T)) {
      std::string Text;
      raw_string_ostream(Text) << *T;
      Sink.report(I.getDebugLoc(), diag::err_tile_in_memory,
                  {describeVariable(getLoadStorePointerOperand(&I)), Text, "an aggregate of tiles is copied as a whole"});
      Ok = false;
    }
  }
  return Ok;
}

} // namespace cutile::import
