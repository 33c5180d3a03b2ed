//===- ElementwiseRules.h - how each elementwise op is lowered --*- C++ -*-===//
//
// Private to lib/Target/NVPTX. An elementwise op with its modes is lowered one element at a time by the first rule that
// takes its name, the class of its element kind and its modes (the table is in Elementwise.cpp):
//
//   add   float       toward zero        ->  target op add.rz.f32
//   exp   half, bf16  full               ->  the rule for float, rounded
//   log   double      default            ->  libdevice's __nv_log
//
// A rule's function emits the element. Functions are grouped by subject in Arithmetic.cpp and Transcendental.cpp, their
// conversions in Cast.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LIB_TARGET_NVPTX_ELEMENTWISERULES_H
#define CUTILE_LIB_TARGET_NVPTX_ELEMENTWISERULES_H

#include "KernelLowering.h"
#include "cutile/Target/NVPTX/TargetOps.h"

namespace cutile::nvptx {

/// One element of an op.
struct ElementCall {
  KernelLowering &K;
  const llvm::Instruction &At;
  llvm::StringRef Op;
  llvm::ArrayRef<llvm::Value *> X; ///< operands, scalars
  int Kind;                        ///< op::element_kind
  int Mode;                        ///< op::rounding; op::nan_mode for min and max
  bool Flush;                      ///< subnormal operands and results become zero

  Builder &builder() const { return K.builder(); }
};

using EmitElement = llvm::Value *(*)(const ElementCall &);

//===-- Arithmetic.cpp -----------------------------------------------------===//

/// Target ops of one operation, by op::rounding even, zero, negative, positive.
struct RoundedOps {
  TargetOp Single[4], SingleFlush[4], Double[4];
};
extern const RoundedOps RoundedAdd, RoundedMul, RoundedDiv, RoundedFma, RoundedSqrt;

/// float and double with a rounding mode or flushing: one target op.
llvm::Value *emitRounded(const ElementCall &E, const RoundedOps &Ops);
template <const RoundedOps &Ops> llvm::Value *emitRoundedOp(const ElementCall &E) { return emitRounded(E, Ops); }
llvm::Value *emitRoundedSub(const ElementCall &E);
/// min and max that flush: the smaller of flushed operands is the flushed smaller operand.
llvm::Value *emitFlushedMinMax(const ElementCall &E);
/// half and bf16 by the rule for float: operands are exact there, the result is rounded in the direction of the mode.
llvm::Value *emitThroughSingle(const ElementCall &E);
/// Division by a bool, which is true.
llvm::Value *emitFirstOperand(const ElementCall &E);

//===-- Transcendental.cpp -------------------------------------------------===//

/// Calls libdevice's function of the op's name.
llvm::Value *emitLibdevice(const ElementCall &E);
/// 2^(x log2 e) in one multiplication and ex2.approx: 2 ulp near 0, 2^-17 relative at the ends of the range.
llvm::Value *emitShortExp(const ElementCall &E);

//===-- Cast.cpp -----------------------------------------------------------===//

/// A float as half or bf16, rounded by \p Mode.
llvm::Value *roundSingle(KernelLowering &K, llvm::Value *V, int To, int Mode);
/// The elements \p X of a tile converted as the tile op `cast` says. Reports what the target lacks.
Registers emitCast(KernelLowering &K, const llvm::Instruction &At, const Registers &X, int From, int To, int Mode);

} // namespace cutile::nvptx

#endif
