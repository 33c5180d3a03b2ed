//===- Simplify.h - algebraic clean-up of tile IR ----------------*- C++ -*-===//
#ifndef CUTILE_TRANSFORMS_SIMPLIFY_H
#define CUTILE_TRANSFORMS_SIMPLIFY_H

#include "llvm/IR/PassManager.h"

namespace cutile {

/// Folds tile ops whose result another value already has (shape ops of splats, permutes and broadcasts in a row, accesses that
/// a constant mask switches off) and moves elementwise work in front of the op that multiplies it (splats, broadcasts).
///
/// Expects: tile IR. Leaves: tile IR with the same results; masks are `zext <N x i1>` or constant where they were made of such.
class SimplifyPass : public llvm::PassInfoMixin<SimplifyPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace cutile

#endif
