//===- Atomic.cpp - atomic accesses, one element at a time ----------------===//
//
// Blocks run on threads of one process, so that every scope is the same.
//
//===----------------------------------------------------------------------===//
#include "Lowerings.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

/// The integer type of the size of \p T, which atomic accesses use.
static IntegerType *bitsOf(Builder &B, Type *T) { return B.getIntNTy(T->getScalarSizeInBits()); }
static Align alignOf(Type *T) { return Align(T->getScalarSizeInBits() / 8); }

/// Runs \p Access on each element whose mask is set; its results, and \p Inactive's for the others, are the result.
static void forActive(KernelLowering &K, const TileCall &Op, Value *Mask, function_ref<Value *(const Index &, Value *)> Access,
                      function_ref<Value *(const Index &)> Inactive) {
  Builder &B = K.B;
  Value *Pointers = Op.operand(0);
  const bool HasResult = isTile(&Op.call());
  Value *To = HasResult ? K.allocate(&Op.call()) : nullptr;
  uint64_t Cuts = 0;
  for (Value *V : Op.call().args())
    Cuts |= isTile(V) ? K.cuts(V) : 0;
  K.forEach(Log2_32(tileSize(Pointers->getType())), Cuts, [&](const Index &At) {
    Value *Set = B.CreateICmpNE(K.element(Mask, At), B.getInt8(0));
    Value *V = K.choose(Set, [&] { return Access(At, K.pointer(Pointers, At)); }, [&]() -> Value * { return HasResult ? Inactive(At) : nullptr; });
    if (HasResult)
      K.store(V, To, At.linear(B));
  });
  if (HasResult)
    K.finish(&Op.call());
  if (K.mayWait())
    B.CreateCall(K.runtime("cutile_cpu_yield", B.getVoidTy(), {}));
}

void lowerAtomicLoad(KernelLowering &K, const TileCall &Op) {
  // ptrs, mask, padding, order, scope
  Type *T = Op.call().getType()->getScalarType();
  const AtomicOrdering Order = atomicOrdering(Op.constant(3));
  forActive(
      K, Op, Op.operand(1),
      [&](const Index &, Value *Address) {
        LoadInst *Load = K.B.CreateAlignedLoad(bitsOf(K.B, T), Address, alignOf(T));
        Load->setAtomic(Order);
        return K.B.CreateBitCast(Load, T);
      },
      [&](const Index &At) { return K.element(Op.operand(2), At); });
}

void lowerAtomicStore(KernelLowering &K, const TileCall &Op) {
  // ptrs, value, mask, order, scope
  Type *T = Op.operand(1)->getType()->getScalarType();
  const AtomicOrdering Order = atomicOrdering(Op.constant(3));
  forActive(
      K, Op, Op.operand(2),
      [&](const Index &At, Value *Address) -> Value * {
        Value *Bits = K.B.CreateBitCast(K.element(Op.operand(1), At), bitsOf(K.B, T));
        K.B.CreateAlignedStore(Bits, Address, alignOf(T))->setAtomic(Order);
        return nullptr;
      },
      nullptr);
}

/// Replaces the memory at \p Address by \p Update of it, for types that have no atomic arithmetic. \returns the old value.
static Value *exchangeLoop(KernelLowering &K, Value *Address, Type *T, AtomicOrdering Order, function_ref<Value *(Value *)> Update) {
  Builder &B = K.B;
  IntegerType *Bits = bitsOf(B, T);
  LoadInst *First = B.CreateAlignedLoad(Bits, Address, alignOf(T));
  First->setAtomic(AtomicOrdering::Monotonic);
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *After = Before->splitBasicBlock(B.GetInsertPoint());
  BasicBlock *Again = BasicBlock::Create(B.getContext(), "exchange", Before->getParent(), After);
  Before->getTerminator()->setSuccessor(0, Again);
  K.moveTo(Again);
  PHINode *Old = B.CreatePHI(Bits, 2);
  Value *New = B.CreateBitCast(Update(B.CreateBitCast(Old, T)), Bits);
  Value *Pair = B.CreateAtomicCmpXchg(Address, Old, New, alignOf(T), Order, AtomicCmpXchgInst::getStrongestFailureOrdering(Order));
  Value *Seen = B.CreateExtractValue(Pair, 0);
  B.CreateCondBr(B.CreateExtractValue(Pair, 1), After, Again);
  Old->addIncoming(First, Before);
  Old->addIncoming(Seen, Again);
  K.moveTo(After, After->begin());
  return B.CreateBitCast(Seen, T);
}

