//===- KernelPlan.h - every decision about a kernel -------------*- C++ -*-===//
//
// Analyses decide, the lowering carries out: a KernelPlan holds the number of threads, the layout of every tile value and
// the places of barriers. It can be printed (`-cutile-print-plan`).
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_PLAN_KERNELPLAN_H
#define CUTILE_PLAN_KERNELPLAN_H

#include "cutile/Layout/MmaLayout.h"
#include "cutile/Plan/LoadPipelines.h"
#include "cutile/Plan/LongTiles.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <string>

namespace llvm {
class Function;
class Instruction;
class Use;
class Value;
} // namespace llvm

namespace cutile {

class KernelFacts;
struct PlanRecord;
class TileCall;

/// What gave a tile value its layout.
struct LayoutAnchor {
  enum Source {
    Default,
    Product,   ///< By's result on tensor cores
    Patches,   ///< By's result on ordinary arithmetic
    Operand,   ///< By's operand
    Access,    ///< the memory access By
    Reduction, ///< the result of the reduction By
    Broadcast, ///< what the broadcast By wants to read
  };
  Source Kind = Default;
  const llvm::Instruction *By = nullptr;
};

/// How people call a tile value.
struct TileLabel {
  std::string Name, Type;
};

/// Which blocks follow each other. The hardware starts blocks by x, then y, then z.
enum class BlockOrder {
  AsLaunched,
  YFirst, ///< y counts first, then x: the lowering renumbers the blocks of each z, if they are fewer than 2^21
};

struct KernelPlan {
  const llvm::Function *Kernel = nullptr;
  unsigned WarpBits = 2;
  unsigned MinBlocks = 0; ///< blocks that must fit on a multiprocessor, 0: no demand
  std::string WarpsWhy, MinBlocksWhy;
  BlockOrder Order = BlockOrder::AsLaunched;
  /// What was known about the kernel's values when it was planned.
  std::shared_ptr<const KernelFacts> Facts;
  /// Layouts of tile values that have one; splats, constants and iotas are recomputed in any layout.
  llvm::DenseMap<const llvm::Value *, LinearLayout> Layouts;
  /// Where those come from.
  llvm::DenseMap<const llvm::Value *, LayoutAnchor> Anchors;
  /// Products done by tensor cores.
  llvm::DenseMap<const llvm::Value *, MmaTiling> Products;
  /// Operands of products that are brought into place where they are computed: outside of the loop of the product, so once, or in front of the
  /// other operand, as registers do not suffice for both.
  llvm::DenseSet<const llvm::Use *> EarlyOperands;
  /// Loops whose loads run ahead.
  std::vector<LoadPipeline> Pipelines;
  /// What is not kept, or not wholly, in registers.
  LongTiles Long;
  std::vector<RefusedPipeline> RefusedPipelines;
  /// Instructions that need a block-wide barrier in front of them to keep program order between memory accesses.
  BarrierMap BarrierBefore;

  /// The plan for people, which the lowering completes; null if nobody wants it (describePlan).
  std::shared_ptr<PlanRecord> Record;
  llvm::DenseMap<const llvm::Value *, TileLabel> Labels; ///< where there is a record

  unsigned numThreads() const { return 32u << WarpBits; }

  /// The layout of tile value \p V: the planned one, or the default of its size.
  LinearLayout layoutOf(const llvm::Value *V) const;
  LinearLayout defaultLayout(unsigned NumElements) const;

  /// The pipeline that tile \p V is loaded by, or null.
  const LoadPipeline *pipelineOf(const llvm::Value *V) const;
  /// Whether \p V stands in shared memory and is read from there by its users: a load of a pipeline, or a permutation of one.
  bool isStaged(const llvm::Value *V) const;

  /// Whether users of \p V take its registers in parts.
  bool isReadInParts(const llvm::Value *V) const { return Long.Deferred.contains(V) || Long.Parked.contains(V); }
};

/// What the plan must know about the target.
struct PlanTarget {
  /// Whether mma.sync takes operands of these element kinds (op_codes.h).
  bool (*HasMma)(int KindA, int KindB, int KindC, unsigned SmVersion);
  unsigned SmVersion;
  uint64_t SharedBytes = 0; ///< shared memory that a block may have
  unsigned MaxStages = 0;   ///< slots of a load pipeline, below 2: no pipelines
};

/// Plans \p Kernel, a verified tile kernel. Changes nothing.
KernelPlan planKernel(const llvm::Function &Kernel, const PlanTarget &Target);

/// Makes the record of \p Plan and fills in what is decided.
void describePlan(KernelPlan &Plan, const PlanTarget &Target);

/// Whether tile \p V (a splat, a constant, an iota) is recomputed wherever it is used, in the layout of the use.
bool isVirtualTile(const llvm::Value *V);

/// 32-bit registers that a thread needs for tile \p V in its home: none for virtual and staged tiles; elements of 16 bits share one.
unsigned tileRegisters(const KernelPlan &Plan, const llvm::Value *V);

/// Operand width in bits of the tensor-core instruction for element kind \p Kind, 0 if there is none.
unsigned mmaOperandBits(int Kind);
/// The shape, and the tile c, of an op a * b + c: mma or scaled_mma.
ProductShape productShapeOf(const TileCall &Mma);
llvm::Value *accumulatorOf(const TileCall &Mma);

} // namespace cutile

#endif
