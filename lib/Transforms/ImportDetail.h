//===- ImportDetail.h - the steps of Import ---------------------*- C++ -*-===//
//
// Import is a sequence of steps, one source file each. They work on one kernel (a function with KernelAttribute) unless they say otherwise,
// report through the sink and return false after an error.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LIB_TRANSFORMS_IMPORTDETAIL_H
#define CUTILE_LIB_TRANSFORMS_IMPORTDETAIL_H

#include "cutile/IR/TileOps.h"
#include "cutile/Support/Diagnostics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace cutile::import {

/// Tile functions of a module, as the front end marked them.
struct TileFunctions {
  llvm::SmallVector<llvm::Function *, 8> Kernels;
  llvm::SmallSetVector<llvm::Function *, 16> Functions; ///< __tile__ functions, and what kernels inlined
  llvm::SmallPtrSet<llvm::Function *, 16> Shared;       ///< those that SIMT code may call too
};

/// Import.cpp: lets passes change \p F although it was compiled without optimisation.
void makeOptimisable(llvm::Function &F);

/// Annotations.cpp: reads and removes the tile entries of llvm.global.annotations and sets the kernel attributes.
TileFunctions readAnnotations(llvm::Module &M);

/// Annotations.cpp: deletes the functions of \p Tiles.Functions that nothing uses any more.
void eraseTileFunctions(llvm::Module &M, const TileFunctions &Tiles);

/// Prepare.cpp: simplifies the functions that kernels call, or copies of them for tile code, and lets the kernels call those.
void prepareFunctions(TileFunctions &Tiles, llvm::FunctionAnalysisManager &AM);

/// Inline.cpp: whether tile IR may contain calls of \p F although nothing defines it for Import.
bool staysCall(const llvm::Function &F);

/// Inline.cpp: inlines every defined function that \p Kernel reaches; adds them to \p Inlined.
bool inlineCalls(llvm::Function &Kernel, DiagnosticSink &Sink, llvm::SmallSetVector<llvm::Function *, 16> &Inlined);

/// Statics.cpp: gives tile kernels their own copies of static locals that SIMT code uses too.
void separateStatics(llvm::Module &M);

/// Promote.cpp: memory to SSA form, loops over local arrays of tiles unrolled.
void promoteMemory(llvm::Function &Kernel, llvm::FunctionAnalysisManager &AM);

/// Hoist.cpp: moves scalar code that is the same in all iterations out of loops, so that counters, bounds and addresses are what they look like to
/// the analyses. Tiles stay where they are: their registers are the plan's concern.
void hoistScalars(llvm::Function &Kernel, llvm::FunctionAnalysisManager &AM);

/// Promote.cpp: common subexpressions and dead code of the expanded ops.
void cleanUpExpansion(llvm::Function &Kernel, llvm::FunctionAnalysisManager &AM);

/// Promote.cpp: reports tiles that are left in memory in a form that tile IR does not have.
bool checkMemory(llvm::Function &Kernel, DiagnosticSink &Sink);

/// Hints.cpp: moves statement hints to the accesses between their markers and removes the markers.
void applyHints(llvm::Function &Kernel);

/// Expand.cpp: replaces calls of `cuda::tiles::__op` functions by LLVM instructions or calls of tile ops.
bool expandOps(llvm::Function &Kernel, DiagnosticSink &Sink);

/// Assembly.cpp: replaces the inline assembly and intrinsics of the toolkit's half, bfloat and fp8 headers.
bool replaceAssembly(llvm::Function &Kernel, DiagnosticSink &Sink);

/// MathLibrary.cpp: the elementwise tile op \p Op on the scalars \p X, all of one type, which the result has too.
llvm::Value *callOnScalars(llvm::IRBuilder<> &B, llvm::StringRef Op, llvm::ArrayRef<llvm::Value *> X, int Kind, int Mode, int Subnormals);

/// MathLibrary.cpp: replaces calls of libdevice functions that LLVM instructions or tile ops express.
void replaceMathFunctions(llvm::Function &Kernel);

/// The op that \p F stands for if it is a function of `cuda::tiles::__op`, else empty.
llvm::StringRef apiOpName(const llvm::Function &F);

/// A call of `cuda::tiles::__op::NAME`, as the functions that expand it see it.
struct ApiCall {
  llvm::CallInst &Call;
  llvm::StringRef Name;
  DiagnosticSink &Sink;

  llvm::Value *operand(unsigned I) const { return Call.getArgOperand(I); }
  unsigned size() const { return Call.arg_size(); }
  llvm::Type *type() const { return Call.getType(); }
  /// The constant argument \p I, or \p Default if the call is shorter.
  int64_t constant(unsigned I, int64_t Default = 0) const;
};

/// \returns the value that replaces the call.
using ExpandFunction = llvm::Value *(*)(llvm::IRBuilder<> &, const ApiCall &);

/// The function for the ImportOp \p Name, or null (ExpandTable.cpp).
ExpandFunction findExpansion(llvm::StringRef Name);

/// ExpandArithmetic.cpp: LLVM instructions for a TileOp elementwise call, or null if it has to stay a call.
llvm::Value *expandElementwise(llvm::IRBuilder<> &B, const ApiCall &Call);

/// ExpandConvert.cpp: the conversion of \p X; calls of the tile op `cast` where
/// LLVM has no instruction.
llvm::Value *convert(llvm::IRBuilder<> &B, llvm::Value *X, int From, int To, int Mode, int Saturation);

/// The type of elements of \p Kind in a tile.
llvm::Type *elementType(llvm::LLVMContext &Context, int Kind);

} // namespace cutile::import

#endif
