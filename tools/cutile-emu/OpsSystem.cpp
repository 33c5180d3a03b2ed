// Barriers, clocks, printing, traps; and the lookup of operations by name.
#include "Ops.h"
#include <cstdio>
#include <unordered_map>

namespace cutile::emu {

//===-- barrier.cta ------------------------------------------------------------------===//

/// llvm.nvvm.barrier.cta.{sync,arrive,red.OP}[.aligned].{all,count}(id[, count][, predicate])
static void barrier(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const std::string_view Name = C.Name;
  const bool Counted = Name.ends_with(".count"), Arrive = Name.find(".arrive") != Name.npos, Reduce = Name.find(".red.") != Name.npos;
  const bool Vote = Reduce && (Arguments[Counted ? 2 : 1] & 1);
  const uint32_t Votes = T.Block->Owner->barrier(T, C.Where, slot<uint32_t>(Arguments, 0), Counted ? slot<uint32_t>(Arguments, 1) : 0,
                                                 Name.find(".aligned") != Name.npos, !Arrive, Vote);
  if (!Reduce)
    return;
  if (Name.find(".popc") != Name.npos)
    setSlot(Results, 0, Votes);
  else if (Name.find(".or") != Name.npos)
    Results[0] = Votes != 0;
  else
    Results[0] = Votes == (Counted ? slot<uint32_t>(Arguments, 1) : T.Block->Threads.size());
}

//===-- Clocks -------------------------------------------------------------------------===//

static void clock(Thread &T, const Call &, const uint64_t *, uint64_t *Results) {
  static uint64_t Ticks = 0;
  Results[0] = Ticks += 16;
  if (++T.StrongReads >= 4)
    T.Block->Owner->yield(T); // perhaps it waits for time to pass
}

static void sleep(Thread &T, const Call &, const uint64_t *, uint64_t *) { T.Block->Owner->yield(T); }

//===-- Output ---------------------------------------------------------------------------===//

/// vprintf(format, arguments): arguments are packed as varargs of the GPU, each aligned to its size.
static void print(Thread &, const Call &, const uint64_t *Arguments, uint64_t *Results) {
  const char *Format = pointerSlot(Arguments, 0), *Packed = pointerSlot(Arguments, 1);
  size_t At = 0;
  auto Take = [&]<class V>(V) {
    At = (At + sizeof(V) - 1) / sizeof(V) * sizeof(V);
    V Value;
    memcpy(&Value, Packed + At, sizeof(V));
    At += sizeof(V);
    return Value;
  };
  std::string Out;
  char Buffer[512];
  int Count = 0;
  while (*Format) {
    if (*Format != '%') {
      Out += *Format++;
      continue;
    }
    std::string Spec(1, *Format++);
    if (*Format == '%') {
      Out += *Format++;
      continue;
    }
    bool Long = false;
    while (*Format && !strchr("diouxXcsfFeEgGaApn", *Format)) {
      if (*Format == '*')
        Spec += std::to_string(Take(int32_t()));
      else
        Spec += *Format;
      Long |= *Format == 'l' || *Format == 'z' || *Format == 'j' || *Format == 't';
      ++Format;
    }
    if (!*Format)
      break;
    const char Conversion = *Format++;
    Spec += Conversion;
    ++Count;
    if (strchr("fFeEgGaA", Conversion))
      snprintf(Buffer, sizeof(Buffer), Spec.c_str(), Take(double()));
    else if (Conversion == 's') {
      const char *Text = Take(static_cast<const char *>(nullptr));
      Out += Text ? Text : "(null)";
      continue;
    } else if (Conversion == 'p')
      snprintf(Buffer, sizeof(Buffer), Spec.c_str(), Take(static_cast<void *>(nullptr)));
    else if (Long)
      snprintf(Buffer, sizeof(Buffer), Spec.c_str(), Take(int64_t()));
    else
      snprintf(Buffer, sizeof(Buffer), Spec.c_str(), Take(int32_t()));
    Out += Buffer;
  }
  fwrite(Out.data(), 1, Out.size(), stdout);
  setSlot(Results, 0, Count);
}

//===-- Ends --------------------------------------------------------------------------------===//

static void assertFail(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *) {
  T.Block->Owner->fatal(T, Fault::Trap,
                        std::string("assertion '") + pointerSlot(Arguments, 0) + "' failed at " + pointerSlot(Arguments, 1) + ":" +
                            std::to_string(slot<uint32_t>(Arguments, 2)),
                        &C.Where);
}
static void trap(Thread &T, const Call &C, const uint64_t *, uint64_t *) { T.Block->Owner->fatal(T, Fault::Trap, "the kernel traps", &C.Where); }
static void breakpoint(Thread &, const Call &, const uint64_t *, uint64_t *) {}
static void exit(Thread &T, const Call &, const uint64_t *, uint64_t *) { T.Block->Owner->exitThread(T); }

//===-- Address spaces -----------------------------------------------------------------------===//

static void isShared(Thread &T, const Call &, const uint64_t *Arguments, uint64_t *Results) {
  Results[0] = T.Block->Shared->contains(pointerSlot(Arguments, 0));
}
static void isLocal(Thread &T, const Call &, const uint64_t *Arguments, uint64_t *Results) {
  Results[0] = T.Stack->contains(pointerSlot(Arguments, 0));
}
static void isGlobal(Thread &T, const Call &, const uint64_t *Arguments, uint64_t *Results) {
  const void *P = pointerSlot(Arguments, 0);
  Results[0] = !T.Block->Shared->contains(P) && !T.Stack->contains(P);
}

OperationTable systemOperations() {
  static constexpr Operation Table[] = {
      {"llvm.nvvm.barrier.cta.sync.*", barrier, nullptr, -1, 0},
      {"llvm.nvvm.barrier.cta.arrive.*", barrier, nullptr, -1, 0},
      {"llvm.nvvm.barrier.cta.red.*", barrier},
      {"llvm.nvvm.read.ptx.sreg.clock", clock},
      {"llvm.nvvm.read.ptx.sreg.clock64", clock},
      {"llvm.nvvm.read.ptx.sreg.globaltimer", clock},
      {"llvm.nvvm.nanosleep", sleep, nullptr, -1, 0},
      {"vprintf", print},
      {"__assertfail", assertFail, nullptr, -1, 0},
      {"llvm.trap", trap, nullptr, -1, 0},
      {"llvm.ubsantrap", trap, nullptr, -1, 0},
      {"llvm.debugtrap", breakpoint, nullptr, -1, 0},
      {"llvm.nvvm.exit", exit, nullptr, -1, 0},
      {"llvm.nvvm.isspacep.shared", isShared},
      {"llvm.nvvm.isspacep.local", isLocal},
      {"llvm.nvvm.isspacep.global", isGlobal},
  };
  return {std::begin(Table), std::end(Table)};
}

//===-- Lookup ----------------------------------------------------------------------------------===//

const std::vector<OperationTable> &operationTables() {
  static const std::vector<OperationTable> All = {warpOperations(), matrixOperations(),  asyncOperations(),  atomicOperations(),
                                                  mathOperations(), convertOperations(), memoryOperations(), systemOperations()};
  return All;
}

static const Operation *lookup(std::string_view Name) {
  const Operation *Best = nullptr;
  size_t Length = 0;
  for (const OperationTable &Table : operationTables())
    for (const Operation *Op = Table.Begin; Op != Table.End; ++Op) {
      std::string_view Pattern = Op->Name;
      if (Pattern == Name)
        return Op;
      if (!Pattern.ends_with('*'))
        continue;
      Pattern.remove_suffix(1);
      // "llvm.nvvm.fabs.*" also matches "llvm.nvvm.fabs".
      if ((Name.starts_with(Pattern) || Name == Pattern.substr(0, Pattern.size() - 1)) && Pattern.size() > Length) {
        Best = Op;
        Length = Pattern.size();
      }
    }
  return Best;
}

const Operation *findOperation(std::string_view Name) { return Name.starts_with("emulate") || Name.starts_with("ptx.") ? nullptr : lookup(Name); }
const Operation *findEmulation(std::string_view Name) { return Name.starts_with("emulate") ? lookup(Name) : nullptr; }
const Operation *findAssembly(std::string_view Opcode) { return lookup("ptx." + std::string(Opcode)); }

} // namespace cutile::emu
