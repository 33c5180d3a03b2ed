//===- LoadPipeline.cpp - loads that run ahead, by cp.async ---------------===//
//
//   preheader:    barrier                                  others may still read the slots
//                 for s < Stages - 1: if the loads of iteration s run: copy their tiles to slot s;   commit;   its scalars, the next state
//   header:       slot = phi [0, preheader], [slot + 1 mod Stages, latch]
//                 ahead = phi: the state of iteration i + Stages - 1, and whether there is one
//   start:        wait until at most Stages - 2 groups are under way;  barrier
//                 if the loads of iteration i + Stages - 1 run: copy their tiles to the slot before this one;   commit
//
// The barrier does two things: the copies of all threads for this slot are visible, and all threads have read the slot of the
// iteration before, which the new copies overwrite.
//
//===----------------------------------------------------------------------===//
#include "LoadPipeline.h"
#include "LoopSliceEmitter.h"
#include "cutile/Target/NVPTX/TargetOps.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::nvptx {

using L = LinearLayout;

/// How the users of \p Tile read it: as an operand of a product, through permutations, or in a layout of the plan.
static LinearLayout readerOf(const KernelPlan &Plan, const Value *Tile) {
  for (const User *U : Tile->users()) {
    auto Call = TileCall::match(U);
    if (Call && Call->is("permute") && Plan.isStaged(U)) {
      const unsigned Rank = Call->constant(1);
      return readerOf(Plan, U).compose(permuteSourceMap(Call->dims(2, Rank), Call->dims(2 + Rank, Rank)));
    }
    if (auto Product = Plan.Products.find(U); Product != Plan.Products.end())
      return Call->operand(0) == Tile ? Product->second.A : Product->second.B;
    if (isTile(U) && tileSize(U->getType()) == tileSize(Tile->getType()))
      return Plan.layoutOf(U);
  }
  return Plan.layoutOf(Tile);
}

namespace {
/// The place of one staged load within a slot.
struct Place {
  const StagedLoad &Staged;
  uint64_t Offset;
  IndexMap Address;
};

class PipelineEmitter {
public:
  PipelineEmitter(KernelLowering &K, const LoadPipeline &P) : K(K), B(K.builder()), P(P) {
    for (const StagedLoad &Staged : P.Loads) {
      Type *T = Staged.Load->getType();
      Places.push_back({Staged, SlotBytes, swizzledFor(Staged.Order, readerOf(K.plan(), Staged.Load), T->getScalarSizeInBits())});
      SlotBytes += alignTo(uint64_t(tileSize(T)) * T->getScalarSizeInBits() / 8, 1024);
    }
    Ring = K.loadRing(SlotBytes * P.Stages);
    for (unsigned S = 0; S < P.Stages; ++S)
      for (const Place &At : Places)
        K.noteSharedUse("slots", "slot " + std::to_string(S) + " of " + K.plan().Labels.lookup(At.Staged.Load).Name, S * SlotBytes + At.Offset,
                        uint64_t(tileSize(At.Staged.Load->getType())) * At.Staged.Load->getType()->getScalarSizeInBits() / 8);
  }

  void run() {
    Instruction *Start = &*B.GetInsertPoint();
    BasicBlock *Header = const_cast<BasicBlock *>(P.Slice.AnyPhi->getParent());
    B.SetInsertPoint(P.Slice.preheader()->getTerminator());
    K.barrier("others may still read the slots");
    // The state of the iteration to copy, and behind it whether there is one.
    SmallVector<Value *, 4> State;
    for (const PHINode *Phi : P.Slice.State)
      State.push_back(Phi->getIncomingValueForBlock(P.Slice.preheader()));
    State.push_back(B.getTrue());
    for (unsigned S = 0; S + 1 < P.Stages; ++S)
      State = copyIteration(State, [&] { return B.getInt32(S); });

    auto headerPhi = [&](Value *First, const Twine &Name) {
      PHINode *Phi = PHINode::Create(First->getType(), 2, Name, Header->begin());
      Phi->addIncoming(First, P.Slice.preheader());
      return Phi;
    };
    PHINode *Slot = headerPhi(B.getInt32(0), "slot");
    SmallVector<PHINode *, 4> Ahead;
    for (Value *First : State)
      Ahead.push_back(headerPhi(First, "ahead"));
    B.SetInsertPoint(Start);
    const unsigned Last = P.Stages - 1;
    Value *Next = B.CreateSelect(B.CreateICmpEQ(Slot, B.getInt32(Last)), B.getInt32(0), B.CreateAdd(Slot, B.getInt32(1)));
    emitTargetOp(B, target::CpAsync_wait_group, {B.getInt32(P.Stages - 2)});
    K.barrier("the slot is complete, and all have read the one that is filled next");
    State = copyIteration(SmallVector<Value *, 4>(Ahead.begin(), Ahead.end()),
                          [&] { return B.CreateSelect(B.CreateICmpEQ(Slot, B.getInt32(0)), B.getInt32(Last), B.CreateSub(Slot, B.getInt32(1))); });
    Slot->addIncoming(Next, P.Slice.latch());
    for (auto [Phi, V] : zip_equal(Ahead, State))
      Phi->addIncoming(V, P.Slice.latch());
    for (const Place &At : Places)
      K.setHome(*At.Staged.Load, {slotAddress(Slot, At), At.Staged.Load->getType()->getScalarType(), At.Address});
  }

private:
  KernelLowering &K;
  Builder &B;
  const LoadPipeline &P;
  SmallVector<Place, 2> Places;
  uint64_t SlotBytes = 0;
  Value *Ring;

  Value *slotAddress(Value *Slot, const Place &At) {
    Value *Offset = B.CreateAdd(B.CreateMul(Slot, B.getInt32(SlotBytes)), B.getInt32(At.Offset));
    return B.CreateInBoundsGEP(B.getInt8Ty(), Ring, Offset);
  }

