//===- FactEvaluator.cpp - facts of instructions and tile ops -------------===//
//
// Which rule (FactRules.h) holds for which instruction.
//
//===----------------------------------------------------------------------===//
#include "FactEvaluator.h"
#include "FactRules.h"
#include "ViewFacts.h"
#include "cutile/IR/TileOps.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace cutile {

static unsigned numIndexBits(const Type *T) { return tileSize(T) ? log2Exact(tileSize(T)) : 0; }

/// Bytes that a pointer is known to be aligned to by what it points at.
static unsigned alignmentBits(const Value *Pointer, const DataLayout &DL) { return llvm::Log2(Pointer->getPointerAlignment(DL)); }

ValueFacts FactEvaluator::operand(const Value *V) const {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  if (auto *C = dyn_cast<Constant>(V))
    return ofConstant(*C);
  ValueFacts F = facts::unknown(V);
  if (V->getType()->isPointerTy())
    F.BaseDivisor = alignmentBits(V, DL);
  F.Exact = F.Steps.empty();
  return F;
}

ValueFacts FactEvaluator::ofConstant(const Constant &C) const {
  const unsigned NumBits = numIndexBits(C.getType());
  if (auto *Number = dyn_cast_or_null<ConstantInt>(isTile(&C) ? C.getSplatValue() : &C))
    return facts::constant(Number->getValue(), NumBits);
  if (isa<ConstantPointerNull>(C))
    return facts::constant(APInt(64, 0), NumBits);
  ValueFacts F = facts::unknown(&C);
  auto *Elements = dyn_cast<ConstantDataVector>(&C);
  if (!Elements || !Elements->getElementType()->isIntegerTy()) {
    if (C.getType()->isPointerTy())
      F.BaseDivisor = alignmentBits(&C, DL);
    return F;
  }
  // A table: its steps are found by trying.
  const APInt First = Elements->getElementAsAPInt(0);
  F.Range = ConstantRange(First);
  for (unsigned B = 0; B < NumBits; ++B)
    F.Steps[B] = BitStep::known((Elements->getElementAsAPInt(1u << B) - First).getSExtValue());
  F.BaseDivisor = First.isZero() ? ValueFacts::MaxDivisor : First.countr_zero();
  F.Exact = true;
  for (unsigned I = 0; I < Elements->getNumElements(); ++I) {
    const APInt Element = Elements->getElementAsAPInt(I);
    int64_t Expected = First.getSExtValue();
    for (unsigned B = 0; B < NumBits; ++B)
      Expected += I >> B & 1 ? F.Steps[B].Value : 0;
    if (Element.getSExtValue() != Expected)
      return facts::unknown(&C);
    F.Range = F.Range.unionWith(ConstantRange(Element));
  }
  return F;
}

ValueFacts FactEvaluator::ofBinary(const BinaryOperator &O) const {
  const ValueFacts A = operand(O.getOperand(0)), B = operand(O.getOperand(1));
  const bool NoSignedWrap = isa<OverflowingBinaryOperator>(O) && O.hasNoSignedWrap();
  const APInt *C = B.Range.getSingleElement();
  const ValueFacts *Operands[] = {&A, &B};
  auto other = [&] {
    ValueFacts F = facts::elementwise(A.width(), Operands);
    F.Range = A.Range.binaryOp(O.getOpcode(), B.Range);
    return F;
  };
  switch (O.getOpcode()) {
  case Instruction::Add:
    return facts::add(A, B, NoSignedWrap);
  case Instruction::Sub:
    return facts::add(A, facts::negate(B, NoSignedWrap), NoSignedWrap);
  case Instruction::Mul:
    return facts::multiply(A, B, NoSignedWrap);
  case Instruction::Shl:
    if (C && C->ult(A.width() - 1)) {
      ValueFacts Factor = facts::constant(APInt::getOneBitSet(A.width(), C->getZExtValue()), B.Steps.size());
      return facts::multiply(A, Factor, NoSignedWrap);
    }
    return other();
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(O).isDisjoint() ||
        (C && A.divisor() < ValueFacts::MaxDivisor && C->isNonNegative() && C->getActiveBits() <= A.divisor()))
      return facts::add(A, B, /*NoSignedWrap=*/true);
    return other();
  case Instruction::And: {
    if (A.width() == 1 || (A.Range.getUnsignedMax().ule(1) && B.Range.getUnsignedMax().ule(1))) {
      ValueFacts F = facts::conjunction(A, B);
      F.Range = A.Range.binaryAnd(B.Range);
      return F;
    }
    if (C && C->isMask())
      return facts::remainder(A, C->countr_one());
    ValueFacts F = other();
    F.BaseDivisor = std::max(A.divisor(), B.divisor());
    return F;
  }
  case Instruction::UDiv:
  case Instruction::SDiv:
    if (C && C->isPowerOf2() && (O.getOpcode() == Instruction::UDiv || (A.isNonNegative() && C->isNonNegative())))
      return facts::divide(A, C->logBase2());
    return other();
  case Instruction::LShr:
  case Instruction::AShr:
    if (C && C->ult(A.width()))
      return facts::divide(A, C->getZExtValue());
    return other();
  case Instruction::URem:
  case Instruction::SRem:
    if (C && C->isPowerOf2() && (O.getOpcode() == Instruction::URem || (A.isNonNegative() && C->isNonNegative())))
      return facts::remainder(A, C->logBase2());
    return other();
  default:
    return other();
  }
}

