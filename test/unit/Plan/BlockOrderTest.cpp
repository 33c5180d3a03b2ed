// Which dimension of the grid counts first, by the rule of lib/Plan/BlockOrder.cpp.
#include "BlockOrder.h"
#include "TestKernel.h"

using namespace cutile;

namespace {
/// Stores a 32 x 32 block at (%r, %c) of an array whose columns are contiguous if \p Contiguous is 1, else whose rows are.
std::string store2d(int Contiguous = 1) {
  const std::string Strides = Contiguous ? "i64 %n, i64 1" : "i64 1, i64 %n";
  return "call void @cutile.view_store.2d(<1024 x float> zeroinitializer, ptr %out, i64 %n, i64 %n, " + Strides +
         ", i64 %r, i64 %c, i32 2, i32 32, i32 32, i32 0, i32 11)\n";
}

BlockOrder orderOf(const std::string &Row, const std::string &Column, const std::string &Rest) {
  const std::string Body = "%x = call i32 @cutile.bid(i32 0)\n%y = call i32 @cutile.bid(i32 1)\n%wx = zext i32 %x to i64\n%wy = zext i32 %y to i64\n"
                           "%dx = mul i64 %wx, 32\n%dy = mul i64 %wy, 32\n%r = add i64 " +
                           Row + ", 0\n%c = add i64 " + Column + ", 0\n" + Rest + "ret void";
  TestKernel Kernel("ptr noalias align 16 %in, ptr noalias align 16 %out, i64 %n", Body);
  return chooseBlockOrder(Kernel.function());
}

TEST(BlockOrder, YFirstIfItsBlocksWriteSideBySide) { EXPECT_EQ(orderOf("%dx", "%dy", store2d()), BlockOrder::YFirst); }

TEST(BlockOrder, AsLaunchedIfThoseAlongXDo) {
  EXPECT_EQ(orderOf("%dy", "%dx", store2d()), BlockOrder::AsLaunched);
  EXPECT_EQ(orderOf("%dx", "%dx", store2d()), BlockOrder::AsLaunched);
}

TEST(BlockOrder, TheContiguousDimensionCounts) { EXPECT_EQ(orderOf("%dy", "%dx", store2d(0)), BlockOrder::YFirst); }

TEST(BlockOrder, BlocksThatDifferInOneDimensionOnlyStay) {
  EXPECT_EQ(orderOf("%dy", "0", store2d()), BlockOrder::AsLaunched);
  EXPECT_EQ(orderOf("%dx", "0", store2d()), BlockOrder::AsLaunched);
}

TEST(BlockOrder, OneStoreAlongXKeepsTheOrder) {
  EXPECT_EQ(orderOf("%dx", "%dy",
                    store2d() + "%e = add i64 %dx, 0\n" +
                        "call void @cutile.view_store.2d(<1024 x float> zeroinitializer, ptr %out, i64 %n, i64 %n, i64 %n, i64 1, "
                        "i64 %c, i64 %e, i32 2, i32 32, i32 32, i32 0, i32 11)\n"),
            BlockOrder::AsLaunched);
}

TEST(BlockOrder, KernelsThatCouldTellKeepIt) {
  EXPECT_EQ(orderOf("%dx", "%dy", store2d() + "%old = atomicrmw add ptr %in, i32 1 acq_rel\n"), BlockOrder::AsLaunched);
  EXPECT_EQ(orderOf("%dx", "%dy", store2d() + "%seen = load atomic i32, ptr %in acquire, align 4\n"), BlockOrder::AsLaunched);
}

TEST(BlockOrder, ProductsKeepIt) {
  EXPECT_EQ(orderOf("%dx", "%dy",
                    store2d() + "%p = call <4096 x float> @cutile.mma.s(<2048 x half> zeroinitializer, <2048 x half> zeroinitializer, "
                                "<4096 x float> zeroinitializer, i32 1, i32 64, i32 64, i32 32, i32 9, i32 9, i32 11, i32 0, i32 0)\n"),
            BlockOrder::AsLaunched);
}
} // namespace
