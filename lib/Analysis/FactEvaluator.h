// Private to lib/Analysis: the facts about one value, from those of its operands.
#ifndef CUTILE_LIB_ANALYSIS_FACTEVALUATOR_H
#define CUTILE_LIB_ANALYSIS_FACTEVALUATOR_H

#include "cutile/Analysis/Facts.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"

namespace llvm {
class IntrinsicInst;
}

namespace cutile {

/// Whether facts are kept about \p V: it is an integer or a pointer, or a tile of integers.
inline bool hasFacts(const llvm::Value *V) { return V->getType()->isIntOrIntVectorTy() || V->getType()->isPointerTy(); }

/// Facts about one value from those of its operands.
class FactEvaluator {
public:
  FactEvaluator(const llvm::Function &Kernel, const llvm::DenseMap<const llvm::Value *, ValueFacts> &Known)
      : DL(Kernel.getDataLayout()), Known(Known) {}

  /// Of an operand: a constant, what is known, or nothing.
  ValueFacts operand(const llvm::Value *V) const;
  /// Of the result of \p I, which has facts and is no phi.
  ValueFacts evaluate(const llvm::Instruction &I) const;

private:
  const llvm::DataLayout &DL;
  const llvm::DenseMap<const llvm::Value *, ValueFacts> &Known;

  ValueFacts ofConstant(const llvm::Constant &C) const;
  ValueFacts ofBinary(const llvm::BinaryOperator &O) const;
  ValueFacts ofCast(const llvm::CastInst &C) const;
  ValueFacts ofTileOp(const TileCall &Call) const;
  ValueFacts ofAssumption(const TileCall &Call) const;
  ValueFacts ofIntrinsic(const llvm::IntrinsicInst &I) const;
  ValueFacts ofAddress(const llvm::GEPOperator &Address) const;
};

} // namespace cutile

#endif
