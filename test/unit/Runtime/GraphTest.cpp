#include "TestKernels.h"

#include <gtest/gtest.h>

using namespace test;

namespace {

class GraphTest : public testing::Test {
protected:
  cudaStream_t S, Other;
  cudaGraph_t Graph = nullptr;
  cudaGraphExec_t Exec = nullptr;

  void SetUp() override {
    cudaStreamCreate(&S);
    cudaStreamCreate(&Other);
  }
  void TearDown() override {
    if (Exec)
      cudaGraphExecDestroy(Exec);
    if (Graph)
      cudaGraphDestroy(Graph);
    cudaStreamDestroy(S);
    cudaStreamDestroy(Other);
    cudaGetLastError();
  }
  void replay() {
    ASSERT_EQ(cudaGraphLaunch(Exec, S), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(S), cudaSuccess);
  }
};

TEST_F(GraphTest, CaptureAndReplay) {
  int Value = 1, Copy = 0;
  ASSERT_EQ(cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  ASSERT_EQ(multiplyAdd().launch(dim3(1), dim3(1), S, &Value, 2, 1), cudaSuccess);
  ASSERT_EQ(cudaMemcpyAsync(&Copy, &Value, sizeof Copy, cudaMemcpyDefault, S), cudaSuccess);
  cudaStreamCaptureStatus Status;
  ASSERT_EQ(cudaStreamIsCapturing(S, &Status), cudaSuccess);
  EXPECT_EQ(Status, cudaStreamCaptureStatusActive);
  ASSERT_EQ(cudaStreamEndCapture(S, &Graph), cudaSuccess);
  EXPECT_EQ(Value, 1);
  size_t Count = 0;
  ASSERT_EQ(cudaGraphGetNodes(Graph, nullptr, &Count), cudaSuccess);
  EXPECT_EQ(Count, 2u);
  ASSERT_EQ(cudaGraphInstantiate(&Exec, Graph, 0), cudaSuccess);
  replay();
  replay();
  EXPECT_EQ(Value, 7);
  EXPECT_EQ(Copy, 7);
}

TEST_F(GraphTest, CaptureOfTwoStreams) {
  cudaEvent_t Fork, Join;
  cudaEventCreate(&Fork);
  cudaEventCreate(&Join);
  int A = 1, B = 1;
  cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  cudaEventRecord(Fork, S);
  ASSERT_EQ(cudaStreamWaitEvent(Other, Fork, 0), cudaSuccess);
  multiplyAdd().launch(dim3(1), dim3(1), S, &A, 0, 2);
  multiplyAdd().launch(dim3(1), dim3(1), Other, &B, 0, 3);
  cudaEventRecord(Join, Other);
  ASSERT_EQ(cudaStreamWaitEvent(S, Join, 0), cudaSuccess);
  multiplyAdd().launch(dim3(1), dim3(1), S, &B, 10, 0);
  ASSERT_EQ(cudaStreamEndCapture(S, &Graph), cudaSuccess);
  size_t Roots = 0;
  cudaGraphGetRootNodes(Graph, nullptr, &Roots);
  EXPECT_EQ(Roots, 2u);
  ASSERT_EQ(cudaGraphInstantiate(&Exec, Graph, 0), cudaSuccess);
  replay();
  EXPECT_EQ(A, 2);
  EXPECT_EQ(B, 30);
  cudaEventDestroy(Fork);
  cudaEventDestroy(Join);
}

TEST_F(GraphTest, CaptureErrors) {
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
  cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaStreamSynchronize(S), cudaErrorStreamCaptureUnsupported);
  cudaGraph_t Broken;
  EXPECT_EQ(cudaStreamEndCapture(S, &Broken), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(Broken, nullptr);
}

TEST_F(GraphTest, BuiltByHand) {
  int Value = 1, *P = &Value, A = 5, B = 0;
  void *Arguments[] = {&P, &A, &B};
  cudaKernelNodeParams Params = {};
  Params.func = const_cast<void *>(multiplyAdd().stub());
  Params.gridDim = Params.blockDim = dim3(1);
  Params.kernelParams = Arguments;
  cudaGraphNode_t First, Second;
  ASSERT_EQ(cudaGraphCreate(&Graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddKernelNode(&First, Graph, nullptr, 0, &Params), cudaSuccess);
  A = 1;
  B = 2;
  ASSERT_EQ(cudaGraphAddKernelNode(&Second, Graph, &First, 1, &Params), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&Exec, Graph, 0), cudaSuccess);
  replay();
  EXPECT_EQ(Value, 7);
  A = 0;
  B = 3;
  ASSERT_EQ(cudaGraphExecKernelNodeSetParams(Exec, Second, &Params), cudaSuccess);
  replay();
  EXPECT_EQ(Value, 3);
  Params.blockDim = dim3(32);
  EXPECT_EQ(cudaGraphExecKernelNodeSetParams(Exec, Second, &Params), cudaErrorInvalidValue);
  // A circle cannot be instantiated.
  cudaGraphAddDependencies(Graph, &Second, &First, nullptr, 1);
  cudaGraphExec_t None = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&None, Graph, 0), cudaErrorInvalidValue);
}

} // namespace
