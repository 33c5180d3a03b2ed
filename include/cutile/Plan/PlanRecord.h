//===- PlanRecord.h - the plan of a kernel, for people and tools -*- C++ -*-===//
//
// Everything that was decided about a kernel, with the reason, as plain data: it outlives the IR. describePlan fills in what planKernel
// decided, the lowering what follows from it (conversions, shared memory, barriers). Text, JSON, remarks and the HTML page of cutile-info are
// all drawn from this.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_PLAN_PLANRECORD_H
#define CUTILE_PLAN_PLANRECORD_H

#include "cutile/Layout/LinearLayout.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class DebugLoc;
class DILocation;
class Function;
class Instruction;
class raw_ostream;
namespace json {
class Value;
}
} // namespace llvm

namespace cutile {

/// A place in the user's source; Line is 0 if it is not known.
struct SourcePlace {
  std::string File;
  unsigned Line = 0, Column = 0;
  /// Where remarks are reported. Belongs to the LLVMContext; null for a place that was not taken from one.
  const llvm::DILocation *Location = nullptr;

  static SourcePlace of(const llvm::DebugLoc &Where);
};

/// "'view_load' of line 12"
std::string mention(const llvm::Instruction &I);

/// Where the elements of a tile value live.
enum class TileHome {
  Registers,
  Accumulator, ///< registers, in the order of a product's result
  Virtual,     ///< nowhere: computed for each use in the layout of the use
  Affine,      ///< one number per thread: its elements differ by known amounts, which fold into addresses
  Shared,      ///< shared memory: copied there ahead, read from there by each use
  Parts,       ///< nowhere as a whole: its user computes a few registers at a time
  Parked,      ///< registers, the last of which wait in shared memory
};
llvm::StringRef nameOf(TileHome Home);

struct PlannedTile {
  std::string Name; ///< "%x"
  std::string Op;   ///< the op or instruction that makes it
  std::string Type; ///< "float[64, 32]", or "float[2048]" where no op tells the shape
  std::vector<uint64_t> Dims;
  TileHome Home = TileHome::Registers;
  std::optional<LinearLayout> Layout; ///< of the homes in registers
  unsigned Registers = 0;             ///< 32-bit registers per thread
  std::string Why;                    ///< where the layout comes from
  SourcePlace Where;
};

/// A load or store, as a thread does it.
struct PlannedAccess {
  std::string Op, Tile, Type;
  unsigned Bytes = 0; ///< of one access
  unsigned Count = 0; ///< accesses per thread
  bool Wide = false;  ///< as wide as possible: 16 bytes, or all that the thread has
  std::string Guard;  ///< how masks and alignment are dealt with
  std::string Why;    ///< why it is not wider; or what makes it wide
  SourcePlace Where;
};

/// A tile that is wanted in another layout than its own. Those that move nothing between threads are not listed.
struct PlannedConversion {
  enum Way { Shuffles, SharedMemory, Recomputed };
  std::string Tile, Type;
  std::string For; ///< the op that wants it
  Way How = SharedMemory;
  LinearLayout From, To;
  uint64_t SharedBytes = 0;
  bool InLoop = false;
  SourcePlace Where;
};
llvm::StringRef nameOf(PlannedConversion::Way Way);

struct PlannedBarrier {
  std::string Op, Why;
  bool InLoop = false;
  SourcePlace Where;
};

struct SharedUse {
  std::string What;
  uint64_t Offset = 0, Bytes = 0; ///< within its slot
  SourcePlace Where;
};

/// One piece of static shared memory. Uses of the same bytes follow each other in time, with a barrier between.
struct SharedSlot {
  std::string Name; ///< "scratch", "slots" or "x of the block"
  uint64_t Offset = 0, Bytes = 0;
  std::vector<SharedUse> Uses;
};

struct PlannedPipeline {
  struct Load {
    std::string Tile, Type;
    unsigned ChunkBytes = 0;
    SourcePlace Where;
  };
  unsigned Stages = 0;
  uint64_t SlotBytes = 0;
  std::vector<Load> Loads;
  std::string Why; ///< what the depth follows from
};

struct PlannedProduct {
  std::string Tile, Type, Instruction; ///< "mma.m16n8k16" or "fma"
  std::string Why;
  SourcePlace Where;
};

/// Something that would have been better and cannot be.
struct PlanRefusal {
  enum Subject { Loads, Product, Registers };
  Subject About;
  std::string What, Why;
  SourcePlace Where;
};

struct PlanRecord {
  std::string Kernel; ///< symbol
  std::string Target; ///< "sm_90a"
  SourcePlace Where;
  unsigned Threads = 0, MinBlocks = 0;
  std::string ThreadsWhy, MinBlocksWhy;
  std::string BlockOrder;          ///< empty for blocks as they are launched
  unsigned EstimatedRegisters = 0; ///< 32-bit registers of a thread
  std::string RegistersWhy;
  unsigned RegisterLimit = 0; ///< that a thread may have
  uint64_t SharedBytes = 0, SharedLimit = 0;

  std::vector<PlannedPipeline> Pipelines;
  std::vector<PlannedProduct> Products;
  std::vector<PlannedTile> Tiles;
  std::vector<PlannedAccess> Accesses;
  std::vector<PlannedConversion> Conversions;
  std::vector<PlannedBarrier> Barriers;
  std::vector<SharedSlot> Shared;
  std::vector<PlanRefusal> Refused;

  /// The slot of that name, made if there is none.
  SharedSlot &slot(llvm::StringRef Name);

  void print(llvm::raw_ostream &OS) const;
  llvm::json::Value toJSON() const;
};

/// Reports the plan of \p F as optimisation remarks of passes `cutile-*` (clang: -Rpass=cutile, -Rpass-missed, -Rpass-analysis).
void emitRemarks(const PlanRecord &Plan, llvm::Function &F);
/// Whether someone wants them.
bool wantsRemarks(const llvm::Function &F);

} // namespace cutile

#endif
