// Threads and blocks by the rules of lib/Plan/Occupancy.cpp.
#include "TestKernel.h"

using namespace cutile;

namespace {
const char *const Arrays = "ptr noalias align 16 %in, ptr noalias align 16 %out";

TestKernel copy(int Size, const std::string &Attributes = "") {
  return TestKernel(Arrays, load("x", Size) + store("x", Size) + "ret void", Attributes);
}

/// A row divided by its sum.
TestKernel row(int Size, const std::string &Attributes = "") {
  const std::string Type = "<" + std::to_string(Size) + " x float>";
  return TestKernel(Arrays,
                    load("x", Size) + reduce("s", "x", Size) + broadcast("b", "s", Size) + "%q = fdiv " + Type + " %x, %b\n" + store("q", Size) +
                        "ret void",
                    Attributes);
}

TEST(Occupancy, TilesOfAWarpHaveOneWarp) { EXPECT_EQ(copy(32).plan().numThreads(), 32u); }

TEST(Occupancy, ElementwiseTilesHaveFourWarps) {
  EXPECT_EQ(copy(1024).plan().numThreads(), 128u);
  EXPECT_EQ(copy(4096).plan().numThreads(), 128u);
}

TEST(Occupancy, StreamsOfOneArrayKeepManyThreads) {
  EXPECT_EQ(copy(512).plan().MinBlocks, 0u);            // too little for each thread
  EXPECT_EQ(copy(2048).plan().MinBlocks, 2048u / 128u); // 32 registers
  EXPECT_EQ(copy(4096).plan().MinBlocks, 1280u / 128u); // 48 registers
  EXPECT_EQ(copy(32768).plan().MinBlocks, 0u);
}

TEST(Occupancy, LongRowsLeaveRoomForASecondBlock) {
  const KernelPlan Plan = row(32768).plan();
  EXPECT_EQ(Plan.numThreads(), 1024u); // of floats: too long for two
}

TEST(Occupancy, LargeTilesTakeAtMost64RegistersPerThread) {
  const KernelPlan Plan = copy(32768).plan();
  EXPECT_EQ(32768 / Plan.numThreads(), 64u);
}

TEST(Occupancy, RowsHave32ValuesPerThreadAndSeveralBlocks) {
  const KernelPlan Plan = row(4096).plan();
  EXPECT_EQ(Plan.numThreads(), 128u);
  EXPECT_EQ(Plan.MinBlocks, 1024u / 128u); // 64 registers
  EXPECT_EQ(Plan.Record->RegisterLimit, 64u);
  EXPECT_NE(Plan.Record->MinBlocksWhy.find("1 load"), std::string::npos);
}

TEST(Occupancy, ShortRowsAreNotCapped) {
  const KernelPlan Plan = row(1024).plan();
  EXPECT_EQ(Plan.numThreads(), 128u);
  EXPECT_EQ(Plan.MinBlocks, 0u);
}

TEST(Occupancy, HintsDecide) {
  const KernelPlan Warps = copy(4096, "\"cutile.hint.num_worker_warps_per_cta\"=\"8\"").plan();
  EXPECT_EQ(Warps.numThreads(), 256u);
  EXPECT_EQ(Warps.Record->ThreadsWhy, "hint num_worker_warps_per_cta = 8");
  const KernelPlan Blocks = row(4096, "\"cutile.hint.occupancy\"=\"3\"").plan();
  EXPECT_EQ(Blocks.MinBlocks, 3u);
  EXPECT_EQ(Blocks.Record->MinBlocksWhy, "hint occupancy = 3");
}

TEST(Occupancy, MoreBlocksThanFitAreNotAskedFor) { EXPECT_EQ(row(4096, "\"cutile.hint.occupancy\"=\"32\"").plan().MinBlocks, 2048u / 128u); }

TEST(Occupancy, ProductsHave128AccumulatorsPerThread) {
  const char *const Small =
      "%r = call <4096 x float> @cutile.mma.s(<2048 x half> zeroinitializer, <2048 x half> zeroinitializer, <4096 x float> zeroinitializer, "
      "i32 1, i32 1, i32 1, i32 64, i32 64, i32 32, i32 9, i32 9, i32 11)\n";
  EXPECT_EQ(TestKernel(Arrays, Small + store("r", 4096) + "ret void").plan().numThreads(), 128u);
  const char *const Large =
      "%r = call <32768 x float> @cutile.mma.l(<8192 x half> zeroinitializer, <4096 x half> zeroinitializer, <32768 x float> zeroinitializer, "
      "i32 1, i32 1, i32 1, i32 256, i32 128, i32 32, i32 9, i32 9, i32 11)\n";
  EXPECT_EQ(TestKernel(Arrays, Large + store("r", 32768) + "ret void").plan().numThreads(), 256u);
}
} // namespace
