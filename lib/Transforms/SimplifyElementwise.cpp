//===- SimplifyElementwise.cpp - less elementwise work --------------------===//
//
// An elementwise instruction whose operands are splats is scalar code; one whose operands are broadcasts from one shape, or
// splats, works on the smaller tile. Masks: logic on bytes of 0 and 1 becomes logic on bits.
//
//===----------------------------------------------------------------------===//
#include "SimplifyDetail.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace cutile::simplify {

/// Number of leading operands that are tiles and taken element by element, 0 if \p I is not elementwise.
static unsigned elementOperands(Instruction &I) {
  if (!isTile(&I))
    return 0;
  if (isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, FreezeInst>(I))
    return I.getNumOperands();
  if (isa<SelectInst>(I))
    return isTile(I.getOperand(0)) ? 3 : 0;
  if (auto Call = TileCall::match(&I)) {
    // Those whose first constant is the kind of the elements.
    if (StringRef(Call->info().Group) != "Elementwise")
      return 0;
    unsigned Tiles = 0;
    while (Tiles < Call->size() && isTile(Call->operand(Tiles)))
      ++Tiles;
    return Tiles;
  }
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    switch (Intrinsic->getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::sqrt:
    case Intrinsic::fabs:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::minimum:
    case Intrinsic::maximum:
    case Intrinsic::minimumnum:
    case Intrinsic::maximumnum:
    case Intrinsic::smin:
    case Intrinsic::smax:
    case Intrinsic::umin:
    case Intrinsic::umax:
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
      return Intrinsic->arg_size();
    default:
      return 0;
    }
  return 0;
}

/// \p I with other element operands, which may have another number of elements (or none: \p Size 0).
static Value *rebuild(IRBuilder<> &B, Instruction &I, ArrayRef<Value *> X, unsigned Size) {
  auto Resized = [&](Type *T) -> Type * {
    Type *Element = T->getScalarType();
    return Size ? FixedVectorType::get(Element, Size) : Element;
  };
  Type *Result = Resized(I.getType());
  if (auto Call = TileCall::match(&I)) {
    assert(Size && "tile ops work on tiles");
    SmallVector<Value *, 8> Arguments(X.begin(), X.end());
    SmallVector<Type *, 8> Types;
    for (unsigned K = X.size(); K < Call->size(); ++K)
      Arguments.push_back(Call->operand(K));
    for (Value *Argument : Arguments)
      Types.push_back(Argument->getType());
    return B.CreateCall(getTileOp(*I.getModule(), Call->name(), Result, Types), Arguments);
  }
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I)) {
    SmallVector<Type *, 2> Overloads = {Result};
    if (isa<FixedVectorType>(I.getType()) && Intrinsic->arg_size() == 1 && X[0]->getType() != Result)
      Overloads.push_back(X[0]->getType());
    CallInst *New = B.CreateIntrinsic(Intrinsic->getIntrinsicID(), Overloads, X);
    if (isa<FPMathOperator>(I) && isa<FPMathOperator>(New))
      New->copyFastMathFlags(&I);
    return New;
  }
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return B.CreateCast(Cast->getOpcode(), X[0], Result);
  if (auto *Cmp = dyn_cast<CmpInst>(&I))
    return B.CreateCmp(Cmp->getPredicate(), X[0], X[1]);
  if (isa<SelectInst>(I))
    return B.CreateSelect(X[0], X[1], X[2]);
  if (isa<FreezeInst>(I))
    return B.CreateFreeze(X[0]);
  Value *New =
      isa<UnaryOperator>(I) ? B.CreateUnOp(cast<UnaryOperator>(I).getOpcode(), X[0]) : B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), X[0], X[1]);
  if (auto *NewInst = dyn_cast<Instruction>(New))
    NewInst->copyIRFlags(&I);
  return New;
}

/// Splats only: scalar code. Tile ops have no scalar form and shrink to one element.
static Value *overSplats(IRBuilder<> &B, Instruction &I, unsigned Operands) {
  SmallVector<Value *, 3> Scalars;
  bool AnyVariable = false;
  for (unsigned K = 0; K < Operands; ++K) {
    Value *Scalar = splatValue(I.getOperand(K));
    if (!Scalar)
      return nullptr;
    AnyVariable |= !isa<Constant>(Scalar);
    Scalars.push_back(Scalar);
  }
  if (TileCall::match(&I)) {
    if (tileSize(I.getType()) == 1)
      return nullptr;
    for (Value *&Scalar : Scalars)
      Scalar = createSplat(B, Scalar, FixedVectorType::get(Scalar->getType(), 1));
    Value *One = rebuild(B, I, Scalars, 1);
    return createSplat(B, B.CreateExtractElement(One, B.getInt64(0)), I.getType());
  }
  if (!AnyVariable) // left to constant folding
    return nullptr;
  return createSplat(B, rebuild(B, I, Scalars, 0), I.getType());
}

