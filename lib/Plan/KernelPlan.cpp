#include "cutile/Plan/KernelPlan.h"
#include "LayoutAssignment.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/Analysis/MemoryOrder.h"
#include "cutile/IR/TileOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

LinearLayout KernelPlan::defaultLayout(unsigned NumElements) const {
  const unsigned Bits = log2Exact(NumElements), Threads = WarpBits + LinearLayout::LaneBits;
  // Eight neighbours per thread make 16-byte accesses of 16-bit elements; fewer when threads would stay idle.
  return LinearLayout::blocked(Bits, std::clamp(int(Bits) - int(Threads), 0, 3), WarpBits);
}

LinearLayout KernelPlan::layoutOf(const Value *V) const {
  auto It = Layouts.find(V);
  return It != Layouts.end() ? It->second : defaultLayout(tileSize(V->getType()));
}

/// Warps from the largest tile of the kernel, so that a tile takes at most 64 registers of a thread where possible.
static unsigned chooseWarpBits(const Function &F) {
  unsigned Hint = 0;
  if (Attribute A = F.getFnAttribute("cutile.hint.num_worker_warps_per_cta"); A.isValid() && !A.getValueAsString().getAsInteger(10, Hint))
    return log2Exact(Hint);
  unsigned Largest = 1;
  for (const Instruction &I : instructions(F)) {
    Largest = std::max(Largest, tileSize(I.getType()));
    for (const Value *Operand : I.operands())
      if (!isa<Constant>(Operand))
        Largest = std::max(Largest, tileSize(Operand->getType()));
  }
  if (Largest <= 32)
    return 0;
  if (Largest <= 8192)
    return 2;
  return std::min(5u, log2Exact(Largest) - 11);
}

KernelPlan planKernel(const Function &Kernel, const PlanTarget &Target) {
  KernelPlan Plan;
  Plan.Kernel = &Kernel;
  Plan.Facts = std::make_shared<KernelFacts>(Kernel);
  Plan.WarpBits = chooseWarpBits(Kernel);
  assignLayouts(Kernel, Target, Plan);
  for (const Instruction *I : findBarriers(Kernel))
    Plan.BarrierBefore.insert(I);
  return Plan;
}

void KernelPlan::print(raw_ostream &OS) const {
  OS << "plan of " << Kernel->getName() << ": " << numThreads() << " threads\n";
  for (const Instruction &I : instructions(*Kernel)) {
    if (BarrierBefore.contains(&I))
      OS << "  barrier\n";
    auto It = Layouts.find(&I);
    if (It == Layouts.end())
      continue;
    OS << "  ";
    if (auto Call = TileCall::match(&I); Call && I.getType()->isVoidTy())
      OS << Call->name();
    else
      I.printAsOperand(OS, /*PrintType=*/false);
    OS << ": " << It->second.str();
    if (auto Product = Products.find(&I); Product != Products.end()) {
      const MmaInstruction &M = Product->second.Instruction;
      OS << " mma.m" << M.M << 'n' << M.N << 'k' << M.K;
    }
    OS << '\n';
  }
}

} // namespace cutile
