// Private to lib/Plan.
#ifndef CUTILE_LIB_PLAN_ESTIMATEREGISTERS_H
#define CUTILE_LIB_PLAN_ESTIMATEREGISTERS_H

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace cutile {

struct KernelPlan;

struct RegisterEstimate {
  unsigned Tiles = 0;                        ///< for the elements of tiles, where most are alive
  unsigned Other = 0;                        ///< for addresses, scalars and counters: a guess
  const llvm::Instruction *Widest = nullptr; ///< where that is
  unsigned ProductTiles = 0; ///< at the product on tensor cores where they are most, if its operands come step by step: what cannot be avoided
  const llvm::Instruction *WidestProduct = nullptr;
};

/// Whether \p V is only the first half of a splat.
bool isSplatPart(const llvm::Value *V);

/// The number of registers of index tile \p V that do not differ from others by known amounts; all of them for other tiles.
unsigned distinctRegisters(const KernelPlan &Plan, const llvm::Value *V);

/// Estimates the registers of a thread from the lifetimes of tiles. The assembler may reorder, so this is no bound.
RegisterEstimate estimateRegisters(const llvm::Function &Kernel, const KernelPlan &Plan);

} // namespace cutile

#endif
