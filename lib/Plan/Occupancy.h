// Private to lib/Plan.
#ifndef CUTILE_LIB_PLAN_OCCUPANCY_H
#define CUTILE_LIB_PLAN_OCCUPANCY_H

#include <string>

namespace llvm {
class Function;
}

namespace cutile {

/// Registers of 32 bits that the threads of a multiprocessor share.
inline constexpr unsigned RegistersPerMultiprocessor = 65536;

/// How many threads a block has, and how many blocks are to run on a multiprocessor at once.
struct Occupancy {
  /// The exponent of the number of warps: the hint num_worker_warps_per_cta, or by the tiles that must be in registers.
  unsigned WarpBits = 0;
  /// Blocks that must fit on a multiprocessor, which caps the registers of a thread; 0 leaves it to the assembler. The hint occupancy, or for
  /// streaming kernels: they want requests of several blocks in flight (64 KB per multiprocessor on an H200), and the assembler, left alone,
  /// trades that for registers. 64 registers hold a row of 32 values per thread; kernels that load three arrays and more need 80, those that
  /// accumulate over a loop 96. What computes little on one array does best with 32, or 48 for 32 values per thread.
  unsigned MinBlocks = 0;
  /// Which of these rules decided, for people; empty where none did.
  std::string WarpsWhy, MinBlocksWhy;
};

Occupancy chooseOccupancy(const llvm::Function &Kernel);

} // namespace cutile

#endif
