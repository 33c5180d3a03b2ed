#include "cutile/Plan/AccessPlan.h"
#include "cutile/Analysis/Facts.h"
#include <algorithm>
#include <bit>

using namespace llvm;

namespace cutile {

using L = LinearLayout;

SmallVector<int, 8> ownIndexBits(const LinearLayout &Layout) {
  uint32_t Taken = 0;
  for (L::Dim D : {L::Lane, L::Warp})
    for (uint32_t Basis : Layout.bases(D))
      Taken |= Basis;
  SmallVector<int, 8> Result;
  for (uint32_t Basis : Layout.bases(L::Register)) {
    const bool Own = std::has_single_bit(Basis) && !(Taken & Basis);
    Result.push_back(Own ? std::countr_zero(Basis) : -1);
    Taken |= Basis;
  }
  return Result;
}

AccessPlan planAccess(const LinearLayout &Layout, unsigned ElementBytes, const AccessFacts &Facts) {
  AccessPlan Plan;
  uint32_t VectorMask = 0;
  for (int Bit : ownIndexBits(Layout)) {
    if (ElementBytes << (Plan.VectorBits + 1) > MaxVectorBytes)
      break;
    if (Bit < 0 || !Facts.Address.Steps[Bit].isKnown(int64_t(ElementBytes) << Plan.VectorBits)) {
      const bool Exists = any_of(Facts.Address.Steps, [&](const BitStep &S) { return S.isKnown(int64_t(ElementBytes) << Plan.VectorBits); });
      Plan.LimitedBy = Exists ? AccessPlan::ThreadsElements : AccessPlan::NotNeighbours;
      break;
    }
    VectorMask |= 1u << Bit;
    ++Plan.VectorBits;
  }
  const unsigned VectorBytes = ElementBytes << Plan.VectorBits;
  if (Plan.LimitedBy == AccessPlan::WidestVector && VectorBytes < MaxVectorBytes)
    Plan.LimitedBy = AccessPlan::ThreadsElements;
  const unsigned Divisor = Facts.Address.divisorWithout(VectorMask);
  Plan.KnownAlignment = 1u << std::min(Divisor, 7u);
  Plan.KnownAligned = Divisor >= log2Exact(VectorBytes);
  Plan.KnownUniform = Facts.Mask && (Facts.Mask->constantBits() & VectorMask) == VectorMask;
  return Plan;
}

std::string AccessPlan::reason(unsigned ElementBytes) const {
  switch (LimitedBy) {
  case WidestVector:
    return "neighbours in memory, the widest vector";
  case ThreadsElements:
    return VectorBits ? "all neighbours in memory that the layout gives to one thread" : "the layout gives neighbours in memory to different threads";
  case NotNeighbours:
    return "the next element is not known to lie " + std::to_string(ElementBytes << VectorBits) + " bytes further";
  }
  return {};
}

std::string AccessPlan::guard(bool Masked, bool WholeTest) const {
  const std::string Test = KnownAligned ? ""
                                        : "alignment is tested at run time, since only " + std::to_string(KnownAlignment) +
                                              (KnownAlignment == 1 ? " byte is" : " bytes are") + " known; ";
  if (VectorBits == 0)
    return Masked ? "each under its mask" : "";
  if (!Masked)
    return KnownAligned ? "" : Test + "single elements otherwise";
  if (KnownUniform)
    return Test + "masks are equal within a vector, which has one predicate";
  if (WholeTest)
    return Test + "whole blocks without masks, by one test; else vectors under a predicate where limits allow; else single elements";
  return Test + "without masks where all elements of the thread are active, else single elements";
}

} // namespace cutile
