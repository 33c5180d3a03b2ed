//===- Annotations.cpp - what the front end says about functions ----------===//
//
// `llvm.global.annotations` is an array of { function, text, file, line,
// arguments }. The front end writes entries with the texts "cutile.kernel",
// "cutile.function", "cutile.device" (on a tile function that SIMT code may call
// too) and "cutile.hint"; the last has arguments { architecture, kind, value,
// ... } for one architecture (900), or for all of them (0), which lose against a
// specific one.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace cutile::import {

static StringRef stringOf(const Value *V) {
  auto *Global = dyn_cast<GlobalVariable>(V->stripPointerCasts());
  if (!Global || !Global->hasInitializer())
    return "";
  auto *Data = dyn_cast<ConstantDataSequential>(Global->getInitializer());
  return Data && Data->isCString() ? Data->getAsCString() : "";
}

/// 900 for a function compiled for sm_90a.
static unsigned architectureOf(const Function &F) {
  StringRef Cpu = F.getFnAttribute("target-cpu").getValueAsString();
  unsigned Number = 0;
  Cpu.consume_front("sm_");
  Cpu.consumeInteger(10, Number);
  return Number * 10;
}

/// Sets the kernel hints of one annotation, unless \p Generic ones meet hints
/// for this very architecture.
static void readHint(Function &F, const Constant *Arguments, bool Generic) {
  auto *Global = dyn_cast<GlobalVariable>(Arguments->stripPointerCasts());
  auto *Fields = Global ? dyn_cast<ConstantStruct>(Global->getInitializer()) : nullptr;
  if (!Fields)
    return;
  unsigned Architecture = cast<ConstantInt>(Fields->getOperand(0))->getZExtValue();
  if (Generic ? Architecture != 0 : Architecture != architectureOf(F) || !Architecture)
    return;
  for (unsigned I = 1; I + 1 < Fields->getNumOperands(); I += 2) {
    auto *Number = dyn_cast<ConstantInt>(Fields->getOperand(I + 1));
    StringRef Kind = stringOf(Fields->getOperand(I));
    if (Number && !Kind.empty())
      F.addFnAttr((HintAttributePrefix + Kind).str(), std::to_string(Number->getSExtValue()));
  }
}

TileFunctions readAnnotations(Module &M) {
  TileFunctions Tiles;
  GlobalVariable *Annotations = M.getNamedGlobal("llvm.global.annotations");
  auto *Entries = Annotations ? dyn_cast<ConstantArray>(Annotations->getInitializer()) : nullptr;
  if (!Entries)
    return Tiles;

  SmallVector<Constant *, 16> Kept;
  SmallVector<std::pair<Function *, Constant *>, 8> Hints;
  SmallSetVector<Function *, 8> Kernels;
  for (Value *Operand : Entries->operands()) {
    auto *Entry = cast<ConstantStruct>(Operand);
    auto *F = dyn_cast<Function>(Entry->getOperand(0)->stripPointerCasts());
    StringRef Text = stringOf(Entry->getOperand(1));
    if (!F || !Text.starts_with("cutile."))
      Kept.push_back(Entry);
    else if (Text == "cutile.kernel")
      Kernels.insert(F);
    else if (Text == "cutile.function")
      Tiles.Functions.insert(F);
    else if (Text == "cutile.device")
      Tiles.Shared.insert(F);
    else if (Text == "cutile.hint")
      Hints.push_back({F, Entry->getOperand(4)});
  }
  for (Function *F : Kernels)
    if (!F->isDeclaration()) {
      F->addFnAttr(KernelAttribute);
      Tiles.Kernels.push_back(F);
    }
  for (bool Generic : {true, false})
    for (auto [F, Arguments] : Hints)
      readHint(*F, Arguments, Generic);

  if (Kept.size() != Entries->getNumOperands()) {
    auto *Type = ArrayType::get(Entries->getType()->getElementType(), Kept.size());
    if (!Kept.empty()) {
      auto *Replacement = new GlobalVariable(M, Type, false, Annotations->getLinkage(), ConstantArray::get(Type, Kept));
      Replacement->setSection(Annotations->getSection());
      Replacement->takeName(Annotations);
    }
    Annotations->eraseFromParent();
  }
  return Tiles;
}

void eraseTileFunctions(Module &M, const TileFunctions &Tiles) {
  removeFromUsedLists(M, [&](Constant *C) {
    auto *F = dyn_cast<Function>(C->stripPointerCasts());
    return F && Tiles.Functions.contains(F) && !isTileKernel(*F);
  });
  // A marked function is tile code and has no other user than tile code. A
  // function without the mark (a constexpr function, a lambda) may serve SIMT
  // code as well: it goes when nothing uses it and nothing outside of the
  // module can.
  SmallVector<Function *, 32> Left(Tiles.Functions.begin(), Tiles.Functions.end());
  for (bool Changed = true; Changed;) {
    Changed = false;
    erase_if(Left, [&](Function *F) {
      F->removeDeadConstantUsers();
      if (!F->use_empty() || isTileKernel(*F))
        return false;
      F->eraseFromParent();
      return Changed = true;
    });
  }
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && !apiOpName(F).empty())
      F.eraseFromParent();
}

} // namespace cutile::import
