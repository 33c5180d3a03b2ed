//===- ViewFacts.cpp - addresses and masks of view accesses ---------------===//
#include "ViewFacts.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Layout/LinearLayout.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

ValueFacts viewAddresses(FactsOf Of, const ViewAccess &View, uint64_t ElementBytes) {
  unsigned NumBits = 0;
  for (uint64_t D : View.Dims)
    NumBits += log2Exact(D);
  ValueFacts F(64, NumBits);
  F.Exact = true;
  F.BaseDivisor = Of(View.Base).divisor();
  const unsigned ElementDivisor = BitStep::known(ElementBytes).Divisor;
  for (unsigned D = 0; D < View.Rank; ++D) {
    const ValueFacts Stride = Of(View.Strides[D]), Start = Of(View.Starts[D]);
    const APInt *C = Stride.Range.getSingleElement();
    const unsigned StrideDivisor = std::min(ValueFacts::MaxDivisor, Stride.divisor() + ElementDivisor);
    F.BaseDivisor = std::min({F.BaseDivisor, ValueFacts::MaxDivisor, StrideDivisor + Start.divisor()});
    const BitRange Range = dimensionBits(View.Dims, D);
    for (unsigned I = 0; I < Range.Count; ++I)
      F.Steps[Range.First + I] = C ? BitStep::known(static_cast<int64_t>(C->getSExtValue() * ElementBytes) << I)
                                   : BitStep::uniform(std::min(ValueFacts::MaxDivisor, StrideDivisor + I));
  }
  return F;
}

ValueFacts viewMask(FactsOf Of, const ViewAccess &View) {
  unsigned NumBits = 0;
  for (uint64_t D : View.Dims)
    NumBits += log2Exact(D);
  ValueFacts F(1, NumBits);
  F.Exact = true;
  for (unsigned D = 0; D < View.Rank; ++D) {
    const ValueFacts Extent = Of(View.Extents[D]), Start = Of(View.Starts[D]);
    const BitRange Range = dimensionBits(View.Dims, D);
    for (unsigned I = 0; I < Range.Count; ++I) {
      if (std::min(Extent.divisor(), Start.divisor()) > I)
        F.Steps[Range.First + I] = BitStep::known(0);
      if (Start.isNonNegative())
        F.Falling |= 1u << (Range.First + I);
    }
  }
  F.Falling |= F.constantBits();
  return F;
}

} // namespace cutile
