//===- SmallFloats.cpp - half and bfloat on plain x86-64 ------------------===//
//
// Conversions of half and bfloat become integer code, which vectorises and needs no library function; arithmetic is done in float
// and rounded, which for one operation on these formats equals rounding once. Values are moved as i16: the back end moves bfloat
// through a conversion function that the system's library may lack.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "cutile/Target/CPU/Abi.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::cpu {

static bool isSmall(Type *T) { return T->isHalfTy() || T->isBFloatTy(); }

/// The float equal to \p X.
static Value *extend(Builder &B, Value *X) {
  Value *Bits = B.CreateZExt(B.CreateBitCast(X, B.getInt16Ty()), B.getInt32Ty());
  if (X->getType()->isBFloatTy())
    return B.CreateBitCast(B.CreateShl(Bits, 16), B.getFloatTy());
  Value *Magnitude = B.CreateShl(B.CreateAnd(Bits, 0x7fff), 13);
  Value *Scaled = B.CreateFMul(B.CreateBitCast(Magnitude, B.getFloatTy()), ConstantFP::get(B.getFloatTy(), 0x1p112));
  Value *Special = B.CreateICmpUGE(Magnitude, B.getInt32(0x7c00 << 13));
  Value *Result = B.CreateSelect(Special, B.CreateOr(Magnitude, 0x7f800000), B.CreateBitCast(Scaled, B.getInt32Ty()));
  return B.CreateBitCast(B.CreateOr(Result, B.CreateShl(B.CreateAnd(Bits, 0x8000), 16)), B.getFloatTy());
}

/// \p X, a float, rounded to nearest even.
static Value *truncate(Builder &B, Value *X, Type *To) {
  Value *Bits = B.CreateBitCast(X, B.getInt32Ty());
  Value *Magnitude = B.CreateAnd(Bits, 0x7fffffff);
  Value *Sign = B.CreateAnd(B.CreateLShr(Bits, 16), 0x8000);
  Value *Nan = B.CreateICmpUGT(Magnitude, B.getInt32(0x7f800000));
  Value *Result;
  if (To->isBFloatTy()) {
    Value *Odd = B.CreateAnd(B.CreateLShr(Magnitude, 16), 1);
    Result = B.CreateLShr(B.CreateAdd(B.CreateAdd(Magnitude, B.getInt32(0x7fff)), Odd), 16);
  } else {
    Value *Odd = B.CreateAnd(B.CreateLShr(Magnitude, 13), 1);
    Value *Normal = B.CreateLShr(B.CreateAdd(B.CreateAdd(Magnitude, B.getInt32((uint32_t(15 - 127) << 23) + 0xfff)), Odd), 13);
    // Adding a number whose last bit is worth the smallest subnormal half rounds there.
    const uint32_t Magic = ((127 - 15) + (23 - 10) + 1) << 23;
    Value *Sum = B.CreateFAdd(B.CreateBitCast(Magnitude, B.getFloatTy()), B.CreateBitCast(B.getInt32(Magic), B.getFloatTy()));
    Value *Subnormal = B.CreateSub(B.CreateBitCast(Sum, B.getInt32Ty()), B.getInt32(Magic));
    Result = B.CreateSelect(B.CreateICmpULT(Magnitude, B.getInt32(0x38800000)), Subnormal, Normal);
    Result = B.CreateSelect(B.CreateICmpUGE(Magnitude, B.getInt32(0x47800000)), B.getInt32(0x7c00), Result);
  }
  Result = B.CreateOr(B.CreateSelect(Nan, B.getInt32(0x7fff), Result), Sign);
  return B.CreateBitCast(B.CreateTrunc(Result, B.getInt16Ty()), To);
}

/// \p X, a double, as a float whose last bit is 1 if it is not exact: rounding that to fewer bits equals rounding \p X.
static Value *roundToOdd(Builder &B, Value *X) {
  Value *Near = B.CreateFPTrunc(X, B.getFloatTy());
  Value *Back = B.CreateFPExt(Near, B.getDoubleTy());
  Value *Bits = B.CreateBitCast(Near, B.getInt32Ty());
  Value *Away = B.CreateFCmpOGT(B.CreateUnaryIntrinsic(Intrinsic::fabs, Back), B.CreateUnaryIntrinsic(Intrinsic::fabs, X));
  Value *Down = B.CreateSub(Bits, B.CreateZExt(Away, B.getInt32Ty()));
  return B.CreateBitCast(B.CreateOr(Down, B.CreateZExt(B.CreateFCmpONE(Back, X), B.getInt32Ty())), B.getFloatTy());
}

static Value *fromInteger(Builder &B, CastInst &I) {
  Module &M = *I.getModule();
  const bool Signed = I.getOpcode() == Instruction::SIToFP;
  Value *X = I.getOperand(0);
  Value *Wide;
  if (X->getType()->getIntegerBitWidth() <= 32) {
    Wide = B.CreateCast(I.getOpcode(), X, B.getDoubleTy());
  } else {
    FunctionCallee Helper = M.getOrInsertFunction(Signed ? "cutile_cpu_odd_from_i64" : "cutile_cpu_odd_from_u64", B.getDoubleTy(), B.getInt64Ty());
    Wide = B.CreateCall(Helper, {X});
  }
  return truncate(B, roundToOdd(B, Wide), I.getType());
}

