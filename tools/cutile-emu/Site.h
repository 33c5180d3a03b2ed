//===- Site.h - where in the program something happened ---------*- C++ -*-===//
#ifndef CUTILE_EMU_SITE_H
#define CUTILE_EMU_SITE_H

#include <cstdint>
#include <string>

namespace cutile::emu {

enum class Access : uint8_t { Read, Write, Atomic };

/// One instruction of a kernel that the emulator watches. Generated code passes its address.
struct Site {
  // Of memory accesses.
  uint32_t Size = 0;  ///< bytes; 0 when known at run time only
  uint32_t Align = 1; ///< bytes the address must be a multiple of
  Access Kind = Access::Read;
  bool Strong = false; ///< volatile or atomic: does not race with other strong accesses
  uint8_t Order = 0;   ///< of api/op_codes.h, for strong accesses
  uint8_t Scope = 0;

  std::string Instruction; ///< "load <4 x float>, ptr addrspace(3)"
  std::string TileOp;      ///< from metadata !cutile.op; empty if none
  std::string Function;    ///< kernel or device function
  std::string File;        ///< empty without debug information
  unsigned Line = 0, Column = 0;

  /// "store float [tile op 'mma'] at gemm.cu:12:3 in 'gemm'"
  std::string describe() const;
};

} // namespace cutile::emu

#endif
