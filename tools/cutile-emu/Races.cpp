// Checks of memory accesses: bounds, alignment, initialisation, and order against earlier accesses.
#include "Machine.h"
#include "Ops.h"
#include "cutile/api/op_codes.h"
#include <algorithm>
#include <bit>
#include <cstdio>

namespace cutile::emu {

namespace op = cuda::tiles::__op;

static std::string hex(const void *P) {
  char Text[32];
  snprintf(Text, sizeof(Text), "%p", P);
  return Text;
}

static std::string place(const Region &R, const char *Address) { return R.Name + " + " + std::to_string(Address - R.Base); }

//===-- Order ---------------------------------------------------------------------===//

bool Machine::ordered(const Thread &T, const Record &R) const {
  if (R.Instance == T.Block->Instance)
    return R.Thread == T.Index || (*T.Knows->Own)[R.Thread] >= R.Clock;
  if (R.Instance < FirstInstance)
    return true;
  auto At = T.Knows->Others.find(R.Instance);
  return At != T.Knows->Others.end() && R.Thread < At->second->size() && (*At->second)[R.Thread] >= R.Clock;
}

Released Machine::snapshot(Thread &T) {
  Released Result;
  Result.join(T.Block->Instance, *T.Knows);
  auto Own = std::make_shared<ClockVector>(*T.Knows->Own);
  (*Own)[T.Index] = T.Clock++;
  Result.Of[T.Block->Instance] = std::move(Own);
  return Result;
}

void Machine::synchronise(Thread &T, const Site &S, char *Address, bool Reads, bool Writes) {
  const bool Acquires = S.Order == op::order_acquire || S.Order == op::order_acq_rel;
  const bool Releases = S.Order == op::order_release || S.Order == op::order_acq_rel;
  auto At = SyncVariables.find(Address);
  if (Reads && At != SyncVariables.end()) {
    if (Acquires)
      T.Knows = acquire(T.Knows, T.Block->Instance, At->second);
    else {
      if (!T.Pending)
        T.Pending = std::make_shared<Released>();
      T.Pending->join(At->second);
    }
  }
  if (!Writes)
    return;
  if (Releases) {
    Released News = snapshot(T);
    if (Reads)
      SyncVariables[Address].join(News);
    else
      SyncVariables[Address] = std::move(News);
  } else if (T.FenceReleased) {
    if (Reads)
      SyncVariables[Address].join(*T.FenceReleased);
    else
      SyncVariables[Address] = *T.FenceReleased;
  } else if (!Reads && At != SyncVariables.end())
    SyncVariables.erase(At);
}

void Machine::fence(Thread &T) {
  if (T.Pending) {
    T.Knows = acquire(T.Knows, T.Block->Instance, *T.Pending);
    T.Pending = nullptr;
  }
  T.FenceReleased = std::make_shared<Released>(snapshot(T));
}

//===-- Races -----------------------------------------------------------------------===//

void Machine::prune(Thread &T, Word &W, bool Shared) {
  const uint32_t Now = T.Block->Phase;
  if (W.Phase == Now)
    return;
  const uint32_t Owner = PhaseOwner[W.Phase];
  if (Owner == T.Block->Instance) {
    // A barrier of the whole CTA lies between: nothing of this CTA can race any more.
    if (Shared)
      forgetRecords(W);
    else
      for (unsigned I = W.Count; I-- > 0;)
        if (W.Records[I].Instance == Owner && !W.Records[I].async())
          removeRecord(W, I);
  } else if (Shared || Owner < FirstInstance)
    W.Count = W.AsyncCount = W.Writes = 0;
  W.Phase = Now;
}

std::string Machine::describe(const Record &R) const {
  for (const auto &C : Resident)
    if (C->Instance == R.Instance)
      return C->Threads[R.Thread].describe();
  const uint64_t Linear = InstanceBlock[R.Instance - FirstInstance];
  const uint32_t *Grid = Active->Grid;
  return "kernel '" + Active->Name + "', block (" + std::to_string(Linear % Grid[0]) + "," + std::to_string(Linear / Grid[0] % Grid[1]) + "," +
         std::to_string(Linear / Grid[0] / Grid[1]) + "), thread number " + std::to_string(R.Thread);
}

static const char *verb(Record::Kind Kind) {
  switch (Kind) {
  case Record::Read:
    return "reads";
  case Record::Write:
    return "writes";
  case Record::StrongRead:
    return "reads atomically";
  case Record::StrongWrite:
    return "writes atomically";
  case Record::AsyncRead:
    return "reads by an asynchronous copy";
  case Record::AsyncWrite:
    return "writes by an asynchronous copy";
  }
  return "?";
}

/// \returns true if a race was reported.
bool Machine::raceWord(Thread &T, const Site &S, Region &R, char *Address, Record New) {
  const bool Shared = R.Kind == RegionKind::Shared;
  Word &W = R.wordAt(Address);
  prune(T, W, Shared);
  const unsigned MostReads = Shared ? Word::MaxRecords : 8;
  if (!New.writes() && !W.Writes) {
    // Nothing to race with. Remember the reader unless it is there or the list is long.
    for (unsigned I = 0; I < W.Count; ++I) {
      Record &Old = W.Records[I];
      if (Old.Thread == New.Thread && Old.Instance == New.Instance && Old.What == New.What && !(New.Mask & ~Old.Mask)) {
        Old.Clock = New.Clock;
        Old.Where = New.Where;
        return false;
      }
    }
    if (W.Count < MostReads || New.async())
      addRecord(W, New);
    return false;
  }
  for (unsigned I = W.Count; I-- > 0;) {
    const Record &Old = W.Records[I];
    if (!(Old.Mask & New.Mask))
      continue;
    const bool SameThread = Old.Thread == New.Thread && Old.Instance == New.Instance;
    const bool Before = !Old.async() && (SameThread || ordered(T, Old));
    if (Before) {
      // What comes after the new access comes after the old one as well: only the new one has to be kept.
      const bool Covered = !(Old.Mask & ~New.Mask) && (New.writes() || !Old.writes()) && !(New.strong() && !Old.strong());
      if (Covered)
        removeRecord(W, I);
      continue;
    }
    if (!Old.writes() && !New.writes())
      continue;
    if (Old.strong() && New.strong() && (Old.Instance == New.Instance || (Old.Scope != op::scope_block && New.Scope != op::scope_block)))
      continue;
    const Record Culprit = Old;
    const bool Async = Culprit.async() || New.async();
    std::string Text = std::string(verb(New.What)) + " " + place(R, Address + std::countr_zero(New.Mask)) + ", which ";
    Text += SameThread ? "the same thread" : "another thread";
    Text += std::string(" ") + verb(Culprit.What) + (Culprit.async() ? ", and nothing has waited for the copy" : ", and nothing orders the two");
    removeRecord(W, I);
    addRecord(W, New);
    report(T, Async ? Fault::AsyncRace : Fault::Race, Text, &S, Culprit.Where, SameThread ? std::string() : describe(Culprit));
    return true;
  }
  if (New.writes() || W.Count < MostReads)
    addRecord(W, New);
  return false;
}

bool Machine::race(Thread &T, const Site &S, Region &R, char *Address, uint64_t Size, Record::Kind Kind) {
  Record New{T.Block->Instance, T.Clock, T.Index, 0, Kind, S.Scope, &S};
  char *const End = Address + Size;
  bool Found = false;
  // Words count from the beginning of the region, which is aligned to at least 8 bytes in practice.
  while (Address < End) {
    const unsigned Offset = size_t(Address - R.Base) % 8;
    const unsigned Bytes = std::min<uint64_t>(8 - Offset, End - Address);
    New.Mask = ((1u << Bytes) - 1) << Offset;
    Found |= raceWord(T, S, R, Address - Offset, New);
    Address += Bytes;
  }
  return Found;
}

//===-- Accesses -----------------------------------------------------------------------===//

/// \returns the region, or null for the thread's own stack, which needs no check.
Region *Machine::check(Thread &T, const Site &S, char *Address, uint64_t Size) {
  Region *R = T.Block->Shared;
  if (!R->contains(Address)) {
    if (T.Stack->contains(Address))
      return nullptr;
    R = Memory.find(Address);
  }
  if (!R || Size > R->Size - size_t(Address - R->Base)) {
    std::string Text = std::to_string(Size) + " bytes at " + hex(Address);
    const size_t Distance = Address - T.SharedBase;
    if (R)
      Text += " begin inside and end outside " + place(*R, Address) + ", size " + std::to_string(R->Size);
    else if (Distance < (1 << 20))
      Text += ": offset " + std::to_string(Distance) + " of shared memory, which has " + std::to_string(T.Block->SharedBytes) + " bytes";
    else if (const Region *Near = Memory.nearest(Address))
      Text += " belong to no memory; nearest is " + place(*Near, Address) + ", size " + std::to_string(Near->Size);
    fatal(T, Fault::OutOfBounds, Text, &S);
  }
  if (reinterpret_cast<uintptr_t>(Address) % S.Align)
    fatal(T, Fault::Misaligned, hex(Address) + " (" + place(*R, Address) + ") is not a multiple of " + std::to_string(S.Align), &S);
  return R;
}

void Machine::access(Thread &T, const Site &S, char *Address, uint64_t Size) {
  if (!Size)
    return;
  // Before the access, so that what it finds and what it learns belong together.
  if (S.Strong && S.Kind != Access::Write && ++T.StrongReads >= 4)
    yield(T);
  Region *R = check(T, S, Address, Size);
  if (!R)
    return;
  const bool Writes = S.Kind != Access::Read, Reads = S.Kind != Access::Write;
  bool Raced = false;
  if (Settings.CheckRaces && R->Kind != RegionKind::Constant) {
    const Record::Kind Kind = Writes ? S.Strong ? Record::StrongWrite : Record::Write : S.Strong ? Record::StrongRead : Record::Read;
    Raced = race(T, S, *R, Address, Size, Kind);
    if (S.Strong)
      synchronise(T, S, Address, Reads, Writes);
  }
  if (Reads && !Raced && Settings.CheckUninitialised && R->tracksInitialisation()) {
    for (uint64_t At = 0; At < Size; At += 64)
      if (uint64_t Bad = R->uninitialised(Address + At, std::min<uint64_t>(64, Size - At))) {
        report(T, Fault::Uninitialised, "nothing has written " + place(*R, Address + At + std::countr_zero(Bad)), &S);
        R->markInitialised(Address, Size);
        break;
      }
  }
  if (Writes) {
    R->markInitialised(Address, Size);
    if (!Reads)
      progress();
  }
}

void Machine::accessAsync(Thread &T, const Site &S, char *Address, unsigned Size, bool Write) {
  if (!Size)
    return;
  Region *R = check(T, S, Address, Size);
  if (!R)
    fatal(T, Fault::OutOfBounds, "an asynchronous copy uses local memory", &S);
  if (Settings.CheckRaces && R->Kind != RegionKind::Constant)
    race(T, S, *R, Address, Size, Write ? Record::AsyncWrite : Record::AsyncRead);
  if (!Write && Settings.CheckUninitialised && R->uninitialised(Address, Size)) {
    report(T, Fault::Uninitialised, "nothing has written " + place(*R, Address), &S);
    R->markInitialised(Address, Size);
  }
}

void Machine::settleAsync(Thread &T, const AsyncCopy &Copy) {
  auto Settle = [&](char *Address, unsigned Size, Record::Kind From, Record::Kind To) {
    Region *R = T.Block->Shared->contains(Address) ? T.Block->Shared : Memory.find(Address);
    if (!R)
      return;
    for (char *At = R->Base + (Address - R->Base) / 8 * 8; At < Address + Size; At += 8) {
      Word &W = R->wordAt(At);
      for (unsigned I = W.Count; I-- > 0;)
        if (Record Old = W.Records[I]; Old.What == From && Old.Instance == T.Block->Instance && Old.Thread == T.Index && Old.Where == Copy.Where) {
          removeRecord(W, I);
          Old.What = To;
          Old.Clock = T.Clock;
          addRecord(W, Old);
          W.Phase = T.Block->Phase;
        }
    }
  };
  Settle(Copy.To, Copy.Bytes, Record::AsyncWrite, Record::Write);
  Settle(const_cast<char *>(Copy.From), Copy.SourceBytes, Record::AsyncRead, Record::Read);
}

} // namespace cutile::emu
