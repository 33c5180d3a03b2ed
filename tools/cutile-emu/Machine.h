//===- Machine.h - CTAs, warps and threads being executed -------*- C++ -*-===//
//
// A launch runs on the thread that calls it. Every GPU thread is a fiber that runs until it must wait: at a barrier, at an
// operation that a warp executes together, in a spin loop. The scheduler picks the next warp by a seeded generator. Several
// CTAs are alive at once, so that blocks can wait for each other and, later, form clusters.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_EMU_MACHINE_H
#define CUTILE_EMU_MACHINE_H

#include "Clocks.h"
#include "Fiber.h"
#include "Findings.h"
#include "Memory.h"
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cutile::emu {

struct Call;
struct Cta;
struct Site;
struct Warp;
class Machine;

/// Special registers, in the order of Thread::Special.
enum class Special : unsigned {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NumWarps,
  SmId,
  NumSms,
  GridId,
  WarpSize,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  TotalShared,
  DynamicShared,
  One,
  Zero, ///< registers of clusters of one CTA
  Count
};

/// A copy from global to shared memory that was issued and whose completion nothing has waited for.
struct AsyncCopy {
  char *To;
  const char *From;
  unsigned Bytes, SourceBytes;
  const Site *Where;
  bool Done = false; ///< bytes have moved; the thread may not know
};

/// Arguments of an operation that the warp executes together, while the lane waits.
struct LaneOperands {
  const uint64_t *Arguments;
  uint64_t *Results;
};

struct Thread {
  // Generated code reads the first two members.
  uint32_t Special[static_cast<unsigned>(Special::Count)];
  char *SharedBase;

  Cta *Block;
  Warp *InWarp;
  uint16_t Index; ///< in the CTA
  uint8_t Lane;
  enum State : uint8_t { Runnable, AtBarrier, AtWarp, Exited } Now;
  Fiber *Stack;
  const Site *Waiting; ///< where, if not runnable
  uint8_t StrongReads; ///< since the last yield
  unsigned Barrier;    ///< which, if AtBarrier
  uint32_t Votes;      ///< of the barrier phase that the thread left last

  uint32_t Clock;
  KnowledgeRef Knows;
  std::shared_ptr<Released> FenceReleased; ///< published by relaxed writes after a fence
  std::shared_ptr<Released> Pending;       ///< learned by relaxed reads, valid after a fence

  std::vector<AsyncCopy> Copies;              ///< not yet committed
  std::vector<std::vector<AsyncCopy>> Groups; ///< committed, oldest first

  /// "kernel 'k', block (1,0,0), thread (5,0,0)"
  std::string describe() const;
};

/// Lanes of a warp on their way into one operation.
struct Rendezvous {
  const Call *What;
  uint32_t Mask; ///< lanes that must come
  uint32_t Arrived;
};

struct Warp {
  Cta *Block;
  unsigned Index;
  uint32_t Exists; ///< lanes that the CTA has
  uint32_t Runnable;
  uint32_t Exited;
  std::vector<Rendezvous> Meetings;
  std::array<LaneOperands, 32> Operands;
  Thread *lane(unsigned L) const;
};

struct Barrier {
  unsigned Expected = 0; ///< threads; 0 while unused
  unsigned Arrived = 0;
  std::vector<Thread *> Waiting;
  std::vector<Thread *> Passed; ///< arrived without waiting in this phase
  uint32_t Votes = 0;           ///< arguments of barrier.red that were true
  const Site *FirstSite = nullptr;
  bool All = false; ///< form without a count
};

struct Cta {
  Machine *Owner;
  uint32_t Index[3];
  uint32_t Instance; ///< unique in the process
  uint32_t Phase;    ///< unique in the process; new after every barrier of the whole CTA
  std::vector<Thread> Threads;
  std::vector<Warp> Warps;
  std::array<Barrier, 16> Barriers;
  Region *Shared;
  unsigned SharedBytes;
  unsigned Live;          ///< threads that have not exited
  uint32_t RunnableWarps; ///< bit per warp
  std::vector<std::shared_ptr<Fiber>> Stacks;
};

struct Launch {
  std::string Name;
  void (*Entry)(void **Arguments);
  void **Arguments;
  uint32_t Grid[3], Block[3];
  unsigned StaticShared, DynamicShared;
};

struct Options {
  uint64_t Seed = 1;
  unsigned ResidentCtas = 2;
  double MostSeconds = 120; ///< without the end of a block, before the launch counts as stuck
  bool CheckRaces = true, CheckUninitialised = true;
};

class Machine {
public:
  static Machine &get();

  Options Settings;
  AddressSpace Memory;
  Findings Faults;

  /// Runs a grid to its end or its first fatal finding.
  /// \returns the number of findings.
  unsigned run(const Launch &L);

  uint32_t random();
  const Launch &launch() const { return *Active; }

  //===-- Called on the stack of a GPU thread -------------------------------===//

  /// Checks and records an access of \p Size bytes; fatal faults do not return.
  void access(Thread &T, const Site &S, char *Address, uint64_t Size);
  /// As access, for the two sides of an asynchronous copy.
  void accessAsync(Thread &T, const Site &S, char *Address, unsigned Size, bool Write);
  /// The asynchronous accesses of \p Copy become ordinary ones of \p T now.
  void settleAsync(Thread &T, const AsyncCopy &Copy);

  /// Effects of order on the clocks, around a strong access to \p Address.
  void synchronise(Thread &T, const Site &S, char *Address, bool Reads, bool Writes);
  void fence(Thread &T);

  /// Waits until every lane of \p Mask is here, then runs \p What once for all.
  void meet(Thread &T, const Call &What, uint32_t Mask, const uint64_t *Arguments, uint64_t *Results);

  /// barrier.cta. \p Expected 0: all threads of the CTA. \p Wait false: arrive only.
  /// \returns the number of true \p Vote of this phase.
  uint32_t barrier(Thread &T, const Site &S, unsigned Id, unsigned Expected, bool Aligned, bool Wait, bool Vote);

  /// Lanes of \p Lanes leave a warp barrier: each knows what all did before.
  void joinWarp(Warp &W, uint32_t Lanes);

  /// In a loop that waits for memory: lets others run.
  void yield(Thread &T);
  void progress() { ++ProgressCount; }

  void copyNow(AsyncCopy &Copy);
  /// Lets outstanding copies of \p T complete if chance says so.
  void maybeComplete(Thread &T);

  void report(Thread &T, Fault Cause, const std::string &Text, const Site *Where, const Site *Other = nullptr, const std::string &OtherThread = {});
  /// Reports and ends the launch.
  [[noreturn]] void fatal(Thread &T, Fault Cause, const std::string &Text, const Site *Where, const Site *Other = nullptr,
                          const std::string &OtherThread = {});
  void exitThread(Thread &T);

private:
  std::unique_ptr<Cta> startCta(uint64_t Linear);
  void retire(Cta &C);
  void runWarp(Cta &C, Warp &W);
  void releaseBarrier(Cta &C, Barrier &B);
  void checkBarrier(Thread &T, const Site &S, const Barrier &B, unsigned Id, unsigned Expected, bool Aligned);
  void runMeeting(Warp &W, size_t Index);
  void reportStuck(bool Spinning);
  void block(Thread &T, Thread::State State, const Site *Where);
  void wake(Thread &T);
  KnowledgeRef meetKnowledge(Cta &C, const std::vector<Thread *> &Threads);
  Released snapshot(Thread &T);
  bool ordered(const Thread &T, const Record &R) const;
  Region *check(Thread &T, const Site &S, char *Address, uint64_t Size);
  bool raceWord(Thread &T, const Site &S, Region &R, char *WordAddress, Record New);
  bool race(Thread &T, const Site &S, Region &R, char *Address, uint64_t Size, Record::Kind Kind);
  void prune(Thread &T, Word &W, bool Shared);
  std::string describe(const Record &R) const;
  [[noreturn]] void leave();

  const Launch *Active = nullptr;
  std::vector<std::unique_ptr<Cta>> Resident;
  std::vector<Region *> FreeWindows;
  std::vector<std::shared_ptr<Fiber>> FreeStacks;
  std::unordered_map<char *, Released> SyncVariables;
  uint32_t NextInstance = 1, FirstInstance = 1;
  std::vector<uint32_t> PhaseOwner;    ///< CTA instance by phase
  std::vector<uint32_t> InstanceBlock; ///< linear block of an instance, of this launch
  uint64_t ProgressCount = 0, Generator = 1;
  bool Aborted = false;
};

/// The thread whose fiber runs.
extern Thread *Current;

} // namespace cutile::emu

#endif
