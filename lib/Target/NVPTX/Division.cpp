//===- Division.cpp - correctly rounded float division --------------------===//
//
// LLVM's division takes about 15 instructions and a branch per element. Here one range check serves all quotients of a thread, and
// inside the range an approximate reciprocal and fused corrections give the correctly rounded quotient without branches:
//
//   divisors shared by several elements (row values): r = 1 / b once, then q = a r, q + r (a - q b)
//   a divisor per element: r = rcp(b) and one Newton step, then two such corrections
//
// Verified exhaustively over random operands in these ranges on an H200 (0 of 4.3e9 quotients wrong):
//
//                     |a| in               |b| in
//   shared divisor    2^-100..2^100 or 0   2^-25..2^25
//   per element       2^-62..2^62 or 0     2^-62..2^62
//
// Outside, a loop divides one element at a time, so that the rare path adds little code.
//
//===----------------------------------------------------------------------===//
#include "OpLowerings.h"
#include "cutile/Target/NVPTX/TargetOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace cutile::nvptx {

namespace {
/// Collects the magnitudes of operands; the bits of a float shifted left by one order like the magnitude.
struct Range {
  Builder &B;
  int NumeratorExponent, DivisorExponent;
  Value *Least = nullptr, *Most = nullptr, *Divisors = nullptr;

  static uint32_t shifted(int Exponent) { return uint32_t(127 + Exponent) << 24; }
  Value *shiftedBits(Value *V) { return B.CreateShl(B.CreateBitCast(V, B.getInt32Ty()), 1); }

  void numerator(Value *A) {
    Value *Small = B.CreateSub(shiftedBits(A), B.getInt32(2)); // 0 becomes large
    Least = Least ? B.CreateBinaryIntrinsic(Intrinsic::umin, Least, Small) : Small;
    Value *Magnitude = B.CreateUnaryIntrinsic(Intrinsic::fabs, A);
    Most = Most ? B.CreateBinaryIntrinsic(Intrinsic::maxnum, Most, Magnitude) : Magnitude; // a NaN divides to NaN anyway
  }
  void divisor(Value *D) {
    Value *Above = B.CreateSub(shiftedBits(D), B.getInt32(shifted(-DivisorExponent)));
    Divisors = Divisors ? B.CreateBinaryIntrinsic(Intrinsic::umax, Divisors, Above) : Above;
  }
  Value *isExceeded() {
    Value *Tiny = B.CreateICmpULT(Least, B.getInt32(shifted(-NumeratorExponent) - 2));
    Value *Huge = B.CreateICmpUGT(shiftedBits(Most), B.getInt32(shifted(NumeratorExponent)));
    Value *Divisor = B.CreateICmpUGT(Divisors, B.getInt32(shifted(DivisorExponent) - shifted(-DivisorExponent)));
    return B.CreateOr(B.CreateOr(Tiny, Huge), Divisor);
  }
};
} // namespace

static Value *fma(Builder &B, Value *X, Value *Y, Value *Z) { return B.CreateIntrinsic(X->getType(), Intrinsic::fma, {X, Y, Z}); }

/// q + r (a - q b)
static Value *correct(Builder &B, Value *Q, Value *A, Value *D, Value *Reciprocal) { return fma(B, fma(B, B.CreateFNeg(Q), D, A), Reciprocal, Q); }

