//===- Instrument.h - lowered kernels for the host --------------*- C++ -*-===//
#ifndef CUTILE_EMU_INSTRUMENT_H
#define CUTILE_EMU_INSTRUMENT_H

#include "Ops.h"
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cutile::emu {

/// What the code of one kernel refers to; outlives the code.
struct KernelData {
  std::deque<Site> Sites;
  std::deque<Call> Calls;
  unsigned StaticShared = 0;
  std::vector<std::string> Unknown; ///< operations without emulation, described
};

/// Where the variables of a module are, by name.
using VariableMap = std::map<std::string, void *>;

/// Turns \p Kernel and everything that it reaches into host code that the machine can run.
///
/// Expects: NVPTX code before ExpandTargetOps; \p Kernel is the only kernel of \p M.
/// Leaves:  every access to memory that other threads could see preceded by a check; target ops, intrinsics of the GPU and device
///          functions replaced by calls into the emulator; shared variables at offsets of the CTA's window; other variables
///          at their addresses in \p Variables; and a function `cutile.emu.entry(ptr)` that takes the launch's argument array.
void instrument(llvm::Module &M, llvm::Function &Kernel, const VariableMap &Variables, KernelData &Data);

} // namespace cutile::emu

#endif
