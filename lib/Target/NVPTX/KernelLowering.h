//===- KernelLowering.h - one kernel being lowered --------------*- C++ -*-===//
//
// Private to lib/Target/NVPTX. KernelLowering walks a tile kernel and gives each tile value its registers: one scalar LLVM
// value per element that a thread holds, in the order of the register bits of the value's layout. The functions
// lower<Op> of OpLowerings.h use it to read operands in the layout they want and to set results.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LIB_TARGET_NVPTX_KERNELLOWERING_H
#define CUTILE_LIB_TARGET_NVPTX_KERNELLOWERING_H

#include "SharedTile.h"
#include "TargetInfo.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Layout/Swizzle.h"
#include "cutile/Plan/KernelPlan.h"
#include "cutile/Plan/PlanRecord.h"
#include "cutile/Support/Diagnostics.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include <map>

namespace cutile::nvptx {

/// Marks every instruction that it inserts with the tile op that it comes from (`!cutile.op`).
using Builder = llvm::IRBuilder<llvm::ConstantFolder, llvm::IRBuilderCallbackInserter>;

/// The registers \p First to \p First + \p Count - 1 of a tile; \p Count is a power of two that divides \p First.
using RegisterParts = std::function<Registers(unsigned First, unsigned Count)>;

/// \p Layout where a thread has no more than those registers.
AffineLayout partOf(const LinearLayout &Layout, unsigned First, unsigned Count);

class KernelLowering {
public:
  KernelLowering(llvm::Function &F, const KernelPlan &Plan, const TargetInfo &Target, DiagnosticSink &Sink);

  /// Lowers the whole kernel. \returns false if an error was reported.
  bool run();

  //===- For the lowerings of ops -------------------------------------------===//

  Builder &builder() { return B; }
  const KernelPlan &plan() const { return Plan; }
  const TargetInfo &target() const { return Target; }
  llvm::Function &kernel() { return F; }
  llvm::Module &module() { return *F.getParent(); }

  /// The registers of \p Tile in its own layout (for splats, constants and iotas: the default layout of the size).
  Registers registersOf(llvm::Value *Tile);
  /// The registers of \p Tile in \p Layout, converted as needed.
  Registers registersOf(llvm::Value *Tile, const AffineLayout &Layout);
  Registers registersOf(llvm::Value *Tile, const LinearLayout &Layout) { return registersOf(Tile, AffineLayout{Layout, 0}); }
  /// The registers of \p Tile in \p Layout (which must live as long), for users that take them in parts: what the plan defers is computed part by
  /// part, where the builder stands then.
  RegisterParts partsOf(llvm::Value *Tile, const LinearLayout &Layout);
  LinearLayout layoutOf(const llvm::Value *Tile) const { return Plan.layoutOf(Tile); }

  /// Sets the result of \p I, given in its planned layout.
  void setResult(llvm::Instruction &I, Registers Values);
  /// Sets the result of elementwise \p I: in parts, if it takes its operands in parts or parks its result.
  void setElementwise(llvm::Instruction &I, llvm::function_ref<Registers(const AffineLayout &)> RegistersIn);
  /// Sets the result of \p I, given in \p Layout.
  void setResult(llvm::Instruction &I, Registers Values, const LinearLayout &Layout);
  /// Sets the result of \p I to a tile in shared memory: users read from there, in any layout.
  void setHome(const llvm::Instruction &I, const SharedTile &Home) { Homes.try_emplace(&I, Home); }
  /// Where \p Tile, or the tile that it is a permutation of, stands in shared memory.
  std::optional<SharedTile> homeOf(const llvm::Value *Tile) const;
  /// Replaces the scalar result of \p I.
  void setScalar(llvm::Instruction &I, llvm::Value *Value) { I.replaceAllUsesWith(Value); }

  /// Moves \p Values from one layout to another.
  Registers convert(const Registers &Values, const LinearLayout &From, const AffineLayout &To);