ValueFacts FactEvaluator::ofCast(const CastInst &C) const {
  const Value *From = C.getOperand(0);
  if (!hasFacts(From))
    return facts::unknown(&C);
  const ValueFacts A = operand(From);
  switch (C.getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
    return facts::extend(A, C.getType()->getScalarSizeInBits(), C.getOpcode() == Instruction::SExt);
  case Instruction::Trunc: {
    // Two numbers packed into one, as clang keeps small structs.
    using namespace PatternMatch;
    Value *Low;
    const unsigned Width = C.getType()->getScalarSizeInBits();
    if (match(From, m_c_Or(m_Shl(m_Value(), m_SpecificInt(Width)), m_ZExt(m_Value(Low)))) && Low->getType() == C.getType())
      return operand(Low);
    if (match(From, m_LShr(m_c_Or(m_Shl(m_ZExt(m_Value(Low)), m_SpecificInt(Width)), m_Value()), m_SpecificInt(Width))) &&
        Low->getType() == C.getType())
      return operand(Low);
    return facts::truncate(A, Width);
  }
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
    if (numIndexBits(From->getType()) == numIndexBits(C.getType()) && A.width() == 64 && facts::unknown(&C).width() == 64)
      return A;
    return facts::unknown(&C);
  default:
    return facts::unknown(&C);
  }
}

ValueFacts FactEvaluator::ofAddress(const GEPOperator &Address) const {
  ValueFacts F = operand(Address.getPointerOperand());
  unsigned Divisor = F.divisor();
  for (auto It = gep_type_begin(Address), End = gep_type_end(Address); It != End; ++It) {
    uint64_t Scale = It.getStructTypeOrNull() ? 0 : It.getSequentialElementStride(DL).getKnownMinValue();
    if (const StructType *Struct = It.getStructTypeOrNull()) {
      const uint64_t Field =
          DL.getStructLayout(const_cast<StructType *>(Struct))->getElementOffset(cast<ConstantInt>(It.getOperand())->getZExtValue());
      Divisor = std::min(Divisor, BitStep::known(Field).Divisor);
    } else {
      Divisor = std::min(Divisor, std::min(ValueFacts::MaxDivisor, BitStep::known(Scale).Divisor + operand(It.getOperand()).divisor()));
    }
  }
  F = facts::unknown(&Address);
  F.BaseDivisor = Divisor;
  F.Exact = true;
  return F;
}

