// Private to lib/Analysis: how facts follow from the facts of operands.
#ifndef CUTILE_LIB_ANALYSIS_FACTRULES_H
#define CUTILE_LIB_ANALYSIS_FACTRULES_H

#include "cutile/Analysis/Facts.h"
#include "cutile/Layout/LinearLayout.h"
#include "llvm/IR/InstrTypes.h"

namespace cutile::facts {

/// Nothing is known.
ValueFacts unknown(const llvm::Value *V);
/// The value \p C everywhere.
ValueFacts constant(const llvm::APInt &C, unsigned NumBits);
/// A scalar in every element.
ValueFacts splat(const ValueFacts &Scalar, unsigned NumBits);

/// Elements are those of \p Source through \p Map, from result to source indices.
ValueFacts remap(const ValueFacts &Source, const IndexMap &Map);
/// One or the other for the whole value.
ValueFacts join(const ValueFacts &A, const ValueFacts &B);
/// One or the other for each element.
ValueFacts select(const ValueFacts &Condition, const ValueFacts &A, const ValueFacts &B);
/// Any function of \p Operands, element by element.
ValueFacts elementwise(unsigned Width, llvm::ArrayRef<const ValueFacts *> Operands);

ValueFacts add(const ValueFacts &A, const ValueFacts &B, bool NoSignedWrap);
ValueFacts negate(const ValueFacts &A, bool NoSignedWrap);
ValueFacts multiply(const ValueFacts &A, const ValueFacts &B, bool NoSignedWrap);
/// Division by 2^Exponent, rounding down; of non-negative numbers if \p Signed and rounding to zero.
ValueFacts divide(const ValueFacts &A, unsigned Exponent);
/// The low \p Exponent bits of each element.
ValueFacts remainder(const ValueFacts &A, unsigned Exponent);
ValueFacts extend(const ValueFacts &A, unsigned Width, bool Signed);
ValueFacts truncate(const ValueFacts &A, unsigned Width);
ValueFacts compare(llvm::CmpInst::Predicate Predicate, const ValueFacts &A, const ValueFacts &B);
/// Both masks.
ValueFacts conjunction(const ValueFacts &A, const ValueFacts &B);

/// Makes \p Bits varying; the base absorbs their divisors.
void forget(ValueFacts &V, uint32_t Bits);
/// Bits, the small steps first, that together stay below the divisor of everything else: setting them changes only low
/// digits of an element and carries nowhere.
uint32_t lowBits(const ValueFacts &V);

} // namespace cutile::facts

#endif
