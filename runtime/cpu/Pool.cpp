#include "Pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csetjmp>
#include <cstdlib>
#include <mutex>
#include <new>
#include <sched.h>
#include <thread>
#include <vector>

namespace cutile::cpu {

unsigned numWorkers() {
  static const unsigned Count = [] {
    if (const char *Text = std::getenv("CUTILE_CPU_THREADS"))
      if (int N = std::atoi(Text); N > 0)
        return unsigned(N);
    return std::max(1u, std::thread::hardware_concurrency());
  }();
  return Count;
}

namespace {

/// One run of a kernel.
struct Job {
  const KernelInfo &Kernel;
  void *const *Arguments;
  dim3 Grid;
  uint64_t NumBlocks;
  uint64_t Chunk; ///< blocks that a thread takes at once
  std::atomic<uint64_t> Next{0};
  std::atomic<cudaError_t> Error{cudaSuccess};
  unsigned Seats = 0; ///< threads still wanted; guarded by Pool::Mutex, like Running
  unsigned Running = 0;
};

/// Memory for the tiles of the block that a thread runs.
class Scratch {
  void *Memory = nullptr;
  size_t Bytes = 0;

public:
  ~Scratch() { std::free(Memory); }
  void *get(size_t Wanted) {
    if (Wanted > Bytes) {
      std::free(Memory);
      Bytes = (Wanted + ScratchAlignment - 1) / ScratchAlignment * ScratchAlignment;
      Memory = std::aligned_alloc(ScratchAlignment, Bytes);
      if (!Memory)
        throw std::bad_alloc();
    }
    return Memory;
  }
};

thread_local Job *CurrentJob = nullptr;
thread_local std::jmp_buf *Escape = nullptr;

/// Runs blocks of \p J until none is left.
void takeBlocks(Job &J) {
  static thread_local Scratch Memory;
  void *const Space = Memory.get(std::max<uint64_t>(J.Kernel.ScratchBytes, ScratchAlignment));
  std::jmp_buf Here;
  CurrentJob = &J;
  Escape = &Here;
  if (setjmp(Here) == 0) {
    for (;;) {
      const uint64_t First = J.Next.fetch_add(J.Chunk, std::memory_order_relaxed);
      if (First >= J.NumBlocks)
        break;
      const uint64_t Last = std::min(First + J.Chunk, J.NumBlocks);
      for (uint64_t I = First; I < Last; ++I) {
        const uint64_t Row = I / J.Grid.x;
        const Block B = {{uint32_t(I % J.Grid.x), uint32_t(Row % J.Grid.y), uint32_t(Row / J.Grid.y)}, {J.Grid.x, J.Grid.y, J.Grid.z}};
        J.Kernel.Run(J.Arguments, &B, Space);
      }
    }
  } else {
    J.Next.store(J.NumBlocks, std::memory_order_relaxed); // an error: no further blocks
  }
  CurrentJob = nullptr;
  Escape = nullptr;
}

class Pool {
  std::mutex Mutex;
  std::condition_variable Wanted, Left;
  std::vector<Job *> Jobs; ///< with free seats
  unsigned Threads = 0, Busy = 0, OpenSeats = 0;

  void worker() {
    std::unique_lock Lock(Mutex);
    for (;;) {
      Wanted.wait(Lock, [&] { return !Jobs.empty(); });
      Job *J = Jobs.front();
      if (--J->Seats == 0)
        Jobs.erase(Jobs.begin());
      --OpenSeats;
      ++J->Running;
      ++Busy;
      Lock.unlock();
      takeBlocks(*J);
      Lock.lock();
      --Busy;
      if (--J->Running == 0)
        Left.notify_all();
    }
  }

public:
  void run(Job &J, unsigned Helpers, bool All) {
    if (Helpers) {
      std::lock_guard Lock(Mutex);
      J.Seats = Helpers;
      OpenSeats += Helpers;
      Jobs.push_back(&J);
      // Blocks that wait need all their threads; others are content with those that are free.
      const unsigned Limit = All ? ~0u : numWorkers() - 1;
      while (Threads < Busy + OpenSeats && Threads < std::max(Limit, Threads + (All ? 1 : 0))) {
        ++Threads;
        std::thread([this] { worker(); }).detach();
      }
      Wanted.notify_all();
    }
    takeBlocks(J);
    std::unique_lock Lock(Mutex);
    if (J.Seats) {
      Jobs.erase(std::find(Jobs.begin(), Jobs.end(), &J));
      OpenSeats -= J.Seats;
      J.Seats = 0;
    }
    Left.wait(Lock, [&] { return J.Running == 0; });
  }
};

/// Never destroyed: its threads may outlive main.
Pool &pool() {
  static Pool *Instance = new Pool;
  return *Instance;
}

} // namespace

cudaError_t runBlocks(const KernelInfo &Kernel, void *const *Arguments, dim3 Grid) {
  const bool MayWait = Kernel.Flags & KernelMayWait;
  const uint64_t NumBlocks = uint64_t(Grid.x) * Grid.y * Grid.z;
  const uint64_t Concurrent = std::min<uint64_t>(NumBlocks, MayWait ? std::max(MaxConcurrentBlocks, numWorkers()) : numWorkers());
  const uint64_t Chunk = MayWait ? 1 : std::clamp<uint64_t>(NumBlocks / (Concurrent * 16), 1, 64);
  Job J{Kernel, Arguments, Grid, NumBlocks, Chunk};
  pool().run(J, unsigned(Concurrent - 1), MayWait);
  return J.Error;
}

void abortBlock(cudaError_t Error) {
  if (!CurrentJob)
    std::abort();
  cudaError_t None = cudaSuccess;
  CurrentJob->Error.compare_exchange_strong(None, Error);
  std::longjmp(*Escape, 1);
}

} // namespace cutile::cpu

using namespace cutile::cpu;

extern "C" {

void cutile_cpu_yield() {
  static thread_local unsigned Calls = 0;
  if (++Calls % 16)
    return;
  // A block that waits for one that failed would wait for ever.
  if (CurrentJob && CurrentJob->Error.load(std::memory_order_relaxed) != cudaSuccess)
    abortBlock(cudaErrorLaunchFailure);
  sched_yield();
}

void cutile_cpu_trap() { abortBlock(cudaErrorLaunchFailure); }
}
