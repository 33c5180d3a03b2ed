//===- VectorInstructions.cpp - LLVM instructions on tiles ----------------===//
#include "KernelLowering.h"
#include "OpLowerings.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cutile::nvptx {

static int kindOfFloat(const Type *T) {
  return T->isHalfTy() ? op::kind_f16 : T->isBFloatTy() ? op::kind_bf16 : T->isFloatTy() ? op::kind_f32 : op::kind_f64;
}

/// Any elementwise instruction or intrinsic: the same for each element.
void KernelLowering::lowerElementwise(Instruction &I) {
  const LinearLayout Layout = layoutOf(&I);
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    Registers Result;
    for (unsigned R = 0; R < Layout.numRegisters(); ++R)
      Result.push_back(B.CreatePHI(I.getType()->getScalarType(), Phi->getNumIncomingValues()));
    return setResult(I, Result);
  }
  if (!isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, IntrinsicInst>(I)) {
    std::string Text;
    raw_string_ostream OS(Text);
    OS << I;
    return error(I, diag::err_op_unsupported, {I.getOpcodeName(), "a tile:" + Text, Target.Name});
  }
  setElementwise(I, [&](const AffineLayout &In) { return elementwiseRegisters(I, In); });
}

/// A bf16 as float. The upper one of two in a register needs one instruction so.
static Value *extendBfloat(Builder &B, Value *V) {
  auto *Extract = dyn_cast<ExtractElementInst>(V);
  auto *Index = Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
  const unsigned Count = Extract ? tileSize(Extract->getVectorOperandType()) : 0;
  if (!Index || Count % 2 || Index->getZExtValue() % 2 == 0)
    return B.CreateFPExt(V, B.getFloatTy());
  Value *Words = B.CreateBitCast(Extract->getVectorOperand(), FixedVectorType::get(B.getInt32Ty(), Count / 2));
  return B.CreateBitCast(B.CreateAnd(B.CreateExtractElement(Words, Index->getZExtValue() / 2), 0xffff0000), B.getFloatTy());
}

Registers KernelLowering::elementwiseRegisters(Instruction &I, const AffineLayout &Layout) {
  SmallVector<Registers, 3> Operands;
  const unsigned NumOperands = isa<IntrinsicInst>(I) ? cast<IntrinsicInst>(I).arg_size() : I.getNumOperands();
  for (unsigned O = 0; O < NumOperands; ++O)
    Operands.push_back(isTile(I.getOperand(O)) ? registersOf(I.getOperand(O), Layout) : Registers(Layout.Map.numRegisters(), I.getOperand(O)));
  Type *Scalar = I.getType()->getScalarType();
  if (I.getOpcode() == Instruction::FDiv && Scalar->isFloatTy())
    return emitDivision(*this, Operands[0], Operands[1]);
  Registers Result;
  for (unsigned R = 0; R < Layout.Map.numRegisters(); ++R) {
    SmallVector<Value *, 3> Arguments;
    for (const Registers &Operand : Operands)
      Arguments.push_back(Operand[R]);
    Value *Element = nullptr;
    if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
      SmallVector<Type *, 2> Overloads;
      Function *Callee = Call->getCalledFunction();
      SmallVector<Type *, 4> Types;
      for (Value *A : Arguments)
        Types.push_back(A->getType());
      Intrinsic::getIntrinsicSignature(Callee->getIntrinsicID(), FunctionType::get(Scalar, Types, false), Overloads);
      Element = B.CreateIntrinsic(Callee->getIntrinsicID(), Overloads, Arguments);
      if (auto *New = dyn_cast<Instruction>(Element); New && isa<FPMathOperator>(New) && isa<FPMathOperator>(I))
        New->copyFastMathFlags(&I);
    } else if (auto *Compare = dyn_cast<CmpInst>(&I)) {
      Element = B.CreateCmp(Compare->getPredicate(), Arguments[0], Arguments[1]);
    } else if (isa<FPExtInst>(I) && Scalar->isFloatTy() && Arguments[0]->getType()->isBFloatTy()) {
      Element = extendBfloat(B, Arguments[0]);
    } else if (auto *Cast = dyn_cast<CastInst>(&I)) {
      Element = B.CreateCast(Cast->getOpcode(), Arguments[0], Scalar);
    } else if (I.getOpcode() == Instruction::FRem) {
      Element = emitElementwise(*this, I, "rem", Arguments, kindOfFloat(Scalar), op::rounding_default, op::subnormals_preserve);
    } else if (auto *Binary = dyn_cast<BinaryOperator>(&I)) {
      Element = B.CreateBinOp(Binary->getOpcode(), Arguments[0], Arguments[1]);
      if (auto *New = dyn_cast<Instruction>(Element))
        New->copyIRFlags(&I);
    } else if (isa<UnaryOperator>(I)) {
      Element = B.CreateFNeg(Arguments[0]);
    } else if (isa<SelectInst>(I)) {
      Element = B.CreateSelect(Arguments[0], Arguments[1], Arguments[2]);
    } else {
      Element = B.CreateFreeze(Arguments[0]);
    }
    Result.push_back(Element);
  }
  return Result;
}

/// One element as a scalar: every thread needs it.
void KernelLowering::lowerExtractElement(ExtractElementInst &I) {
  Lowered.push_back(&I);
  unsigned Size = tileSize(I.getVectorOperandType());
  auto *Index = dyn_cast<ConstantInt>(I.getIndexOperand());
  if (!Index)
    return error(I, diag::err_op_unsupported, {"extractelement", "a run-time index", Target.Name});
  LinearLayout Everywhere(log2Exact(Size), {}, std::vector<uint32_t>(LinearLayout::LaneBits, 0), std::vector<uint32_t>(Plan.WarpBits, 0));
  setScalar(I, registersOf(I.getVectorOperand(), AffineLayout{Everywhere, static_cast<uint32_t>(Index->getZExtValue())})[0]);
}

} // namespace cutile::nvptx
