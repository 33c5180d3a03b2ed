#include "FactRules.h"
#include "cutile/IR/TileOps.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Operator.h"
#include <bit>

using namespace llvm;

namespace cutile {

static unsigned divisorOf(int64_t V) {
  return V ? std::min(ValueFacts::MaxDivisor, static_cast<unsigned>(std::countr_zero(static_cast<uint64_t>(V)))) : ValueFacts::MaxDivisor;
}

static unsigned divisorOf(const APInt &V) { return V.isZero() ? ValueFacts::MaxDivisor : std::min(ValueFacts::MaxDivisor, V.countr_zero()); }

BitStep BitStep::known(int64_t Value) { return {Known, Value, divisorOf(Value)}; }

unsigned ValueFacts::divisor() const { return divisorWithout(0); }

unsigned ValueFacts::divisorWithout(uint32_t Bits) const {
  unsigned Result = BaseDivisor;
  for (unsigned B = 0; B < Steps.size(); ++B)
    if (Steps[B].What != BitStep::Varying && !(Bits >> B & 1))
      Result = std::min(Result, Steps[B].Divisor);
  return Result;
}

uint32_t ValueFacts::constantBits() const {
  uint32_t Result = 0;
  for (unsigned B = 0; B < Steps.size(); ++B)
    Result |= Steps[B].isZero() ? 1u << B : 0;
  return Result;
}

namespace facts {

static constexpr unsigned MaxDivisor = ValueFacts::MaxDivisor;

ValueFacts unknown(const Value *V) {
  Type *T = V->getType();
  const unsigned NumBits = tileSize(T) ? log2Exact(tileSize(T)) : 0;
  T = T->getScalarType();
  return ValueFacts(T->isIntegerTy() ? T->getIntegerBitWidth() : 64, NumBits);
}

ValueFacts constant(const APInt &C, unsigned NumBits) {
  ValueFacts F(C.getBitWidth(), NumBits);
  F.BaseDivisor = divisorOf(C);
  F.Range = ConstantRange(C);
  F.Exact = true;
  F.Steps.assign(NumBits, BitStep::known(0));
  return F;
}

ValueFacts splat(const ValueFacts &Scalar, unsigned NumBits) {
  ValueFacts F = Scalar;
  F.BaseDivisor = Scalar.divisor();
  F.Exact = true;
  F.Steps.assign(NumBits, BitStep::known(0));
  return F;
}

void forget(ValueFacts &V, uint32_t Bits) {
  for (unsigned B = 0; B < V.Steps.size(); ++B)
    if ((Bits >> B & 1) && V.Steps[B].What != BitStep::Varying) {
      V.BaseDivisor = std::min(V.BaseDivisor, V.Steps[B].Divisor);
      V.Steps[B] = BitStep();
    }
}

uint32_t lowBits(const ValueFacts &V) {
  uint32_t Bits = V.constantBits();
  SmallVector<unsigned, 12> Candidates;
  for (unsigned B = 0; B < V.Steps.size(); ++B)
    if (V.Steps[B].What == BitStep::Known && V.Steps[B].Value > 0)
      Candidates.push_back(B);
  sort(Candidates, [&](unsigned A, unsigned B) { return V.Steps[A].Value < V.Steps[B].Value; });
  uint32_t Result = Bits;
  uint64_t Sum = 0;
  for (unsigned B : Candidates) {
    Bits |= 1u << B;
    Sum += V.Steps[B].Value;
    const unsigned Rest = std::min(V.divisorWithout(Bits), V.width() - 1);
    if (Sum >> Rest == 0)
      Result = Bits;
  }
  return Result;
}

ValueFacts remap(const ValueFacts &Source, const IndexMap &Map) {
  ValueFacts F(Source.width(), Map.numSourceBits());
  F.Range = Source.Range;
  F.Exact = Source.Exact;
  F.BaseDivisor = Source.BaseDivisor;
  uint32_t Used = 0;
  for (unsigned B = 0; B < F.Steps.size(); ++B) {
    const uint32_t From = Map.basis(B);
    Used |= From;
    if (!From) {
      F.Steps[B] = BitStep::known(0);
    } else if (std::has_single_bit(From)) {
      F.Steps[B] = Source.Steps[std::countr_zero(From)];
      F.Falling |= Source.Falling & From ? 1u << B : 0;
    }
  }
  // Bits that no result bit selects are at some fixed value.
  for (unsigned B = 0; B < Source.Steps.size(); ++B)
    if (!(Used >> B & 1) && Source.Steps[B].What != BitStep::Varying)
      F.BaseDivisor = std::min(F.BaseDivisor, Source.Steps[B].Divisor);
  return F;
}

ValueFacts join(const ValueFacts &A, const ValueFacts &B) {
  ValueFacts F = A, Other = B;
  for (unsigned I = 0; I < F.Steps.size(); ++I) {
    if (F.Steps[I].What == BitStep::Varying || Other.Steps[I].What == BitStep::Varying) {
      forget(F, 1u << I);
      forget(Other, 1u << I);
    } else if (F.Steps[I] != Other.Steps[I]) {
      F.Steps[I] = BitStep::uniform(std::min(F.Steps[I].Divisor, Other.Steps[I].Divisor));
    }
  }
  F.BaseDivisor = std::min(F.BaseDivisor, Other.BaseDivisor);
  F.Exact &= Other.Exact;
  F.Falling &= Other.Falling;
  F.Range = F.Range.unionWith(Other.Range);
  return F;
}

ValueFacts select(const ValueFacts &Condition, const ValueFacts &A, const ValueFacts &B) {
  ValueFacts F = A, Other = B;
  uint32_t Same = Condition.constantBits();
  for (unsigned I = 0; I < F.Steps.size(); ++I)
    if (F.Steps[I].What != BitStep::Known || F.Steps[I] != Other.Steps[I])
      Same &= ~(1u << I);
  forget(F, ~Same);
  forget(Other, ~Same);
  F.BaseDivisor = std::min(F.BaseDivisor, Other.BaseDivisor);
  F.Exact &= Other.Exact;
  F.Falling = 0;
  F.Range = F.Range.unionWith(Other.Range);
  return F;
}

ValueFacts elementwise(unsigned Width, ArrayRef<const ValueFacts *> Operands) {
  ValueFacts F(Width, Operands.empty() ? 0 : Operands[0]->Steps.size());
  uint32_t Constant = ~0u;
  for (const ValueFacts *Operand : Operands)
    Constant &= Operand->constantBits();
  for (unsigned B = 0; B < F.Steps.size(); ++B)
    if (Constant >> B & 1)
      F.Steps[B] = BitStep::known(0);
  F.Exact = true; // only steps of zero
  return F;
}

static ConstantRange signedResult(Instruction::BinaryOps Op, const ConstantRange &A, const ConstantRange &B, bool NoSignedWrap) {
  return NoSignedWrap ? A.overflowingBinaryOp(Op, B, OverflowingBinaryOperator::NoSignedWrap) : A.binaryOp(Op, B);
}

ValueFacts add(const ValueFacts &A, const ValueFacts &B, bool NoSignedWrap) {
  ValueFacts F = A, Other = B;
  for (unsigned I = 0; I < F.Steps.size(); ++I) {
    BitStep &X = F.Steps[I];
    const BitStep Y = Other.Steps[I];
    if (X.What == BitStep::Varying || Y.What == BitStep::Varying) {
      forget(F, 1u << I);
      forget(Other, 1u << I);
    } else if (X.What == BitStep::Known && Y.What == BitStep::Known) {
      X = BitStep::known(static_cast<int64_t>(static_cast<uint64_t>(X.Value) + static_cast<uint64_t>(Y.Value)));
    } else {
      X = BitStep::uniform(std::min(X.Divisor, Y.Divisor));
    }
  }
  F.BaseDivisor = std::min(F.BaseDivisor, Other.BaseDivisor);
  F.Exact = A.Exact && B.Exact && (NoSignedWrap || A.Range.signedAddMayOverflow(B.Range) == ConstantRange::OverflowResult::NeverOverflows);
  F.Falling = 0;
  F.Range = signedResult(Instruction::Add, A.Range, B.Range, NoSignedWrap);
  return F;
}

ValueFacts negate(const ValueFacts &A, bool NoSignedWrap) {
  ValueFacts F = A;
  for (BitStep &Step : F.Steps)
    if (Step.What == BitStep::Known)
      Step = BitStep::known(static_cast<int64_t>(-static_cast<uint64_t>(Step.Value)));
  const APInt Zero(A.width(), 0);
  F.Exact = A.Exact && (NoSignedWrap || ConstantRange(Zero).signedSubMayOverflow(A.Range) == ConstantRange::OverflowResult::NeverOverflows);
  F.Falling = 0;
  F.Range = ConstantRange(Zero).sub(A.Range);
  return F;
}

ValueFacts multiply(const ValueFacts &A, const ValueFacts &B, bool NoSignedWrap) {
  const uint32_t AllBits = A.Steps.size() ? ~0u >> (32 - A.Steps.size()) : 0;
  if (A.constantBits() == AllBits && B.constantBits() != AllBits)
    return multiply(B, A, NoSignedWrap);
  ValueFacts F = A;
  const bool ByUniform = B.constantBits() == AllBits;
  if (!ByUniform) {
    forget(F, AllBits & ~(A.constantBits() & B.constantBits()));
    ValueFacts Other = B;
    forget(Other, AllBits);
    F.BaseDivisor = std::min(MaxDivisor, F.BaseDivisor + Other.BaseDivisor);
  } else {
    const APInt *Factor = B.Range.getSingleElement();
    for (BitStep &Step : F.Steps) {
      if (Step.What == BitStep::Varying || Step.isZero())
        continue;
      if (Factor && Step.What == BitStep::Known)
        Step = BitStep::known(static_cast<int64_t>(static_cast<uint64_t>(Step.Value) * static_cast<uint64_t>(Factor->getSExtValue())));
      else
        Step = BitStep::uniform(std::min(MaxDivisor, Step.Divisor + B.BaseDivisor));
    }
    F.BaseDivisor = std::min(MaxDivisor, F.BaseDivisor + B.BaseDivisor);
  }
  bool Overflow = false;
  const ConstantRange Wide = A.Range.signExtend(2 * A.width()).multiply(B.Range.signExtend(2 * A.width()));
  Overflow = !ConstantRange(APInt::getSignedMinValue(A.width()).sext(2 * A.width()), APInt::getSignedMaxValue(A.width()).sext(2 * A.width()) + 1)
                  .contains(Wide);
  F.Exact = A.Exact && B.Exact && (NoSignedWrap || !Overflow);
  F.Falling = 0;
  F.Range = signedResult(Instruction::Mul, A.Range, B.Range, NoSignedWrap);
  return F;
}

/// The bits of lowBits() that stay below 2^Exponent together, if the rest is divisible by that; else none but constant ones.
static std::optional<uint32_t> digitsBelow(const ValueFacts &A, unsigned Exponent) {
  uint32_t Small = 0;
  uint64_t Sum = 0;
  for (unsigned B = 0; B < A.Steps.size(); ++B)
    if (A.Steps[B].What == BitStep::Known && A.Steps[B].Value >= 0 && A.Steps[B].Divisor < Exponent) {
      Small |= 1u << B;
      Sum += A.Steps[B].Value;
    }
  if (A.divisorWithout(Small) < Exponent || Sum >> Exponent)
    return std::nullopt;
  return Small;
}

ValueFacts divide(const ValueFacts &A, unsigned Exponent) {
  ValueFacts F = A;
  auto Small = digitsBelow(A, Exponent);
  const bool Whole = A.Exact && A.isNonNegative();
  for (unsigned B = 0; B < F.Steps.size(); ++B) {
    BitStep &Step = F.Steps[B];
    if (Step.isZero() || Step.What == BitStep::Varying)
      continue;
    if (Small && (*Small >> B & 1))
      Step = BitStep::known(0);
    else if (Small && Whole)
      Step = Step.What == BitStep::Known ? BitStep::known(Step.Value / (int64_t(1) << Exponent)) : BitStep::uniform(Step.Divisor - Exponent);
    else
      Step = BitStep();
  }
  F.BaseDivisor = Small ? A.divisorWithout(*Small) - Exponent : 0;
  F.Exact = true;
  F.Falling = 0;
  F.Range = A.isNonNegative() ? A.Range.udiv(ConstantRange(APInt::getOneBitSet(A.width(), Exponent))) : ConstantRange::getFull(A.width());
  return F;
}

ValueFacts remainder(const ValueFacts &A, unsigned Exponent) {
  ValueFacts F = A;
  auto Small = digitsBelow(A, Exponent);
  for (unsigned B = 0; B < F.Steps.size(); ++B) {
    BitStep &Step = F.Steps[B];
    if (Step.What == BitStep::Varying || Step.isZero() || (Small && (*Small >> B & 1)))
      continue;
    Step = Small ? BitStep::known(0) : BitStep();
  }
  F.BaseDivisor = Small ? MaxDivisor : A.divisor() >= Exponent ? MaxDivisor : A.divisor();
  F.Exact = true;
  F.Falling = 0;
  F.Range = ConstantRange(APInt(A.width(), 0), APInt::getOneBitSet(A.width(), Exponent));
  return F;
}

ValueFacts extend(const ValueFacts &A, unsigned Width, bool Signed) {
  ValueFacts F = A;
  const bool Preserved = A.Exact && (Signed || A.isNonNegative());
  if (!Preserved && A.width() > 1)
    forget(F, ~lowBits(A));
  F.Exact = true;
  F.Range = Signed ? A.Range.signExtend(Width) : A.Range.zeroExtend(Width);
  return F;
}

ValueFacts truncate(const ValueFacts &A, unsigned Width) {
  ValueFacts F = A;
  for (BitStep &Step : F.Steps)
    if (Step.What == BitStep::Known)
      Step = BitStep::known(APInt(64, Step.Value).trunc(Width).getSExtValue());
  const ConstantRange Fits(APInt::getSignedMinValue(Width).sext(A.width()), APInt::getSignedMaxValue(Width).sext(A.width()) + 1);
  F.Exact = A.Exact && Fits.contains(A.Range);
  F.Falling = 0;
  F.Range = A.Range.truncate(Width);
  return F;
}

ValueFacts compare(CmpInst::Predicate Predicate, const ValueFacts &A, const ValueFacts &B) {
  const uint32_t AllBits = A.Steps.size() ? ~0u >> (32 - A.Steps.size()) : 0;
  if (A.constantBits() == AllBits && B.constantBits() != AllBits)
    return compare(CmpInst::getSwappedPredicate(Predicate), B, A);
  const ValueFacts *Operands[] = {&A, &B};
  ValueFacts F = elementwise(1, Operands);
  const bool Less = Predicate == CmpInst::ICMP_SLT || Predicate == CmpInst::ICMP_ULT;
  const bool LessEqual = Predicate == CmpInst::ICMP_SLE || Predicate == CmpInst::ICMP_ULE;
  const bool AtLeast = Predicate == CmpInst::ICMP_SGE || Predicate == CmpInst::ICMP_UGE;
  // Against a multiple of their range, digits that carry nowhere make no difference.
  const uint32_t Low = lowBits(A) & B.constantBits();
  if (Less || AtLeast) {
    uint64_t Sum = 0;
    SmallVector<unsigned, 12> Sorted;
    for (unsigned I = 0; I < A.Steps.size(); ++I)
      if (Low >> I & 1)
        Sorted.push_back(I);
    sort(Sorted, [&](unsigned X, unsigned Y) { return A.Steps[X].Value < A.Steps[Y].Value; });
    uint32_t Digits = 0;
    for (unsigned I : Sorted) {
      Digits |= 1u << I;
      Sum += A.Steps[I].Value;
      const unsigned Unit = std::min({A.divisorWithout(Digits), B.divisor(), A.width() - 1});
      if (Sum >> Unit == 0)
        for (unsigned J = 0; J < F.Steps.size(); ++J)
          if (Digits >> J & 1)
            F.Steps[J] = BitStep::known(0);
    }
  }
  // A mask as a byte, compared with 0.
  if (const APInt *C = B.Range.getSingleElement(); Predicate == CmpInst::ICMP_NE && C && C->isZero() && A.Range.getUnsignedMax().ule(1))
    F.Falling = A.Falling;
  if (Less || LessEqual) {
    const bool Ordered = A.Exact && (CmpInst::isSigned(Predicate) || A.isNonNegative());
    for (unsigned I = 0; I < A.Steps.size(); ++I)
      if ((B.constantBits() >> I & 1) && A.Steps[I].What == BitStep::Known && A.Steps[I].Value >= 0 && (Ordered || (Low >> I & 1)))
        F.Falling |= 1u << I;
  }
  F.Falling |= F.constantBits();
  return F;
}

ValueFacts conjunction(const ValueFacts &A, const ValueFacts &B) {
  const ValueFacts *Operands[] = {&A, &B};
  ValueFacts F = elementwise(A.width(), Operands);
  F.Falling = (A.Falling | A.constantBits()) & (B.Falling | B.constantBits());
  return F;
}

} // namespace facts
} // namespace cutile
