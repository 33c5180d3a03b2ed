#include "TestKernels.h"

#include <atomic>
#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>

using namespace test;

namespace {

class LaunchTest : public testing::Test {
protected:
  void TearDown() override { cudaDeviceReset(); }
};

TEST_F(LaunchTest, RunsEveryBlockOnce) {
  static const Kernel Record(
      [](void *const *A, const Block *B, void *) {
        argument<std::atomic<int> *>(A, 0)[B->Index[0] + B->Count[0] * (B->Index[1] + B->Count[1] * B->Index[2])]++;
      },
      "record", {8});
  for (dim3 Grid : {dim3(1), dim3(1000), dim3(3, 5, 7), dim3(1, 1, 9)}) {
    std::vector<std::atomic<int>> Count(Grid.x * Grid.y * Grid.z);
    ASSERT_EQ(Record.launch(Grid, dim3(1), nullptr, Count.data()), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (auto &C : Count)
      EXPECT_EQ(C, 1);
  }
}

TEST_F(LaunchTest, RefusesWrongConfigurations) {
  int *P = nullptr;
  auto Launch = [&](dim3 Grid, dim3 Size) { return multiplyAdd().launch(Grid, Size, nullptr, P, 1, 1); };
  EXPECT_EQ(Launch(dim3(1), dim3(2)), cudaErrorInvalidValue);
  EXPECT_EQ(Launch(dim3(1), dim3(1, 2)), cudaErrorInvalidValue);
  EXPECT_EQ(Launch(dim3(1), dim3(0)), cudaErrorInvalidValue);
  EXPECT_EQ(Launch(dim3(0), dim3(1)), cudaErrorInvalidValue);
  EXPECT_EQ(Launch(dim3(1, 65536), dim3(1)), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  int NotAKernel = 0;
  EXPECT_EQ(cudaLaunchKernel(&NotAKernel, dim3(1), dim3(1), nullptr, 0, nullptr), cudaErrorInvalidDeviceFunction);
  void *Arguments[] = {&P, &P, &P};
  EXPECT_EQ(cudaLaunchKernel(multiplyAdd().stub(), dim3(1), dim3(1), Arguments, 200000, nullptr), cudaErrorInvalidValue);
}

TEST_F(LaunchTest, RefusesSimtKernels) {
  static const Kernel Simt(nullptr, "simt", {});
  testing::internal::CaptureStderr();
  EXPECT_EQ(Simt.launch(dim3(1), dim3(1), nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "cutile: kernel 'simt' is a SIMT kernel; the CPU target runs tile kernels only\n");
}

TEST_F(LaunchTest, CopiesArgumentsAtLaunch) {
  int Value = 3;
  for (int I = 0; I < 100; ++I)
    ASSERT_EQ(multiplyAdd().launch(dim3(1), dim3(1), nullptr, &Value, 1, I), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(Value, 3 + 99 * 100 / 2);
}

TEST_F(LaunchTest, BlocksThatWaitMakeProgress) {
  // Every block waits for all the others, far more than there are cores.
  static const Kernel Barrier(
      [](void *const *A, const Block *B, void *) {
        auto *Arrived = argument<std::atomic<unsigned> *>(A, 0);
        ++*Arrived;
        while (*Arrived < B->Count[0])
          cutile_cpu_yield();
      },
      "barrier", {8}, cutile::cpu::KernelMayWait);
  std::atomic<unsigned> Arrived{0};
  ASSERT_EQ(Barrier.launch(dim3(100), dim3(1), nullptr, &Arrived), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(Arrived, 100u);
}

TEST_F(LaunchTest, ScratchIsPrivateAndAligned) {
  static const Kernel Fill(
      [](void *const *A, const Block *B, void *Scratch) {
        auto *Numbers = static_cast<unsigned *>(Scratch);
        bool Good = reinterpret_cast<uintptr_t>(Scratch) % cutile::cpu::ScratchAlignment == 0;
        for (unsigned I = 0; I < 25000; ++I)
          Numbers[I] = B->Index[0];
        for (unsigned I = 0; I < 25000; ++I)
          Good &= Numbers[I] == B->Index[0];
        argument<std::atomic<int> *>(A, 0)[0] += Good;
      },
      "fill", {8}, 0, 100000);
  std::atomic<int> Good{0};
  ASSERT_EQ(Fill.launch(dim3(64), dim3(1), nullptr, &Good), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(Good, 64);
}

TEST_F(LaunchTest, AssertionFailsTheLaunchForGood) {
  static const Kernel Fails([](void *const *, const Block *, void *) { cutile_cpu_assertfail("x > 0", "file.cu", 7, "kernel", 1); }, "fails", {});
  testing::internal::CaptureStderr();
  ASSERT_EQ(Fails.launch(dim3(1), dim3(1), nullptr), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "file.cu:7: kernel: Assertion `x > 0' failed.\n");
  int Value = 1;
  EXPECT_EQ(multiplyAdd().launch(dim3(1), dim3(1), nullptr, &Value, 5, 5), cudaErrorAssert);
  EXPECT_EQ(cudaGetLastError(), cudaErrorAssert);
  EXPECT_EQ(cudaGetLastError(), cudaErrorAssert);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(Value, 1);
}

TEST_F(LaunchTest, BlocksThatWaitForAFailedOneEnd) {
  static const Kernel Hangs(
      [](void *const *, const Block *B, void *) {
        if (B->Index[0] == 3)
          cutile_cpu_trap();
        for (;;)
          cutile_cpu_yield();
      },
      "hangs", {}, cutile::cpu::KernelMayWait);
  ASSERT_EQ(Hangs.launch(dim3(8), dim3(1), nullptr), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

TEST_F(LaunchTest, Queries) {
  cudaFuncAttributes Attributes;
  ASSERT_EQ(cudaFuncGetAttributes(&Attributes, multiplyAdd().stub()), cudaSuccess);
  EXPECT_EQ(Attributes.maxThreadsPerBlock, 1);
  int Blocks = 0;
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, multiplyAdd().stub(), 1, 0), cudaSuccess);
  EXPECT_GE(Blocks, 1);
  cudaFunction_t Handle = nullptr;
  ASSERT_EQ(cudaGetFuncBySymbol(&Handle, multiplyAdd().stub()), cudaSuccess);
  const char *Name;
  ASSERT_EQ(cudaFuncGetName(&Name, Handle), cudaSuccess);
  EXPECT_STREQ(Name, "multiplyAdd");
  size_t Offset, Size;
  ASSERT_EQ(cudaFuncGetParamInfo(multiplyAdd().stub(), 2, &Offset, &Size), cudaSuccess);
  EXPECT_EQ(Offset, 12u);
  EXPECT_EQ(Size, 4u);
  EXPECT_EQ(cudaFuncGetParamInfo(multiplyAdd().stub(), 3, &Offset, &Size), cudaErrorInvalidValue);
}

} // namespace
