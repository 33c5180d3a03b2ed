//===- SimplifyOps.cpp - rewrites of single tile ops ----------------------===//
#include "SimplifyDetail.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::simplify {

/// A call of \p Name with \p X and the constants \p Constants.
static Value *createOp(IRBuilder<> &B, StringRef Name, Type *Result, Value *X, ArrayRef<uint64_t> Constants) {
  SmallVector<Value *, 12> Arguments = {X};
  SmallVector<Type *, 12> Types = {X->getType()};
  for (uint64_t Constant : Constants) {
    Arguments.push_back(B.getInt32(Constant));
    Types.push_back(B.getInt32Ty());
  }
  return B.CreateCall(getTileOp(*B.GetInsertBlock()->getModule(), Name, Result, Types), Arguments);
}

static SmallVector<uint64_t, 12> rankAndDims(ArrayRef<uint64_t> Dims, ArrayRef<uint64_t> Rest) {
  SmallVector<uint64_t, 12> Result = {Dims.size()};
  append_range(Result, Dims);
  append_range(Result, Rest);
  return Result;
}

static Value *simplifyBroadcast(IRBuilder<> &B, const TileCall &Call) {
  Value *X = Call.operand(0);
  Type *Result = Call.call().getType();
  if (X->getType() == Result)
    return X;
  if (Value *Scalar = splatValue(X))
    return createSplat(B, Scalar, Result);
  // Of a broadcast of equal rank: from the first source.
  unsigned Rank = Call.constant(1);
  auto Inner = TileCall::match(X);
  if (Inner && Inner->is("broadcast") && Inner->constant(1) == int64_t(Rank) && Inner->dims(2 + Rank, Rank) == Call.dims(2, Rank))
    return createOp(B, "broadcast", Result, Inner->operand(0), rankAndDims(Inner->dims(2, Rank), Call.dims(2 + Rank, Rank)));
  return nullptr;
}

static Value *simplifyPermute(IRBuilder<> &B, const TileCall &Call) {
  Value *X = Call.operand(0);
  unsigned Rank = Call.constant(1);
  auto Source = Call.dims(2, Rank), Order = Call.dims(2 + Rank, Rank);
  if (splatValue(X))
    return X;
  // Only lengths of 1 move: the row-major order stays.
  int64_t Last = -1;
  bool Same = all_of(Order, [&](uint64_t Dim) {
    if (Source[Dim] == 1)
      return true;
    bool Ascending = int64_t(Dim) > Last;
    Last = Dim;
    return Ascending;
  });
  if (Same)
    return X;
  auto Inner = TileCall::match(X);
  if (!Inner || !Inner->is("permute") || Inner->constant(1) != int64_t(Rank))
    return nullptr;
  auto InnerSource = Inner->dims(2, Rank), InnerOrder = Inner->dims(2 + Rank, Rank);
  SmallVector<uint64_t, 4> Between, Combined;
  for (uint64_t Dim : InnerOrder)
    Between.push_back(InnerSource[Dim]);
  if (ArrayRef<uint64_t>(Between) != ArrayRef<uint64_t>(Source)) // a reshape in between
    return nullptr;
  for (uint64_t Dim : Order)
    Combined.push_back(InnerOrder[Dim]);
  return createOp(B, "permute", Call.call().getType(), Inner->operand(0), rankAndDims(InnerSource, Combined));
}

static Value *simplifyExtract(IRBuilder<> &B, const TileCall &Call) {
  Value *X = Call.operand(0);
  Type *Result = Call.call().getType();
  if (X->getType() == Result)
    return X;
  Value *Scalar = splatValue(X);
  return Scalar ? createSplat(B, Scalar, Result) : nullptr;
}

static Value *simplifyInsert(IRBuilder<> &B, const TileCall &Call) {
  Value *X = Call.operand(0), *Y = Call.operand(1);
  if (X->getType() == Y->getType())
    return Y;
  Value *Old = splatValue(X), *New = splatValue(Y);
  return Old && Old == New ? X : nullptr;
}

