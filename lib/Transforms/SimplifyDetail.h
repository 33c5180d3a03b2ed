//===- SimplifyDetail.h - the rewrites of Simplify ----------------*- C++ -*-===//
#ifndef CUTILE_LIB_TRANSFORMS_SIMPLIFYDETAIL_H
#define CUTILE_LIB_TRANSFORMS_SIMPLIFYDETAIL_H

#include "cutile/IR/TileOps.h"
#include "llvm/IR/IRBuilder.h"

namespace cutile::simplify {

/// SimplifyOps.cpp: the value that the call of a tile op equals, or null. New instructions stand before the call.
llvm::Value *simplifyOp(llvm::IRBuilder<> &B, const TileCall &Call);

/// SimplifyOps.cpp: the access does nothing.
bool isDeadAccess(const TileCall &Call);

/// SimplifyElementwise.cpp: the same for an elementwise instruction or call on tiles.
llvm::Value *simplifyElementwise(llvm::IRBuilder<> &B, llvm::Instruction &I);

} // namespace cutile::simplify

#endif
