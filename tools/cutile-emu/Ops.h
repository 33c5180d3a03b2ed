//===- Ops.h - what calls of a lowered kernel do ----------------*- C++ -*-===//
//
// Generated code passes the arguments of a call as 64-bit slots (integers extended with zeros, floats and vectors of up to 64
// bits in the low bits) and takes results from slots. An operation is a function over the slots of one thread, or, if a warp
// executes it together, over those of all lanes.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_EMU_OPS_H
#define CUTILE_EMU_OPS_H

#include "Machine.h"
#include "Site.h"
#include <cstring>
#include <string_view>

namespace cutile::emu {

struct Call;

using ThreadOp = void (*)(Thread &T, const Call &C, const uint64_t *Arguments, uint64_t *Results);
/// \p Lanes execute; operands of lane l are W.Operands[l].
using WarpOp = void (*)(Warp &W, uint32_t Lanes, const Call &C);

struct Operation {
  const char *Name; ///< of the intrinsic, of `Emulate` in TargetOps.td, or of a device function
  ThreadOp OnThread = nullptr;
  WarpOp OnWarp = nullptr;
  int MaskArgument = -1; ///< of warp operations: the argument with the lanes; -1 for the whole warp
  int ResultSlots = 1;
};

/// One call in a kernel.
struct Call {
  const Operation *Op;
  std::string Name; ///< as called: "llvm.nvvm.shfl.sync.bfly.i32", "mma.m16n8k16.f32.f16.f16.f32"
  Site Where;
  mutable const void *Cache = nullptr; ///< what the operation derived from Name
};

/// The operation for a function named \p Name (an intrinsic or a device function), or null.
const Operation *findOperation(std::string_view Name);
/// The operation that `Emulate` of a target op names, or null.
const Operation *findEmulation(std::string_view Name);
/// The operation of a PTX instruction in inline assembly, such as "cvt.rn.f16.f32", or null. Its first operand is the result.
const Operation *findAssembly(std::string_view Opcode);

template <class T> T slot(const uint64_t *Slots, unsigned I) {
  T Value;
  memcpy(&Value, Slots + I, sizeof(T));
  return Value;
}
template <class T> void setSlot(uint64_t *Slots, unsigned I, T Value) {
  Slots[I] = 0;
  memcpy(Slots + I, &Value, sizeof(T));
}
inline char *pointerSlot(const uint64_t *Slots, unsigned I) { return reinterpret_cast<char *>(Slots[I]); }

// Tables of the source files.
struct OperationTable {
  const Operation *Begin, *End;
};
const std::vector<OperationTable> &operationTables();
OperationTable warpOperations();
OperationTable matrixOperations();
OperationTable asyncOperations();
OperationTable atomicOperations();
OperationTable mathOperations();
OperationTable convertOperations();
OperationTable memoryOperations();
OperationTable systemOperations();

} // namespace cutile::emu

#endif
