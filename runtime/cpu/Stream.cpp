//===- Stream.cpp - streams, their threads, capture -----------------------===//
#include "Runtime.h"

#include <atomic>
#include <deque>
#include <set>
#include <thread>

namespace cutile::cpu {

void Signal::set() {
  {
    std::lock_guard Lock(Mutex);
    Done = true;
    Time = Clock::now();
  }
  Changed.notify_all();
}

void Signal::wait() const {
  std::unique_lock Lock(Mutex);
  Changed.wait(Lock, [&] { return Done; });
}

bool Signal::isSet() const {
  std::lock_guard Lock(Mutex);
  return Done;
}

Clock::time_point Signal::time() const {
  std::lock_guard Lock(Mutex);
  return Time;
}

} // namespace cutile::cpu

using namespace cutile::cpu;

struct CUstream_st::Queue {
  struct Task {
    Work Run;
    std::vector<SignalRef> After;
    SignalRef Done;
  };
  std::mutex Mutex;
  std::condition_variable Changed;
  std::deque<Task> Tasks;
  bool Closed = false;

  /// The thread of the stream. It keeps \p Self alive.
  static void serve(std::shared_ptr<Queue> Self) {
    std::unique_lock Lock(Self->Mutex);
    for (;;) {
      Self->Changed.wait(Lock, [&] { return Self->Closed || !Self->Tasks.empty(); });
      if (Self->Tasks.empty())
        return;
      Task T = std::move(Self->Tasks.front());
      Self->Tasks.pop_front();
      Lock.unlock();
      for (const SignalRef &S : T.After)
        S->wait();
      T.Run();
      T.Done->set();
      T = {};
      Lock.lock();
    }
  }
};

namespace cutile::cpu {
namespace {
/// All streams; never destroyed, since threads outlive main.
struct Streams {
  std::mutex Mutex;
  std::set<cudaStream_t> All; ///< without the default stream
  CUstream_st Default;
  unsigned long long NextId = 1;
};
Streams &streams() {
  static Streams *Instance = new Streams;
  return *Instance;
}

bool isBlocking(cudaStream_t Stream) { return !(Stream->Flags & cudaStreamNonBlocking); }

/// The stream of the calling thread, for cudaStreamPerThread.
cudaStream_t perThread() {
  static thread_local struct Owner {
    cudaStream_t Stream = nullptr;
    ~Owner() {
      if (Stream)
        cudaStreamDestroy(Stream);
    }
  } Own;
  if (!Own.Stream)
    cudaStreamCreate(&Own.Stream);
  return Own.Stream;
}
} // namespace

cudaStream_t resolve(cudaStream_t Stream) {
  Streams &S = streams();
  if (!Stream || Stream == cudaStreamLegacy)
    return &S.Default;
  if (Stream == cudaStreamPerThread)
    return perThread();
  std::lock_guard Lock(S.Mutex);
  return S.All.count(Stream) ? Stream : nullptr;
}

SignalRef enqueue(cudaStream_t Stream, Work Run, std::vector<SignalRef> After) {
  Streams &S = streams();
  std::lock_guard Lock(S.Mutex);
  // The default stream and the blocking streams wait for each other.
  if (Stream == &S.Default) {
    for (cudaStream_t Other : S.All)
      if (isBlocking(Other) && Other->Last && !Other->Last->isSet())
        After.push_back(Other->Last);
  } else if (isBlocking(Stream) && S.Default.Last && !S.Default.Last->isSet()) {
    After.push_back(S.Default.Last);
  }
  if (!Stream->Tasks) {
    Stream->Tasks = std::make_shared<CUstream_st::Queue>();
    std::thread(CUstream_st::Queue::serve, Stream->Tasks).detach();
  }
  auto Done = std::make_shared<Signal>();
  {
    std::lock_guard QueueLock(Stream->Tasks->Mutex);
    Stream->Tasks->Tasks.push_back({std::move(Run), std::move(After), Done});
  }
  Stream->Tasks->Changed.notify_one();
  Stream->Last = Done;
  return Done;
}

void synchronizeAll() {
  Streams &S = streams();
  std::vector<SignalRef> Signals;
  {
    std::lock_guard Lock(S.Mutex);
    if (S.Default.Last)
      Signals.push_back(S.Default.Last);
    for (cudaStream_t Stream : S.All)
      if (Stream->Last)
        Signals.push_back(Stream->Last);
  }
  for (const SignalRef &Signal : Signals)
    Signal->wait();
}

cudaError_t submit(cudaStream_t Stream, Work Run, const std::function<cudaGraphNode_t(cudaGraph_t)> &Node) {
  if (stickyError() != cudaSuccess)
    return stickyError();
  Stream = resolve(Stream);
  if (!Stream)
    return report(cudaErrorInvalidResourceHandle);
  if (!Stream->Capturing) {
    enqueue(Stream, std::move(Run));
    return cudaSuccess;
  }
  if (Stream->Capturing->Invalid)
    return report(cudaErrorStreamCaptureInvalidated);
  cudaGraphNode_t New = Node(Stream->Capturing->Graph);
  if (New->Type != cudaGraphNodeTypeKernel)
    New->Run = std::move(Run);
  New->After = Stream->CaptureAfter;
  Stream->CaptureAfter = {New};
  return cudaSuccess;
}

cudaError_t submitAndWait(cudaStream_t Stream, Work Run) {
  if (stickyError() != cudaSuccess)
    return stickyError();
  Stream = resolve(Stream);
  if (!Stream)
    return report(cudaErrorInvalidResourceHandle);
  if (Stream->Capturing)
    return report(cudaErrorStreamCaptureUnsupported);
  enqueue(Stream, std::move(Run))->wait();
  return report(stickyError());
}

} // namespace cutile::cpu

