#include "TestKernels.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace test;

namespace {

/// Holds a stream until it is opened.
class Gate {
  std::atomic<bool> Open{false};

public:
  explicit Gate(cudaStream_t Stream) {
    cudaLaunchHostFunc(
        Stream,
        [](void *Self) {
          while (!static_cast<Gate *>(Self)->Open)
            std::this_thread::yield();
        },
        this);
  }
  void open() { Open = true; }
};

TEST(StreamTest, OrderWithinAStream) {
  cudaStream_t S;
  ASSERT_EQ(cudaStreamCreate(&S), cudaSuccess);
  int Value = 1;
  for (int I = 0; I < 20; ++I)
    ASSERT_EQ(multiplyAdd().launch(dim3(1), dim3(1), S, &Value, 3, 1), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(S), cudaSuccess);
  unsigned Expected = 1;
  for (int I = 0; I < 20; ++I)
    Expected = Expected * 3 + 1;
  EXPECT_EQ(unsigned(Value), Expected);
  EXPECT_EQ(cudaStreamDestroy(S), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(S), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
}

TEST(StreamTest, QueryAndSynchronize) {
  cudaStream_t S;
  ASSERT_EQ(cudaStreamCreate(&S), cudaSuccess);
  Gate G(S);
  EXPECT_EQ(cudaStreamQuery(S), cudaErrorNotReady);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  G.open();
  EXPECT_EQ(cudaStreamSynchronize(S), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(S), cudaSuccess);
  cudaStreamDestroy(S);
}

TEST(StreamTest, EventsOrderStreams) {
  cudaStream_t A, B;
  cudaEvent_t E;
  cudaStreamCreateWithFlags(&A, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&B, cudaStreamNonBlocking);
  ASSERT_EQ(cudaEventCreateWithFlags(&E, cudaEventDisableTiming), cudaSuccess);
  int Value = 1;
  Gate G(A);
  multiplyAdd().launch(dim3(1), dim3(1), A, &Value, 0, 10);
  ASSERT_EQ(cudaEventRecord(E, A), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(B, E, 0), cudaSuccess);
  multiplyAdd().launch(dim3(1), dim3(1), B, &Value, 2, 0);
  EXPECT_EQ(cudaEventQuery(E), cudaErrorNotReady);
  G.open();
  ASSERT_EQ(cudaStreamSynchronize(B), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(E), cudaSuccess);
  EXPECT_EQ(Value, 20);
  cudaEventDestroy(E);
  cudaStreamDestroy(A);
  cudaStreamDestroy(B);
}

TEST(StreamTest, DefaultStreamWaitsForBlockingStreams) {
  cudaStream_t Blocking, Other;
  cudaStreamCreate(&Blocking);
  cudaStreamCreateWithFlags(&Other, cudaStreamNonBlocking);
  int Value = 1;
  Gate G(Blocking);
  multiplyAdd().launch(dim3(1), dim3(1), Blocking, &Value, 0, 5);
  multiplyAdd().launch(dim3(1), dim3(1), nullptr, &Value, 2, 0);
  EXPECT_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
  int Apart = 1;
  multiplyAdd().launch(dim3(1), dim3(1), Other, &Apart, 0, 7); // waits for nothing
  EXPECT_EQ(cudaStreamSynchronize(Other), cudaSuccess);
  EXPECT_EQ(Apart, 7);
  multiplyAdd().launch(dim3(1), dim3(1), Blocking, &Value, 1, 1);
  G.open();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(Value, 11);
  cudaStreamDestroy(Blocking);
  cudaStreamDestroy(Other);
}

TEST(StreamTest, ElapsedTime) {
  cudaEvent_t Start, Stop;
  cudaEventCreate(&Start);
  cudaEventCreate(&Stop);
  float Time = -1;
  EXPECT_EQ(cudaEventElapsedTime(&Time, Start, Stop), cudaErrorInvalidResourceHandle);
  cudaEventRecord(Start, nullptr);
  cudaLaunchHostFunc(nullptr, [](void *) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }, nullptr);
  cudaEventRecord(Stop, nullptr);
  ASSERT_EQ(cudaEventSynchronize(Stop), cudaSuccess);
  ASSERT_EQ(cudaEventElapsedTime(&Time, Start, Stop), cudaSuccess);
  EXPECT_GE(Time, 4.5f);
  cudaEventDestroy(Start);
  cudaEventDestroy(Stop);
  cudaGetLastError();
}

TEST(StreamTest, DestroyedStreamFinishesItsWork) {
  cudaStream_t S;
  cudaStreamCreate(&S);
  int Value = 1;
  Gate G(S);
  multiplyAdd().launch(dim3(1), dim3(1), S, &Value, 0, 9);
  ASSERT_EQ(cudaStreamDestroy(S), cudaSuccess);
  G.open();
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(Value, 9);
}

} // namespace
