//===- Reduction.cpp - reductions and scans along a dimension -------------===//
#include "Lowerings.h"
#include "cutile/Target/CPU/Abi.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

static bool isMinMax(int Combiner) { return Combiner == op::combine_max || Combiner == op::combine_min; }

Type *Combination::workType(Type *Element) const {
  const bool Directed = !isMinMax(Combiner) && (Mode == op::rounding_zero || Mode == op::rounding_negative || Mode == op::rounding_positive);
  const bool Small = Element->isHalfTy() || Element->isBFloatTy();
  return Small && !Directed ? Type::getFloatTy(Element->getContext()) : Element;
}

Value *Combination::identity(Type *Work) const {
  if (Work->isFloatingPointTy()) {
    switch (Combiner) {
    case op::combine_sum:
      return ConstantFP::getNegativeZero(Work);
    case op::combine_prod:
      return ConstantFP::get(Work, 1.0);
    default:
      if (Mode != op::nan_propagate) // every number wins over NaN
        return ConstantFP::getNaN(Work);
      return ConstantFP::getInfinity(Work, Combiner == op::combine_max);
    }
  }
  const unsigned Bits = Work->getIntegerBitWidth();
  const bool Signed = isSignedKind(Kind), Bool = Kind == op::kind_bool;
  switch (Combiner) {
  case op::combine_sum:
  case op::combine_or:
  case op::combine_xor:
    return ConstantInt::get(Work, 0);
  case op::combine_prod:
    return ConstantInt::get(Work, 1);
  case op::combine_and:
    return Bool ? ConstantInt::get(Work, 1) : Constant::getAllOnesValue(Work);
  case op::combine_max:
    return ConstantInt::get(Work, Signed ? APInt::getSignedMinValue(Bits) : APInt::getMinValue(Bits));
  default:
    return Bool ? ConstantInt::get(Work, 1) : ConstantInt::get(Work, Signed ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits));
  }
}

Value *Combination::combine(KernelLowering &K, Value *X, Value *Y) const {
  Builder &B = K.B;
  if (X->getType()->isFloatingPointTy()) {
    if (Subnormals == op::subnormals_flush) {
      X = flushSubnormal(B, X);
      Y = flushSubnormal(B, Y);
    }
    Value *V;
    if (isMinMax(Combiner)) {
      V = floatMinMax(B, Combiner == op::combine_max, Mode == op::nan_propagate, X, Y);
    } else if (Mode == op::rounding_zero || Mode == op::rounding_negative || Mode == op::rounding_positive) {
      V = roundedOperation(K, Combiner == op::combine_sum ? RoundedAdd : RoundedMul, {X, Y}, Mode);
    } else {
      // Any order of combination is allowed; this lets the loop be vectorised.
      IRBuilderBase::FastMathFlagGuard Guard(B);
      FastMathFlags Flags;
      Flags.setAllowReassoc();
      B.setFastMathFlags(Flags);
      V = Combiner == op::combine_sum ? B.CreateFAdd(X, Y) : B.CreateFMul(X, Y);
    }
    return Subnormals == op::subnormals_flush ? flushSubnormal(B, V) : V;
  }
  const bool Signed = isSignedKind(Kind), Bool = Kind == op::kind_bool;
  switch (Combiner) {
  case op::combine_sum:
    return Bool ? B.CreateXor(X, Y) : B.CreateAdd(X, Y);
  case op::combine_prod:
    return Bool ? B.CreateAnd(X, Y) : B.CreateMul(X, Y);
  case op::combine_max:
    return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smax : Intrinsic::umax, X, Y);
  case op::combine_min:
    return B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin, X, Y);
  case op::combine_and:
    return B.CreateAnd(X, Y);
  case op::combine_or:
    return B.CreateOr(X, Y);
  default:
    return B.CreateXor(X, Y);
  }
}

namespace {
/// A tile seen as outer x line x inner, where lines run along one dimension.
struct Lines {
  unsigned Outer = 0, Line = 0, Inner = 0;

  Lines(const TileCall &Op) {
    const unsigned Rank = Op.constant(1), Dim = Op.constant(2 + Rank);
    for (auto [D, Bits] : enumerate(dimBits(Op.dims(2, Rank))))
      (D < Dim ? Outer : D == Dim ? Line : Inner) += Bits;
  }
  /// Cuts of the tile as cuts of the tile without the line.
  uint64_t project(uint64_t Cuts) const {
    return (Cuts & maskTrailingOnes<uint64_t>(Inner)) | Cuts >> (Inner + Line) << Inner | uint64_t(1) << Inner;
  }
  /// The index of element \p I of the line at \p At.
  Index at(Builder &B, const Index &At, Value *I) const {
    Index Result = At.slice(B, Inner, Inner + Outer);
    Result.push({I, Line});
    Result.append(At.slice(B, 0, Inner));
    return Result;
  }
};
} // namespace

static Value *toWork(Builder &B, Value *V, Type *Work) { return V->getType() == Work ? V : B.CreateFPExt(V, Work); }
static Value *fromWork(Builder &B, Value *V, Type *Element) { return V->getType() == Element ? V : B.CreateFPTrunc(V, Element); }

