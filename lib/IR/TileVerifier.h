//===- TileVerifier.h - what the verifier functions of ops see ---*- C++ -*-===//
#ifndef CUTILE_LIB_IR_TILEVERIFIER_H
#define CUTILE_LIB_IR_TILEVERIFIER_H

#include "cutile/IR/TileOps.h"
#include "llvm/ADT/Twine.h"

namespace cutile {

/// One call of a tile op under verification. The first failed expectation is kept; everything after it is harmless: an operand
/// that is not there is null, a constant that is none is 0.
class TileVerifier {
public:
  explicit TileVerifier(const TileCall &Call) : Call(Call) {}

  const std::string &message() const { return Message; }
  bool failed() const { return !Message.empty(); }

  /// Fails with \p Text unless \p Condition. \returns Condition.
  bool expect(bool Condition, const llvm::Twine &Text) {
    if (!Condition && Message.empty())
      Message = Text.str();
    return Condition;
  }

  //===-- Operands are consumed from left to right ---------------------------===//

  /// The next operand, which must be a tile.
  llvm::Value *tile(const char *Name);
  /// The next operand, any value.
  llvm::Value *any(const char *Name);
  /// The next operand, a uniform pointer.
  llvm::Value *pointer(const char *Name);
  /// The next \p Count operands, uniform i64.
  void indices(const char *Name, unsigned Count);
  /// The next operand, a constant between \p Low and \p High.
  int64_t constant(const char *Name, int64_t Low = INT64_MIN, int64_t High = INT64_MAX);
  /// rank and so many lengths; without \p Rank the rank is the next constant.
  llvm::SmallVector<uint64_t, 4> dims(const char *Name);
  llvm::SmallVector<uint64_t, 4> dims(const char *Name, unsigned Rank);
  /// An element kind whose storage is the element type of \p Tile.
  int kind(const char *Name, const llvm::Value *Tile);
  /// No operand is left.
  void end() { expect(At == Call.size(), "has too many operands"); }

  unsigned left() const { return Call.size() - At; }

  //===-- Facts ----------------------------------------------------------------===//

  llvm::Type *result() const { return Call.call().getType(); }
  void resultIs(const llvm::Type *T) { expect(T == result(), "has a result of another type than its operands ask for"); }
  /// The result is a tile of \p Elements elements.
  void resultHas(uint64_t Elements) { expect(tileSize(result()) == Elements, "has a result of the wrong number of elements"); }
  /// \p V is null or has \p Elements elements.
  void has(const llvm::Value *V, uint64_t Elements, const char *Name);
  void sameType(const llvm::Value *A, const llvm::Value *B, const char *Name);
  void noResult() { expect(result()->isVoidTy(), "must not have a result"); }

  const TileCall &call() const { return Call; }

private:
  const TileCall &Call;
  unsigned At = 0;
  std::string Message;
};

/// Product of the lengths.
uint64_t elementsOf(llvm::ArrayRef<uint64_t> Dims);

/// One function for each value of `Verify` in TileOps.td (Verify<Group>.cpp).
using VerifyFunction = void (*)(TileVerifier &);
#define CUTILE_VERIFIER(Name) void Name(TileVerifier &V);
CUTILE_VERIFIER(verifyElementwise)
CUTILE_VERIFIER(verifyCast)
CUTILE_VERIFIER(verifyIota)
CUTILE_VERIFIER(verifyBroadcast)
CUTILE_VERIFIER(verifyPermute)
CUTILE_VERIFIER(verifyCat)
CUTILE_VERIFIER(verifyExtract)
CUTILE_VERIFIER(verifyInsert)
CUTILE_VERIFIER(verifyReduce)
CUTILE_VERIFIER(verifyArgReduce)
CUTILE_VERIFIER(verifyScan)
CUTILE_VERIFIER(verifyMma)
CUTILE_VERIFIER(verifyScaledMma)
CUTILE_VERIFIER(verifyLoad)
CUTILE_VERIFIER(verifyStore)
CUTILE_VERIFIER(verifyAtomicLoad)
CUTILE_VERIFIER(verifyAtomicStore)
CUTILE_VERIFIER(verifyAtomicRmw)
CUTILE_VERIFIER(verifyAtomicCas)
CUTILE_VERIFIER(verifyViewLoad)
CUTILE_VERIFIER(verifyViewStore)
CUTILE_VERIFIER(verifyViewPointers)
CUTILE_VERIFIER(verifyViewMask)
CUTILE_VERIFIER(verifyAssume)
CUTILE_VERIFIER(verifyGrid)
CUTILE_VERIFIER(verifyPrintf)
#undef CUTILE_VERIFIER

} // namespace cutile

#endif
