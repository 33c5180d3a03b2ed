//===- Pipeline.h - the order of the passes ---------------------*- C++ -*-===//
#ifndef CUTILE_PIPELINE_PIPELINE_H
#define CUTILE_PIPELINE_PIPELINE_H

#include "llvm/IR/PassManager.h"
#include <functional>
#include <string>

namespace llvm {
class PassBuilder;
}

namespace cutile {

class DiagnosticSink;
struct PlanRecord;

enum class TargetKind {
  NVPTX,    ///< kernels for the GPU
  CPU,      ///< host functions that run one block each, called by runtime/cpu
  Emulator, ///< as NVPTX, but target operations stay named calls, for tools/cutile-emu
};

struct PipelineOptions {
  TargetKind Target = TargetKind::NVPTX;
  /// Bitcode library of device math functions (NVPTX and Emulator), the toolkit's libdevice.
  std::string LibdevicePath;
  /// Where passes report; outlives the pass manager.
  DiagnosticSink *Sink = nullptr;
  /// Print the plan of each kernel to standard error.
  bool PrintPlan = false;
  /// Receives the plan of each kernel, for tools.
  std::function<void(const PlanRecord &)> OnPlan;
};

/// Appends the whole compilation of tile kernels, from what Clang emits to target code. SIMT functions pass unchanged.
void buildCuTilePipeline(llvm::ModulePassManager &MPM, const PipelineOptions &Options);

/// Runs it on \p M, with analyses of its own.
void runCuTilePipeline(llvm::Module &M, const PipelineOptions &Options);

/// Makes every pass of Passes.def known by name to \p PB (cutile-opt and `-passes=`).
void registerCuTilePasses(llvm::PassBuilder &PB, const PipelineOptions &Options);

} // namespace cutile

#endif