void lowerReduce(KernelLowering &K, const TileCall &Op) {
  Builder &B = K.B;
  Value *X = Op.operand(0);
  const Lines L(Op);
  const unsigned At = 3 + Op.constant(1);
  const Combination C{int(Op.constant(At)), int(Op.constant(At + 1)), int(Op.constant(At + 2)), int(Op.constant(At + 3))};
  Type *Element = X->getType()->getScalarType(), *Work = C.workType(Element);
  const uint64_t Cuts = L.project(K.cuts(X)), Length = uint64_t(1) << L.Line;
  Value *To = K.allocate(&Op.call());
  if (L.Inner < 3) {
    // Short inner dimensions: one accumulator at a time.
    K.forEach(L.Outer + L.Inner, Cuts, [&](const Index &At) {
      Value *Sum = K.loop(Length, {C.identity(Work)}, [&](Value *I, ArrayRef<Value *> Carried) -> SmallVector<Value *, 2> {
        return {C.combine(K, Carried[0], toWork(B, K.element(X, L.at(B, At, I)), Work))};
      })[0];
      K.store(fromWork(B, Sum, Element), To, At.linear(B));
    });
  } else {
    // All accumulators of one outer index side by side, in memory, so that the innermost loop is contiguous.
    const unsigned Inner = L.Inner;
    const uint64_t InnerCuts = Cuts & maskTrailingOnes<uint64_t>(Inner);
    Value *Sums = K.temporary(Work, uint64_t(1) << Inner);
    K.forEach(L.Outer, Cuts >> Inner, [&](const Index &Outer) {
      auto Full = [&](const Index &At) {
        Index Result = Outer;
        Result.append(At);
        return Result;
      };
      K.forEach(Inner, 0, [&](const Index &At) { K.store(C.identity(Work), Sums, At.linear(B)); });
      K.loop(K.constant(0), K.constant(Length), [&](Value *I) {
        K.forEach(Inner, InnerCuts, [&](const Index &At) {
          Value *V = toWork(B, K.element(X, L.at(B, Full(At), I)), Work);
          K.store(C.combine(K, K.load(Work, Sums, At.linear(B)), V), Sums, At.linear(B));
        });
      });
      K.forEach(Inner, 0, [&](const Index &At) { K.store(fromWork(B, K.load(Work, Sums, At.linear(B)), Element), To, Full(At).linear(B)); });
    });
  }
  K.finish(&Op.call());
}

void lowerArgReduce(KernelLowering &K, const TileCall &Op) {
  Builder &B = K.B;
  Value *X = Op.operand(0);
  const Lines L(Op);
  const unsigned At = 3 + Op.constant(1);
  const bool Max = Op.constant(At) == op::combine_max;
  const int Kind = Op.constant(At + 1);
  Type *Element = X->getType()->getScalarType();
  Value *To = K.allocate(&Op.call());
  K.forEach(L.Outer + L.Inner, L.project(K.cuts(X)), [&](const Index &At) {
    Value *First = K.element(X, L.at(B, At, nullptr));
    Value *Best = K.loop(uint64_t(1) << L.Line, {First, B.getInt32(0)}, [&](Value *I, ArrayRef<Value *> Carried) -> SmallVector<Value *, 2> {
      Value *V = K.element(X, L.at(B, At, I));
      Value *Better;
      if (Element->isFloatingPointTy()) // a number beats a NaN
        Better = B.CreateOr(Max ? B.CreateFCmpOGT(V, Carried[0]) : B.CreateFCmpOLT(V, Carried[0]),
                            B.CreateAnd(B.CreateFCmpUNO(Carried[0], Carried[0]), B.CreateFCmpORD(V, V)));
      else if (isSignedKind(Kind))
        Better = Max ? B.CreateICmpSGT(V, Carried[0]) : B.CreateICmpSLT(V, Carried[0]);
      else
        Better = Max ? B.CreateICmpUGT(V, Carried[0]) : B.CreateICmpULT(V, Carried[0]);
      return {B.CreateSelect(Better, V, Carried[0]), B.CreateSelect(Better, B.CreateTrunc(I, B.getInt32Ty()), Carried[1])};
    })[1];
    K.store(Best, To, At.linear(B));
  });
  K.finish(&Op.call());
}

void lowerScan(KernelLowering &K, const TileCall &Op) {
  Builder &B = K.B;
  Value *X = Op.operand(0);
  const Lines L(Op);
  // ..., dim, combiner, kind, backward, mode, subnormals
  const unsigned At = 3 + Op.constant(1);
  const Combination C{int(Op.constant(At)), int(Op.constant(At + 1)), int(Op.constant(At + 3)), int(Op.constant(At + 4))};
  const bool Backward = Op.constant(At + 2);
  Type *Element = X->getType()->getScalarType(), *Work = C.workType(Element);
  const uint64_t Length = uint64_t(1) << L.Line;
  Value *To = K.allocate(&Op.call());
  K.forEach(L.Outer + L.Inner, L.project(K.cuts(X)), [&](const Index &At) {
    K.loop(Length, {C.identity(Work)}, [&](Value *I, ArrayRef<Value *> Carried) -> SmallVector<Value *, 2> {
      Index Position = L.at(B, At, Backward ? B.CreateSub(K.constant(Length - 1), I) : I);
      Value *Sum = C.combine(K, Carried[0], toWork(B, K.element(X, Position), Work));
      K.store(fromWork(B, Sum, Element), To, Position.linear(B));
      return {Sum};
    });
  });
  K.finish(&Op.call());
}

} // namespace cutile::cpu