void lowerAtomicRmw(KernelLowering &K, const TileCall &Op) {
  // ptrs, value, mask, operation, kind, order, scope
  Builder &B = K.B;
  Type *T = Op.call().getType()->getScalarType();
  const bool Float = T->isFloatingPointTy(), Signed = isSignedKind(Op.constant(4));
  AtomicRMWInst::BinOp Operation = AtomicRMWInst::BAD_BINOP;
  switch (Op.constant(3)) {
  case op::rmw_add:
    Operation = Float ? AtomicRMWInst::FAdd : AtomicRMWInst::Add;
    break;
  case op::rmw_sub:
    Operation = Float ? AtomicRMWInst::FSub : AtomicRMWInst::Sub;
    break;
  case op::rmw_and:
    Operation = AtomicRMWInst::And;
    break;
  case op::rmw_or:
    Operation = AtomicRMWInst::Or;
    break;
  case op::rmw_xor:
    Operation = AtomicRMWInst::Xor;
    break;
  case op::rmw_min:
    Operation = Signed ? AtomicRMWInst::Min : AtomicRMWInst::UMin;
    break;
  case op::rmw_max:
    Operation = Signed ? AtomicRMWInst::Max : AtomicRMWInst::UMax;
    break;
  case op::rmw_exchange:
    Operation = AtomicRMWInst::Xchg;
    break;
  }
  const AtomicOrdering Order = atomicOrdering(Op.constant(5));
  const bool Small = T->isHalfTy() || T->isBFloatTy();
  if (Small && Operation != AtomicRMWInst::FAdd && Operation != AtomicRMWInst::FSub)
    return K.unsupported(Op);
  forActive(
      K, Op, Op.operand(2),
      [&](const Index &At, Value *Address) -> Value * {
        Value *V = K.element(Op.operand(1), At);
        if (Small)
          return exchangeLoop(K, Address, T, Order,
                              [&](Value *Old) { return Operation == AtomicRMWInst::FAdd ? B.CreateFAdd(Old, V) : B.CreateFSub(Old, V); });
        return B.CreateAtomicRMW(Operation, Address, V, alignOf(T), Order);
      },
      [&](const Index &) { return Constant::getNullValue(T); });
}

void lowerAtomicCas(KernelLowering &K, const TileCall &Op) {
  // ptrs, expected, desired, mask, kind, order, scope
  Builder &B = K.B;
  Type *T = Op.call().getType()->getScalarType();
  const AtomicOrdering Order = atomicOrdering(Op.constant(5));
  forActive(
      K, Op, Op.operand(3),
      [&](const Index &At, Value *Address) {
        Value *Expected = B.CreateBitCast(K.element(Op.operand(1), At), bitsOf(B, T));
        Value *Desired = B.CreateBitCast(K.element(Op.operand(2), At), bitsOf(B, T));
        Value *Pair = B.CreateAtomicCmpXchg(Address, Expected, Desired, alignOf(T), Order, AtomicCmpXchgInst::getStrongestFailureOrdering(Order));
        return B.CreateBitCast(B.CreateExtractValue(Pair, 0), T);
      },
      [&](const Index &) { return Constant::getNullValue(T); });
}

} // namespace cutile::cpu
