//===- Lowerings.h - one function per op record -----------------*- C++ -*-===//
#ifndef CUTILE_LIB_TARGET_CPU_LOWERINGS_H
#define CUTILE_LIB_TARGET_CPU_LOWERINGS_H

#include "KernelLowering.h"

namespace cutile::cpu {

/// Lowers a call at the position of the builder; defines its result. TileOps.td names one for each op.
using LowerFunction = void (*)(KernelLowering &K, const TileCall &Op);

void lowerElementwise(KernelLowering &K, const TileCall &Op);
void lowerCast(KernelLowering &K, const TileCall &Op);
void lowerIota(KernelLowering &K, const TileCall &Op);
void lowerBroadcast(KernelLowering &K, const TileCall &Op);
void lowerPermute(KernelLowering &K, const TileCall &Op);
void lowerCat(KernelLowering &K, const TileCall &Op);
void lowerExtract(KernelLowering &K, const TileCall &Op);
void lowerInsert(KernelLowering &K, const TileCall &Op);
void lowerReduce(KernelLowering &K, const TileCall &Op);
void lowerArgReduce(KernelLowering &K, const TileCall &Op);
void lowerScan(KernelLowering &K, const TileCall &Op);
void lowerMma(KernelLowering &K, const TileCall &Op);
void lowerScaledMma(KernelLowering &K, const TileCall &Op);
void lowerLoad(KernelLowering &K, const TileCall &Op);
void lowerStore(KernelLowering &K, const TileCall &Op);
void lowerAtomicLoad(KernelLowering &K, const TileCall &Op);
void lowerAtomicStore(KernelLowering &K, const TileCall &Op);
void lowerAtomicRmw(KernelLowering &K, const TileCall &Op);
void lowerAtomicCas(KernelLowering &K, const TileCall &Op);
void lowerViewLoad(KernelLowering &K, const TileCall &Op);
void lowerViewStore(KernelLowering &K, const TileCall &Op);
void lowerViewPointers(KernelLowering &K, const TileCall &Op);
void lowerViewMask(KernelLowering &K, const TileCall &Op);
void lowerAssume(KernelLowering &K, const TileCall &Op);
void lowerBlockIndex(KernelLowering &K, const TileCall &Op);
void lowerNumBlocks(KernelLowering &K, const TileCall &Op);
void lowerPrintf(KernelLowering &K, const TileCall &Op);

/// The address that \p Op, a view_pointers, gives at \p At; null for another op.
llvm::Value *viewPointer(KernelLowering &K, const TileCall &Op, const Index &At);
/// True if \p Tile is computed by adding offsets to one pointer.
bool isAddress(llvm::Value *Tile);

/// A combining step of a reduction or scan on two values of one element kind.
struct Combination {
  int Combiner, Kind, Mode, Subnormals;
  /// The type that values are combined in: float for half and bfloat.
  llvm::Type *workType(llvm::Type *Element) const;
  llvm::Value *identity(llvm::Type *Work) const;
  llvm::Value *combine(KernelLowering &K, llvm::Value *A, llvm::Value *B) const;
};

// Scalar arithmetic.
/// \p X with subnormal numbers replaced by zero of the same sign.
llvm::Value *flushSubnormal(Builder &B, llvm::Value *X);
/// add, sub, mul, div, sqrt or fma (cpu::RoundedOperation) rounded in direction \p Mode.
llvm::Value *roundedOperation(KernelLowering &K, int Operation, llvm::ArrayRef<llvm::Value *> Operands, int Mode);
/// Smaller or larger of two floating-point numbers.
llvm::Value *floatMinMax(Builder &B, bool Max, bool PropagateNan, llvm::Value *X, llvm::Value *Y);
/// \p X of element kind \p Kind as float (double for double, i32 for integers), for products.
llvm::Value *widen(KernelLowering &K, llvm::Value *X, int Kind, llvm::Type *To);
/// Integers, bool and pointers.
bool isHeldAsInteger(int Kind);

} // namespace cutile::cpu

#endif
