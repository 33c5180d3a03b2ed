//===- FmaProduct.cpp - products without tensor cores ---------------------===//
//
// Each thread owns patches of c (patchLayout). Both operands stand in shared memory with k as the slowest dimension, so that
// one step of k reads a run of rows of a and a run of columns of b per thread:
//
//   a  [k][batch][row]          b  [k][batch][column]
//
//===----------------------------------------------------------------------===//
#include "FmaProduct.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace cutile::nvptx {

using L = LinearLayout;

/// Shared memory that both operands may take at once; more k than that goes in slices.
static constexpr uint64_t MaxOperandBytes = 48 * 1024;

/// Repeats \p Body for k = 0 .. Count - 1; it maps the values of one step to those of the next.
static Registers emitLoop(KernelLowering &K, uint64_t Count, const Registers &Initial, function_ref<Registers(Value *, const Registers &)> Body) {
  Builder &B = K.builder();
  Instruction *At = &*B.GetInsertPoint();
  BasicBlock *Head = At->getParent(), *After = SplitBlock(Head, At);
  BasicBlock *Loop = BasicBlock::Create(B.getContext(), "product", Head->getParent(), After);
  Head->getTerminator()->setSuccessor(0, Loop);
  B.SetInsertPoint(Loop);
  PHINode *Step = B.CreatePHI(B.getInt32Ty(), 2);
  Step->addIncoming(B.getInt32(0), Head);
  Registers Current;
  for (Value *V : Initial) {
    PHINode *Phi = B.CreatePHI(V->getType(), 2);
    Phi->addIncoming(V, Head);
    Current.push_back(Phi);
  }
  const Registers Next = Body(Step, Current);
  Value *NextStep = B.CreateAdd(Step, B.getInt32(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  BasicBlock *Latch = B.GetInsertBlock();
  B.CreateCondBr(B.CreateICmpULT(NextStep, B.getInt32(Count)), Loop, After);
  Step->addIncoming(NextStep, Latch);
  for (auto [Phi, V] : zip(Current, Next))
    cast<PHINode>(Phi)->addIncoming(V, Latch);
  B.SetInsertPoint(At);
  return Next;
}

namespace {
/// One operand in shared memory.
struct Staged {
  LinearLayout Stored;                   ///< the operand's layout over the index [k][batch][row or column]
  LinearLayout Read;                     ///< per register of c: index into one step of k; zero register bases dropped
  SmallVector<unsigned, 8> ReadRegister; ///< per register of c: its register of Read
  unsigned StepBits;                     ///< bits of the number of elements of one step
};
} // namespace

/// \p Transposed: the operand is [batch, row, k], else [batch, k, column]. \p OtherDim: the dimension of c that it does not have.
static Staged stage(const ProductShape &S, const FmaOperand &Operand, const LinearLayout &LayoutC, bool Transposed) {
  const uint64_t Batch = Transposed ? S.BatchA : S.BatchB, Width = Transposed ? S.M : S.N;
  Staged Result;
  const uint64_t Target[] = {S.K, Batch, Width}, FromTransposed[] = {1, 2, 0}, FromPlain[] = {1, 0, 2};
  Result.Stored = Operand.Layout.compose(permuteSourceMap(Target, Transposed ? Shape(FromTransposed) : Shape(FromPlain)));
  const uint64_t Result3[] = {S.Batch, S.M, S.N}, Part[] = {Batch, Transposed ? S.M : 1, Transposed ? 1 : S.N};
  const LinearLayout Read = LayoutC.compose(broadcastSourceMap(Part, Result3));
  for (unsigned R = 0; R < Read.numRegisters(); ++R) {
    unsigned Register = 0, Next = 0;
    for (unsigned Bit = 0; Bit < Read.numBits(L::Register); ++Bit)
      if (Read.basis(L::Register, Bit))
        Register |= (R >> Bit & 1) << Next++;
    Result.ReadRegister.push_back(Register);
  }
  Result.Read = Read.withoutZeroRegisters();
  Result.StepBits = log2Exact(Batch * Width);
  return Result;
}

/// Stores the elements of slice \p Slice, of 2^SliceBits steps of k each.
static void storeSlice(KernelLowering &K, Value *Base, const FmaOperand &Operand, const Staged &S, unsigned Slice, unsigned SliceBits) {
  const unsigned Bits = S.StepBits + SliceBits;
  if (Bits == S.Stored.numIndexBits())
    return K.storeShared(Base, Operand.Values, S.Stored);
  Builder &B = K.builder();
  // The slice of a register is known where no thread bit counts slices.
  uint32_t ThreadBits = 0;
  for (L::Dim D : {L::Lane, L::Warp})
    for (uint32_t Basis : S.Stored.bases(D))
      ThreadBits |= Basis;
  K.emitIf(K.isRepresentative(S.Stored), [&] {
    for (unsigned R = 0; R < Operand.Values.size(); ++R) {
      if (KernelLowering::isDuplicateRegister(S.Stored, R))
        continue;
      const uint32_t Known = S.Stored.applyDim(L::Register, R) >> Bits, Unknown = ThreadBits >> Bits;
      if ((Known ^ Slice) & ~Unknown)
        continue;
      Value *Index = K.elementIndex({S.Stored, 0}, R);
      Value *Here = Unknown ? B.CreateICmpEQ(B.CreateLShr(Index, Bits), B.getInt32(Slice)) : nullptr;
      K.emitIf(Here, [&] {
        Value *Inside = B.CreateAnd(Index, (1u << Bits) - 1);
        B.CreateStore(Operand.Values[R], B.CreateInBoundsGEP(B.getFloatTy(), Base, Inside));
      });
    }
  });
}

Registers emitFmaProduct(KernelLowering &K, const ProductShape &Shape, const FmaOperand &A, const FmaOperand &B, Registers C,
                         const LinearLayout &LayoutC) {
  Builder &Build = K.builder();
  Type *Float = Build.getFloatTy();
  const Staged StagedA = stage(Shape, A, LayoutC, true), StagedB = stage(Shape, B, LayoutC, false);
  const uint64_t StepA = 1u << StagedA.StepBits, StepB = 1u << StagedB.StepBits;
  unsigned SliceBits = log2Exact(Shape.K);
  while (SliceBits && ((StepA + StepB) * 4 << SliceBits) > std::min(MaxOperandBytes, K.target().scratchBytes()))
    --SliceBits;
  const uint64_t BytesA = alignTo(StepA * 4 << SliceBits, 16);
  Value *BaseA = K.scratch(BytesA + (StepB * 4 << SliceBits), "operands of a product");
  Value *BaseB = Build.CreateConstInBoundsGEP1_32(Build.getInt8Ty(), BaseA, BytesA);
  for (unsigned Slice = 0; Slice < Shape.K >> SliceBits; ++Slice) {
    if (Slice)
      K.barrier("others may still read what was in scratch memory");
    storeSlice(K, BaseA, A, StagedA, Slice, SliceBits);
    storeSlice(K, BaseB, B, StagedB, Slice, SliceBits);
    K.barrier("operands are complete in scratch memory before they are read");
    C = emitLoop(K, 1u << SliceBits, C, [&](Value *Step, const Registers &Sum) {
      auto read = [&](const Staged &S, Value *Base) {
        Value *At = Build.CreateInBoundsGEP(Float, Base, Build.CreateShl(Step, S.StepBits));
        return K.loadShared(At, Float, {S.Read, 0});
      };
      const Registers RowValues = read(StagedA, BaseA), ColumnValues = read(StagedB, BaseB);
      Registers Next;
      for (unsigned R = 0; R < Sum.size(); ++R)
        Next.push_back(
            Build.CreateIntrinsic(Float, Intrinsic::fma, {RowValues[StagedA.ReadRegister[R]], ColumnValues[StagedB.ReadRegister[R]], Sum[R]}));
      return Next;
    });
  }
  return C;
}

} // namespace cutile::nvptx
