#include "EstimateRegisters.h"
#include "TestKernel.h"

using namespace cutile;

namespace {
const char *const Arrays = "ptr noalias align 16 %in, ptr noalias align 16 %out";

TEST(EstimateRegisters, ATileTakesItsElementsPerThread) {
  const TestKernel K(Arrays, load("x", 4096) + store("x", 4096) + "ret void");
  const KernelPlan Plan = K.plan();
  EXPECT_EQ(tileRegisters(Plan, K.value("x")), 32u);
  EXPECT_EQ(estimateRegisters(K.function(), Plan).Tiles, 32u);
}

TEST(EstimateRegisters, ABroadcastValueIsOneRegister) {
  const TestKernel K(Arrays, load("x", 4096) + reduce("s", "x", 4096) + broadcast("b", "s", 4096) + "%q = fdiv <4096 x float> %x, %b\n" +
                                 store("q", 4096) + "ret void");
  const KernelPlan Plan = K.plan();
  EXPECT_EQ(tileRegisters(Plan, K.value("b")), 1u);
  EXPECT_LE(estimateRegisters(K.function(), Plan).Tiles, 34u); // the row, and what belongs to all of it
}

TEST(EstimateRegisters, ValuesThatAreComputedAsTheyAreStoredDoNotCount) {
  const TestKernel K(Arrays, load("x", 4096) + "%y = fadd <4096 x float> %x, splat (float 1.0)\n%z = fmul <4096 x float> %y, %y\n" +
                                 store("z", 4096) + "ret void");
  EXPECT_EQ(estimateRegisters(K.function(), K.plan()).Tiles, 32u);
}

TEST(EstimateRegisters, WhatIsUsedLaterCountsBesideWhatIsLoaded) {
  const TestKernel K(Arrays, load("x", 4096) + load("y", 4096) + "%z = fadd <4096 x float> %x, %y\n" + store("z", 4096) + "ret void");
  EXPECT_EQ(estimateRegisters(K.function(), K.plan()).Tiles, 64u);
}

TEST(EstimateRegisters, AddressesThatDifferByKnownAmountsAreOneNumber) {
  const TestKernel K(
      "ptr %p", "%i = call <1024 x i32> @cutile.iota.1024()\n%w = zext <1024 x i32> %i to <1024 x i64>\n%o = shl <1024 x i64> %w, splat (i64 2)\n"
                "%b = ptrtoint ptr %p to i64\n%s = insertelement <1024 x i64> poison, i64 %b, i64 0\n"
                "%t = shufflevector <1024 x i64> %s, <1024 x i64> poison, <1024 x i32> zeroinitializer\n%a = add <1024 x i64> %t, %o\n"
                "%v = call <1024 x float> @cutile.load.1024(<1024 x i64> %a, <1024 x i8> splat (i8 1), <1024 x float> poison)\n"
                "call void @cutile.store.1024(<1024 x i64> %a, <1024 x float> %v, <1024 x i8> splat (i8 1))\nret void");
  const KernelPlan Plan = K.plan();
  EXPECT_EQ(tileRegisters(Plan, K.value("a")), 2u); // one 64-bit number
  EXPECT_EQ(tileRegisters(Plan, K.value("i")), 0u);
  EXPECT_EQ(tileRegisters(Plan, K.value("s")), 0u);
  EXPECT_EQ(tileRegisters(Plan, K.value("t")), 0u);
}
} // namespace