static Value *expandCall(Builder &B, IntrinsicInst &Call) {
  Type *T = Call.getType();
  auto Bits = [&](unsigned I) { return B.CreateBitCast(Call.getArgOperand(I), B.getInt16Ty()); };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::is_fpclass:
    return nullptr; // tests bits
  case Intrinsic::fabs:
    return B.CreateBitCast(B.CreateAnd(Bits(0), 0x7fff), T);
  case Intrinsic::copysign:
    if (Call.getArgOperand(1)->getType() != T)
      break;
    return B.CreateBitCast(B.CreateOr(B.CreateAnd(Bits(0), 0x7fff), B.CreateAnd(Bits(1), 0x8000)), T);
  default:
    break;
  }
  SmallVector<Value *, 4> X;
  for (Value *V : Call.args())
    X.push_back(isSmall(V->getType()) ? extend(B, V) : V);
  Type *Work = isSmall(T) ? B.getFloatTy() : T;
  Value *V;
  if (Call.getIntrinsicID() == Intrinsic::fma || Call.getIntrinsicID() == Intrinsic::fmuladd) {
    FunctionCallee Helper = Call.getModule()->getOrInsertFunction(T->isHalfTy() ? "cutile_cpu_round_f16" : "cutile_cpu_round_bf16", Work,
                                                                  B.getInt32Ty(), Work, Work, Work, B.getInt32Ty());
    V = B.CreateCall(Helper, {B.getInt32(RoundedFma), X[0], X[1], X[2], B.getInt32(op::rounding_even)});
  } else {
    V = B.CreateIntrinsic(Work, Call.getIntrinsicID(), X);
  }
  return isSmall(T) ? truncate(B, V, T) : V;
}

/// What computes the same as \p I without arithmetic on small floats; null if \p I may stay.
static Value *expand(Builder &B, Instruction &I) {
  Type *T = I.getType();
  auto Operand = [&](unsigned N) { return extend(B, I.getOperand(N)); };
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
    if (!isSmall(T))
      return nullptr;
    return truncate(B, B.CreateBinOp(Instruction::BinaryOps(I.getOpcode()), Operand(0), Operand(1)), T);
  case Instruction::FNeg:
    if (!isSmall(T))
      return nullptr;
    return B.CreateBitCast(B.CreateXor(B.CreateBitCast(I.getOperand(0), B.getInt16Ty()), 0x8000), T);
  case Instruction::FCmp:
    if (!isSmall(I.getOperand(0)->getType()))
      return nullptr;
    return B.CreateFCmp(cast<FCmpInst>(I).getPredicate(), Operand(0), Operand(1));
  case Instruction::FPExt:
    if (!isSmall(I.getOperand(0)->getType()))
      return nullptr;
    return B.CreateFPExt(Operand(0), T);
  case Instruction::FPTrunc: {
    if (!isSmall(T))
      return nullptr;
    Value *X = I.getOperand(0);
    return truncate(B, X->getType()->isDoubleTy() ? roundToOdd(B, X) : X, T);
  }
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    if (!isSmall(I.getOperand(0)->getType()))
      return nullptr;
    return B.CreateCast(Instruction::CastOps(I.getOpcode()), Operand(0), T);
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return isSmall(T) ? fromInteger(B, cast<CastInst>(I)) : nullptr;
  case Instruction::Call:
    if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && (isSmall(T) || any_of(Call->args(), [](Value *V) { return isSmall(V->getType()); })))
      return expandCall(B, *Call);
    return nullptr;
  case Instruction::Load: {
    if (!isSmall(T))
      return nullptr;
    auto &Load = cast<LoadInst>(I);
    LoadInst *Bits = B.CreateAlignedLoad(B.getInt16Ty(), Load.getPointerOperand(), Load.getAlign(), Load.isVolatile());
    Bits->copyMetadata(Load);
    return B.CreateBitCast(Bits, T);
  }
  case Instruction::Select:
    if (!isSmall(T))
      return nullptr;
    return B.CreateBitCast(
        B.CreateSelect(I.getOperand(0), B.CreateBitCast(I.getOperand(1), B.getInt16Ty()), B.CreateBitCast(I.getOperand(2), B.getInt16Ty())), T);
  case Instruction::Freeze:
    if (!isSmall(T))
      return nullptr;
    return B.CreateBitCast(B.CreateFreeze(B.CreateBitCast(I.getOperand(0), B.getInt16Ty())), T);
  case Instruction::Store: {
    auto &Store = cast<StoreInst>(I);
    if (isSmall(Store.getValueOperand()->getType()))
      Store.setOperand(0, B.CreateBitCast(Store.getValueOperand(), B.getInt16Ty()));
    return nullptr;
  }
  case Instruction::PHI: {
    if (!isSmall(T))
      return nullptr;
    auto &Phi = cast<PHINode>(I);
    PHINode *Bits = B.CreatePHI(B.getInt16Ty(), Phi.getNumIncomingValues());
    for (unsigned N = 0; N < Phi.getNumIncomingValues(); ++N) {
      Builder Edge(Phi.getIncomingBlock(N)->getTerminator());
      Bits->addIncoming(Edge.CreateBitCast(Phi.getIncomingValue(N), B.getInt16Ty()), Phi.getIncomingBlock(N));
    }
    B.SetInsertPoint(Phi.getParent(), Phi.getParent()->getFirstInsertionPt());
    return B.CreateBitCast(Bits, T);
  }
  default:
    return nullptr;
  }
}

void expandSmallFloats(Function &F) {
  SmallVector<Instruction *> Work;
  for (Instruction &I : instructions(F))
    Work.push_back(&I);
  Builder B(F.getContext());
  for (Instruction *I : Work) {
    B.SetInsertPoint(I);
    if (Value *V = expand(B, *I)) {
      I->replaceAllUsesWith(V);
      I->eraseFromParent();
    }
  }
}

} // namespace cutile::cpu
