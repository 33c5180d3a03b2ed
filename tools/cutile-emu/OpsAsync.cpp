// Asynchronous copies. A copy may move its bytes at any time from its issue to the wait that covers it; when, the seed decides.
// Whatever the time, the records of races see it as outstanding until its thread waits.
#include "Ops.h"
#include <cstdlib>

namespace cutile::emu {

/// The number of bytes in "cp.async.ca.16.zfill" or "llvm.nvvm.cp.async.ca.shared.global.16.s".
static unsigned copyBytes(std::string_view Name) {
  for (unsigned Bytes : {16, 8, 4})
    if (Name.find("." + std::to_string(Bytes)) != Name.npos)
      return Bytes;
  return 0;
}

static void copyAsync(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *) {
  const unsigned Bytes = copyBytes(C.Name);
  const bool Fill = C.Name.ends_with(".zfill") || C.Name.ends_with(".s");
  AsyncCopy Copy{pointerSlot(Arguments, 0), pointerSlot(Arguments, 1), Bytes, Bytes, &C.Where};
  Machine &M = *T.Block->Owner;
  if (Fill)
    Copy.SourceBytes = std::min(Bytes, slot<uint32_t>(Arguments, 2));
  const_cast<Site &>(C.Where).Align = Bytes;
  if (!T.Block->Shared->contains(Copy.To))
    M.fatal(T, Fault::OutOfBounds, "the destination of an asynchronous copy is not in shared memory", &C.Where);
  M.accessAsync(T, C.Where, Copy.To, Bytes, /*Write=*/true);
  M.accessAsync(T, C.Where, const_cast<char *>(Copy.From), Copy.SourceBytes, /*Write=*/false);
  T.Copies.push_back(Copy);
  M.progress();
  if (M.random() % 4 == 0)
    M.copyNow(T.Copies.back());
}

static void commitGroup(Thread &T, const Call &, const uint64_t *, uint64_t *) {
  T.Groups.push_back(std::move(T.Copies));
  T.Copies.clear();
  T.Block->Owner->maybeComplete(T);
}

static void waitFor(Thread &T, size_t Pending) {
  Machine &M = *T.Block->Owner;
  while (T.Groups.size() > Pending) {
    for (AsyncCopy &Copy : T.Groups.front()) {
      M.copyNow(Copy);
      M.settleAsync(T, Copy);
    }
    T.Groups.erase(T.Groups.begin());
  }
}

static void waitGroup(Thread &T, const Call &, const uint64_t *Arguments, uint64_t *) { waitFor(T, slot<uint32_t>(Arguments, 0)); }

static void waitAll(Thread &T, const Call &C, const uint64_t *, uint64_t *) {
  commitGroup(T, C, nullptr, nullptr);
  waitFor(T, 0);
}

void Machine::copyNow(AsyncCopy &Copy) {
  if (Copy.Done)
    return;
  Copy.Done = true;
  memcpy(Copy.To, Copy.From, Copy.SourceBytes);
  memset(Copy.To + Copy.SourceBytes, 0, Copy.Bytes - Copy.SourceBytes);
  if (Region *R = Current->Block->Shared; R->contains(Copy.To))
    R->markInitialised(Copy.To, Copy.Bytes);
}

void Machine::maybeComplete(Thread &T) {
  for (auto &Group : T.Groups)
    for (AsyncCopy &Copy : Group)
      if (!Copy.Done && random() % 8 == 0)
        copyNow(Copy);
}

OperationTable asyncOperations() {
  static constexpr Operation Table[] = {
      {"emulateCopyAsync", copyAsync, nullptr, -1, 0},
      {"emulateCommitGroup", commitGroup, nullptr, -1, 0},
      {"emulateWaitGroup", waitGroup, nullptr, -1, 0},
      {"llvm.nvvm.cp.async.ca.shared.global.*", copyAsync, nullptr, -1, 0},
      {"llvm.nvvm.cp.async.cg.shared.global.*", copyAsync, nullptr, -1, 0},
      {"llvm.nvvm.cp.async.commit.group", commitGroup, nullptr, -1, 0},
      {"llvm.nvvm.cp.async.wait.group", waitGroup, nullptr, -1, 0},
      {"llvm.nvvm.cp.async.wait.all", waitAll, nullptr, -1, 0},
  };
  return {std::begin(Table), std::end(Table)};
}

} // namespace cutile::emu