/// Reads a field of \p Stream.
template <class Field, class Value> static cudaError_t get(cudaStream_t Stream, Field CUstream_st::*Member, Value *Result) {
  Stream = resolve(Stream);
  if (!Stream)
    return report(cudaErrorInvalidResourceHandle);
  *Result = Stream->*Member;
  return cudaSuccess;
}

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream, unsigned Flags, int Priority) {
  if (!Stream || (Flags & ~unsigned(cudaStreamNonBlocking)))
    return report(cudaErrorInvalidValue);
  Streams &S = streams();
  std::lock_guard Lock(S.Mutex);
  *Stream = new CUstream_st;
  (*Stream)->Flags = Flags;
  (*Stream)->Priority = std::min(0, std::max(Priority, -5));
  (*Stream)->Id = S.NextId++;
  S.All.insert(*Stream);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream, unsigned Flags) { return cudaStreamCreateWithPriority(Stream, Flags, 0); }
cudaError_t cudaStreamCreate(cudaStream_t *Stream) { return cudaStreamCreateWithPriority(Stream, cudaStreamDefault, 0); }

cudaError_t cudaStreamDestroy(cudaStream_t Stream) {
  Streams &S = streams();
  std::lock_guard Lock(S.Mutex);
  if (!S.All.erase(Stream))
    return report(cudaErrorInvalidResourceHandle);
  if (Stream->Tasks) { // the thread ends when it has run what is left
    {
      std::lock_guard QueueLock(Stream->Tasks->Mutex);
      Stream->Tasks->Closed = true;
    }
    Stream->Tasks->Changed.notify_one();
  }
  // Later tasks of the default stream still wait for this one's.
  if (isBlocking(Stream) && Stream->Last && !Stream->Last->isSet()) {
    SignalRef Rest = Stream->Last;
    static auto *Ended = new CUstream_st; // collects what is left of destroyed streams
    S.All.insert(Ended);
    if (Ended->Last && !Ended->Last->isSet()) {
      SignalRef Both = std::make_shared<Signal>(), Before = Ended->Last;
      std::thread([=] {
        Before->wait();
        Rest->wait();
        Both->set();
      }).detach();
      Rest = Both;
    }
    Ended->Last = Rest;
  }
  delete Stream;
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t Stream) {
  Stream = resolve(Stream);
  if (!Stream)
    return report(cudaErrorInvalidResourceHandle);
  if (Stream->Capturing) {
    Stream->Capturing->Invalid = true;
    return report(cudaErrorStreamCaptureUnsupported);
  }
  SignalRef Last;
  {
    std::lock_guard Lock(streams().Mutex);
    Last = Stream->Last;
  }
  if (Stream == &streams().Default)
    enqueue(Stream, [] {})->wait(); // waits for the blocking streams too
  else if (Last)
    Last->wait();
  return report(stickyError());
}

