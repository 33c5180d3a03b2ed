//===- DescribePlan.cpp - what planKernel decided, as a record ------------===//
#include "EstimateRegisters.h"
#include "Occupancy.h"
#include "TileShapes.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/Analysis/MemoryOrder.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Plan/AccessPlan.h"
#include "cutile/Plan/KernelPlan.h"
#include "cutile/Plan/PlanRecord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace cutile {

namespace {
class Describer {
public:
  Describer(KernelPlan &Plan, const PlanTarget &Target, PlanRecord &Record)
      : F(*Plan.Kernel), Plan(Plan), Target(Target), Record(Record), Shapes(findTileShapes(F)),
        Slots(F.getParent(), /*ShouldInitializeAllMetadata=*/false) {
    Slots.incorporateFunction(F);
  }

  void run() {
    for (const Instruction &I : instructions(F))
      if (isTile(&I))
        Plan.Labels[&I] = {nameOf(&I), typeOf(&I)};
    describeKernel();
    describePipelines();
    for (const Instruction &I : instructions(F)) {
      if (isTile(&I) && !isSplatPart(&I))
        describeTile(I);
      if (auto Call = TileCall::match(&I)) {
        if (Call->info().Group == StringRef("MatrixMultiply"))
          describeProduct(*Call);
        if (const AccessFacts *Facts = Plan.Facts->access(&I))
          describeAccess(*Call, *Facts);
      }
    }
  }

private:
  const Function &F;
  KernelPlan &Plan;
  const PlanTarget &Target;
  PlanRecord &Record;
  TileShapes Shapes;
  ModuleSlotTracker Slots;

  std::string nameOf(const Value *V) {
    std::string Text;
    raw_string_ostream OS(Text);
    V->printAsOperand(OS, /*PrintType=*/false, Slots);
    return isa<Constant>(V) ? "constant" : Text;
  }

  std::string typeOf(const Value *V) {
    std::string Text;
    raw_string_ostream OS(Text);
    V->getType()->getScalarType()->print(OS);
    OS << '[';
    if (auto It = Shapes.find(V); It != Shapes.end())
      interleaveComma(It->second, OS);
    else
      OS << tileSize(V->getType());
    OS << ']';
    return Text;
  }

  static SourcePlace placeOf(const Instruction &I) { return SourcePlace::of(I.getDebugLoc()); }

  void describeKernel() {
    Record.Kernel = F.getName().str();
    Record.Target = F.getFnAttribute("target-cpu").getValueAsString().str();
    if (const DISubprogram *Program = F.getSubprogram())
      Record.Where = SourcePlace::of(DebugLoc(DILocation::get(F.getContext(), Program->getLine(), 0, const_cast<DISubprogram *>(Program))));
    Record.Threads = Plan.numThreads();
    Record.MinBlocks = Plan.MinBlocks;
    if (Plan.Order == BlockOrder::YFirst)
      Record.BlockOrder = "y counts first: blocks that follow each other along y write side by side, those along x do not";
    Record.ThreadsWhy = Plan.WarpsWhy;
    Record.MinBlocksWhy = Plan.MinBlocksWhy;
    constexpr unsigned MostPerThread = 255;
    const unsigned Fit = RegistersPerMultiprocessor / (Plan.numThreads() * std::max(1u, Plan.MinBlocks)) / 8 * 8; // given out in units of 8
    Record.RegisterLimit = std::min(MostPerThread, Fit);
    const RegisterEstimate Estimate = estimateRegisters(F, Plan);
    Record.EstimatedRegisters = Estimate.Tiles + Estimate.Other;
    Record.RegistersWhy = std::to_string(Estimate.Tiles) + " for tiles";
    if (Estimate.Widest)
      Record.RegistersWhy += " at " + mention(*Estimate.Widest);
    Record.RegistersWhy += ", about " + std::to_string(Estimate.Other) + " for addresses and scalars";
    if (Estimate.ProductTiles > Record.RegisterLimit)
      Record.Refused.push_back({PlanRefusal::Registers, "all tiles of a product in registers",
                                "they take about " + std::to_string(Estimate.ProductTiles) + " registers of a thread, which may have " +
                                    std::to_string(Record.RegisterLimit) + "; the rest moves to and from memory, which is slow: take smaller tiles",
                                placeOf(*Estimate.WidestProduct)});
    Record.SharedLimit = Target.SharedBytes;
  }

