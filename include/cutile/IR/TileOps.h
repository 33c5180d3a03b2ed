//===- TileOps.h - handles for tile operations ------------------*- C++ -*-===//
//
// The C++ face of TileOps.td: the enum of ops, what each does to memory, and TileCall, a typed view of a call instruction
// `@cutile.NAME.<types>(operands..., constants...)`.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_IR_TILEOPS_H
#define CUTILE_IR_TILEOPS_H

#include "cutile/IR/ElementKinds.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace llvm {
class IRBuilderBase;
}

namespace cutile {

#define GET_OpKind_DECL
#include "cutile/IR/TileOps.inc"

struct TileOpInfo {
  const char *Name, *Group, *Summary, *Operands, *Result;
  uint8_t Memory; // bit 0: reads, bit 1: writes
};

/// All records of class TileOp, sorted by name.
llvm::ArrayRef<TileOpInfo> tileOps();

/// The record named \p Name ("mma"), or null.
const TileOpInfo *findTileOp(llvm::StringRef Name);

/// Prefix of the functions that tile ops are called by in the tile IR.
inline constexpr llvm::StringLiteral TileOpPrefix = "cutile.";

/// The function attribute that marks tile kernels after Import.
inline constexpr llvm::StringLiteral KernelAttribute = "cutile.kernel";

/// Prefix of the function attributes that hold the hints of a kernel: cutile.hint.KIND = number.
inline constexpr llvm::StringLiteral HintAttributePrefix = "cutile.hint.";

bool isTileKernel(const llvm::Function &F);

/// A call of a tile op.
class TileCall {
public:
  /// \returns nothing if \p V is no call of a tile op.
  static std::optional<TileCall> match(const llvm::Value *V);

  llvm::CallInst &call() const { return *Call; }
  const TileOpInfo &info() const { return *Info; }
  llvm::StringRef name() const { return Info->Name; }
  bool is(llvm::StringRef Name) const { return name() == Name; }
  bool reads() const { return Info->Memory & 1; }
  bool writes() const { return Info->Memory & 2; }

  unsigned size() const { return Call->arg_size(); }
  llvm::Value *operand(unsigned I) const { return Call->getArgOperand(I); }
  /// The constant argument \p I, sign extended.
  int64_t constant(unsigned I) const;
  /// \p Rank constants from argument \p First on.
  llvm::SmallVector<uint64_t, 4> dims(unsigned First, unsigned Rank) const;
  /// Arguments \p First to First + Rank as values.
  llvm::SmallVector<llvm::Value *, 4> operands(unsigned First, unsigned Rank) const;

private:
  TileCall(llvm::CallInst *Call, const TileOpInfo *Info) : Call(Call), Info(Info) {}
  llvm::CallInst *Call;
  const TileOpInfo *Info;
};

/// Number of elements if \p T is a tile type, else 0.
unsigned tileSize(const llvm::Type *T);
inline bool isTile(const llvm::Value *V) { return tileSize(V->getType()) != 0; }

/// The declaration of op \p Name for these types, created if absent: `cutile.mma.v64f32.v64f16.v64f16`.
/// Memory and other function attributes follow from the record.
llvm::Function *getTileOp(llvm::Module &M, llvm::StringRef Name, llvm::Type *Result, llvm::ArrayRef<llvm::Type *> Arguments);

/// Fields that follow `operands` in view ops, decoded once for all users.
struct ViewAccess {
  unsigned Rank = 0;
  llvm::Value *Base = nullptr;
  llvm::SmallVector<llvm::Value *, 4> Extents, Strides, Starts; // i64, in elements; Extents empty for view_pointers
  llvm::SmallVector<uint64_t, 4> Dims;
  bool Masked = false;
  int Padding = 0, Kind = 0;
  llvm::Value *Stored = nullptr; // view_store
};
/// \p Call is view_load, view_store, view_pointers or view_mask.
ViewAccess decodeView(const TileCall &Call);

/// The hint \p Name of kernel \p F for the architecture that it is compiled for, which Import left in a function attribute.
std::optional<unsigned> kernelHint(const llvm::Function &F, llvm::StringRef Name);

/// Of the code of a memory order (op_codes.h).
llvm::AtomicOrdering atomicOrdering(int Order);

/// The value if \p V is a constant splat or a splat of a scalar (insertelement + shufflevector), else null.
llvm::Value *splatValue(llvm::Value *V);
/// A tile of type \p Tile whose elements are \p X, as splatValue knows it.
llvm::Value *createSplat(llvm::IRBuilderBase &B, llvm::Value *X, llvm::Type *Tile);

} // namespace cutile

#endif