static Value *simplifyCat(IRBuilder<> &B, const TileCall &Call) {
  Value *L = splatValue(Call.operand(0)), *R = splatValue(Call.operand(1));
  return L && L == R ? createSplat(B, L, Call.call().getType()) : nullptr;
}

/// The largest or smallest of extended elements is that of the narrow ones, extended.
static Value *reduceBeforeExtending(IRBuilder<> &B, const TileCall &Call) {
  auto *Extension = dyn_cast<FPExtInst>(Call.operand(0));
  const unsigned Rank = Call.constant(1), Next = 3 + Rank;
  const int64_t Combiner = Call.constant(Next);
  if (!Extension || (Combiner != op::combine_max && Combiner != op::combine_min) || Call.constant(Next + 3) == op::subnormals_flush)
    return nullptr;
  Value *Narrow = Extension->getOperand(0);
  Type *Element = Narrow->getType()->getScalarType();
  const uint64_t Kind = Element->isHalfTy() ? op::kind_f16 : Element->isBFloatTy() ? op::kind_bf16 : op::kind_f32;
  const uint64_t Dim = Call.constant(2 + Rank), Mode = Call.constant(Next + 2), Subnormals = Call.constant(Next + 3);
  Type *Result = VectorType::get(Element, cast<VectorType>(Call.call().getType()));
  const auto Constants = rankAndDims(Call.dims(2, Rank), {Dim, uint64_t(Combiner), Kind, Mode, Subnormals});
  return B.CreateFPExt(createOp(B, "reduce", Result, Narrow, Constants), Call.call().getType());
}

static Value *simplifyReduce(IRBuilder<> &B, const TileCall &Call) {
  Value *X = Call.operand(0);
  Type *Result = Call.call().getType();
  unsigned Rank = Call.constant(1), Next = 3 + Rank;
  if (Call.is("scan"))
    return Call.dims(2, Rank)[Call.constant(2 + Rank)] == 1 ? X : nullptr;
  if (X->getType() == Result)
    return X;
  int64_t Combiner = Call.constant(Next);
  bool Idempotent = Combiner == op::combine_max || Combiner == op::combine_min || Combiner == op::combine_and || Combiner == op::combine_or;
  if (Value *Scalar = splatValue(X))
    return Idempotent ? createSplat(B, Scalar, Result) : nullptr;
  return reduceBeforeExtending(B, Call);
}

static Value *simplifyLoad(IRBuilder<> &B, const TileCall &Call) {
  auto *Mask = dyn_cast<Constant>(Call.operand(1));
  return Mask && Mask->isNullValue() ? Call.operand(2) : nullptr;
}

static Value *simplifyAssume(IRBuilder<> &B, const TileCall &Call) {
  Value *X = Call.operand(0);
  return isa<Constant>(X) && !X->getType()->isPointerTy() ? X : nullptr;
}

Value *simplifyOp(IRBuilder<> &B, const TileCall &Call) {
  using Rewrite = Value *(*)(IRBuilder<> &, const TileCall &);
  if (StringRef(Call.info().Group) == "Assumption")
    return simplifyAssume(B, Call);
  auto *Function = StringSwitch<Rewrite>(Call.name())
                       .Case("broadcast", simplifyBroadcast)
                       .Case("permute", simplifyPermute)
                       .Case("extract", simplifyExtract)
                       .Case("insert", simplifyInsert)
                       .Case("cat", simplifyCat)
                       .Cases({"reduce", "scan"}, simplifyReduce)
                       .Case("load", simplifyLoad)
                       .Default(nullptr);
  return Function ? Function(B, Call) : nullptr;
}

bool isDeadAccess(const TileCall &Call) {
  if (!Call.is("store"))
    return false;
  auto *Mask = dyn_cast<Constant>(Call.operand(2));
  return Mask && Mask->isNullValue();
}

} // namespace cutile::simplify
