#include "cutile/Target/NVPTX/LowerToNvptx.h"
#include "KernelLowering.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace cutile {

/// The launch contract: a launch with one thread per block runs this many (docs/design.md).
static void setLaunchContract(Function &F, const KernelPlan &Plan) {
  F.addFnAttr("nvvm.reqntid", std::to_string(Plan.numThreads()));
  unsigned Occupancy = 0;
  if (Attribute A = F.getFnAttribute("cutile.hint.occupancy"); A.isValid() && !A.getValueAsString().getAsInteger(10, Occupancy))
    F.addFnAttr("nvvm.minctasm", std::to_string(std::min(Occupancy, 2048u / Plan.numThreads())));
}

/// Links the device math functions that \p M calls.
static void linkLibdevice(Module &M, const std::string &Path) {
  SmallVector<std::string, 8> Needed;
  for (const Function &F : M)
    if (F.isDeclaration() && F.getName().starts_with("__nv_"))
      Needed.push_back(F.getName().str());
  if (Needed.empty() || Path.empty())
    return;
  SMDiagnostic Error;
  std::unique_ptr<Module> Library = parseIRFile(Path, Error, M.getContext());
  if (!Library)
    return;
  Library->setTargetTriple(M.getTargetTriple());
  Library->setDataLayout(M.getDataLayout());
  StringMap<bool> Before;
  for (const Function &F : M)
    if (!F.isDeclaration())
      Before[F.getName()] = true;
  Linker::linkModules(M, std::move(Library), Linker::LinkOnlyNeeded);
  for (Function &F : M)
    if (!F.isDeclaration() && !Before.contains(F.getName())) {
      F.setLinkage(GlobalValue::InternalLinkage);
      F.removeFnAttr("target-cpu");
      F.removeFnAttr("target-features");
    }
}

static uint64_t sharedBytes(const Module &M, StringRef Kernel) {
  uint64_t Total = 0;
  for (const GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == 3 && G.getName().starts_with((Kernel + ".").str()))
      Total = alignTo(Total, G.getAlign().valueOrOne()) + M.getDataLayout().getTypeAllocSize(G.getValueType());
  return Total;
}

PreservedAnalyses LowerToNvptxPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration() || !isTileKernel(F))
      continue;
    Changed = true;
    const nvptx::TargetInfo Target = nvptx::targetOf(F);
    const KernelPlan Plan = planKernel(F, {nvptx::hasMma, Target.SmVersion});
    if (Opts.PrintPlan)
      Plan.print(errs());
    if (!nvptx::KernelLowering(F, Plan, Target, *Opts.Sink).run())
      continue;
    setLaunchContract(F, Plan);
    if (uint64_t Bytes = sharedBytes(M, F.getName()); Bytes > Target.SharedBytes)
      Opts.Sink->report(F.getSubprogram() ? DebugLoc(DILocation::get(M.getContext(), F.getSubprogram()->getLine(), 0, F.getSubprogram())) : DebugLoc(),
                        diag::err_shared_memory, {F.getName().str(), std::to_string(Bytes), Target.Name, std::to_string(Target.SharedBytes)});
  }
  if (Changed)
    linkLibdevice(M, Opts.LibdevicePath);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace cutile