  /// The element index (i32) that this thread holds in register \p Register of \p Layout.
  llvm::Value *elementIndex(const AffineLayout &Layout, unsigned Register);
  /// The part of the element index that depends on the thread.
  llvm::Value *threadIndex(const LinearLayout &Layout);
  /// i1: whether this thread is the one to act for its elements where \p Layout replicates them; null if every thread is.
  llvm::Value *isRepresentative(const LinearLayout &Layout);
  /// Whether register \p Register is a copy of a lower one in the same thread.
  static bool isDuplicateRegister(const LinearLayout &Layout, unsigned Register);

  /// The address space of the memory behind \p Address: global where it cannot be another one, else generic.
  unsigned addressSpaceOf(const llvm::Value *Address) const;

  /// The index (i32) of this block along \p Dimension, by the order of the plan.
  llvm::Value *blockIndex(unsigned Dimension);

  llvm::Value *laneId() { return Lane; }
  /// i1: true in one thread of the block.
  llvm::Value *isFirstThread();

  /// All threads of the block meet; shared and global memory written before is visible after. \p Why is for the record of the plan.
  void barrier(llvm::StringRef Why);
  /// The exclusive or of the bits of \p Position selected by \p Mask, as i1.
  llvm::Value *parity(llvm::Value *Position, uint32_t Mask);

  /// Scratch in shared memory of at least \p Bytes, which nobody reads any more: the same bytes serve every caller, so there is a barrier
  /// here unless this is the first use on every path. Callers need one between writing and reading. \p What stands there, for the record
  /// of the plan.
  llvm::Value *scratch(uint64_t Bytes, llvm::StringRef What);
  /// The slots of load pipelines, at least \p Bytes; the same bytes for every pipeline.
  llvm::Value *loadRing(uint64_t Bytes);
  /// Static shared memory that lives as long as the kernel.
  llvm::GlobalVariable *allocateShared(llvm::Type *Type, llvm::Align Alignment, const llvm::Twine &Name);

  //===- For the record of the plan, if there is one --------------------------===//

  /// Another use of the shared memory \p Slot ("scratch", "slots").
  void noteSharedUse(llvm::StringRef Slot, llvm::StringRef What, uint64_t Offset, uint64_t Bytes);
  /// The op that is being lowered wants \p Tile in layout \p To.
  void noteConversion(const llvm::Value &Tile, const LinearLayout &From, const AffineLayout &To, bool Recomputed = false);

  /// Writes a tile to scratch memory in row-major order / reads it in any layout. Adds no barriers.
  /// An access takes at most 2^WidthBits elements.
  void storeShared(llvm::Value *Base, const Registers &Values, const LinearLayout &Layout, unsigned WidthBits = 4);
  Registers loadShared(llvm::Value *Base, llvm::Type *Element, const AffineLayout &Layout, unsigned WidthBits = 4);
  /// As a value of a representative thread, for every thread: through shared memory.
  Registers broadcastFromRepresentatives(const Registers &Values, const LinearLayout &Layout);

  /// Runs \p Emit with the builder behind \p Definition, a tile value that has been lowered.
  void behind(llvm::Instruction &Definition, llvm::function_ref<void()> Emit);

  /// Tiles that stand in shared memory from their definition on, in the order that operands of products are read in.
  struct OperandHome {
    const llvm::Value *Tile;
    LinearLayout Reader;
    SharedTile Home;
  };
  llvm::SmallVector<OperandHome, 2> OperandHomes;

  /// Runs \p Body in threads where \p Condition (null: everywhere) holds. The builder stands behind it afterwards.
  void emitIf(llvm::Value *Condition, llvm::function_ref<void()> Body);
  /// As emitIf, where Body computes values; threads without the condition get \p Otherwise.
  Registers emitIfElse(llvm::Value *Condition, llvm::ArrayRef<llvm::Value *> Otherwise, llvm::function_ref<Registers()> Body);

  /// Two ways to compute the same number of values, one of which each thread takes.
  Registers emitChoice(llvm::Value *Condition, llvm::function_ref<Registers()> Then, llvm::function_ref<Registers()> Else);

