#include "Machine.h"
#include "Ops.h"
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>

namespace cutile::emu {

Thread *Current = nullptr;

Machine &Machine::get() {
  static auto *TheMachine = new Machine; // never destroyed: host threads may still launch during exit
  return *TheMachine;
}

uint32_t Machine::random() {
  // xorshift64*
  Generator ^= Generator >> 12;
  Generator ^= Generator << 25;
  Generator ^= Generator >> 27;
  return (Generator * 0x2545F4914F6CDD1DULL) >> 32;
}

Thread *Warp::lane(unsigned L) const { return &Block->Threads[Index * 32 + L]; }

static std::string triple(const uint32_t *V) { return "(" + std::to_string(V[0]) + "," + std::to_string(V[1]) + "," + std::to_string(V[2]) + ")"; }

std::string Thread::describe() const {
  return "kernel '" + Block->Owner->launch().Name + "', block " + triple(Block->Index) + ", thread " + triple(Special);
}

//===-- CTAs --------------------------------------------------------------------===//

/// Shared memory lies below 4 GB and on a multiple of this, so that 32-bit addresses and exclusive-or swizzles work on it as
/// they do on the GPU.
static constexpr size_t WindowBytes = 256 * 1024;

static Region *makeWindow() {
  void *Map = mmap(nullptr, 2 * WindowBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (Map == MAP_FAILED) {
    fprintf(stderr, "cutile-emu: no memory below 4 GB for shared memory\n");
    abort();
  }
  auto Address = (reinterpret_cast<uintptr_t>(Map) + WindowBytes - 1) & ~(WindowBytes - 1);
  return new Region(reinterpret_cast<char *>(Address), WindowBytes, RegionKind::Shared, /*Initialised=*/false, "shared memory");
}

static void threadMain(void *) {
  Thread &T = *Current;
  Machine &M = *T.Block->Owner;
  M.launch().Entry(M.launch().Arguments);
  M.exitThread(T);
}

std::unique_ptr<Cta> Machine::startCta(uint64_t Linear) {
  const Launch &L = *Active;
  auto C = std::make_unique<Cta>();
  C->Owner = this;
  C->Index[0] = Linear % L.Grid[0];
  C->Index[1] = Linear / L.Grid[0] % L.Grid[1];
  C->Index[2] = Linear / L.Grid[0] / L.Grid[1];
  C->Instance = NextInstance++;
  InstanceBlock.push_back(Linear);
  C->Phase = PhaseOwner.size();
  PhaseOwner.push_back(C->Instance);
  if (FreeWindows.empty())
    FreeWindows.push_back(makeWindow());
  C->Shared = FreeWindows.back();
  FreeWindows.pop_back();
  C->SharedBytes = L.StaticShared + L.DynamicShared;
  C->Shared->Size = C->SharedBytes;
  C->Shared->resetInitialised(C->SharedBytes);
  memset(C->Shared->Base, 0xA5 ^ (random() & 0xff), C->SharedBytes);

  const unsigned Count = L.Block[0] * L.Block[1] * L.Block[2], WarpCount = (Count + 31) / 32;
  C->Live = Count;
  C->Threads.resize(Count);
  C->Warps.resize(WarpCount);
  C->RunnableWarps = WarpCount == 32 ? ~0u : (1u << WarpCount) - 1;
  auto Start = std::make_shared<Knowledge>();
  Start->Own = std::make_shared<ClockVector>(Count, 0);
  for (unsigned I = 0; I < WarpCount; ++I) {
    Warp &W = C->Warps[I];
    W.Block = C.get();
    W.Index = I;
    W.Exists = W.Runnable = Count - I * 32 >= 32 ? ~0u : (1u << (Count - I * 32)) - 1;
    W.Exited = 0;
  }
  for (unsigned I = 0; I < Count; ++I) {
    Thread &T = C->Threads[I];
    auto Set = [&](Special S, uint32_t V) { T.Special[static_cast<unsigned>(S)] = V; };
    Set(Special::TidX, I % L.Block[0]);
    Set(Special::TidY, I / L.Block[0] % L.Block[1]);
    Set(Special::TidZ, I / L.Block[0] / L.Block[1]);
    for (unsigned D = 0; D < 3; ++D) {
      T.Special[static_cast<unsigned>(Special::NtidX) + D] = L.Block[D];
      T.Special[static_cast<unsigned>(Special::CtaidX) + D] = C->Index[D];
      T.Special[static_cast<unsigned>(Special::NctaidX) + D] = L.Grid[D];
    }
    const uint32_t Lane = I % 32, Bit = 1u << Lane;
    Set(Special::LaneId, Lane);
    Set(Special::WarpId, I / 32);
    Set(Special::NumWarps, WarpCount);
    Set(Special::SmId, Linear % 4);
    Set(Special::NumSms, 4);
    Set(Special::GridId, 1);
    Set(Special::WarpSize, 32);
    Set(Special::LaneMaskEq, Bit);
    Set(Special::LaneMaskLe, Bit | (Bit - 1));
    Set(Special::LaneMaskLt, Bit - 1);
    Set(Special::LaneMaskGe, ~(Bit - 1));
    Set(Special::LaneMaskGt, ~(Bit | (Bit - 1)));
    Set(Special::TotalShared, C->SharedBytes);
    Set(Special::DynamicShared, L.DynamicShared);
    Set(Special::One, 1);
    Set(Special::Zero, 0);
    T.SharedBase = C->Shared->Base;
    T.Block = C.get();
    T.InWarp = &C->Warps[I / 32];
    T.Index = I;
    T.Lane = Lane;
    T.Now = Thread::Runnable;
    T.Waiting = nullptr;
    T.StrongReads = 0;
    T.Clock = 1;
    T.Knows = Start;
    if (FreeStacks.empty())
      FreeStacks.push_back(std::make_shared<Fiber>());
    C->Stacks.push_back(std::move(FreeStacks.back()));
    FreeStacks.pop_back();
    T.Stack = C->Stacks.back().get();
    T.Stack->prepare(threadMain, nullptr);
  }
  return C;
}

void Machine::retire(Cta &C) {
  FreeWindows.push_back(C.Shared);
  for (auto &Stack : C.Stacks)
    FreeStacks.push_back(std::move(Stack));
}

//===-- Scheduling -----------------------------------------------------------------===//

void Machine::block(Thread &T, Thread::State State, const Site *Where) {
  T.Now = State;
  T.Waiting = Where;
  T.InWarp->Runnable &= ~(1u << T.Lane);
  T.Stack->suspend();
}

void Machine::wake(Thread &T) {
  T.Now = Thread::Runnable;
  T.Waiting = nullptr;
  T.InWarp->Runnable |= 1u << T.Lane;
  T.Block->RunnableWarps |= 1u << T.InWarp->Index;
}

void Machine::yield(Thread &T) {
  T.StrongReads = 0;
  T.Stack->suspend();
}

void Machine::leave() {
  Aborted = true;
  Current->Stack->suspend();
  abort(); // an aborted launch resumes nothing
}

void Machine::exitThread(Thread &T) {
  for (auto &Group : T.Groups)
    for (AsyncCopy &Copy : Group)
      copyNow(Copy), settleAsync(T, Copy);
  for (AsyncCopy &Copy : T.Copies)
    copyNow(Copy), settleAsync(T, Copy);
  T.Copies.clear();
  T.Groups.clear();
  Warp &W = *T.InWarp;
  W.Exited |= 1u << T.Lane;
  --T.Block->Live;
  progress();
  // Lanes that wait for this one in a warp operation go on without it.
  for (size_t I = W.Meetings.size(); I-- > 0;)
    if ((W.Meetings[I].Mask & W.Exists & ~W.Exited) == W.Meetings[I].Arrived)
      runMeeting(W, I);
  for (unsigned Id = 0; Id < 16; ++Id) {
    Barrier &B = T.Block->Barriers[Id];
    if (B.Expected && B.All && B.Arrived && B.Arrived == T.Block->Live)
      fatal(T, Fault::BarrierDivergence,
            "the thread exits while " + std::to_string(B.Arrived) + " threads wait for all at barrier " + std::to_string(Id), nullptr, B.FirstSite);
  }
  block(T, Thread::Exited, nullptr);
}

void Machine::runWarp(Cta &C, Warp &W) {
  // Each lane that can run runs once, so that lanes which spin let the others go on.
  uint32_t Lanes = W.Runnable;
  while (Lanes && !Aborted) {
    const unsigned L = std::countr_zero(Lanes);
    Lanes &= Lanes - 1;
    if (!(W.Runnable >> L & 1))
      continue;
    Current = W.lane(L);
    Current->Stack->resume();
  }
  if (!W.Runnable)
    C.RunnableWarps &= ~(1u << W.Index);
}

unsigned Machine::run(const Launch &L) {
  using Seconds = std::chrono::duration<double>;
  constexpr double StuckSeconds = 10;
  constexpr unsigned MaxResident = 64;
  constexpr unsigned PatientSteps = 8192; ///< of warps, until another block is started beside those that do not end

  const unsigned Before = Faults.count();
  Active = &L;
  Aborted = false;
  Generator = Settings.Seed * 0x9E3779B97F4A7C15ULL + 1;
  FirstInstance = NextInstance;
  InstanceBlock.clear();
  SyncVariables.clear();
  if (PhaseOwner.empty())
    PhaseOwner.push_back(0); // phase 0: never touched
  const uint64_t Total = uint64_t(L.Grid[0]) * L.Grid[1] * L.Grid[2];
  uint64_t Next = 0, Seen = ProgressCount;
  unsigned Wanted = std::max(1u, Settings.ResidentCtas), Idle = 0;
  unsigned Steps = 0; ///< since a block ended
  auto IdleSince = std::chrono::steady_clock::now(), EndedAt = IdleSince;
  while (!Aborted) {
    while (Resident.size() < Wanted && Next < Total)
      Resident.push_back(startCta(Next++));
    if (Resident.empty())
      break;
    // A random warp of a random CTA that can run.
    const size_t First = random() % Resident.size();
    Cta *C = nullptr;
    for (size_t I = 0; I < Resident.size() && !C; ++I)
      if (Resident[(First + I) % Resident.size()]->RunnableWarps)
        C = Resident[(First + I) % Resident.size()].get();
    if (!C) {
      reportStuck(/*Spinning=*/false);
      break;
    }
    unsigned Pick = random() % std::popcount(C->RunnableWarps);
    uint32_t Bits = C->RunnableWarps;
    while (Pick--)
      Bits &= Bits - 1;
    runWarp(*C, C->Warps[std::countr_zero(Bits)]);
    if (!C->Live) {
      retire(*C);
      std::erase_if(Resident, [&](const auto &R) { return R.get() == C; });
      Wanted = std::max(1u, Settings.ResidentCtas);
      Steps = 0;
      EndedAt = std::chrono::steady_clock::now();
    } else if (++Steps % PatientSteps == 0) {
      // Blocks may wait for one that has not started, in a loop with barriers and stores of its own.
      if (Next < Total && Wanted < MaxResident)
        ++Wanted;
      if (Seconds(std::chrono::steady_clock::now() - EndedAt).count() > Settings.MostSeconds) {
        reportStuck(/*Spinning=*/true);
        break;
      }
    }
    if (ProgressCount != Seen) {
      Seen = ProgressCount;
      Idle = 0;
      continue;
    }
    // Threads only look at memory: perhaps they wait for a block that has not started, perhaps for ever.
    if (++Idle == 1)
      IdleSince = std::chrono::steady_clock::now();
    if (Idle % 256 == 0 && Next < Total && Wanted < MaxResident)
      ++Wanted;
    else if (Idle % 4096 == 0 && Seconds(std::chrono::steady_clock::now() - IdleSince).count() > StuckSeconds) {
      reportStuck(/*Spinning=*/true);
      break;
    }
  }
  for (auto &C : Resident)
    retire(*C);
  Resident.clear();
  Current = nullptr;
  Active = nullptr;
  return Faults.count() - Before;
}

//===-- Findings ---------------------------------------------------------------------===//

void Machine::report(Thread &T, Fault Cause, const std::string &Text, const Site *Where, const Site *Other, const std::string &OtherThread) {
  Faults.report(Cause, Text, T.describe(), Where, Other, OtherThread);
}

void Machine::fatal(Thread &T, Fault Cause, const std::string &Text, const Site *Where, const Site *Other, const std::string &OtherThread) {
  report(T, Cause, Text, Where, Other, OtherThread);
  leave();
}

static std::string ranges(const std::vector<unsigned> &Numbers) {
  std::string Text;
  for (size_t I = 0; I < Numbers.size();) {
    size_t E = I;
    while (E + 1 < Numbers.size() && Numbers[E + 1] == Numbers[E] + 1)
      ++E;
    Text += (Text.empty() ? "" : ",") + std::to_string(Numbers[I]);
    if (E > I)
      Text += "-" + std::to_string(Numbers[E]);
    I = E + 1;
  }
  return Text;
}

void Machine::reportStuck(bool Spinning) {
  // Threads of one CTA that wait at the same place are one line.
  std::string State;
  bool Diverged = false;
  Thread *First = nullptr;
  const Site *FirstSite = nullptr;
  for (auto &C : Resident) {
    State += "\n    block " + triple(C->Index) + ":";
    std::map<std::string, std::vector<unsigned>> Places;
    for (Thread &T : C->Threads) {
      std::string Place;
      switch (T.Now) {
      case Thread::Exited:
        Place = "exited";
        break;
      case Thread::Runnable:
        Place = "run, reading memory again and again";
        break;
      case Thread::AtWarp:
        Place = "wait in a warp operation at " + T.Waiting->describe();
        break;
      case Thread::AtBarrier:
        Place = "wait at barrier " + std::to_string(T.Barrier) + " (" + std::to_string(C->Barriers[T.Barrier].Arrived) + " of " +
                std::to_string(C->Barriers[T.Barrier].Expected) + " came) at " + T.Waiting->describe();
        break;
      }
      if (T.Now == Thread::AtBarrier && !First) {
        First = &T;
        FirstSite = T.Waiting;
      }
      Places[Place].push_back(T.Index);
    }
    unsigned WaitingPlaces = 0;
    bool AtAll = false;
    for (const Thread &T : C->Threads)
      AtAll |= T.Now == Thread::AtBarrier && C->Barriers[T.Barrier].All;
    for (auto &[Place, Threads] : Places) {
      WaitingPlaces += Place != "run, reading memory again and again";
      State += "\n      threads " + ranges(Threads) + " " + Place;
    }
    Diverged |= AtAll && WaitingPlaces > 1;
    if (!First)
      First = &C->Threads[0];
  }
  report(*First, Diverged ? Fault::BarrierDivergence : Fault::Deadlock,
         (Spinning ? "no thread made progress for a long time:" : "no thread can run:") + State, FirstSite);
}

} // namespace cutile::emu
