//===- Statics.cpp - static locals of functions for several spaces --------===//
//
// A static local of a function that belongs to the tile space and to the SIMT
// space exists once per space (docs: language extension, variables). Clang made
// one global; tile kernels get a copy of their own.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace cutile::import {

/// Whether \p G is a variable of a function body ("local entity" of the Itanium mangling).
static bool isStaticLocal(const GlobalVariable &G) { return !G.isConstant() && !G.isDeclaration() && G.getName().starts_with("_ZZ"); }

void separateStatics(Module &M) {
  SmallVector<GlobalVariable *, 4> Locals;
  for (GlobalVariable &G : M.globals())
    if (isStaticLocal(G))
      Locals.push_back(&G);
  for (GlobalVariable *Local : Locals) {
    SmallVector<Use *, 8> InTiles;
    bool Elsewhere = false;
    convertUsersOfConstantsToInstructions({Local});
    for (Use &U : Local->uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      if (I && isTileKernel(*I->getFunction()))
        InTiles.push_back(&U);
      else
        Elsewhere = true;
    }
    if (InTiles.empty() || !Elsewhere)
      continue;
    auto *Copy = new GlobalVariable(M, Local->getValueType(), false, GlobalValue::InternalLinkage, Local->getInitializer(),
                                    Local->getName() + ".tile", Local, GlobalValue::NotThreadLocal, Local->getAddressSpace());
    Copy->setAlignment(Local->getAlign());
    for (Use *U : InTiles)
      U->set(Copy);
  }
}

} // namespace cutile::import
