//===- LowerToCpu.h - tile kernels as host functions ------------*- C++ -*-===//
#ifndef CUTILE_TARGET_CPU_LOWERTOCPU_H
#define CUTILE_TARGET_CPU_LOWERTOCPU_H

#include "llvm/IR/PassManager.h"

namespace cutile {

class DiagnosticSink;

/// Turns every tile kernel into a host function that runs one block.
///
/// Expects: tile IR (docs/tile-ir.md).
/// Leaves:  for a kernel NAME the internal function `NAME.cutile_cpu` of type cpu::BlockFunction, in which no vector and no
///          tile op is left, and the constant `NAME.cutile_cpu.info` of type cpu::KernelInfo; the kernel itself is a declaration.
///          Arithmetic of half and bfloat is expanded to float and integer instructions. Calls of runtime/cpu are the only
///          calls besides intrinsics. SIMT functions, target triple and address spaces are unchanged (see HostModule.h).
/// Reports: ops that have no lowering for their types.
class LowerToCpuPass : public llvm::PassInfoMixin<LowerToCpuPass> {
public:
  explicit LowerToCpuPass(DiagnosticSink *Sink = nullptr) : Sink(Sink) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  DiagnosticSink *Sink;
};

} // namespace cutile

#endif
