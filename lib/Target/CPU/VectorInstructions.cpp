//===- VectorInstructions.cpp - LLVM instructions on tiles ----------------===//
#include "KernelLowering.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

/// The instruction \p I on one element of each operand; null if \p I does not work element by element.
static Value *scalarInstruction(Builder &B, Instruction &I, ArrayRef<Value *> X) {
  Type *T = I.getType()->getScalarType();
  Value *V = nullptr;
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    V = B.CreateBinOp(Binary->getOpcode(), X[0], X[1]);
  else if (auto *Unary = dyn_cast<UnaryOperator>(&I))
    V = B.CreateUnOp(Unary->getOpcode(), X[0]);
  else if (auto *Cast = dyn_cast<CastInst>(&I))
    V = B.CreateCast(Cast->getOpcode(), X[0], T);
  else if (auto *Compare = dyn_cast<CmpInst>(&I))
    V = B.CreateCmp(Compare->getPredicate(), X[0], X[1]);
  else if (isa<SelectInst>(I))
    V = B.CreateSelect(X[0], X[1], X[2]);
  else if (isa<FreezeInst>(I))
    V = B.CreateFreeze(X[0]);
  else if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    V = B.CreateIntrinsic(T, Call->getIntrinsicID(), X);
  if (auto *New = dyn_cast_or_null<Instruction>(V); New && New != X[0])
    New->copyIRFlags(&I);
  return V;
}

bool KernelLowering::lowerVectorInstruction(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return lowerVectorLoad(*Load), true;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return lowerVectorStore(*Store), true;
  if (auto *Insert = dyn_cast<InsertElementInst>(&I))
    return lowerInsertElement(*Insert), true;
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
    return lowerShuffle(*Shuffle), true;
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I)) {
    Value *From = Extract->getVectorOperand();
    Index At(Field{B.CreateZExtOrTrunc(Extract->getIndexOperand(), B.getInt64Ty()), Log2_32(tileSize(From->getType()))});
    I.replaceAllUsesWith(element(From, At));
    return true;
  }
  const unsigned N = tileSize(I.getType());
  auto *Call = dyn_cast<CallInst>(&I);
  SmallVector<Use *, 4> Operands;
  for (Use &U : Call ? Call->args() : I.operands()) {
    if (isTile(U.get()) && tileSize(U->getType()) != N)
      return false;
    Operands.push_back(&U);
  }
  if (!N || !isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, IntrinsicInst>(I))
    return false;
  define(&I, [this, &I, Operands](const Index &At) {
    SmallVector<Value *, 4> X;
    for (Use *U : Operands)
      X.push_back(isTile(U->get()) ? element(U->get(), At) : U->get());
    return scalarInstruction(B, I, X);
  });
  return true;
}

void KernelLowering::lowerVectorLoad(LoadInst &Load) {
  Type *T = Load.getType()->getScalarType();
  Value *To = allocate(&Load);
  loop(constant(0), constant(tileSize(Load.getType())), [&](Value *I) { store(load(T, Load.getPointerOperand(), I), To, I); });
  finish(&Load);
}

void KernelLowering::lowerVectorStore(StoreInst &Store) {
  Value *From = Store.getValueOperand();
  forEach(Log2_32(tileSize(From->getType())), cuts(From),
          [&](const Index &At) { store(element(From, At), Store.getPointerOperand(), At.linear(B)); });
}

void KernelLowering::lowerInsertElement(InsertElementInst &I) {
  const unsigned N = tileSize(I.getType());
  if (N == 1) {
    define(&I, [&I](const Index &) { return I.getOperand(1); });
    return;
  }
  // The first half of a splat: only the shuffle is a value.
  if (isa<UndefValue>(I.getOperand(0)) && all_of(I.users(), [](User *U) { return splatValue(U) != nullptr; }))
    return;
  Value *To = allocate(&I);
  forEach(Log2_32(N), cuts(I.getOperand(0)), [&](const Index &At) { store(element(I.getOperand(0), At), To, At.linear(B)); });
  store(I.getOperand(1), To, B.CreateZExtOrTrunc(I.getOperand(2), B.getInt64Ty()));
  finish(&I);
}

void KernelLowering::lowerShuffle(ShuffleVectorInst &I) {
  if (splatValue(&I))
    return;
  Value *X = I.getOperand(0), *Y = I.getOperand(1);
  const unsigned N = tileSize(X->getType());
  if (I.isZeroEltSplat()) {
    define(&I, [this, X, N](const Index &) { return element(X, Index(Field{nullptr, Log2_32(N)})); }, true);
    return;
  }
  // Through a table of element numbers in both operands, one behind the other.
  Type *T = X->getType()->getScalarType();
  Value *Both = temporary(T, 2 * N);
  for (auto [Number, Source] : enumerate(ArrayRef<Value *>{X, Y})) {
    const uint64_t Offset = Number * N;
    forEach(Log2_32(N), cuts(Source), [&](const Index &At) { store(element(Source, At), Both, B.CreateAdd(At.linear(B), constant(Offset))); });
  }
  SmallVector<Constant *> Numbers;
  for (int Number : I.getShuffleMask())
    Numbers.push_back(B.getInt32(std::max(Number, 0)));
  Value *Table = constantData(ConstantVector::get(Numbers));
  Value *To = allocate(&I);
  loop(constant(0), constant(tileSize(I.getType())),
       [&](Value *At) { store(load(T, Both, B.CreateZExt(load(B.getInt32Ty(), Table, At), B.getInt64Ty())), To, At); });
  finish(&I);
}

} // namespace cutile::cpu