/// Broadcasts from one shape, and splats.
static Value *overBroadcasts(IRBuilder<> &B, Instruction &I, unsigned Operands) {
  // Masks keep their form, which analyses look for: comparisons of the full tile.
  if (I.getType()->getScalarType()->isIntegerTy(1) || I.getOperand(0)->getType()->getScalarType()->isIntegerTy(1))
    return nullptr;
  std::optional<TileCall> Shape;
  for (unsigned K = 0; K < Operands; ++K) {
    Value *X = I.getOperand(K);
    auto Broadcast = TileCall::match(X);
    if (Broadcast && Broadcast->is("broadcast")) {
      if (Shape)
        for (unsigned C = 1; C < Shape->size(); ++C)
          if (Broadcast->size() != Shape->size() || Broadcast->operand(C) != Shape->operand(C))
            return nullptr;
      Shape = Broadcast;
    } else if (!splatValue(X)) {
      return nullptr;
    }
  }
  if (!Shape)
    return nullptr;
  unsigned Size = tileSize(Shape->operand(0)->getType());
  SmallVector<Value *, 3> Small;
  for (unsigned K = 0; K < Operands; ++K) {
    Value *X = I.getOperand(K);
    if (Value *Scalar = splatValue(X))
      Small.push_back(createSplat(B, Scalar, FixedVectorType::get(Scalar->getType(), Size)));
    else
      Small.push_back(TileCall::match(X)->operand(0));
  }
  Value *New = rebuild(B, I, Small, Size);
  SmallVector<Value *, 12> Arguments = {New};
  SmallVector<Type *, 12> Types = {New->getType()};
  for (unsigned C = 1; C < Shape->size(); ++C) {
    Arguments.push_back(Shape->operand(C));
    Types.push_back(Arguments.back()->getType());
  }
  return B.CreateCall(getTileOp(*I.getModule(), "broadcast", I.getType(), Types), Arguments);
}

/// The bits of a mask: X of `zext <N x i1> X`, or constant bits for bytes of 0 and 1.
static Value *bitsOf(Value *Mask) {
  Value *Bits = nullptr;
  if (match(Mask, m_ZExt(m_Value(Bits))) && Bits->getType()->getScalarType()->isIntegerTy(1))
    return Bits;
  Constant *Splat = isa<Constant>(Mask) ? cast<Constant>(Mask)->getSplatValue() : nullptr;
  auto *Byte = dyn_cast_or_null<ConstantInt>(Splat);
  if (!Byte || Byte->getValue().ugt(1))
    return nullptr;
  return ConstantInt::get(Mask->getType()->getWithNewType(Type::getInt1Ty(Mask->getContext())), Byte->getZExtValue());
}

static Value *simplifyMask(IRBuilder<> &B, Instruction &I) {
  // Bits from bytes: `icmp ne (zext X), 0`.
  CmpPredicate Predicate;
  Value *L, *R;
  if (match(&I, m_ICmp(Predicate, m_Value(L), m_Zero())) && isTile(L) && ICmpInst::isEquality(Predicate))
    if (Value *Bits = bitsOf(L))
      return Predicate == ICmpInst::ICMP_NE ? Bits : B.CreateNot(Bits);
  if (!isTile(&I) || !I.getType()->getScalarType()->isIntegerTy(8) || !isa<BinaryOperator, SelectInst>(I))
    return nullptr;
  if (match(&I, m_Select(m_Value(), m_Value(L), m_Value(R)))) {
    Value *LBits = bitsOf(L), *RBits = bitsOf(R);
    return LBits && RBits ? B.CreateZExt(B.CreateSelect(I.getOperand(0), LBits, RBits), I.getType()) : nullptr;
  }
  L = bitsOf(I.getOperand(0));
  R = bitsOf(I.getOperand(1));
  if (!L || !R || (isa<Constant>(L) && isa<Constant>(R)))
    return nullptr;
  switch (I.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor: {
    Value *Bits = simplifyBinOp(I.getOpcode(), L, R, SimplifyQuery(I.getDataLayout()));
    return B.CreateZExt(Bits ? Bits : B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), L, R), I.getType());
  }
  default:
    return nullptr;
  }
}

Value *simplifyElementwise(IRBuilder<> &B, Instruction &I) {
  if (Value *V = simplifyMask(B, I))
    return V;
  // half -> float -> half is exact.
  Value *X;
  if (match(&I, m_FPTrunc(m_FPExt(m_Value(X)))) && X->getType() == I.getType())
    return X;
  unsigned Operands = elementOperands(I);
  if (!Operands)
    return nullptr;
  if (Value *V = overSplats(B, I, Operands))
    return V;
  return overBroadcasts(B, I, Operands);
}

} // namespace cutile::simplify