  void error(const llvm::Instruction &I, diag::Id Id, llvm::ArrayRef<std::string> Arguments) {
    Sink.report(I.getDebugLoc(), Id, Arguments);
    Failed = true;
  }
  /// err_op_unsupported for an op: \p What says which form.
  void unsupported(const llvm::Instruction &I, llvm::StringRef Op, const std::string &What) {
    error(I, diag::err_op_unsupported, {Op.str(), What, Target.Name});
  }

private:
  llvm::Function &F;
  const KernelPlan &Plan;
  const TargetInfo &Target;
  DiagnosticSink &Sink;
  Builder B;
  llvm::Instruction *Current = nullptr; // being lowered; the builder inserts before it
  bool Failed = false;

  llvm::Value *ThreadId = nullptr, *Lane = nullptr, *Warp = nullptr, *First = nullptr;
  Registers BlockIndices;                   // along x and y, where blocks are renumbered
  llvm::Instruction *PrologueEnd = nullptr; // values computed once per kernel go before it
  std::map<std::vector<std::vector<uint32_t>>, llvm::Value *> ThreadIndices;
  llvm::DenseMap<llvm::Value *, Registers> Values;
  std::map<const llvm::Value *, SharedTile> Homes;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Parkings;  // of this thread, for each parked value
  bool OnlyGlobalMemory = false;                                // tile ops address no other memory
  bool HasTilePhis = false;                                     // whose incoming values are converted last, at the ends of earlier blocks
  llvm::DenseMap<const llvm::Value *, unsigned> RecomputeCosts; // instructions per element
  llvm::SmallVector<llvm::Instruction *, 64> Lowered;           // to erase at the end
  llvm::GlobalVariable *Scratch = nullptr, *Ring = nullptr;
  uint64_t ScratchBytes = 0, RingBytes = 0;

  void noteBarrier(llvm::StringRef Why);
  SourcePlace currentPlace() const;
  std::string currentOp() const;
  void emitPrologue();
  void makeBlockMemory();
  void lowerInstruction(llvm::Instruction &I);
  void lowerElementwise(llvm::Instruction &I);
  /// An elementwise instruction, from its operands in \p Layout.
  Registers elementwiseRegisters(llvm::Instruction &I, const AffineLayout &Layout);
  void lowerExtractElement(llvm::ExtractElementInst &I);
  void lowerVectorLoad(llvm::LoadInst &I);
  void lowerVectorStore(llvm::StoreInst &I);
  void lowerScalarSideEffect(llvm::Instruction &I);
  void completePhis();
  void finish();
  llvm::Value *openShared(llvm::GlobalVariable *&Open, uint64_t &Known, uint64_t Bytes, llvm::StringRef Name);
  void closeShared(llvm::GlobalVariable *Open, uint64_t Bytes, llvm::StringRef Name);
  llvm::Value *parkingPlace(const llvm::Value *Tile, unsigned Register);
  void loadParked(llvm::Value *Tile, const AffineLayout &Layout, Registers &Values);
  Registers virtualRegisters(llvm::Value *Tile, const AffineLayout &Layout);
  bool isCheap(llvm::Value &Tile);
  Registers recompute(llvm::Value &Tile, const AffineLayout &Layout);
  Registers convertInWarp(const Registers &Values, const LinearLayout &From, const AffineLayout &To, const ConversionPlan &How);
  Registers convertThroughShared(const Registers &Values, const LinearLayout &From, const AffineLayout &To);
  /// \p V of lane \p From, or of the lane whose number differs from the own one in the bits of \p From if \p IsMask.
  llvm::Value *shuffle(llvm::Value *V, llvm::Value *From, bool IsMask);
  llvm::Value *inPrologue(llvm::function_ref<llvm::Value *()> Make);
};

/// The tile op or instruction of \p I.
llvm::StringRef opNameOf(const llvm::Instruction &I);

/// Whether control may come back to \p Block.
bool isInCycle(const llvm::BasicBlock *Block);

} // namespace cutile::nvptx

#endif
