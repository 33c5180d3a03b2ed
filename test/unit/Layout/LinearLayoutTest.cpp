#include "cutile/Layout/LinearLayout.h"
#include <gtest/gtest.h>
#include <numeric>
#include <set>

using namespace cutile;
using L = LinearLayout;

namespace {

// 64 elements: four neighbours per thread, 16 lanes, the rest replicated (the example of LinearLayout.h).
L example() { return L(6, {1, 2}, {4, 8, 16, 32, 0}, {0, 0}); }

template <class Function> void forPlaces(const L &Layout, Function F) {
  for (uint32_t W = 0; W < Layout.numWarps(); ++W)
    for (uint32_t Lane = 0; Lane < 32; ++Lane)
      for (uint32_t R = 0; R < Layout.numRegisters(); ++R)
        F(R, Lane, W);
}

TEST(LinearLayout, AppliesExclusiveOrOfBases) {
  EXPECT_EQ(example().apply(3, 2, 1), 11u);
  EXPECT_EQ(example().apply(3, 2 + 16, 3), 11u); // lane bit 4 and the warps are replicas
  L Swizzled(4, {3, 12}, {5, 0, 0, 0, 0}, {});
  EXPECT_EQ(Swizzled.apply(3, 1, 0), 3u ^ 12u ^ 5u);
}

TEST(LinearLayout, BlockedCountsRegistersLanesWarpsThenRegisters) {
  const L Layout = L::blocked(12, 2, 2);
  EXPECT_EQ(Layout, L(12, {1, 2, 512, 1024, 2048}, {4, 8, 16, 32, 64}, {128, 256}));
  forPlaces(Layout, [&](uint32_t R, uint32_t Lane, uint32_t W) { EXPECT_EQ(Layout.apply(R, Lane, W), R % 4 + 4 * Lane + 128 * W + 512 * (R / 4)); });
  EXPECT_EQ(L::blocked(3, 3, 1), L(3, {1, 2, 4}, {0, 0, 0, 0, 0}, {0})); // too small for the threads: replicated
}

TEST(LinearLayout, RedundantBitsLeaveOnePlacePerElement) {
  for (const L &Layout : {example(), L(4, {1, 1, 2}, {3, 4, 8, 12, 0}, {1}), L::blocked(2, 1, 2)}) {
    auto Redundant = Layout.redundantBits();
    auto kept = [&](L::Dim D, uint32_t Position) {
      for (unsigned I = 0; I < Redundant[D].size(); ++I)
        if (Redundant[D][I] && (Position >> I & 1))
          return false;
      return true;
    };
    std::multiset<uint32_t> All;
    std::set<uint32_t> Image;
    forPlaces(Layout, [&](uint32_t R, uint32_t Lane, uint32_t W) {
      Image.insert(Layout.apply(R, Lane, W));
      if (kept(L::Register, R) && kept(L::Lane, Lane) && kept(L::Warp, W))
        All.insert(Layout.apply(R, Lane, W));
    });
    EXPECT_EQ(All.size(), Image.size()) << Layout.str();
    EXPECT_EQ(std::set<uint32_t>(All.begin(), All.end()), Image) << Layout.str();
  }
}

TEST(LinearLayout, RegistersKeepTheElementsThatLanesRepeat) {
  auto Redundant = L(1, {1}, {1, 0, 0, 0, 0}, {}).redundantBits();
  EXPECT_FALSE(Redundant[L::Register][0]);
  EXPECT_TRUE(Redundant[L::Lane][0]);
}

TEST(LinearLayout, Surjective) {
  EXPECT_TRUE(example().isSurjective());
  EXPECT_FALSE(L(7, {1, 2}, {4, 8, 16, 32, 0}, {0, 0}).isSurjective());
  EXPECT_TRUE(L(2, {3, 2}, {0, 0, 0, 0, 0}, {}).isSurjective());
  EXPECT_FALSE(L(2, {3, 3}, {0, 0, 0, 0, 0}, {}).isSurjective());
}

TEST(LinearLayout, BitPermutation) {
  EXPECT_TRUE(example().isBitPermutation());
  EXPECT_FALSE(L(2, {3, 2}, {0, 0, 0, 0, 0}, {}).isBitPermutation());
}

TEST(LinearLayout, InverseNamesAPlaceOfEachElement) {
  for (const L &Layout : {example(), L::blocked(13, 3, 2), L(4, {3, 5}, {9, 1, 0, 0, 0}, {2})}) {
    ASSERT_TRUE(Layout.isSurjective());
    auto Places = Layout.inverse();
    for (uint32_t I = 0; I < Places.size(); ++I)
      EXPECT_EQ(Layout.apply(Places[I].RegisterId, Places[I].LaneId, Places[I].WarpId), I);
  }
}

TEST(IndexMap, ResizeKeepsCoordinatesModuloTheLengths) {
  const uint64_t Whole[] = {4, 8, 2}, Part[] = {2, 8, 1};
  const IndexMap ToPart = resizeMap(Whole, Part), ToWhole = resizeMap(Part, Whole);
  EXPECT_EQ(ToPart.numSourceBits(), 6u);
  EXPECT_EQ(ToPart.numResultBits(), 4u);
  for (uint32_t X = 0; X < 4; ++X)
    for (uint32_t Y = 0; Y < 8; ++Y)
      for (uint32_t Z = 0; Z < 2; ++Z)
        EXPECT_EQ(ToPart.apply((X * 8 + Y) * 2 + Z), X % 2 * 8 + Y);
  for (uint32_t X = 0; X < 2; ++X)
    for (uint32_t Y = 0; Y < 8; ++Y)
      EXPECT_EQ(ToWhole.apply(X * 8 + Y), (X * 8 + Y) * 2);
}

TEST(LinearLayout, ComposeAppliesTheMapAfterwards) {
  const uint64_t Source[] = {4, 1, 16}, Result[] = {4, 8, 16};
  const L Layout = L::blocked(9, 2, 1);
  const IndexMap Map = broadcastSourceMap(Source, Result);
  const L Composed = Layout.compose(Map);
  EXPECT_EQ(Composed.numIndexBits(), 6u);
  forPlaces(Layout, [&](uint32_t R, uint32_t Lane, uint32_t W) { EXPECT_EQ(Composed.apply(R, Lane, W), Map.apply(Layout.apply(R, Lane, W))); });
}

TEST(LinearLayout, WithoutZeroRegistersKeepsEveryElement) {
  const L Layout(3, {1, 0, 4, 0}, {2, 0, 0, 0, 0}, {0});
  EXPECT_EQ(Layout.withoutZeroRegisters(), L(3, {1, 4}, {2, 0, 0, 0, 0}, {0}));
}

TEST(LinearLayout, Prints) {
  EXPECT_EQ(example().str(), "registers [1, 2] lanes [4, 8, 16, 32, 0] warps [0, 0] of 64");
  EXPECT_EQ(L(2, {1}, {0, 2, 0, 0, 0}, {0}).grid(2), "0:0.0 0:0.1\n0:2.0 0:2.1\n");
}

//===-- Index maps, against coordinates -----------------------------------------===//

std::vector<uint64_t> coordinates(uint32_t Index, const std::vector<uint64_t> &Dims) {
  std::vector<uint64_t> Result(Dims.size());
  for (size_t D = Dims.size(); D-- > 0; Index /= Dims[D])
    Result[D] = Index % Dims[D];
  return Result;
}

uint32_t indexOf(const std::vector<uint64_t> &Coordinates, const std::vector<uint64_t> &Dims) {
  uint64_t Index = 0;
  for (size_t D = 0; D < Dims.size(); ++D)
    Index = Index * Dims[D] + Coordinates[D];
  return static_cast<uint32_t>(Index);
}

uint64_t product(const std::vector<uint64_t> &Dims) { return std::accumulate(Dims.begin(), Dims.end(), uint64_t(1), std::multiplies<>()); }

TEST(IndexMap, BroadcastReadsCoordinateZero) {
  const std::vector<std::pair<std::vector<uint64_t>, std::vector<uint64_t>>> Cases = {
      {{1, 8}, {4, 8}}, {{4, 1}, {4, 8}}, {{1}, {16}}, {{2, 1, 4, 1}, {2, 8, 4, 2}}, {{8, 8}, {8, 8}}};
  for (const auto &[Source, Result] : Cases) {
    const IndexMap Map = broadcastSourceMap(Source, Result);
    EXPECT_EQ(1u << Map.numResultBits(), product(Source));
    for (uint32_t I = 0; I < product(Result); ++I) {
      auto At = coordinates(I, Result);
      for (size_t D = 0; D < At.size(); ++D)
        At[D] = Source[D] == 1 ? 0 : At[D];
      EXPECT_EQ(Map.apply(I), indexOf(At, Source));
    }
  }
}

TEST(IndexMap, PermuteReadsThePermutedCoordinates) {
  const std::vector<std::pair<std::vector<uint64_t>, std::vector<uint64_t>>> Cases = {
      {{4, 16}, {1, 0}}, {{2, 4, 8}, {2, 0, 1}}, {{2, 4, 8}, {1, 0, 2}}, {{1, 8, 1, 2}, {3, 2, 1, 0}}};
  for (const auto &[Source, Permutation] : Cases) {
    std::vector<uint64_t> Result;
    for (uint64_t P : Permutation)
      Result.push_back(Source[P]);
    const IndexMap Map = permuteSourceMap(Source, Permutation);
    for (uint32_t I = 0; I < product(Result); ++I) {
      auto At = coordinates(I, Result);
      std::vector<uint64_t> From(At.size());
      for (size_t D = 0; D < At.size(); ++D)
        From[Permutation[D]] = At[D];
      EXPECT_EQ(Map.apply(I), indexOf(From, Source));
    }
  }
}

TEST(IndexMap, DimensionBits) {
  const uint64_t Dims[] = {4, 1, 16};
  EXPECT_EQ(dimensionBits(Dims, 2).mask(), 0b1111u);
  EXPECT_EQ(dimensionBits(Dims, 1).mask(), 0u);
  EXPECT_EQ(dimensionBits(Dims, 0).mask(), 0b110000u);
}

} // namespace
