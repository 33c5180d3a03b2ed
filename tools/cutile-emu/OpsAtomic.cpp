// Atomic operations that lowered kernels call by name. Fibers switch only where the emulator says, so plain code is atomic.
#include "Numbers.h"
#include "Ops.h"
#include "cutile/api/op_codes.h"

namespace cutile::emu {

/// "atom.max.s32[...]", of an address, a value, order and scope: operation and type.
struct AtomicForm {
  std::string Operation, Type;
  unsigned Bytes;
  Site Where; ///< with size, order and scope of this call
};

static const AtomicForm &form(const Call &C, const uint64_t *Arguments) {
  if (!C.Cache) {
    auto *F = new AtomicForm; // lives as long as the code of the kernel
    std::string_view Name = C.Name;
    Name.remove_prefix(Name.find("atom.") + 5);
    const size_t Dot = Name.find('.');
    F->Operation = Name.substr(0, Dot);
    Name.remove_prefix(Dot + 1);
    F->Type = Name.substr(0, Name.find('.'));
    const int Bits = std::stoi(F->Type.substr(F->Type.find_first_of("0123456789")));
    F->Bytes = Bits / 8;
    F->Where = C.Where;
    F->Where.Size = F->Where.Align = F->Bytes;
    F->Where.Kind = Access::Atomic;
    F->Where.Strong = true;
    F->Where.Order = Arguments[2];
    F->Where.Scope = Arguments[3];
    C.Cache = F;
  }
  return *static_cast<const AtomicForm *>(C.Cache);
}

template <class T> static T combine(std::string_view Operation, T Old, T Operand) {
  if (Operation == "add")
    return Old + Operand;
  if (Operation == "min")
    return std::min(Old, Operand);
  if (Operation == "max")
    return std::max(Old, Operand);
  if constexpr (std::is_integral_v<T>) {
    if (Operation == "and")
      return Old & Operand;
    if (Operation == "or")
      return Old | Operand;
    if (Operation == "xor")
      return Old ^ Operand;
  }
  return Operand; // exch
}

template <class T> static void apply(const AtomicForm &F, char *Address, const uint64_t *Arguments, uint64_t *Results) {
  T Old;
  memcpy(&Old, Address, sizeof(T));
  const T New = combine<T>(F.Operation, Old, slot<T>(Arguments, 1));
  memcpy(Address, &New, sizeof(T));
  setSlot(Results, 0, Old);
}

static void atomic(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  const AtomicForm &F = form(C, Arguments);
  char *Address = pointerSlot(Arguments, 0);
  T.Block->Owner->access(T, F.Where, Address, F.Bytes);
  if (F.Type == "f32")
    return apply<float>(F, Address, Arguments, Results);
  if (F.Type == "f64")
    return apply<double>(F, Address, Arguments, Results);
  if (F.Type == "f16" || F.Type == "bf16") {
    const Format &Kind = F.Type == "f16" ? Half : BFloat;
    uint16_t Old;
    memcpy(&Old, Address, 2);
    const uint16_t New = encode(Kind, double(decode(Kind, Old)) + decode(Kind, slot<uint16_t>(Arguments, 1)));
    memcpy(Address, &New, 2);
    return setSlot(Results, 0, Old);
  }
  const bool Signed = F.Type[0] == 's';
  if (F.Bytes == 4)
    return Signed ? apply<int32_t>(F, Address, Arguments, Results) : apply<uint32_t>(F, Address, Arguments, Results);
  return Signed ? apply<int64_t>(F, Address, Arguments, Results) : apply<uint64_t>(F, Address, Arguments, Results);
}

static void fence(Thread &T, const Call &, const uint64_t *, uint64_t *) { T.Block->Owner->fence(T); }

/// atomicInc and atomicDec of CUDA; relaxed, in the scope that the name ends with.
template <bool Up> static void wrapping(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *Results) {
  char *Address = pointerSlot(Arguments, 0);
  Site &S = const_cast<Site &>(C.Where);
  S.Size = S.Align = 4;
  S.Kind = Access::Atomic;
  S.Strong = true;
  S.Order = cuda::tiles::__op::order_relaxed;
  T.Block->Owner->access(T, S, Address, 4);
  uint32_t Old;
  memcpy(&Old, Address, 4);
  const uint32_t Limit = slot<uint32_t>(Arguments, 1);
  const uint32_t New = Up ? (Old >= Limit ? 0 : Old + 1) : (Old == 0 || Old > Limit ? Limit : Old - 1);
  memcpy(Address, &New, 4);
  setSlot(Results, 0, Old);
}

OperationTable atomicOperations() {
  static constexpr Operation Table[] = {
      {"emulateAtomic", atomic, nullptr, -1, 1},
      {"llvm.nvvm.membar.*", fence, nullptr, -1, 0},
      {"llvm.nvvm.fence.sc.cluster", fence, nullptr, -1, 0},
      {"llvm.nvvm.atomic.inc.gen.i.*", wrapping<true>, nullptr, -1, 1},
      {"llvm.nvvm.atomic.dec.gen.i.*", wrapping<false>, nullptr, -1, 1},
  };
  return {std::begin(Table), std::end(Table)};
}

} // namespace cutile::emu
