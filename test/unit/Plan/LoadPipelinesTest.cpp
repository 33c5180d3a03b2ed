#include "TestKernel.h"

using namespace cutile;

namespace {
/// A product over 32-deep slices of two matrices, 8192 bytes of operands per iteration. \p InLoop stands behind the product.
TestKernel product(const std::string &Alignment = "align 16", const std::string &InLoop = "", const std::string &Masked = "0, i32 0") {
  return TestKernel(
      "ptr noalias " + Alignment + " %a, ptr noalias " + Alignment + " %b, ptr noalias align 16 %out, i64 %n",
      "entry:\n br label %loop\nloop:\n"
      " %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
      " %acc = phi <4096 x float> [ zeroinitializer, %entry ], [ %sum, %loop ]\n"
      " %k = shl i64 %i, 5\n"
      " %x = call <2048 x half> @cutile.view_load.h(ptr %a, i64 64, i64 4096, i64 4096, i64 1, i64 0, i64 %k, i32 2, i32 64, i32 32, i32 " +
          Masked +
          ", i32 9)\n"
          " %y = call <2048 x half> @cutile.view_load.h(ptr %b, i64 4096, i64 64, i64 64, i64 1, i64 %k, i64 0, i32 2, i32 32, i32 64, i32 0, i32 0, "
          "i32 9)\n"
          " %sum = call <4096 x float> @cutile.mma.s(<2048 x half> %x, <2048 x half> %y, <4096 x float> %acc, i32 1, i32 1, i32 1, i32 64, i32 64, "
          "i32 32, i32 9, i32 9, "
          "i32 11)\n" +
          InLoop + " %next = add i64 %i, 1\n %more = icmp slt i64 %next, %n\n br i1 %more, label %loop, label %done\ndone:\n" + store("sum", 4096) +
          "ret void");
}

TEST(LoadPipelines, BothOperandsRunAheadByVectors) {
  const KernelPlan Plan = product().plan();
  ASSERT_EQ(Plan.Pipelines.size(), 1u);
  EXPECT_EQ(Plan.Pipelines[0].Stages, 4u);
  ASSERT_EQ(Plan.Pipelines[0].Loads.size(), 2u);
  EXPECT_EQ(Plan.Pipelines[0].Loads[0].ChunkBytes, 16u);
  EXPECT_TRUE(Plan.RefusedPipelines.empty());
}

TEST(LoadPipelines, DepthFollowsFromSharedMemory) {
  // Two blocks share the memory, and an eighth stays for other uses: 65536 / 2 * 7 / 8 holds three slots of 8192 bytes.
  EXPECT_EQ(product().plan(65536).Pipelines.at(0).Stages, 3u);
  EXPECT_EQ(product().plan(232448, /*MaxStages=*/2).Pipelines.at(0).Stages, 2u);
}

TEST(LoadPipelines, LaterLoadsStayWhereTwoSlotsOfAllDoNotFit) {
  const KernelPlan Plan = product().plan(32768);
  ASSERT_EQ(Plan.Pipelines.size(), 1u);
  EXPECT_EQ(Plan.Pipelines[0].Loads.size(), 1u);
  EXPECT_EQ(Plan.Pipelines[0].Stages, 3u); // of 4096 bytes
  ASSERT_EQ(Plan.RefusedPipelines.size(), 1u);
  EXPECT_NE(Plan.RefusedPipelines[0].Why.find("two slots of 8192 bytes with it do not fit into the 14336 bytes"), std::string::npos);
}

TEST(LoadPipelines, FewerThanTwoSlotsAreRefusedWithTheNumbers) {
  const KernelPlan Plan = product().plan(16384);
  EXPECT_TRUE(Plan.Pipelines.empty());
  ASSERT_EQ(Plan.RefusedPipelines.size(), 2u);
  EXPECT_NE(Plan.RefusedPipelines[0].Why.find("two slots of 4096 bytes do not fit into the 7168 bytes"), std::string::npos);
}

TEST(LoadPipelines, NarrowAlignmentMakesNarrowCopies) { EXPECT_EQ(product("align 4").plan().Pipelines.at(0).Loads.front().ChunkBytes, 4u); }

TEST(LoadPipelines, TwoBytesAreRefused) {
  const KernelPlan Plan = product("align 2").plan();
  EXPECT_TRUE(Plan.Pipelines.empty());
  ASSERT_EQ(Plan.Record->Refused.size(), 2u);
  EXPECT_NE(Plan.Record->Refused[0].Why.find("no 4 bytes"), std::string::npos);
}

TEST(LoadPipelines, LoopsThatWriteAreRefused) {
  const KernelPlan Plan = product("align 16", store("sum", 4096)).plan();
  EXPECT_TRUE(Plan.Pipelines.empty());
  ASSERT_EQ(Plan.RefusedPipelines.size(), 2u);
  EXPECT_NE(Plan.RefusedPipelines[0].Why.find("writes memory"), std::string::npos);
}

TEST(LoadPipelines, PaddingOtherThanZeroStaysALoad) {
  const KernelPlan Plan = product("align 16", "", "1, i32 2").plan();
  ASSERT_EQ(Plan.Pipelines.size(), 1u);
  EXPECT_EQ(Plan.Pipelines[0].Loads.size(), 1u);
  ASSERT_EQ(Plan.RefusedPipelines.size(), 1u);
  EXPECT_NE(Plan.RefusedPipelines[0].Why.find("not zero"), std::string::npos);
}
} // namespace
