//===- EmulatedModule.h - device code for the emulator in a host module -*- C++ -*-===//
#ifndef CUTILE_TARGET_CPU_EMULATEDMODULE_H
#define CUTILE_TARGET_CPU_EMULATEDMODULE_H

namespace llvm {
class Module;
}

namespace cutile {

/// Adds \p Device to \p Host as bitcode, and a constructor that registers it, with the host objects that name its kernels and variables,
/// with the emulator (EmulatedModule of Abi.h).
///
/// Expects: the tile passes for TargetKind::Emulator have run on \p Device, which was made from the same source as \p Host.
/// Leaves:  a host module without kernels and variables of the device unchanged.
void addEmulatedToHost(llvm::Module &Host, const llvm::Module &Device);

} // namespace cutile

#endif
