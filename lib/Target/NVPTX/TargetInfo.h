// Limits and capabilities of an architecture, in one table. Source: PTX ISA and CUDA programming guide, compute capabilities.
#ifndef CUTILE_LIB_TARGET_NVPTX_TARGETINFO_H
#define CUTILE_LIB_TARGET_NVPTX_TARGETINFO_H

#include <algorithm>
#include <cstdint>
#include <string>

namespace llvm {
class Function;
}

namespace cutile::nvptx {

struct TargetInfo {
  std::string Name;                             ///< "sm_90a"
  unsigned SmVersion = 80;                      ///< 90 for sm_90a
  bool ArchSpecific = false;                    ///< an "a" target
  uint64_t SharedBytes = 0;                     ///< static shared memory that one block may have
  static constexpr unsigned MaxRegisters = 255; ///< of 32 bits, of one thread

  /// The target of this SM version that allows more of it; empty if there is none.
  std::string targetWithMoreShared() const { return ArchSpecific || SmVersion < 90 ? "" : "sm_" + std::to_string(SmVersion) + "a"; }
  /// Shared memory that scratch may take at a time, so that something stays for what stands there longer.
  uint64_t scratchBytes() const { return std::min<uint64_t>(96 * 1024, SharedBytes / 4 * 3); }
  /// Whether mma.sync multiplies 8-bit floats in one instruction. Elsewhere the assembler takes two products of halves from zero and adds each
  /// element to the accumulator (read from the SASS of ptxas 13.0 for sm_89 to sm_120).
  bool hasNativeFp8Mma() const { return SmVersion == 89 || SmVersion >= 120; }
};

/// The target that \p F is compiled for, from its "target-cpu" attribute.
TargetInfo targetOf(const llvm::Function &F);

/// Whether mma.sync multiplies these element kinds (op_codes.h) on \p SmVersion.
bool hasMma(int KindA, int KindB, int KindC, unsigned SmVersion);

} // namespace cutile::nvptx

#endif
