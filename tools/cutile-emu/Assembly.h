//===- Assembly.h - PTX in inline assembly ----------------------*- C++ -*-===//
//
// Lowered tile kernels contain none. The toolkit's device library and headers do, and with them SIMT kernels: arithmetic and conversions
// that have no intrinsic. What is not listed in Assembly.cpp is unknown.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_EMU_ASSEMBLY_H
#define CUTILE_EMU_ASSEMBLY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallInst;
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace cutile::emu {

struct Operation;

/// What the expansion needs of the one who asks for it. Values are 64-bit slots, as in Ops.h.
struct AssemblyEnvironment {
  /// Calls an operation, under the name that its instruction has.
  llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &, const Operation &, llvm::StringRef Name, llvm::ArrayRef<llvm::Value *> Slots)> Call;
  /// The value of a special register such as "laneid", or null.
  llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &, llvm::StringRef Name)> Register;
};

/// \p V as a 64-bit slot, and the value of type \p T in one.
llvm::Value *toSlot(llvm::IRBuilderBase &B, llvm::Value *V);
llvm::Value *fromSlot(llvm::IRBuilderBase &B, llvm::Value *Slot, llvm::Type *T);

/// Replaces a call of inline assembly by what its instructions do.
/// \returns false, with the call in place, if an instruction is not known.
bool expandAssembly(llvm::CallInst &Call, const AssemblyEnvironment &Environment);

} // namespace cutile::emu

#endif
