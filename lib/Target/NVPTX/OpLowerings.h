// One function per record of TileOps.td (its field Lower). Each reads the operands of the call from the KernelLowering and
// sets the result.
#ifndef CUTILE_LIB_TARGET_NVPTX_OPLOWERINGS_H
#define CUTILE_LIB_TARGET_NVPTX_OPLOWERINGS_H

#include "KernelLowering.h"

namespace cutile::nvptx {

using LowerFunction = void (*)(KernelLowering &, const TileCall &);

void lowerElementwise(KernelLowering &K, const TileCall &Call);
void lowerCast(KernelLowering &K, const TileCall &Call);
void lowerIota(KernelLowering &K, const TileCall &Call);
void lowerBroadcast(KernelLowering &K, const TileCall &Call);
void lowerPermute(KernelLowering &K, const TileCall &Call);
void lowerCat(KernelLowering &K, const TileCall &Call);
void lowerExtract(KernelLowering &K, const TileCall &Call);
void lowerInsert(KernelLowering &K, const TileCall &Call);
void lowerReduce(KernelLowering &K, const TileCall &Call);
void lowerArgReduce(KernelLowering &K, const TileCall &Call);
void lowerScan(KernelLowering &K, const TileCall &Call);
void lowerMma(KernelLowering &K, const TileCall &Call);
void lowerScaledMma(KernelLowering &K, const TileCall &Call);
void lowerLoad(KernelLowering &K, const TileCall &Call);
void lowerStore(KernelLowering &K, const TileCall &Call);
void lowerAtomicLoad(KernelLowering &K, const TileCall &Call);
void lowerAtomicStore(KernelLowering &K, const TileCall &Call);
void lowerAtomicRmw(KernelLowering &K, const TileCall &Call);
void lowerAtomicCas(KernelLowering &K, const TileCall &Call);
void lowerViewLoad(KernelLowering &K, const TileCall &Call);
void lowerViewStore(KernelLowering &K, const TileCall &Call);
void lowerViewPointers(KernelLowering &K, const TileCall &Call);
void lowerViewMask(KernelLowering &K, const TileCall &Call);
void lowerAssume(KernelLowering &K, const TileCall &Call);
void lowerBlockIndex(KernelLowering &K, const TileCall &Call);
void lowerNumBlocks(KernelLowering &K, const TileCall &Call);
void lowerPrintf(KernelLowering &K, const TileCall &Call);

/// The padding value of a view for elements of this kind, as a constant of the storage type.
llvm::Constant *paddingValue(llvm::Type *Element, int Padding, int Kind);
/// The registers of an elementwise op (or cast), from its operands in \p Layout.
Registers elementwiseOpRegisters(KernelLowering &K, const TileCall &Call, const AffineLayout &Layout);
/// One element of an elementwise op: `add`, `exp` and so on, with the constants of the op.
llvm::Value *emitElementwise(KernelLowering &K, const llvm::Instruction &At, llvm::StringRef Op, llvm::ArrayRef<llvm::Value *> Operands, int Kind,
                             int Mode, int Subnormals);
/// Division.cpp: correctly rounded quotients of float registers.
Registers emitDivision(KernelLowering &K, const Registers &Numerators, const Registers &Divisors);
/// Two elements combined as a reduction does.
llvm::Value *emitCombine(KernelLowering &K, const llvm::Instruction &At, int Combiner, llvm::Value *A, llvm::Value *B, int Kind, int Mode,
                         int Subnormals);

} // namespace cutile::nvptx

#endif
