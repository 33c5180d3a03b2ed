//===- LayoutConversion.cpp - element indices and moving elements ---------===//
//
// The part of KernelLowering that turns layouts into code: the element index of a register, conversions within a thread,
// within a warp by shuffles, and through shared memory.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <bit>

using namespace llvm;

namespace cutile::nvptx {

using L = LinearLayout;

/// The exclusive or of Bases[I] over the bits I of Position that are set. Runs of bits that map to runs stay together.
static Value *applyBasesTo(Builder &B, ArrayRef<uint32_t> Bases, Value *Position) {
  Value *Result = nullptr;
  auto add = [&](Value *Part) { Result = Result ? B.CreateXor(Result, Part) : Part; };
  for (unsigned I = 0; I < Bases.size();) {
    if (!Bases[I]) {
      ++I;
      continue;
    }
    unsigned End = I + 1;
    if (std::has_single_bit(Bases[I])) {
      while (End < Bases.size() && Bases[End] == Bases[I] << (End - I))
        ++End;
      unsigned To = std::countr_zero(Bases[I]);
      Value *Part = B.CreateAnd(Position, ((1u << (End - I)) - 1) << I);
      add(To >= I ? B.CreateShl(Part, To - I) : B.CreateLShr(Part, I - To));
    } else {
      Value *Bit = B.CreateAnd(B.CreateLShr(Position, I), 1);
      add(B.CreateMul(Bit, B.getInt32(Bases[I])));
    }
    I = End;
  }
  return Result ? Result : B.getInt32(0);
}

Value *KernelLowering::threadIndex(const LinearLayout &Layout) {
  std::vector<std::vector<uint32_t>> Key{Layout.bases(L::Lane), Layout.bases(L::Warp)};
  Value *&Known = ThreadIndices[Key];
  if (!Known)
    Known = inPrologue([&]() -> Value * {
      Value *Result = applyBasesTo(B, Layout.bases(L::Lane), Lane);
      return B.CreateXor(Result, applyBasesTo(B, Layout.bases(L::Warp), Warp));
    });
  return Known;
}

Value *KernelLowering::elementIndex(const AffineLayout &Layout, unsigned Register) {
  uint32_t Constant = Layout.Map.applyDim(L::Register, Register) ^ Layout.Offset;
  uint32_t ThreadBits = 0;
  for (L::Dim D : {L::Lane, L::Warp})
    for (uint32_t Basis : Layout.Map.bases(D))
      ThreadBits |= Basis;
  Value *Thread = threadIndex(Layout.Map);
  if (!Constant)
    return Thread;
  // Few exclusive ors serve many registers; the rest of the constant becomes the immediate offset of an address.
  if (Constant & ThreadBits)
    Thread = B.CreateXor(Thread, Constant & ThreadBits);
  Constant &= ~ThreadBits;
  return Constant ? B.CreateOr(Thread, B.getInt32(Constant), "", /*IsDisjoint=*/true) : Thread;
}

Value *KernelLowering::parity(Value *Position, uint32_t Mask) {
  Value *Result = nullptr;
  for (unsigned Bit = 0; Bit < 32; ++Bit)
    if (Mask >> Bit & 1) {
      Value *Part = B.CreateICmpNE(B.CreateAnd(Position, 1u << Bit), B.getInt32(0));
      Result = Result ? B.CreateXor(Result, Part) : Part;
    }
  return Result ? Result : B.getFalse();
}

Value *KernelLowering::isRepresentative(const LinearLayout &Layout) {
  auto Redundant = Layout.redundantBits();
  Value *Condition = nullptr;
  for (L::Dim D : {L::Lane, L::Warp}) {
    uint32_t Mask = 0;
    for (unsigned I = 0; I < Redundant[D].size(); ++I)
      Mask |= Redundant[D][I] ? 1u << I : 0;
    if (!Mask)
      continue;
    Value *Zero = B.CreateICmpEQ(B.CreateAnd(D == L::Lane ? Lane : Warp, Mask), B.getInt32(0));
    Condition = Condition ? B.CreateAnd(Condition, Zero) : Zero;
  }
  return Condition;
}

bool KernelLowering::isDuplicateRegister(const LinearLayout &Layout, unsigned Register) {
  auto Redundant = Layout.redundantBits();
  for (unsigned I = 0; I < Redundant[L::Register].size(); ++I)
    if (Redundant[L::Register][I] && (Register >> I & 1))
      return true;
  return false;
}

Registers KernelLowering::convert(const Registers &Source, const LinearLayout &From, const AffineLayout &To) {
  if (From == To.Map && To.Offset == 0)
    return Source;
  ConversionPlan How = planConversion(From, To);
  if (How.How == ConversionPlan::SharedMemory)
    return convertThroughShared(Source, From, To);
  return convertInWarp(Source, From, To, How);
}

Value *KernelLowering::shuffle(Value *V, Value *From, bool IsMask) {
  Type *T = V->getType();
  const unsigned Bits = T->getPrimitiveSizeInBits();
  if (Bits == 64) {
    Value *Wide = B.CreateBitCast(V, B.getInt64Ty());
    Value *Low = shuffle(B.CreateTrunc(Wide, B.getInt32Ty()), From, IsMask);
    Value *High = shuffle(B.CreateTrunc(B.CreateLShr(Wide, 32), B.getInt32Ty()), From, IsMask);
    Value *Both = B.CreateOr(B.CreateZExt(Low, B.getInt64Ty()), B.CreateShl(B.CreateZExt(High, B.getInt64Ty()), 32));
    return B.CreateBitCast(Both, T);
  }
  Value *Word = B.CreateZExt(B.CreateBitCast(V, B.getIntNTy(Bits)), B.getInt32Ty());
  Intrinsic::ID Id = IsMask ? Intrinsic::nvvm_shfl_sync_bfly_i32 : Intrinsic::nvvm_shfl_sync_idx_i32;
  Value *Got = B.CreateIntrinsic(B.getInt32Ty(), Id, {B.getInt32(-1), Word, From, B.getInt32(31)});
  return B.CreateBitCast(B.CreateTrunc(Got, B.getIntNTy(Bits)), T);
}

Registers KernelLowering::convertInWarp(const Registers &Source, const LinearLayout &From, const AffineLayout &To, const ConversionPlan &How) {
  // Index bits that the source register number depends on per thread: one select level each.
  SmallVector<unsigned, 4> Dynamic;
  SmallVector<Value *, 4> Conditions;
  for (unsigned I = 0; I < From.numBits(L::Register); ++I)
    if (How.RegisterLaneMasks[I] || How.RegisterWarpMasks[I]) {
      Dynamic.push_back(I);
      Conditions.push_back(B.CreateXor(parity(Lane, How.RegisterLaneMasks[I]), parity(Warp, How.RegisterWarpMasks[I])));
    }
  // The lane to read from: index bits held in lanes, plus own lane bits where the source is replicated.
  const bool Shuffle = How.How == ConversionPlan::Shuffle;
  std::vector<uint32_t> FromLane(L::LaneBits, 0), FromWarp(To.Map.numBits(L::Warp), 0);
  for (unsigned J = 0; J < L::LaneBits; ++J) {
    uint32_t Bit = From.basis(L::Lane, J);
    for (unsigned I = 0; I < L::LaneBits; ++I)
      if (Bit ? (To.Map.basis(L::Lane, I) & Bit) != 0 : I == J)
        FromLane[I] |= 1u << J;
    for (unsigned I = 0; Bit && I < FromWarp.size(); ++I)
      if (To.Map.basis(L::Warp, I) & Bit)
        FromWarp[I] |= 1u << J;
  }
  // Null where the lane to read from differs from the own one only by a constant mask.
  Value *ThreadLane = nullptr;
  const bool IsButterfly = FromLane == std::vector<uint32_t>{1, 2, 4, 8, 16} && FromWarp == std::vector<uint32_t>(FromWarp.size(), 0);
  if (Shuffle && !IsButterfly)
    ThreadLane = threadIndex(LinearLayout(L::LaneBits, {}, FromLane, FromWarp));
  Registers Result;
  for (unsigned R = 0; R < To.Map.numRegisters(); ++R) {
    uint32_t Index = To.Map.applyDim(L::Register, R) ^ To.Offset;
    unsigned Register = 0;
    for (unsigned I = 0; I < From.numBits(L::Register); ++I)
      Register |= Index & From.basis(L::Register, I) ? 1u << I : 0;
    uint32_t LaneConstant = 0;
    for (unsigned J = 0; J < L::LaneBits; ++J)
      LaneConstant |= Index & From.basis(L::Lane, J) ? 1u << J : 0;
    // Candidates, indexed by the values of the dynamic bits; then select from the highest bit down.
    SmallVector<Value *, 16> Candidates;
    for (unsigned C = 0; C < 1u << Dynamic.size(); ++C) {
      unsigned Candidate = Register;
      for (unsigned D = 0; D < Dynamic.size(); ++D)
        Candidate ^= (C >> D & 1) << Dynamic[D];
      Value *V = Source[Candidate];
      if (ThreadLane)
        V = shuffle(V, LaneConstant ? B.CreateXor(ThreadLane, LaneConstant) : ThreadLane, /*IsMask=*/false);
      else if (LaneConstant)
        V = shuffle(V, B.getInt32(LaneConstant), /*IsMask=*/true);
      Candidates.push_back(V);
    }
    for (unsigned D = Dynamic.size(); D-- > 0;)
      for (unsigned C = 0; C < 1u << D; ++C)
        Candidates[C] = B.CreateSelect(Conditions[D], Candidates[C + (1u << D)], Candidates[C]);
    Result.push_back(Candidates[0]);
  }
  return Result;
}

//===-- Shared memory ------------------------------------------------------------===//

/// Shared memory whose size is the largest that anyone asks for: \p Open stands for it until the kernel is complete.
Value *KernelLowering::openShared(GlobalVariable *&Open, uint64_t &Known, uint64_t Bytes, StringRef Name) {
  if (!Open)
    Open = new GlobalVariable(module(), ArrayType::get(B.getInt8Ty(), 0), false, GlobalValue::ExternalLinkage, nullptr,
                              F.getName() + "." + Name + ".open", nullptr, GlobalValue::NotThreadLocal, 3);
  Known = std::max(Known, Bytes);
  return Open;
}

void KernelLowering::closeShared(GlobalVariable *Open, uint64_t Bytes, StringRef Name) {
  if (!Open)
    return;
  auto *T = ArrayType::get(B.getInt8Ty(), Bytes);
  auto *Final = new GlobalVariable(module(), T, false, GlobalValue::InternalLinkage, PoisonValue::get(T), F.getName() + "." + Name, nullptr,
                                   GlobalValue::NotThreadLocal, 3);
  Final->setAlignment(Align(128));
  Open->replaceAllUsesWith(Final);
  Open->eraseFromParent();
}

Value *KernelLowering::scratch(uint64_t Bytes, StringRef What) {
  // Without an earlier use on any path, nobody reads. Values of phis are converted last, but at the ends of earlier blocks.
  if (Scratch || HasTilePhis || isInCycle(B.GetInsertBlock()))
    barrier("others may still read what was in scratch memory");
  noteSharedUse("scratch", What, 0, Bytes);
  return openShared(Scratch, ScratchBytes, Bytes, "scratch");
}

Value *KernelLowering::loadRing(uint64_t Bytes) { return openShared(Ring, RingBytes, Bytes, "slots"); }

GlobalVariable *KernelLowering::allocateShared(Type *T, Align Alignment, const Twine &Name) {
  auto *Memory = new GlobalVariable(module(), T, false, GlobalValue::InternalLinkage, PoisonValue::get(T), F.getName() + ".shared." + Name, nullptr,
                                    GlobalValue::NotThreadLocal, 3);
  Memory->setAlignment(std::max(Alignment, Align(16)));
  return Memory;
}

void KernelLowering::storeShared(Value *Base, const Registers &Source, const LinearLayout &Layout, unsigned WidthBits) {
  emitIf(isRepresentative(Layout), [&] {
    Type *Element = Source[0]->getType();
    const unsigned Bytes = Element->getPrimitiveSizeInBits() / 8;
    const unsigned Width = 1u << contiguousBits(Layout, std::min(WidthBits, unsigned(std::countr_zero(16 / Bytes))));
    for (unsigned R = 0; R < Source.size(); R += Width) {
      if (isDuplicateRegister(Layout, R))
        continue;
      Value *V = Source[R];
      if (Width > 1) {
        V = PoisonValue::get(FixedVectorType::get(Element, Width));
        for (unsigned I = 0; I < Width; ++I)
          V = B.CreateInsertElement(V, Source[R + I], I);
      }
      B.CreateAlignedStore(V, B.CreateInBoundsGEP(Element, Base, elementIndex({Layout, 0}, R)), Align(Width * Bytes));
    }
  });
}

Registers KernelLowering::loadShared(Value *Base, Type *Element, const AffineLayout &Layout, unsigned WidthBits) {
  const unsigned Bytes = Element->getPrimitiveSizeInBits() / 8;
  const unsigned Width = 1u << contiguousBits(Layout.Map, std::min(WidthBits, unsigned(std::countr_zero(16 / Bytes))));
  Registers Result(Layout.Map.numRegisters());
  // An offset permutes the neighbours within a vector.
  const uint32_t Low = Layout.Offset & (Width - 1);
  AffineLayout Aligned{Layout.Map, Layout.Offset & ~(Width - 1)};
  for (unsigned R = 0; R < Result.size(); R += Width) {
    Value *Address = B.CreateInBoundsGEP(Element, Base, elementIndex(Aligned, R));
    Type *T = Width > 1 ? FixedVectorType::get(Element, Width) : Element;
    Value *V = B.CreateAlignedLoad(T, Address, Align(Width * Bytes));
    for (unsigned I = 0; I < Width; ++I)
      Result[R + I] = Width > 1 ? B.CreateExtractElement(V, I ^ Low) : V;
  }
  return Result;
}

bool isInCycle(const BasicBlock *Block) {
  SmallPtrSet<const BasicBlock *, 16> Visited;
  SmallVector<const BasicBlock *, 16> Work(successors(Block));
  while (!Work.empty()) {
    const BasicBlock *Next = Work.pop_back_val();
    if (Next == Block)
      return true;
    if (Visited.insert(Next).second)
      append_range(Work, successors(Next));
  }
  return false;
}

Registers KernelLowering::convertThroughShared(const Registers &Source, const LinearLayout &From, const AffineLayout &To) {
  Type *Element = Source[0]->getType();
  if (Element->isIntegerTy(1)) {
    Registers Bytes;
    for (Value *V : Source)
      Bytes.push_back(B.CreateZExt(V, B.getInt8Ty()));
    Registers Result = convertThroughShared(Bytes, From, To);
    for (Value *&V : Result)
      V = B.CreateTrunc(V, Element);
    return Result;
  }
  const uint64_t Size = uint64_t(1) << From.numIndexBits();
  unsigned ElementBits = Element->getPrimitiveSizeInBits(), Slices = 1;
  // Larger tiles go in slices of their elements' bytes.
  while (Size * (ElementBits / 8) / Slices > Target.scratchBytes() && ElementBits / Slices > 8)
    Slices *= 2;
  Type *Whole = B.getIntNTy(ElementBits), *Slice = B.getIntNTy(ElementBits / Slices);
  Value *Base = scratch(Size * (ElementBits / Slices / 8), "a tile between two layouts");
  const SharedPath Path = chooseSharedPath(From, To.Map, ElementBits / Slices / 8);
  Registers Result;
  for (unsigned S = 0; S < Slices; ++S) {
    Registers Part = Source;
    if (Slices > 1)
      for (Value *&V : Part)
        V = B.CreateTrunc(B.CreateLShr(B.CreateBitCast(V, Whole), S * ElementBits / Slices), Slice);
    if (S)
      barrier("others may still read what was in scratch memory");
    storeShared(Base, Part, From.compose(Path.Slots), Path.StoreBits);
    barrier("the tile is complete in scratch memory before others read it");
    Registers Got = loadShared(Base, Slices > 1 ? Slice : Element, {To.Map.compose(Path.Slots), Path.Slots.apply(To.Offset)}, Path.LoadBits);
    for (unsigned R = 0; Slices > 1 && R < Got.size(); ++R) {
      Value *Wide = B.CreateShl(B.CreateZExt(Got[R], Whole), S * ElementBits / Slices);
      Got[R] = S ? B.CreateOr(Result[R], Wide) : Wide;
    }
    Result = std::move(Got);
  }
  for (unsigned R = 0; Slices > 1 && R < Result.size(); ++R)
    Result[R] = B.CreateBitCast(Result[R], Element);
  return Result;
}

Registers KernelLowering::broadcastFromRepresentatives(const Registers &Source, const LinearLayout &Layout) {
  if (!isRepresentative(Layout))
    return Source;
  return convertThroughShared(Source, Layout, {Layout, 0});
}

} // namespace cutile::nvptx
