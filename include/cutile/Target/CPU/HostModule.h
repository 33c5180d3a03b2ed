//===- HostModule.h - device code as part of a host module ------*- C++ -*-===//
#ifndef CUTILE_TARGET_CPU_HOSTMODULE_H
#define CUTILE_TARGET_CPU_HOSTMODULE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace llvm {
class Module;
}

namespace cutile {

/// What functions of the host module carry that those of a device module lack.
struct HostTarget {
  std::string Cpu, TuneCpu, Features;
  bool SanitizeAddress = false, SanitizeThread = false;
};

/// The names that the kernel may have that clang's host code calls by the stub \p Name: `_Z3fooi` for `_Z18__device_stub__fooi`. None if
/// \p Name is no stub's.
llvm::SmallVector<std::string, 1> kernelsOfStub(llvm::StringRef Name);

/// Adds to \p Host the lowered kernels of \p Device, the variables they use, and a constructor that registers both with the runtime.
///
/// Expects: LowerToCpu has run on \p Device, which was made from the same source as \p Host and is in the same context.
/// Leaves:  of the device module only what kernels that the host can launch, and variables that it can name, need; all of it internal.
/// \returns false if the modules cannot be linked.
bool addToHost(llvm::Module &Host, std::unique_ptr<llvm::Module> Device, const HostTarget &Target);

} // namespace cutile

#endif
