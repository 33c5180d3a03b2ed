//===- PtxAsm.h - inline assembly of target ops -----------------*- C++ -*-===//
#ifndef CUTILE_LIB_TARGET_NVPTX_PTXASM_H
#define CUTILE_LIB_TARGET_NVPTX_PTXASM_H

#include "cutile/Target/NVPTX/TargetOps.h"

namespace cutile {

/// Emits \p Info's PTX text in place of \p Call, which calls it.
///
/// Registers become operands in the order of the signature, results first;
/// 16-bit floats travel as i16 and pointers as i64. `{order}`, `{scope}` and
/// `{space}` are replaced by the immediates' and the pointer's spelling. Ops
/// that touch memory are volatile and clobber memory, convergent ops stay
/// convergent.
/// \returns the value that replaces the call.
llvm::Value *emitPtxAsm(llvm::IRBuilderBase &B, const TargetOpInfo &Info, llvm::CallInst &Call);

} // namespace cutile

#endif
