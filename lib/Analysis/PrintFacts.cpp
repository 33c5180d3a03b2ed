//===- PrintFacts.cpp - facts as text -------------------------------------===//
#include "cutile/Analysis/PrintFacts.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/IR/TileOps.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cutile {

void ValueFacts::print(raw_ostream &OS) const {
  OS << "divisible by 2^" << BaseDivisor;
  if (!Range.isFullSet())
    OS << " in " << Range;
  if (!Steps.empty()) {
    OS << " steps [";
    for (unsigned B = 0; B < Steps.size(); ++B) {
      OS << (B ? ", " : "");
      switch (Steps[B].What) {
      case BitStep::Varying:
        OS << '?';
        break;
      case BitStep::Uniform:
        OS << "2^" << Steps[B].Divisor << "*?";
        break;
      case BitStep::Known:
        OS << Steps[B].Value;
        break;
      }
    }
    OS << ']' << (Exact ? "" : " may wrap");
  }
  if (Falling)
    OS << " falling along " << format_hex(Falling, 2);
}

void KernelFacts::print(raw_ostream &OS) const {
  OS << "facts of " << Kernel.getName() << '\n';
  for (const Instruction &I : instructions(Kernel)) {
    if (auto It = Known.find(&I); It != Known.end()) {
      OS << "  ";
      I.printAsOperand(OS, /*PrintType=*/false);
      OS << ": ";
      It->second.print(OS);
      OS << '\n';
    }
    if (const AccessFacts *Access = access(&I)) {
      OS << "  " << TileCall::match(&I)->name() << " at ";
      Access->Address.print(OS);
      if (Access->Mask) {
        OS << " where ";
        Access->Mask->print(OS);
      }
      OS << '\n';
    }
  }
}

PreservedAnalyses PrintFactsPass::run(Module &M, ModuleAnalysisManager &) {
  for (const Function &F : M)
    if (!F.isDeclaration() && isTileKernel(F))
      KernelFacts(F).print(OS);
  return PreservedAnalyses::all();
}

} // namespace cutile