cudaError_t cudaStreamQuery(cudaStream_t Stream) {
  Stream = resolve(Stream);
  if (!Stream)
    return report(cudaErrorInvalidResourceHandle);
  if (stickyError() != cudaSuccess)
    return stickyError();
  std::lock_guard Lock(streams().Mutex);
  return !Stream->Last || Stream->Last->isSet() ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t Stream, cudaEvent_t Event, unsigned) {
  Stream = resolve(Stream);
  if (!Stream || !Event)
    return report(cudaErrorInvalidResourceHandle);
  if (Event->Capturing) { // joins the capture in which the event was recorded
    if (!Stream->Capturing)
      Stream->Capturing = Event->Capturing;
    if (Stream->Capturing != Event->Capturing)
      return report(cudaErrorStreamCaptureMerge);
    for (cudaGraphNode_t Node : Event->CaptureAfter)
      Stream->CaptureAfter.push_back(Node);
    return cudaSuccess;
  }
  if (Stream->Capturing)
    return report(cudaErrorStreamCaptureIsolation);
  if (Event->Recorded)
    enqueue(Stream, [] {}, {Event->Recorded});
  return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t Stream, cudaStreamCallback_t Callback, void *Data, unsigned) {
  cudaStream_t Handle = Stream;
  return submit(
      Stream, [=] { Callback(Handle, stickyError(), Data); },
      [](cudaGraph_t G) {
        G->Nodes.push_back(std::make_unique<CUgraphNode_st>());
        G->Nodes.back()->Type = cudaGraphNodeTypeHost;
        return G->Nodes.back().get();
      });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t Stream, cudaHostFn_t Function, void *Data) {
  if (!Function)
    return report(cudaErrorInvalidValue);
  return submit(
      Stream, [=] { Function(Data); },
      [=](cudaGraph_t G) {
        G->Nodes.push_back(std::make_unique<CUgraphNode_st>());
        G->Nodes.back()->Type = cudaGraphNodeTypeHost;
        G->Nodes.back()->Host = {Function, Data};
        return G->Nodes.back().get();
      });
}

cudaError_t cudaStreamGetPriority(cudaStream_t Stream, int *Priority) { return get(Stream, &CUstream_st::Priority, Priority); }
cudaError_t cudaStreamGetFlags(cudaStream_t Stream, unsigned *Flags) { return get(Stream, &CUstream_st::Flags, Flags); }
cudaError_t cudaStreamGetId(cudaStream_t Stream, unsigned long long *Id) { return get(Stream, &CUstream_st::Id, Id); }

cudaError_t cudaStreamGetDevice(cudaStream_t Stream, int *Device) {
  *Device = 0;
  return resolve(Stream) ? cudaSuccess : report(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *, size_t, unsigned) {
  return resolve(Stream) ? cudaSuccess : report(cudaErrorInvalidResourceHandle);
}

//===-- Capture ------------------------------------------------------------===//

cudaError_t cudaStreamBeginCapture(cudaStream_t Stream, cudaStreamCaptureMode) {
  static std::atomic<unsigned long long> NextId{1};
  const bool Legacy = !Stream || Stream == cudaStreamLegacy;
  Stream = resolve(Stream);
  if (!Stream)
    return report(cudaErrorInvalidResourceHandle);
  if (Legacy)
    return report(cudaErrorStreamCaptureUnsupported);
  if (Stream->Capturing)
    return report(cudaErrorIllegalState);
  Stream->Capturing = std::make_shared<Capture>(Capture{new CUgraph_st, Stream, NextId++});
  Stream->CaptureAfter.clear();
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t Stream, cudaGraph_t *Graph) {
  Stream = resolve(Stream);
  if (!Stream || !Graph)
    return report(cudaErrorInvalidValue);
  std::shared_ptr<Capture> C = Stream->Capturing;
  if (!C)
    return report(cudaErrorIllegalState);
  if (C->Origin != Stream)
    return report(cudaErrorStreamCaptureUnmatched);
  bool Unjoined = false;
  {
    std::lock_guard Lock(streams().Mutex);
    for (cudaStream_t Other : streams().All)
      if (Other->Capturing == C) {
        for (cudaGraphNode_t Node : Other->CaptureAfter) {
          bool Joined = Other == Stream;
          for (auto &Later : C->Graph->Nodes)
            for (cudaGraphNode_t Before : Later->After)
              Joined |= Before == Node;
          for (cudaGraphNode_t Last : Stream->CaptureAfter)
            Joined |= Last == Node;
          Unjoined |= !Joined;
        }
        Other->Capturing = nullptr;
        Other->CaptureAfter.clear();
      }
  }
  *Graph = nullptr;
  if (C->Invalid || Unjoined) {
    delete C->Graph;
    return report(C->Invalid ? cudaErrorStreamCaptureInvalidated : cudaErrorStreamCaptureUnjoined);
  }
  *Graph = C->Graph;
  return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t Stream, cudaStreamCaptureStatus *Status) {
  Stream = resolve(Stream);
  if (!Stream || !Status)
    return report(cudaErrorInvalidValue);
  *Status = !Stream->Capturing           ? cudaStreamCaptureStatusNone
            : Stream->Capturing->Invalid ? cudaStreamCaptureStatusInvalidated
                                         : cudaStreamCaptureStatusActive;
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *Mode) {
  static thread_local cudaStreamCaptureMode Current = cudaStreamCaptureModeGlobal;
  std::swap(*Mode, Current);
  return cudaSuccess;
}
}
