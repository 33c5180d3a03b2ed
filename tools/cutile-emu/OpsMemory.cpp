// Loads and stores under a predicate.
#include "Ops.h"

namespace cutile::emu {

/// "ld.pred.v4.b32.p1": how many registers of how many bytes.
struct PredicatedForm {
  unsigned Count = 1, Bytes;
  Site Where; ///< with the size of this access
};

static const PredicatedForm &form(const Call &C, Access Kind) {
  if (!C.Cache) {
    auto *F = new PredicatedForm; // lives as long as the code of the kernel
    std::string_view Name = C.Name;
    Name.remove_prefix(Name.find("pred.") + 5);
    if (Name[0] == 'v') {
      F->Count = Name[1] - '0';
      Name.remove_prefix(3);
    }
    F->Bytes = std::stoi(std::string(Name.substr(1))) / 8;
    F->Where = C.Where;
    F->Where.Size = F->Where.Align = F->Count * F->Bytes;
    F->Where.Kind = Kind;
    C.Cache = F;
  }
  return *static_cast<const PredicatedForm *>(C.Cache);
}

static void load(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const PredicatedForm &F = form(C, Access::Read);
  const bool Active = Arguments[1] & 1;
  const char *From = pointerSlot(Arguments, 0);
  if (Active)
    T.Block->Owner->access(T, F.Where, pointerSlot(Arguments, 0), F.Where.Size);
  for (unsigned I = 0; I < F.Count; ++I) {
    Results[I] = Active ? 0 : Arguments[2 + I];
    if (Active)
      memcpy(Results + I, From + I * F.Bytes, F.Bytes);
  }
}

static void store(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *) {
  if (!(Arguments[1] & 1))
    return;
  const PredicatedForm &F = form(C, Access::Write);
  char *To = pointerSlot(Arguments, 0);
  T.Block->Owner->access(T, F.Where, To, F.Where.Size);
  for (unsigned I = 0; I < F.Count; ++I)
    memcpy(To + I * F.Bytes, Arguments + 2 + I, F.Bytes);
}

OperationTable memoryOperations() {
  static constexpr Operation Table[] = {
      {"emulateLoadPredicated", load, nullptr, -1, 4},
      {"emulateStorePredicated", store, nullptr, -1, 0},
  };
  return {std::begin(Table), std::end(Table)};
}

} // namespace cutile::emu
