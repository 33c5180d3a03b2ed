#include "cutile/Target/NVPTX/LowerToNvptx.h"
#include "KernelLowering.h"
#include "cutile/Plan/PlanRecord.h"
#include "cutile/Target/NVPTX/Libdevice.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cutile {

/// The launch contract: a launch with one thread per block runs this many (docs/design.md).
static void setLaunchContract(Function &F, const KernelPlan &Plan) {
  F.addFnAttr("nvvm.reqntid", std::to_string(Plan.numThreads()));
  if (Plan.MinBlocks)
    F.addFnAttr("nvvm.minctasm", std::to_string(Plan.MinBlocks));
}

/// Links the device math functions that \p Kernels call.
static void linkMathFunctions(Module &M, ArrayRef<Function *> Kernels, const LowerToNvptxPass::Options &Opts) {
  if (Opts.LibdevicePath.empty())
    return;
  for (Function *F : Kernels)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !Call->getCalledFunction() || !isLibdeviceDeclaration(*Call->getCalledFunction()))
        continue;
      if (Error Failure = linkLibdevice(M, Opts.LibdevicePath))
        Opts.Sink->report(Call->getDebugLoc(), diag::err_libdevice, {demangle(F->getName()), toString(std::move(Failure))});
      return;
    }
}

static uint64_t sharedBytes(const Module &M, StringRef Kernel) {
  uint64_t Total = 0;
  for (const GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == 3 && G.getName().starts_with((Kernel + ".").str()))
      Total = alignTo(Total, G.getAlign().valueOrOne()) + M.getDataLayout().getTypeAllocSize(G.getValueType());
  return Total;
}

/// Fills in where shared memory went, and hands the record to those who want it.
static void completeRecord(Function &F, PlanRecord &Record, uint64_t Bytes, const std::string &TooLarge, const LowerToNvptxPass::Options &Opts) {
  Record.SharedBytes = Bytes;
  uint64_t Next = 0;
  for (const GlobalVariable &G : F.getParent()->globals()) {
    StringRef Name = G.getName();
    if (G.getAddressSpace() != 3 || !Name.consume_front((F.getName() + ".").str()))
      continue;
    const bool IsBlockMemory = Name.consume_front("shared.");
    SharedSlot &Slot = Record.slot(IsBlockMemory ? (Name + " of the block").str() : Name.str());
    Slot.Offset = alignTo(Next, G.getAlign().valueOrOne());
    Slot.Bytes = F.getDataLayout().getTypeAllocSize(G.getValueType());
    Next = Slot.Offset + Slot.Bytes;
  }
  if (!TooLarge.empty())
    Record.Refused.push_back({PlanRefusal::Loads, "more slots", TooLarge, Record.Where});
  if (Opts.OnPlan)
    Opts.OnPlan(Record);
  emitRemarks(Record, F);
}

/// Undoes the lowering of \p F: \p Before is what it was.
static void restore(Function &F, Function &Before) {
  F.dropAllReferences();
  F.splice(F.end(), &Before);
  F.setSubprogram(Before.getSubprogram());
  for (auto [Mine, Theirs] : zip(F.args(), Before.args()))
    Theirs.replaceAllUsesWith(&Mine);
  Before.eraseFromParent();
  for (GlobalVariable &G : make_early_inc_range(F.getParent()->globals())) {
    if (!G.hasInternalLinkage() || !G.getName().starts_with((F.getName() + ".").str()))
      continue;
    G.removeDeadConstantUsers();
    if (G.use_empty())
      G.eraseFromParent();
  }
}

/// Reports the largest tile of \p F if it alone has more registers than a thread may use: the assembler would keep it in memory, slowly. \returns
/// whether all tiles fit.
static bool fitsRegisters(const Function &F, const KernelPlan &Plan, const nvptx::TargetInfo &Target, DiagnosticSink &Sink) {
  unsigned Most = 0;
  const Instruction *Largest = nullptr;
  for (const Instruction &I : instructions(F)) {
    if (const unsigned Count = tileRegisters(Plan, &I); Count > Most) {
      Most = Count;
      Largest = &I;
    }
  }
  if (Most <= nvptx::TargetInfo::MaxRegisters)
    return true;
  Sink.report(
      Largest->getDebugLoc(), diag::err_registers,
      {demangle(F.getName()), std::to_string(Most), std::to_string(Plan.numThreads()), Target.Name, std::to_string(nvptx::TargetInfo::MaxRegisters)});
  return false;
}

/// Lowers \p F with as many slots for loads that run ahead as fit into shared memory. \returns false if an error was reported.
static bool lowerKernel(Function &F, const nvptx::TargetInfo &Target, const LowerToNvptxPass::Options &Opts) {
  static constexpr unsigned MaxStages = 4;
  static constexpr uint64_t SystemBytes = 1024; // of shared memory, which each block takes (CUDA C++ programming guide, compute capabilities)
  std::string TooLarge;                         // what was tried before
  for (unsigned Stages = MaxStages;; --Stages) {
    const PlanTarget Limits{nvptx::hasMma, Target.SmVersion, Target.SharedBytes, Stages};
    KernelPlan Plan = planKernel(F, Limits);
    if (Opts.OnPlan || wantsRemarks(F))
      describePlan(Plan, Limits);
    if (!fitsRegisters(F, Plan, Target, *Opts.Sink))
      return false;
    ValueToValueMapTy Map;
    Function *Before = Plan.Pipelines.empty() ? nullptr : CloneFunction(&F, Map);
    const bool Done = nvptx::KernelLowering(F, Plan, Target, *Opts.Sink).run();
    const uint64_t Bytes = sharedBytes(*F.getParent(), F.getName());
    // Blocks that are to run together share the memory of a multiprocessor; for two slots that is given up.
    const unsigned Blocks = Before && Plan.Pipelines.front().Stages > 2 ? std::max(1u, Plan.MinBlocks) : 1;
    const uint64_t Limit = (Target.SharedBytes + SystemBytes) / Blocks - SystemBytes;
    if (Done && Before && Bytes > Limit) {
      restore(F, *Before);
      TooLarge = std::to_string(Plan.Pipelines.front().Stages) + " slots for loads of a loop do not fit: the kernel would take " +
                 std::to_string(Bytes) + " bytes of shared memory, of " + std::to_string(Limit);
      continue;
    }
    if (Before)
      Before->eraseFromParent();
    if (Plan.Record)
      completeRecord(F, *Plan.Record, Bytes, TooLarge, Opts);
    if (!Done)
      return false;
    setLaunchContract(F, Plan);
    const std::string LargerTarget = Target.targetWithMoreShared();
    if (Bytes > Target.SharedBytes)
      Opts.Sink->report(F.getSubprogram() ? DebugLoc(DILocation::get(F.getContext(), F.getSubprogram()->getLine(), 0, F.getSubprogram()))
                                          : DebugLoc(),
                        diag::err_shared_memory,
                        {demangle(F.getName()), std::to_string(Bytes), Target.Name, std::to_string(Target.SharedBytes),
                         LargerTarget.empty() ? "" : "; compile for " + LargerTarget + ", which allows more, or take smaller tiles"});
    return Bytes <= Target.SharedBytes;
  }
}

PreservedAnalyses LowerToNvptxPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Function *, 8> Kernels;
  for (Function &F : M)
    if (!F.isDeclaration() && isTileKernel(F))
      Kernels.push_back(&F);
  for (Function *F : Kernels)
    lowerKernel(*F, nvptx::targetOf(*F), Opts);
  linkMathFunctions(M, Kernels, Opts);
  return Kernels.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace cutile
