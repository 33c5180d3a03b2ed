#include "cutile/Layout/MmaLayout.h"
#include <bit>
#include <gtest/gtest.h>
#include <optional>

using namespace cutile;
using L = LinearLayout;

namespace {

/// Carries out an InThread or Shuffle plan by its description in LinearLayout.h and checks every element that arrives.
void expectCorrect(const L &Source, const AffineLayout &Target, const ConversionPlan &Plan) {
  ASSERT_NE(Plan.How, ConversionPlan::SharedMemory);
  ASSERT_EQ(Plan.RegisterLaneMasks.size(), Source.numBits(L::Register));
  for (uint32_t W = 0; W < Target.Map.numWarps(); ++W)
    for (uint32_t Lane = 0; Lane < 32; ++Lane)
      for (uint32_t R = 0; R < Target.Map.numRegisters(); ++R) {
        const uint32_t Wanted = Target.Map.apply(R, Lane, W) ^ Target.Offset;
        // Register bits: the constant part of this register, flipped by the thread bits in the masks.
        uint32_t Register = 0, From = 0;
        for (unsigned I = 0; I < Source.numBits(L::Register); ++I) {
          const bool Constant = (Target.Map.applyDim(L::Register, R) ^ Target.Offset) & Source.basis(L::Register, I);
          const bool Dynamic = (std::popcount(Lane & Plan.RegisterLaneMasks[I]) + std::popcount(W & Plan.RegisterWarpMasks[I])) & 1;
          Register |= uint32_t(Constant != Dynamic) << I;
        }
        if (Plan.How == ConversionPlan::InThread)
          From = Lane;
        else
          for (unsigned I = 0; I < L::LaneBits; ++I)
            if (Wanted & Source.basis(L::Lane, I))
              From |= 1u << I;
        EXPECT_EQ(Source.apply(Register, From, W), Wanted) << Source.str() << " to " << Target.Map.str();
      }
}

/// The conversion is done by \p How, correctly, with so many candidates where that is said.
void expectConversion(const L &Source, const AffineLayout &Target, ConversionPlan::Kind How, std::optional<unsigned> Candidates = std::nullopt) {
  const ConversionPlan Plan = planConversion(Source, Target);
  EXPECT_EQ(Plan.How, How);
  if (Candidates)
    EXPECT_EQ(Plan.Candidates, *Candidates);
  expectCorrect(Source, Target, Plan);
}

TEST(Conversion, SameLayoutStaysInThread) {
  const L Layout = L::blocked(11, 3, 2);
  expectConversion(Layout, {Layout, 0}, ConversionPlan::InThread, 1);
}

TEST(Conversion, RegisterOrderStaysInThread) {
  const L Source(8, {1, 2, 64}, {4, 8, 16, 32, 128}, {0}), Target(8, {64, 2, 0, 1}, {4, 8, 16, 32, 128}, {0});
  expectConversion(Source, {Target, 0}, ConversionPlan::InThread, 1);
}

TEST(Conversion, ReplicatedSourceServesSelectingLanes) {
  // Every thread holds both elements; the lane decides which one is wanted.
  const L Source(1, {1}, {0, 0, 0, 0, 0}, {0}), Target(1, {}, {1, 0, 0, 0, 0}, {0});
  expectConversion(Source, {Target, 0}, ConversionPlan::InThread, 2);
}

TEST(Conversion, LaneOrderIsAShuffle) {
  const L Source(5, {}, {1, 2, 4, 8, 16}, {0}), Target(5, {}, {16, 8, 4, 2, 1}, {0});
  expectConversion(Source, {Target, 0}, ConversionPlan::Shuffle);
}

TEST(Conversion, OffsetInLanesIsAShuffle) {
  const L Layout(6, {1}, {2, 4, 8, 16, 32}, {0});
  EXPECT_EQ(planConversion(Layout, {Layout, 1}).How, ConversionPlan::InThread);
  expectConversion(Layout, {Layout, 4}, ConversionPlan::Shuffle);
}

TEST(Conversion, LaneAndRegisterSwap) {
  const L Source(6, {1}, {2, 4, 8, 16, 32}, {0}), Target(6, {32}, {2, 4, 8, 16, 1}, {0});
  expectConversion(Source, {Target, 0}, ConversionPlan::Shuffle, 2);
}

TEST(Conversion, AcrossWarpsNeedsSharedMemory) {
  const L Source(6, {}, {1, 2, 4, 8, 16}, {32}), Target(6, {}, {32, 2, 4, 8, 16}, {1});
  EXPECT_EQ(planConversion(Source, {Target, 0}).How, ConversionPlan::SharedMemory);
  // Elements that one warp holds and another needs, although nothing else moves.
  const L Everywhere(6, {32}, {1, 2, 4, 8, 16}, {0});
  EXPECT_EQ(planConversion(Source, {Everywhere, 0}).How, ConversionPlan::SharedMemory);
  EXPECT_EQ(planConversion(Everywhere, {Source, 0}).How, ConversionPlan::InThread);
}

TEST(Conversion, TooManyCandidatesGoThroughSharedMemory) {
  const L Source(10, {1, 2, 4, 8, 16}, {32, 64, 128, 256, 512}, {0}), Target(10, {32, 64, 128, 256, 512}, {1, 2, 4, 8, 16}, {0});
  EXPECT_EQ(planConversion(Source, {Target, 0}).How, ConversionPlan::SharedMemory);
}

TEST(Conversion, AccumulatorToOperandOfTheNextProductIsFree) {
  // c of m16n8 as a of m16n8k16: the step between the two products of attention.
  const MmaTiling Scores = tileMma({1, 1, 1, 64, 64, 128}, 16, 2, WarpSplit::Rows), Next = tileMma({1, 1, 1, 64, 128, 64}, 16, 2, WarpSplit::Rows);
  expectConversion(Scores.C, {Next.A, 0}, ConversionPlan::InThread, 1);
}

} // namespace
