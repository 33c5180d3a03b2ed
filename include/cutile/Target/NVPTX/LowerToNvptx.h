//===- LowerToNvptx.h - tile kernels to threads -----------------*- C++ -*-===//
#ifndef CUTILE_TARGET_NVPTX_LOWERTONVPTX_H
#define CUTILE_TARGET_NVPTX_LOWERTONVPTX_H

#include "llvm/IR/PassManager.h"
#include <functional>
#include <string>

namespace cutile {

class DiagnosticSink;
struct PlanRecord;

/// Spreads every tile kernel over the threads of a block, as its KernelPlan says.
///
/// Expects: verified tile IR (after Import and Simplify).
/// Leaves:  scalar LLVM IR per thread; operations of the target are calls `@cutile.nvptx.*` or NVVM intrinsics; device math functions are
///          linked in from libdevice; the launch contract is set (`nvvm.reqntid`); static shared memory in one global per kernel.
/// SIMT functions are not touched.
class LowerToNvptxPass : public llvm::PassInfoMixin<LowerToNvptxPass> {
public:
  struct Options {
    DiagnosticSink *Sink = nullptr;
    /// Bitcode library of device math functions; calls of them are left unresolved without one.
    std::string LibdevicePath;
    /// Called with the plan of every kernel, once it has been carried out.
    std::function<void(const PlanRecord &)> OnPlan;
  };
  explicit LowerToNvptxPass(Options O) : Opts(std::move(O)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  Options Opts;
};

} // namespace cutile

#endif
