//===- Abi.h - between lowered kernels and the CPU runtime ------*- C++ -*-===//
//
// The binary interface of code made by LowerToCpu and NestedDevice with runtime/cpu. The compiler emits the structures as
// constants with the same layout; runtime/cpu includes this header. It needs neither LLVM nor CUDA.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_TARGET_CPU_ABI_H
#define CUTILE_TARGET_CPU_ABI_H

#include <cstddef>
#include <cstdint>

namespace cutile::cpu {

/// Which block a call of a kernel body runs.
struct Block {
  uint32_t Index[3]; ///< bid
  uint32_t Count[3]; ///< num_blocks
};

/// Runs one block. \p Arguments points to one pointer per kernel parameter, as cudaLaunchKernel takes them; the memory behind
/// them is shared by all blocks and only read. \p Scratch has KernelInfo::ScratchBytes bytes of memory private to the block,
/// aligned to ScratchAlignment, with any contents.
using BlockFunction = void (*)(void *const *Arguments, const Block *B, void *Scratch);

inline constexpr size_t ScratchAlignment = 64;

enum KernelFlags : uint32_t {
  /// A block may wait for another one: blocks must progress in parallel, also when there are more of them than cores.
  KernelMayWait = 1,
  /// The emulator runs the kernel (Emulator::Run); KernelInfo::Run is null.
  KernelEmulated = 2,
};

/// A lowered tile kernel; a constant named `NAME.cutile_cpu.info`.
struct KernelInfo {
  BlockFunction Run;
  const char *Name; ///< mangled name
  const uint64_t *ParameterBytes;
  uint64_t NumParameters;
  uint64_t ScratchBytes;
  uint64_t Flags;
};

/// What host code launches as \p Stub. Info is null for a SIMT kernel.
struct KernelEntry {
  const void *Stub;
  const char *Name;
  const KernelInfo *Info;
};

/// A device variable: the host object that names it and the memory that tile code uses.
struct VariableEntry {
  const void *Shadow;
  void *Address;
  uint64_t Bytes;
  const char *Name;
};

/// Everything a translation unit registers, once, before main.
struct ModuleInfo {
  const KernelEntry *Kernels;
  uint64_t NumKernels;
  const VariableEntry *Variables;
  uint64_t NumVariables;
};

/// A kernel or variable of a module for the emulator, and the host object that names it.
struct EmulatedName {
  const void *Host;
  const char *Name;
};

/// Lowered device code, SIMT kernels included, that a translation unit registers with the emulator.
struct EmulatedModule {
  const void *Bitcode;
  uint64_t Bytes;
  const EmulatedName *Kernels;
  uint64_t NumKernels;
  const EmulatedName *Variables;
  uint64_t NumVariables;
};

/// The emulator as the runtime sees it. Errors are values of cudaError_t.
struct Emulator {
  /// The error of a launch with these dimensions before anything runs.
  int (*Check)(const KernelInfo *Kernel, const uint32_t Grid[3], const uint32_t Block[3], size_t SharedBytes);
  int (*Run)(const KernelInfo *Kernel, void *const *Arguments, const uint32_t Grid[3], const uint32_t Block[3], size_t SharedBytes);
  /// Device memory has no contents at first, host memory has.
  void (*Allocated)(void *Memory, size_t Bytes, bool Host);
  void (*Freed)(void *Memory);
  /// The host or a copy wrote these bytes.
  void (*Written)(const void *Memory, size_t Bytes);
};

/// Operations of cutile_cpu_round_*: arithmetic with a rounding mode (op_codes.h) on operands of one format.
enum RoundedOperation : int { RoundedAdd, RoundedSub, RoundedMul, RoundedDiv, RoundedFma, RoundedSqrt };

/// One argument of a printf in tile code.
struct PrintArgument {
  const void *Data; ///< the elements, row major, in tile IR storage
  int32_t Kind;     ///< element_kind
  int32_t Rank;     ///< -1 for a C++ scalar or pointer
  const int64_t *Dims;
};

} // namespace cutile::cpu

extern "C" {
void cutile_cpu_register(const cutile::cpu::ModuleInfo *Module);
/// Of the emulator, which registers the kernels in turn.
void cutile_emu_register(const cutile::cpu::EmulatedModule *Module);
/// Null in programs without the emulator, which sets it.
extern const cutile::cpu::Emulator *cutile_cpu_emulator;

/// printf of tile code. \returns the number of arguments.
int cutile_cpu_printf(const char *Format, int Count, const cutile::cpu::PrintArgument *Arguments);
/// vprintf of NVPTX code: \p Arguments is a packed buffer, each value aligned to its size.
int cutile_cpu_vprintf(const char *Format, const void *Arguments);
/// Ends the block; the launch fails with cudaErrorAssert.
[[noreturn]] void cutile_cpu_assertfail(const char *Message, const char *File, unsigned Line, const char *Function, size_t CharSize);
/// Ends the block; the launch fails with cudaErrorLaunchFailure.
[[noreturn]] void cutile_cpu_trap();
/// Called after atomic operations in loops of kernels that may wait: lets other blocks run.
void cutile_cpu_yield();

/// c += a * b over batches of row-major matrices; a and b with one batch serve all.
void cutile_cpu_mma_f32(float *C, const float *A, const float *B, int64_t Batches, int64_t BatchesA, int64_t BatchesB, int64_t M, int64_t N,
                        int64_t K);
void cutile_cpu_mma_f64(double *C, const double *A, const double *B, int64_t Batches, int64_t BatchesA, int64_t BatchesB, int64_t M, int64_t N,
                        int64_t K);
void cutile_cpu_mma_i32(int32_t *C, const int32_t *A, const int32_t *B, int64_t Batches, int64_t BatchesA, int64_t BatchesB, int64_t M, int64_t N,
                        int64_t K);

/// \p Operation rounded once to the format of the name in direction \p Mode; operands and result are values of that format.
float cutile_cpu_round_f16(int Operation, float A, float B, float C, int Mode);
float cutile_cpu_round_bf16(int Operation, float A, float B, float C, int Mode);
float cutile_cpu_round_f32(int Operation, float A, float B, float C, int Mode);
double cutile_cpu_round_f64(int Operation, double A, double B, double C, int Mode);

/// \p X rounded to the floating-point format \p Kind (element_kind) in direction \p Mode. The 8-bit and 4-bit formats saturate
/// to the largest finite number. \returns the bits of the result (of a float for tf32).
uint64_t cutile_cpu_encode(double X, int Kind, int Mode);
/// The value of the low bits of \p Bits in an 8-bit or 4-bit format.
float cutile_cpu_decode(uint8_t Bits, int Kind);
/// \p X as a double that is inexact in its last bit where information was lost, so that rounding it further is exact.
double cutile_cpu_odd_from_i64(int64_t X);
double cutile_cpu_odd_from_u64(uint64_t X);
/// a to the power b.
double cutile_cpu_powi(double A, int64_t B);
}

#endif