  /// Copies the tiles of the iteration of \p State to a slot, as one group. \returns the next state.
  SmallVector<Value *, 4> copyIteration(ArrayRef<Value *> State, function_ref<Value *()> MakeSlot) {
    AheadIteration Iteration(B, P.Slice, State.drop_back(), State.back());
    Value *Slot = MakeSlot();
    for (auto First = Places.begin(), Next = First; First != Places.end(); First = Next) {
      // Loads of one block run together.
      const BasicBlock *Block = First->Staged.Block;
      Next = std::find_if(First, Places.end(), [&](const Place &At) { return At.Staged.Block != Block; });
      Value *Runs = Iteration.runs(Block);
      K.emitIf(isa<ConstantInt>(Runs) ? nullptr : Runs, [&] {
        AheadIteration Inside = Iteration;
        for (const Place &At : make_range(First, Next)) {
          for (Instruction *I : At.Staged.Address)
            Inside.emit(*I);
          copy(At, slotAddress(Slot, At), Inside);
        }
      });
    }
    emitTargetOp(B, target::CpAsync_commit_group, {});
    SmallVector<Value *, 4> Result = Iteration.next();
    Result.push_back(Iteration.continues());
    return Result;
  }

  /// Starts the copy of one tile to \p Base. A thread takes chunks that are neighbours of those of the next thread.
  void copy(const Place &At, Value *Base, const AheadIteration &Iteration) {
    const StagedLoad &Staged = At.Staged;
    Type *Element = Staged.Load->getType()->getScalarType();
    const unsigned ChunkBits = log2Exact(Staged.ChunkBytes * 8 / Element->getPrimitiveSizeInBits());
    auto Next = Staged.Order.begin() + ChunkBits;
    auto take = [&]() -> uint32_t { return Next != Staged.Order.end() ? *Next++ : 0; };
    std::vector<uint32_t> Lanes, Warps, Rest;
    for (unsigned I = 0; I < L::LaneBits; ++I)
      Lanes.push_back(take());
    for (unsigned I = 0; I < K.plan().WarpBits; ++I)
      Warps.push_back(take());
    while (uint32_t Basis = take())
      Rest.push_back(Basis);
    const LinearLayout Chunks(Staged.Order.size(), Rest, Lanes, Warps); // the first element of each

    ViewAccess View = decodeView(*TileCall::match(Staged.Load));
    auto mapped = [&](Value *V) { return Iteration.valueOf(V); };
    // Per dimension: the coordinate of this thread in the array, and what a register adds to it.
    SmallVector<Value *, 4> Coordinates;
    SmallVector<LinearLayout, 4> Parts;
    Value *Offset = B.getInt64(0);
    for (unsigned D = 0; D < View.Rank; ++D) {
      const BitRange Range = dimensionBits(View.Dims, D);
      std::vector<uint32_t> Bases(Chunks.numIndexBits(), 0);
      for (unsigned I = 0; I < Range.Count; ++I)
        Bases[Range.First + I] = 1u << I;
      Parts.push_back(Chunks.compose(IndexMap(Range.Count, std::move(Bases))));
      Coordinates.push_back(B.CreateAdd(mapped(View.Starts[D]), B.CreateZExt(K.threadIndex(Parts[D]), B.getInt64Ty())));
      Offset = B.CreateAdd(Offset, B.CreateMul(Coordinates[D], mapped(View.Strides[D])));
    }
    Value *Pointer = mapped(View.Base);
    if (Pointer->getType()->getPointerAddressSpace() != 1)
      Pointer = B.CreateAddrSpaceCast(Pointer, B.getPtrTy(1));
    Pointer = B.CreateGEP(Element, Pointer, Offset);
    const LinearLayout InMemory = Chunks.compose(At.Address);
    K.emitIf(K.isRepresentative(Chunks), [&] {
      for (unsigned R = 0; R < Chunks.numRegisters(); ++R) {
        Value *Inside = nullptr, *Further = B.getInt64(0);
        for (unsigned D = 0; D < View.Rank; ++D) {
          Value *Step = B.getInt64(Parts[D].applyDim(L::Register, R)); // register and thread bits are apart
          Further = B.CreateAdd(Further, B.CreateMul(Step, mapped(View.Strides[D])));
          if (!View.Masked)
            continue;
          Value *Here = B.CreateICmpULT(B.CreateAdd(Coordinates[D], Step), mapped(View.Extents[D])); // a negative coordinate is huge
          Inside = Inside ? B.CreateAnd(Inside, Here) : Here;
        }
        Value *To = B.CreateInBoundsGEP(Element, Base, K.elementIndex({InMemory, 0}, R));
        emitCopy(To, B.CreateGEP(Element, Pointer, Further), Staged.ChunkBytes, Inside);
      }
    });
  }

  void emitCopy(Value *To, Value *From, unsigned Bytes, Value *Inside) {
    using namespace target;
    SmallVector<Value *, 3> Arguments{To, From};
    if (Inside)
      Arguments.push_back(B.CreateSelect(Inside, B.getInt32(Bytes), B.getInt32(0)));
    const TargetOp Op = Bytes == 16  ? (Inside ? CpAsync_cg_16_zfill : CpAsync_cg_16)
                        : Bytes == 8 ? (Inside ? CpAsync_ca_8_zfill : CpAsync_ca_8)
                                     : (Inside ? CpAsync_ca_4_zfill : CpAsync_ca_4);
    emitTargetOp(B, Op, Arguments);
  }
};
} // namespace

void emitPipeline(KernelLowering &K, const LoadPipeline &Pipeline) { PipelineEmitter(K, Pipeline).run(); }

} // namespace cutile::nvptx