  void describePipelines() {
    for (const LoadPipeline &Pipeline : Plan.Pipelines) {
      PlannedPipeline Entry;
      Entry.Stages = Pipeline.Stages;
      for (const StagedLoad &Staged : Pipeline.Loads) {
        Entry.Loads.push_back({nameOf(Staged.Load), typeOf(Staged.Load), Staged.ChunkBytes, placeOf(*Staged.Load)});
        Entry.SlotBytes += uint64_t(tileSize(Staged.Load->getType())) * Staged.Load->getType()->getScalarSizeInBits() / 8;
      }
      Entry.Why = Pipeline.Stages >= Target.MaxStages
                      ? "the most slots that are tried"
                      : "as many slots as fit into the shared memory of " + std::to_string(Pipeline.SharedBytes) + " bytes that it may take";
      Record.Pipelines.push_back(std::move(Entry));
    }
    for (const RefusedPipeline &Refused : Plan.RefusedPipelines)
      Record.Refused.push_back({PlanRefusal::Loads, "loads of the loop are not copied ahead", Refused.Why, SourcePlace::of(Refused.Where)});
  }

  void describeTile(const Instruction &I) {
    PlannedTile Entry;
    auto Call = TileCall::match(&I);
    Entry.Name = nameOf(&I);
    Entry.Op = Call ? Call->name().str() : I.getOpcodeName();
    Entry.Type = typeOf(&I);
    if (auto It = Shapes.find(&I); It != Shapes.end())
      Entry.Dims.assign(It->second.begin(), It->second.end());
    Entry.Where = placeOf(I);
    const LayoutAnchor Anchor = Plan.Anchors.lookup(&I);
    if (isVirtualTile(&I)) {
      Entry.Home = TileHome::Virtual;
      Entry.Why = "computed for each use";
    } else if (Plan.isStaged(&I)) {
      Entry.Home = TileHome::Shared;
      Entry.Why = Plan.pipelineOf(&I) ? "copied ahead, read in the layout of each use" : "the same bytes, read in another order";
    } else {
      const unsigned Waiting = Plan.Long.Parked.lookup(&I);
      Entry.Home = Plan.Long.Deferred.contains(&I)        ? TileHome::Parts
                   : Waiting                              ? TileHome::Parked
                   : Anchor.Kind == LayoutAnchor::Product ? TileHome::Accumulator
                   : isAffine(I)                          ? TileHome::Affine
                                                          : TileHome::Registers;
      Entry.Layout = Plan.layoutOf(&I);
      Entry.Registers = tileRegisters(Plan, &I);
      Entry.Why = explain(Anchor);
      if (Waiting)
        Entry.Why += "; " + std::to_string(Waiting) + " registers wait in shared memory";
      else if (Entry.Home == TileHome::Parts)
        Entry.Why += "; its only user computes it " + std::to_string(LongTiles::PartRegisters) + " registers at a time";
    }
    Record.Tiles.push_back(std::move(Entry));
  }

  bool isAffine(const Instruction &I) const {
    return I.getType()->getScalarType()->isIntegerTy() && Plan.layoutOf(&I).numRegisters() > 1 && distinctRegisters(Plan, &I) == 1;
  }

  std::string explain(const LayoutAnchor &Anchor) {
    switch (Anchor.Kind) {
    case LayoutAnchor::Default:
      return "nothing asks for a layout: neighbours in one thread, then lanes, then warps";
    case LayoutAnchor::Product:
      return "accumulator of " + mention(*Anchor.By);
    case LayoutAnchor::Patches:
      return "patches of " + mention(*Anchor.By) + " on ordinary arithmetic";
    case LayoutAnchor::Operand:
      return "operand of " + mention(*Anchor.By) + ", from shared memory";
    case LayoutAnchor::Access:
      return "neighbours in memory at " + mention(*Anchor.By);
    case LayoutAnchor::Reduction:
      return "the operand of " + mention(*Anchor.By) + " without the reduced dimension";
    case LayoutAnchor::Broadcast:
      return "where " + mention(*Anchor.By) + " wants it";
    }
    return {};
  }

