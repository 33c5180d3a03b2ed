//===- Prepare.cpp - functions made small before they are inlined ---------===//
//
// A kernel reaches a thousand calls of functions as Clang emits them, each with its variables in memory. Inlined as they are, they make a kernel
// whose promotion to SSA form costs more than all else of Import. So the callees are simplified first, from the leaves up, with what they call
// inlined; a function that is called ten times is promoted once.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cutile::import {

namespace {
class FunctionPreparer {
  TileFunctions &Tiles;
  FunctionAnalysisManager &AM;
  FunctionPassManager Passes;
  DenseMap<Function *, Function *> Prepared; ///< null: not, or not yet

public:
  FunctionPreparer(TileFunctions &Tiles, FunctionAnalysisManager &AM) : Tiles(Tiles), AM(AM) {
    Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
    Passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().speculateBlocks(false)));
  }

  /// Directs the calls in \p F to functions that are prepared. \returns those calls.
  SmallVector<CallBase *, 16> redirectCalls(Function &F) {
    SmallVector<CallBase *, 16> Calls;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->isDeclaration() || staysCall(*Callee) || isTileKernel(*Callee))
        continue;
      if (Function *New = prepare(*Callee)) {
        Call->setCalledFunction(New);
        Calls.push_back(Call);
      }
    }
    return Calls;
  }

private:
  /// \returns null for a function that cannot be inlined, which is reported when a kernel turns out to need it, and for one on a cycle of calls.
  Function *prepare(Function &F) {
    auto [It, New] = Prepared.try_emplace(&F, nullptr);
    if (!New || !isInlineViable(F).isSuccess())
      return It->second;
    Function &Own = ownFunction(F);
    makeOptimisable(Own);
    for (CallBase *Call : redirectCalls(Own)) {
      InlineFunctionInfo Info;
      InlineFunction(*Call, Info, /*MergeAttributes=*/false, /*CalleeAAR=*/nullptr, /*InsertLifetime=*/true);
    }
    AM.invalidate(Own, PreservedAnalyses::none());
    Passes.run(Own, AM);
    AM.clear(Own, Own.getName()); // it does not live long
    return Prepared[&F] = &Own;
  }

  /// \p F, or a copy of it if code that is not tile code may call it too.
  Function &ownFunction(Function &F) {
    if (Tiles.Functions.contains(&F) && !Tiles.Shared.contains(&F))
      return F;
    ValueToValueMapTy Map;
    Function *Copy = CloneFunction(&F, Map);
    Copy->setLinkage(GlobalValue::InternalLinkage);
    Copy->setComdat(nullptr);
    Tiles.Functions.insert(Copy);
    Tiles.Functions.insert(&F);
    Tiles.Shared.insert(&F);
    return *Copy;
  }
};
} // namespace

void prepareFunctions(TileFunctions &Tiles, FunctionAnalysisManager &AM) {
  FunctionPreparer Preparer(Tiles, AM);
  for (Function *Kernel : Tiles.Kernels)
    Preparer.redirectCalls(*Kernel);
}

} // namespace cutile::import
