//===- Import.cpp - from Clang's IR to tile IR ----------------------------===//
//
//   %t = call %tile @operator+(...)        ->   %sum = fadd contract <1024 x
//   float> %a, %b call void @_ZN4cuda5tiles4__op5store…  ->   call void
//   @cutile.store...(...)
//
// Runs first, on what Clang emits before any optimisation and at every
// optimisation level, because tile code has no meaning of its own on a target:
// a vector of a whole tile is not a value that a thread could hold.
//
//===----------------------------------------------------------------------===//
#include "cutile/Transforms/Import.h"
#include "ImportDetail.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "cutile-import"

using namespace llvm;

namespace cutile {

void import::makeOptimisable(Function &F) {
  for (Attribute::AttrKind Kind : {Attribute::OptimizeNone, Attribute::NoInline, Attribute::MinSize, Attribute::OptimizeForSize})
    F.removeFnAttr(Kind);
}

/// After an error: a kernel that compiles to nothing, so that one mistake gives
/// one message.
static void emptyBody(Function &F) {
  F.deleteBody();
  ReturnInst::Create(F.getContext(), BasicBlock::Create(F.getContext(), "entry", &F));
}

/// Blocks are named after the functions that were inlined; the names are longer than the code.
static void dropBlockNames(Function &F) {
  for (BasicBlock &Block : F)
    if (Block.getName().starts_with("_Z"))
      Block.setName("");
}

PreservedAnalyses ImportPass::run(Module &M, ModuleAnalysisManager &MAM) {
  import::TileFunctions Tiles = import::readAnnotations(M);
  if (Tiles.Kernels.empty() && Tiles.Functions.empty())
    return PreservedAnalyses::all();
  auto &AM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();

  import::prepareFunctions(Tiles, AM);
  for (Function *Kernel : Tiles.Kernels) {
    import::makeOptimisable(*Kernel);
    bool Ok = import::inlineCalls(*Kernel, *Sink, Tiles.Functions);
    if (Ok) {
      import::promoteMemory(*Kernel, AM);
      import::applyHints(*Kernel);
      import::replaceMathFunctions(*Kernel);
      Ok = import::replaceAssembly(*Kernel, *Sink);
      Ok = import::expandOps(*Kernel, *Sink) && Ok;
      import::hoistScalars(*Kernel, AM);
      import::cleanUpExpansion(*Kernel, AM);
      Ok = import::checkMemory(*Kernel, *Sink) && Ok;
    }
    if (!Ok)
      emptyBody(*Kernel);
    dropBlockNames(*Kernel);
    AM.invalidate(*Kernel, PreservedAnalyses::none());
  }
  import::eraseTileFunctions(M, Tiles);
  import::separateStatics(M);
  return PreservedAnalyses::none();
}

} // namespace cutile
