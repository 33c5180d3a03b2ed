//===- Hints.cpp - statement hints ----------------------------------------===//
//
//   hint_begin(latency, 4); load(...); hint_end();   ->   load(...),
//   !cutile.latency !{i32 4}
//
// A hinted statement is one expression or declaration, but functions inlined
// into it may bring control flow: everything on a path from the begin marker to
// an end marker belongs to it. Statements nest, the innermost hint of a kind
// wins.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::import {

static StringRef nameOf(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? apiOpName(*Callee) : "";
}

static void markAccesses(CallInst &Begin) {
  auto *Kind = dyn_cast<ConstantInt>(Begin.getArgOperand(0)), *Amount = dyn_cast<ConstantInt>(Begin.getArgOperand(1));
  if (!Kind || !Amount)
    return;
  LLVMContext &Context = Begin.getContext();
  StringRef Name = Kind->getSExtValue() == op::hint_latency ? "cutile.latency" : "cutile.allow_tma";
  MDNode *Node = MDNode::get(Context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), Amount->getSExtValue())));

  SmallVector<std::pair<BasicBlock::iterator, unsigned>, 8> Worklist = {{std::next(Begin.getIterator()), 1}};
  SmallPtrSet<BasicBlock *, 8> Seen;
  while (!Worklist.empty()) {
    auto [At, Depth] = Worklist.pop_back_val();
    BasicBlock *Block = At->getParent();
    for (; At != Block->end() && Depth; ++At) {
      StringRef Op = nameOf(*At);
      if (Op == "hint_begin")
        ++Depth;
      else if (Op == "hint_end")
        --Depth;
      else if (const TileOpInfo *Info = findTileOp(Op); Info && Info->Memory && !At->hasMetadata(Name))
        At->setMetadata(Name, Node);
    }
    if (Depth)
      for (BasicBlock *Next : successors(Block))
        if (Seen.insert(Next).second)
          Worklist.push_back({Next->begin(), Depth});
  }
}

void applyHints(Function &Kernel) {
  SmallVector<CallInst *, 4> Begins, Markers;
  for (Instruction &I : instructions(Kernel))
    if (StringRef Op = nameOf(I); Op == "hint_begin" || Op == "hint_end") {
      Markers.push_back(cast<CallInst>(&I));
      if (Op == "hint_begin")
        Begins.push_back(cast<CallInst>(&I));
    }
  // Inner statements begin later in program order, and the first mark stays.
  for (CallInst *Begin : reverse(Begins))
    markAccesses(*Begin);
  for (CallInst *Marker : Markers)
    Marker->eraseFromParent();
}

} // namespace cutile::import
