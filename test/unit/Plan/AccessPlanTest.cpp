#include "cutile/Plan/AccessPlan.h"
#include "cutile/Analysis/Facts.h"
#include "gtest/gtest.h"

using namespace cutile;

namespace {
/// Addresses of neighbours of \p Bytes, from a base divisible by 2^Divisor, in 2^Bits elements.
AccessFacts neighbours(unsigned Bits, unsigned Bytes, unsigned Divisor) {
  ValueFacts Address(64, Bits);
  Address.BaseDivisor = Divisor;
  for (unsigned Bit = 0; Bit < Bits; ++Bit)
    Address.Steps[Bit] = BitStep::known(int64_t(Bytes) << Bit);
  return {Address, std::nullopt};
}

/// 1024 elements over four warps, \p ElementBits neighbours in a thread.
LinearLayout layout(unsigned ElementBits) { return LinearLayout::blocked(10, ElementBits, 2); }

TEST(AccessPlan, AlignedNeighboursAreVectorsOf16Bytes) {
  const AccessPlan Plan = planAccess(layout(2), 4, neighbours(10, 4, 4));
  EXPECT_EQ(Plan.VectorBits, 2u);
  EXPECT_EQ(Plan.LimitedBy, AccessPlan::WidestVector);
  EXPECT_TRUE(Plan.KnownAligned);
  EXPECT_EQ(Plan.guard(/*Masked=*/false, /*WholeTest=*/false), "");
}

TEST(AccessPlan, NarrowElementsFillThe16Bytes) { EXPECT_EQ(planAccess(layout(3), 2, neighbours(10, 2, 4)).VectorBits, 3u); }

TEST(AccessPlan, UnknownAlignmentIsTested) {
  const AccessPlan Plan = planAccess(layout(2), 4, neighbours(10, 4, 2));
  EXPECT_EQ(Plan.VectorBits, 2u);
  EXPECT_FALSE(Plan.KnownAligned);
  EXPECT_EQ(Plan.KnownAlignment, 4u);
  EXPECT_NE(Plan.guard(false, false).find("only 4 bytes are known"), std::string::npos);
}

TEST(AccessPlan, ThreadsThatHoldNoNeighboursAccessElements) {
  const AccessPlan Plan = planAccess(layout(0), 4, neighbours(10, 4, 4));
  EXPECT_EQ(Plan.VectorBits, 0u);
  EXPECT_EQ(Plan.LimitedBy, AccessPlan::ThreadsElements);
}

TEST(AccessPlan, StridedElementsAreNoNeighbours) {
  const AccessPlan Plan = planAccess(layout(2), 4, neighbours(10, 8, 4));
  EXPECT_EQ(Plan.VectorBits, 0u);
  EXPECT_EQ(Plan.LimitedBy, AccessPlan::NotNeighbours);
  EXPECT_NE(Plan.reason(4).find("4 bytes further"), std::string::npos);
}

TEST(AccessPlan, PairsStayPairs) {
  AccessFacts Facts = neighbours(10, 4, 4);
  Facts.Address.Steps[1] = BitStep::uniform(4);
  const AccessPlan Plan = planAccess(layout(2), 4, Facts);
  EXPECT_EQ(Plan.VectorBits, 1u);
  EXPECT_EQ(Plan.LimitedBy, AccessPlan::NotNeighbours);
  EXPECT_TRUE(Plan.KnownAligned);
}

TEST(AccessPlan, MasksThatAreEqualWithinAVectorNeedOnePredicate) {
  AccessFacts Facts = neighbours(10, 4, 4);
  Facts.Mask.emplace(8, 10);
  EXPECT_FALSE(planAccess(layout(2), 4, Facts).KnownUniform);
  Facts.Mask->Steps[0] = Facts.Mask->Steps[1] = BitStep::known(0);
  EXPECT_TRUE(planAccess(layout(2), 4, Facts).KnownUniform);
}
} // namespace
