//===- Facts.h - what is known about numbers and addresses ------*- C++ -*-===//
//
// Divisibility, ranges, and how the elements of an index, address or mask tile follow each other. A tile has no shape, so
// steps are stated per bit of the row-major element index. Example, addresses of a 4 x 8 tile of floats whose rows are
// `ld` elements apart, from a pointer that is divisible by 16:
//
//   index bits 0, 1, 2:  step 4, 8, 16            base divisible by 16
//   index bits 3, 4:     an unknown step, divisible by 4
//
// Facts come from constants, assume_*, iota, shape ops and arithmetic; through loops they are a fixed point.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_ANALYSIS_FACTS_H
#define CUTILE_ANALYSIS_FACTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/ConstantRange.h"
#include <optional>

namespace llvm {
class Function;
class Instruction;
class raw_ostream;
class Value;
} // namespace llvm

namespace cutile {

class TileCall;

/// By how much an element changes when one bit of its index is set, for all values of the other bits.
struct BitStep {
  enum Kind : uint8_t {
    Varying, ///< not the same everywhere
    Uniform, ///< the same number everywhere, unknown
    Known,   ///< Value everywhere
  };
  Kind What = Varying;
  int64_t Value = 0;
  unsigned Divisor = 0; ///< Uniform, Known: divisible by 2^Divisor

  static BitStep known(int64_t Value);
  static BitStep uniform(unsigned Divisor) { return {Uniform, 0, Divisor}; }
  bool isZero() const { return What == Known && Value == 0; }
  bool isKnown(int64_t V) const { return What == Known && Value == V; }
  bool operator==(const BitStep &) const = default;
};

/// Facts about an integer or address (a pointer or i64) or about the elements of a tile of them.
struct ValueFacts {
  /// Exponent that stands for "divisible by everything": the value is 0.
  static constexpr unsigned MaxDivisor = 63;

  /// Every element with the bits of all steps that are not Varying cleared is divisible by 2^BaseDivisor.
  unsigned BaseDivisor = 0;
  /// By index bit; empty for scalars.
  llvm::SmallVector<BitStep, 12> Steps;
  /// Steps hold for the elements as signed numbers, not only modulo their width.
  bool Exact = false;
  /// Masks: bits along which an element is never 1 where the one without the bit is 0.
  uint32_t Falling = 0;
  /// All elements, as numbers of their width.
  llvm::ConstantRange Range;

  ValueFacts(unsigned Width, unsigned NumBits) : Steps(NumBits), Range(Width, /*isFullSet=*/true) {}

  unsigned width() const { return Range.getBitWidth(); }
  /// Every element is divisible by 2^divisor().
  unsigned divisor() const;
  /// Every element with the bits of \p Bits cleared (none of them Varying) is divisible by 2^(the result).
  unsigned divisorWithout(uint32_t Bits) const;
  /// Bits along which elements are equal.
  uint32_t constantBits() const;
  bool isNonNegative() const { return Range.getSignedMin().isNonNegative(); }

  bool operator==(const ValueFacts &) const = default;
  void print(llvm::raw_ostream &OS) const;
};

/// Facts about the element addresses and the mask of one memory op.
struct AccessFacts {
  ValueFacts Address; ///< in bytes
  /// Of load, store and atomics: their mask. Of masked view accesses: whether elements are inside.
  std::optional<ValueFacts> Mask;
  /// Views: dimensions whose start is known not to be negative, as bits.
  uint32_t NonNegativeStarts = 0;
};

/// Facts about all values of a kernel. They are stated about the kernel as it was when they were computed: a lowering that
/// replaces values must ask with the original ones.
class KernelFacts {
public:
  explicit KernelFacts(const llvm::Function &Kernel);

  /// \p V is an integer, a pointer or a tile of integers.
  ValueFacts of(const llvm::Value *V) const;
  /// \p Op is a load, store, atomic, view_load or view_store; null for other instructions.
  const AccessFacts *access(const llvm::Instruction *Op) const;

  /// One line per integer instruction of \p Kernel, and one per memory op.
  void print(llvm::raw_ostream &OS) const;

private:
  const llvm::Function &Kernel;
  llvm::DenseMap<const llvm::Value *, ValueFacts> Known;
  llvm::DenseMap<const llvm::Instruction *, AccessFacts> Accesses;

  void collectAccess(const TileCall &Call);
};

} // namespace cutile

#endif