  void describeProduct(const TileCall &Call) {
    PlannedProduct Entry;
    Entry.Tile = nameOf(&Call.call());
    Entry.Type = typeOf(&Call.call());
    Entry.Where = placeOf(Call.call());
    if (auto It = Plan.Products.find(&Call.call()); It != Plan.Products.end()) {
      const MmaTiling &T = It->second;
      Entry.Instruction = "mma.m" + std::to_string(T.Instruction.M) + "n" + std::to_string(T.Instruction.N) + "k" + std::to_string(T.Instruction.K);
      Entry.Why = std::to_string(1u << (T.BatchBits + T.RowBits + T.ColumnBits + T.DepthBits)) + " per warp: " + std::to_string(1u << T.RowBits) +
                  " x " + std::to_string(1u << T.ColumnBits) + " fragments, " + std::to_string(1u << T.DepthBits) + " steps of k";
    } else {
      Entry.Instruction = "fma";
      Entry.Why = "no tensor-core instruction of " + Record.Target + " takes these element types";
      Record.Refused.push_back({PlanRefusal::Product, "product on tensor cores", Entry.Why, Entry.Where});
    }
    Record.Products.push_back(std::move(Entry));
  }

  void describeAccess(const TileCall &Call, const AccessFacts &Facts) {
    const CallInst &I = Call.call();
    const bool View = Call.is("view_load") || Call.is("view_store");
    const Value *Tile = isTile(&I) ? &I : Call.operand(Call.is("view_store") ? 0 : 1);
    PlannedAccess Entry;
    Entry.Op = Call.name().str();
    Entry.Tile = nameOf(Tile);
    Entry.Type = typeOf(Tile);
    Entry.Where = placeOf(I);
    const unsigned ElementBytes = std::max<unsigned>(1, Tile->getType()->getScalarSizeInBits() / 8);
    if (const LoadPipeline *Pipeline = Plan.pipelineOf(&I)) {
      for (const StagedLoad &Staged : Pipeline->Loads)
        if (Staged.Load == &I)
          Entry.Bytes = Staged.ChunkBytes;
      Entry.Count = std::max<uint64_t>(1, uint64_t(tileSize(Tile->getType())) * ElementBytes / Entry.Bytes / Plan.numThreads());
      Entry.Guard = "asynchronous copies to shared memory";
      Entry.Why =
          Entry.Bytes == MaxVectorBytes ? "neighbours in memory, the widest copy" : "no more neighbours are known to be aligned and inside together";
    } else if (Call.info().Group == StringRef("Atomic")) {
      Entry.Bytes = ElementBytes;
      Entry.Count = Plan.layoutOf(&I).numRegisters();
      Entry.Why = "an atomic operation is on one element";
    } else {
      const LinearLayout Layout = Plan.layoutOf(&I);
      const AccessPlan Access = planAccess(Layout, ElementBytes, Facts);
      Entry.Bytes = ElementBytes << Access.VectorBits;
      Entry.Count = Layout.numRegisters() >> Access.VectorBits;
      Entry.Guard = Access.guard(View ? decodeView(Call).Masked : !isWithoutMask(Call), View);
      Entry.Why = Access.reason(ElementBytes);
      Entry.Wide = Entry.Count == 1 || Entry.Bytes == MaxVectorBytes;
      Record.Accesses.push_back(std::move(Entry));
      return;
    }
    Entry.Wide = Entry.Bytes == MaxVectorBytes || Call.info().Group == StringRef("Atomic");
    Record.Accesses.push_back(std::move(Entry));
  }

  /// load and store: whether the mask is all ones.
  static bool isWithoutMask(const TileCall &Call) {
    auto *Mask = dyn_cast_or_null<ConstantInt>(splatValue(Call.operand(Call.is("load") ? 1 : 2)));
    return Mask && !Mask->isZero();
  }
};
} // namespace

void describePlan(KernelPlan &Plan, const PlanTarget &Target) {
  Plan.Record = std::make_shared<PlanRecord>();
  Describer(Plan, Target, *Plan.Record).run();
}

} // namespace cutile