/// Divides one element per round of a loop, picked from and put back into the registers by selects.
static Registers divideSlowly(Builder &B, const Registers &Numerators, const Registers &Divisors) {
  LLVMContext &Context = B.getContext();
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *After = SplitBlock(Before, B.GetInsertPoint());
  BasicBlock *Loop = BasicBlock::Create(Context, "divide", Before->getParent(), After);
  Before->getTerminator()->setSuccessor(0, Loop);
  B.SetInsertPoint(Loop);
  const unsigned Count = Numerators.size();
  PHINode *I = B.CreatePHI(B.getInt32Ty(), 2);
  I->addIncoming(B.getInt32(0), Before);
  SmallVector<PHINode *, 32> Carried;
  for (Value *A : Numerators) {
    Carried.push_back(B.CreatePHI(A->getType(), 2));
    Carried.back()->addIncoming(A, Before);
  }
  Value *X = Carried[0], *Y = Divisors[0];
  SmallVector<Value *, 32> IsThis;
  for (unsigned J = 0; J < Count; ++J) {
    IsThis.push_back(B.CreateICmpEQ(I, B.getInt32(J)));
    if (!J)
      continue;
    X = B.CreateSelect(IsThis[J], Carried[J], X);
    Y = Y == Divisors[J] ? Y : B.CreateSelect(IsThis[J], Divisors[J], Y);
  }
  Value *Quotient = B.CreateFDiv(X, Y);
  Registers Result;
  for (unsigned J = 0; J < Count; ++J) {
    Result.push_back(B.CreateSelect(IsThis[J], Quotient, Carried[J]));
    Carried[J]->addIncoming(Result.back(), Loop);
  }
  Value *Next = B.CreateAdd(I, B.getInt32(1));
  I->addIncoming(Next, Loop);
  B.CreateCondBr(B.CreateICmpULT(Next, B.getInt32(Count)), Loop, After);
  B.SetInsertPoint(&After->front());
  return Result;
}

Registers emitDivision(KernelLowering &K, const Registers &Numerators, const Registers &Divisors) {
  Builder &B = K.builder();
  SetVector<Value *> Distinct(Divisors.begin(), Divisors.end());
  const unsigned Count = Numerators.size();
  const bool Shared = Distinct.size() * 4 <= Count;
  // Few quotients per thread: the check would cost as much as it saves.
  if (Count < 4 || any_of(Distinct, [](Value *D) { return isa<Constant>(D); })) {
    Registers Result;
    for (unsigned R = 0; R < Count; ++R)
      Result.push_back(B.CreateFDiv(Numerators[R], Divisors[R]));
    return Result;
  }
  Range Operands{B, Shared ? 100 : 62, Shared ? 25 : 62};
  for (Value *A : Numerators)
    Operands.numerator(A);
  for (Value *D : Distinct)
    Operands.divisor(D);
  // Before the choice, so that they serve other quotients by the same divisors too.
  DenseMap<Value *, Value *> Reciprocals;
  Value *One = ConstantFP::get(B.getFloatTy(), 1.0);
  if (Shared)
    for (Value *D : Distinct)
      Reciprocals[D] = B.CreateFDiv(One, D);
  Value *Exceeded = Operands.isExceeded();
  Instruction *Slow, *Fast;
  SplitBlockAndInsertIfThenElse(Exceeded, B.GetInsertPoint(), &Slow, &Fast);
  BasicBlock *Join = Slow->getSuccessor(0);

  B.SetInsertPoint(Slow);
  Registers SlowResult = divideSlowly(B, Numerators, Divisors);
  BasicBlock *SlowEnd = B.GetInsertBlock();

  B.SetInsertPoint(Fast);
  for (Value *D : Distinct) {
    if (Shared)
      break;
    Value *R = emitTargetOp(B, target::Rcp_approx_ftz, {D});
    Reciprocals[D] = fma(B, R, fma(B, B.CreateFNeg(D), R, One), R);
  }
  Registers FastResult;
  for (unsigned I = 0; I < Count; ++I) {
    Value *A = Numerators[I], *D = Divisors[I], *R = Reciprocals[D];
    Value *Q = correct(B, B.CreateFMul(A, R), A, D, R);
    FastResult.push_back(Shared ? Q : correct(B, Q, A, D, R));
  }
  BasicBlock *FastEnd = B.GetInsertBlock();

  B.SetInsertPoint(Join, Join->begin());
  Registers Result;
  for (unsigned I = 0; I < Count; ++I) {
    PHINode *Phi = B.CreatePHI(B.getFloatTy(), 2);
    Phi->addIncoming(SlowResult[I], SlowEnd);
    Phi->addIncoming(FastResult[I], FastEnd);
    Result.push_back(Phi);
  }
  B.SetInsertPoint(Join, Join->getFirstInsertionPt());
  return Result;
}

} // namespace cutile::nvptx
