#include "BlockOrder.h"
#include "cutile/IR/TileOps.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace cutile {

/// The dimensions of the block's index that \p V is computed from, as bits.
static unsigned blockDimensionsIn(const Value *V) {
  unsigned Dimensions = 0;
  SmallVector<const Value *, 16> Pending{V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Pending.empty()) {
    auto *I = dyn_cast<Instruction>(Pending.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (auto Call = TileCall::match(I); Call && Call->is("bid"))
      Dimensions |= 1u << Call->constant(0);
    else
      Pending.append(I->op_begin(), I->op_end());
  }
  return Dimensions;
}

/// The dimensions of the block's index that move the accessed block of the array by the least: those in the start along the dimension that is
/// contiguous in memory, or the last one that blocks differ in.
static unsigned nearestBlocks(const ViewAccess &View) {
  for (unsigned D = 0; D < View.Rank; ++D)
    if (auto *Stride = dyn_cast<ConstantInt>(View.Strides[D]); Stride && Stride->isOne())
      if (const unsigned Dimensions = blockDimensionsIn(View.Starts[D]))
        return Dimensions;
  for (unsigned D = View.Rank; D-- > 0;)
    if (const unsigned Dimensions = blockDimensionsIn(View.Starts[D]))
      return Dimensions;
  return 0;
}

BlockOrder chooseBlockOrder(const Function &Kernel) {
  constexpr unsigned X = 1, Y = 2;
  bool Wanted = false;
  for (const Instruction &I : instructions(Kernel)) {
    auto Call = TileCall::match(&I);
    if (I.isAtomic() || (Call && (Call->info().Group == StringRef("Atomic") || Call->info().Group == StringRef("MatrixMultiply"))))
      return BlockOrder::AsLaunched;
    if (!Call || !Call->is("view_store"))
      continue;
    const ViewAccess View = decodeView(*Call);
    const unsigned Nearest = nearestBlocks(View);
    if (Nearest & X)
      return BlockOrder::AsLaunched;
    Wanted |= (Nearest & Y) && any_of(View.Starts, [](const Value *Start) { return blockDimensionsIn(Start) & X; });
  }
  return Wanted ? BlockOrder::YFirst : BlockOrder::AsLaunched;
}

} // namespace cutile
