//===- Runtime.h - inside of the CPU runtime --------------------*- C++ -*-===//
//
// Work given to a stream is a task; each stream has a thread that runs its tasks in order. What a task has to wait for in other streams
// is known when it is given, so that waiting cannot end in a circle. Kernels spread their blocks over the pool (Pool.h).
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_RUNTIME_CPU_RUNTIME_H
#define CUTILE_RUNTIME_CPU_RUNTIME_H

#include "cutile/Target/CPU/Abi.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cutile::cpu {

//===-- Errors ---------------------------------------------------------------===//

/// Records \p Error as the last one of this thread and returns it; success records nothing.
cudaError_t report(cudaError_t Error);
/// The error of a kernel that ended badly: every later call returns it until cudaDeviceReset.
cudaError_t stickyError();
void setStickyError(cudaError_t Error);
void clearErrors();

//===-- Tasks ----------------------------------------------------------------===//

using Clock = std::chrono::steady_clock;

/// Becomes done once.
class Signal {
  mutable std::mutex Mutex;
  mutable std::condition_variable Changed;
  bool Done = false;
  Clock::time_point Time;

public:
  void set();
  void wait() const;
  bool isSet() const;
  Clock::time_point time() const;
};
using SignalRef = std::shared_ptr<Signal>;

using Work = std::function<void()>;

/// Gives \p Run to \p Stream, or to the graph that captures it. \p Node makes the graph node in that case.
cudaError_t submit(cudaStream_t Stream, Work Run, const std::function<cudaGraphNode_t(cudaGraph_t)> &Node);
/// Like submit, and waits for the end. Not allowed while the stream is captured.
cudaError_t submitAndWait(cudaStream_t Stream, Work Run);
/// The object that a handle of the API means; null for a handle that is none.
cudaStream_t resolve(cudaStream_t Stream);
/// Puts \p Run at the end of \p Stream, behind \p After.
SignalRef enqueue(cudaStream_t Stream, Work Run, std::vector<SignalRef> After = {});
/// Waits for everything that was given to any stream.
void synchronizeAll();

/// Called after the runtime wrote \p Count bytes of memory that kernels may read.
void noteWritten(const void *To, size_t Count);

//===-- Kernels ----------------------------------------------------------------===//

struct Kernel {
  const void *Stub;
  const char *Name;
  const KernelInfo *Info; ///< null for SIMT kernels
};
/// The kernel that host code calls \p Stub, or that cudaGetFuncBySymbol gave as a handle; null if there is none.
const Kernel *findKernel(const void *Stub);

/// A kernel with copies of its arguments.
struct Launch {
  const Kernel *Function = nullptr;
  dim3 Grid, BlockSize;
  unsigned SharedBytes = 0;
  std::vector<std::vector<char>> Values;

  void setArguments(void **Arguments);
  std::vector<void *> pointers() const;
  void run() const;
};
/// Checks a launch and copies its arguments.
cudaError_t makeLaunch(Launch &L, const void *Function, dim3 Grid, dim3 Block, void **Arguments, size_t SharedBytes);

} // namespace cutile::cpu

//===-- The objects behind the handles of the API ----------------------------------===//

struct CUgraphNode_st {
  cudaGraphNodeType Type = cudaGraphNodeTypeEmpty;
  std::vector<cudaGraphNode_t> After;
  cutile::cpu::Launch Kernel;         // kernel nodes
  std::vector<void *> KernelPointers; // what cudaGraphKernelNodeGetParams hands out
  cutile::cpu::Work Run;              // all others
  cudaMemsetParams Memset = {};
  cudaHostNodeParams Host = {};
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> Nodes;
};

struct CUgraphExec_st {
  CUgraph_st Graph;
  std::map<cudaGraphNode_t, cudaGraphNode_t> Copies; // node of the original graph to ours
};

namespace cutile::cpu {
/// A capture in progress and where each stream stands in it.
struct Capture {
  cudaGraph_t Graph;
  cudaStream_t Origin;
  unsigned long long Id;
  bool Invalid = false;
};
} // namespace cutile::cpu

struct CUstream_st {
  unsigned Flags = cudaStreamDefault;
  int Priority = 0;
  unsigned long long Id = 0;
  cutile::cpu::SignalRef Last; ///< set when everything given so far is done
  std::shared_ptr<cutile::cpu::Capture> Capturing;
  std::vector<cudaGraphNode_t> CaptureAfter;

  struct Queue;
  std::shared_ptr<Queue> Tasks;
};

struct CUevent_st {
  unsigned Flags = cudaEventDefault;
  cutile::cpu::SignalRef Recorded; ///< null before the first record
  std::shared_ptr<cutile::cpu::Capture> Capturing;
  std::vector<cudaGraphNode_t> CaptureAfter;
};

#endif