ValueFacts FactEvaluator::ofAssumption(const TileCall &Call) const {
  ValueFacts F = operand(Call.operand(0));
  if (Call.is("assume_aligned") || Call.is("assume_divisible")) {
    const unsigned Divisor = BitStep::known(Call.constant(1)).Divisor;
    F.BaseDivisor = std::max(F.BaseDivisor, Divisor);
    for (BitStep &Step : F.Steps)
      if (Step.What == BitStep::Uniform)
        Step.Divisor = std::max(Step.Divisor, Divisor);
    return F;
  }
  if (Call.is("assume_bounded")) {
    const bool Signed = isSignedKind(Call.constant(5));
    const unsigned Width = F.width();
    const APInt Lower(64, Call.constant(1)), Upper(64, Call.constant(2));
    auto bound = [&](CmpInst::Predicate Predicate, const APInt &Limit) {
      if (Signed ? Limit.isSignedIntN(Width) : Limit.isIntN(Width))
        F.Range = F.Range.intersectWith(ConstantRange::makeExactICmpRegion(Predicate, Limit.sextOrTrunc(Width)));
    };
    if (Call.constant(3))
      bound(Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE, Lower);
    if (Call.constant(4))
      bound(Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, Upper);
    return F;
  }
  if (Call.is("assume_blocked")) {
    const unsigned Rank = Call.constant(1);
    auto Dims = Call.dims(2, Rank), Block = Call.dims(2 + Rank, Rank);
    for (unsigned D = 0; D < Rank; ++D) {
      const BitRange Range = dimensionBits(Dims, D);
      for (unsigned I = 0; I < Range.Count && Block[D] % (uint64_t(2) << I) == 0; ++I)
        F.Steps[Range.First + I] = BitStep::known(0);
    }
    return F;
  }
  // assume_*_strided: groups of `every` along a dimension begin at a multiple and advance by one element.
  const unsigned Rank = Call.constant(4);
  const BitRange Range = dimensionBits(Call.dims(5, Rank), Call.constant(3));
  const unsigned Divisor = BitStep::known(Call.constant(1)).Divisor;
  const uint64_t Every = Call.constant(2);
  if (!isPowerOf2_64(Every) || !isTile(Call.operand(0)))
    return F;
  for (unsigned I = 0; I < Range.Count && uint64_t(1) << I < Every; ++I)
    if (F.Steps[Range.First + I].What == BitStep::Varying && Call.is("assume_divisible_strided"))
      F.Steps[Range.First + I] = BitStep::known(int64_t(1) << I);
  F.BaseDivisor = std::max(F.BaseDivisor, Divisor);
  for (unsigned B = 0; B < F.Steps.size(); ++B)
    if (F.Steps[B].What == BitStep::Uniform && (B < Range.First || B >= Range.First + log2Exact(Every)))
      F.Steps[B].Divisor = std::max(F.Steps[B].Divisor, Divisor);
  return F;
}

ValueFacts FactEvaluator::ofTileOp(const TileCall &Call) const {
  const Instruction &I = Call.call();
  ValueFacts Nothing = facts::unknown(&I);
  if (Call.info().Group == StringRef("Assumption"))
    return ofAssumption(Call);
  if (Call.is("iota")) {
    ValueFacts F = facts::constant(APInt(Nothing.width(), 0), Nothing.Steps.size());
    for (unsigned B = 0; B < F.Steps.size(); ++B)
      F.Steps[B] = BitStep::known(int64_t(1) << B);
    const uint64_t Size = uint64_t(1) << F.Steps.size();
    F.Range = isUIntN(F.width(), Size) ? ConstantRange(APInt(F.width(), 0), APInt(F.width(), Size)) : ConstantRange::getFull(F.width());
    F.Exact = isUIntN(F.width() - 1, Size - 1);
    return F;
  }
  if (Call.is("broadcast") || Call.is("permute")) {
    const unsigned Rank = Call.constant(1);
    auto Source = Call.dims(2, Rank), Other = Call.dims(2 + Rank, Rank);
    return facts::remap(operand(Call.operand(0)), Call.is("broadcast") ? broadcastSourceMap(Source, Other) : permuteSourceMap(Source, Other));
  }
  if (Call.is("extract")) {
    const unsigned Rank = (Call.size() - 2) / 3;
    auto Source = Call.dims(2 + Rank, Rank), Result = Call.dims(2 + 2 * Rank, Rank);
    std::vector<uint32_t> Bases(Nothing.Steps.size(), 0);
    for (unsigned D = 0; D < Rank; ++D) {
      const BitRange To = dimensionBits(Result, D), From = dimensionBits(Source, D);
      for (unsigned B = 0; B < To.Count; ++B)
        Bases[To.First + B] = 1u << (From.First + B);
    }
    return facts::remap(operand(Call.operand(0)), IndexMap(numIndexBits(Call.operand(0)->getType()), std::move(Bases)));
  }
  if (Call.is("bid") || Call.is("num_blocks")) {
    // Limits of a grid, CUDA C++ programming guide.
    const int64_t Limit = Call.constant(0) == 0 ? 0x7fffffff : 65535;
    const bool Count = Call.is("num_blocks");
    Nothing.Range = ConstantRange(APInt(32, Count), APInt(32, Limit + Count));
    Nothing.Exact = true;
    return Nothing;
  }
  auto factsOf = [this](const Value *V) { return operand(V); };
  if (Call.is("view_pointers"))
    return viewAddresses(factsOf, decodeView(Call), Call.constant(Call.size() - 1));
  if (Call.is("view_mask")) {
    ValueFacts F = viewMask(factsOf, decodeView(Call));
    return facts::extend(F, Nothing.width(), /*Signed=*/false);
  }
  if (Call.info().Group == StringRef("Elementwise")) {
    SmallVector<ValueFacts, 3> Operands;
    for (const Value *Argument : Call.call().args())
      if (isTile(Argument) && hasFacts(Argument))
        Operands.push_back(operand(Argument));
      else if (isTile(Argument))
        return Nothing;
    SmallVector<const ValueFacts *, 3> Pointers;
    for (const ValueFacts &F : Operands)
      Pointers.push_back(&F);
    return facts::elementwise(Nothing.width(), Pointers);
  }
  return Nothing;
}

