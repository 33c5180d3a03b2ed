//===- RecordPlan.cpp - what the lowering adds to the record of the plan --===//
#include "KernelLowering.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cutile::nvptx {

SourcePlace KernelLowering::currentPlace() const { return Current ? SourcePlace::of(Current->getDebugLoc()) : SourcePlace(); }

std::string KernelLowering::currentOp() const { return Current ? opNameOf(*Current).str() : "kernel"; }

void KernelLowering::noteBarrier(StringRef Why) {
  if (PlanRecord *Record = Plan.Record.get())
    Record->Barriers.push_back({currentOp(), Why.str(), isInCycle(B.GetInsertBlock()), currentPlace()});
}

void KernelLowering::noteSharedUse(StringRef Slot, StringRef What, uint64_t Offset, uint64_t Bytes) {
  if (PlanRecord *Record = Plan.Record.get())
    Record->slot(Slot).Uses.push_back({What.str(), Offset, Bytes, currentPlace()});
}

void KernelLowering::noteConversion(const Value &Tile, const LinearLayout &From, const AffineLayout &To, bool Recomputed) {
  PlanRecord *Record = Plan.Record.get();
  if (!Record || (From == To.Map && To.Offset == 0))
    return;
  const ConversionPlan How = planConversion(From, To);
  if (How.How == ConversionPlan::InThread)
    return;
  PlannedConversion Entry;
  const TileLabel Label = Plan.Labels.lookup(&Tile);
  Entry.Tile = Label.Name;
  Entry.Type = Label.Type;
  Entry.For = currentOp();
  Entry.How = Recomputed                           ? PlannedConversion::Recomputed
              : How.How == ConversionPlan::Shuffle ? PlannedConversion::Shuffles
                                                   : PlannedConversion::SharedMemory;
  Entry.From = From;
  Entry.To = To.Map;
  if (Entry.How == PlannedConversion::SharedMemory)
    Entry.SharedBytes = uint64_t(tileSize(Tile.getType())) * std::max<unsigned>(8, Tile.getType()->getScalarSizeInBits()) / 8;
  Entry.InLoop = isInCycle(B.GetInsertBlock());
  Entry.Where = currentPlace();
  Record->Conversions.push_back(std::move(Entry));
}

} // namespace cutile::nvptx
