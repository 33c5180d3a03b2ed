//===- Assembly.cpp - inline assembly of the toolkit's headers ------------===//
#include "ImportDetail.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace cutile::import {

bool replaceAssembly(Function &Kernel, DiagnosticSink &Sink) {
  bool Ok = true;
  for (Instruction &I : instructions(Kernel)) {
    auto *Call = dyn_cast<CallInst>(&I);
    auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
    if (!Asm)
      continue;
    Sink.report(Call->getDebugLoc(), diag::err_inline_assembly,
                {Asm->getAsmString().str()});
    Ok = false;
  }
  return Ok;
}

} // namespace cutile::import