ValueFacts FactEvaluator::ofIntrinsic(const IntrinsicInst &I) const {
  SmallVector<ValueFacts, 3> Operands;
  for (const Value *Argument : I.args()) {
    if (!hasFacts(Argument))
      return facts::unknown(&I);
    Operands.push_back(operand(Argument));
  }
  SmallVector<const ValueFacts *, 3> Pointers;
  for (const ValueFacts &F : Operands)
    if (F.Steps.size() == numIndexBits(I.getType()))
      Pointers.push_back(&F);
  ValueFacts Result = facts::elementwise(facts::unknown(&I).width(), Pointers);
  if (Pointers.size() != Operands.size())
    return Result;
  switch (I.getIntrinsicID()) {
  case Intrinsic::smin:
    Result.Range = Operands[0].Range.smin(Operands[1].Range);
    break;
  case Intrinsic::smax:
    Result.Range = Operands[0].Range.smax(Operands[1].Range);
    break;
  case Intrinsic::umin:
    Result.Range = Operands[0].Range.umin(Operands[1].Range);
    break;
  case Intrinsic::umax:
    Result.Range = Operands[0].Range.umax(Operands[1].Range);
    break;
  default:
    return Result;
  }
  Result.BaseDivisor = std::min(Operands[0].divisor(), Operands[1].divisor());
  return Result;
}

ValueFacts FactEvaluator::evaluate(const Instruction &I) const {
  if (auto Call = TileCall::match(&I))
    return ofTileOp(*Call);
  if (Value *Scalar = isTile(&I) ? splatValue(const_cast<Instruction *>(&I)) : nullptr)
    return hasFacts(Scalar) ? facts::splat(operand(Scalar), numIndexBits(I.getType())) : facts::unknown(&I);
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return ofIntrinsic(*Intrinsic);
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return ofBinary(*Binary);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return ofCast(*Cast);
  if (auto *Address = dyn_cast<GEPOperator>(&I); Address && !I.getType()->isVectorTy())
    return ofAddress(*Address);
  if (auto *Compare = dyn_cast<ICmpInst>(&I))
    return facts::compare(Compare->getPredicate(), operand(Compare->getOperand(0)), operand(Compare->getOperand(1)));
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    const ValueFacts A = operand(Select->getTrueValue()), B = operand(Select->getFalseValue());
    return isTile(Select->getCondition()) ? facts::select(operand(Select->getCondition()), A, B) : facts::join(A, B);
  }
  if (isa<FreezeInst>(I))
    return operand(I.getOperand(0));
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I); Extract && hasFacts(Extract->getVectorOperand())) {
    const ValueFacts A = operand(Extract->getVectorOperand());
    ValueFacts F = facts::unknown(&I);
    F.BaseDivisor = A.divisor();
    F.Range = A.Range;
    F.Exact = true;
    return F;
  }
  ValueFacts F = facts::unknown(&I);
  F.Exact = F.Steps.empty();
  return F;
}

} // namespace cutile
