//===- TargetOps.h - operations of the GPU as named calls -------*- C++ -*-===//
//
// The C++ face of TargetOps.td. A lowered kernel calls `@cutile.nvptx.NAME`;
// this header builds and recognises such calls.
//
//   Value *Sum = emitTargetOp(B, target::Atom_add_f32, {Pointer, Value,
//   B.getInt32(op::order_relaxed), B.getInt32(op::scope_device)});
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_TARGET_NVPTX_TARGETOPS_H
#define CUTILE_TARGET_NVPTX_TARGETOPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class CallInst;
class Function;
class IRBuilderBase;
class LLVMContext;
class Module;
class Type;
class Value;
} // namespace llvm

namespace cutile {

namespace target {
#define GET_TargetOp_DECL
#include "cutile/Target/NVPTX/TargetOps.inc"
} // namespace target
using target::TargetOp;

struct TargetOpInfo {
  TargetOp Op;
  const char *Name, *Signature, *Text, *Emulate;
  bool Asm;       ///< Text is PTX; otherwise the name of an intrinsic
  uint8_t Memory; ///< bit 0: reads, bit 1: writes
  bool Convergent;
  uint8_t MinSM;  ///< 80 for sm_80
  uint8_t MinPtx; ///< 78 for PTX 7.8
};

/// Every record of TargetOps.td.
llvm::ArrayRef<TargetOpInfo> targetOps();
const TargetOpInfo &targetOpInfo(TargetOp Op);

inline constexpr llvm::StringLiteral TargetOpPrefix = "cutile.nvptx.";

/// The record of a function named `cutile.nvptx.NAME[.pN]`, or null.
const TargetOpInfo *matchTargetOp(const llvm::Function &F);

/// One result or operand of a signature.
struct TargetOperand {
  enum Kind : uint8_t { Register, AnyPointer, Immediate, Order, Scope } What;
  llvm::Type *Type; ///< null for AnyPointer
};
struct TargetSignature {
  llvm::SmallVector<TargetOperand, 4> Results;
  llvm::SmallVector<TargetOperand, 12> Operands;
};
TargetSignature targetSignature(const TargetOpInfo &Info, llvm::LLVMContext &Context);

/// The declaration of \p Op, created if absent. \p AddressSpace is that of the
/// operand `p*` of ops that have one.
llvm::Function *getTargetOp(llvm::Module &M, TargetOp Op, unsigned AddressSpace = 0);

/// Calls \p Op with \p Arguments, whose types must be those of its signature;
/// immediates are constant i32.
/// \returns the call: the only result, or a struct of the results.
llvm::CallInst *emitTargetOp(llvm::IRBuilderBase &B, TargetOp Op, llvm::ArrayRef<llvm::Value *> Arguments);

/// As emitTargetOp, with the results taken apart.
llvm::SmallVector<llvm::Value *, 4> emitTargetOpResults(llvm::IRBuilderBase &B, TargetOp Op, llvm::ArrayRef<llvm::Value *> Arguments);

} // namespace cutile

#endif
