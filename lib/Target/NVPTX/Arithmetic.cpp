//===- Arithmetic.cpp - arithmetic with rounding modes --------------------===//
//
// float and double have instructions for every rounding mode. half and bf16 do not; their directed modes are evaluated in
// float and rounded again in the same direction, which gives what rounding the exact result once gives: the numbers of
// the short format are among those of float, so the largest float not above a value is not below the largest short
// number not above it.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseRules.h"
#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

using namespace target;

#define CUTILE_ROUNDED(OPERATION)                                                                                                                    \
  {                                                                                                                                                  \
      {Rounded_##OPERATION##_rn_f32, Rounded_##OPERATION##_rz_f32, Rounded_##OPERATION##_rm_f32, Rounded_##OPERATION##_rp_f32},                      \
      {Rounded_##OPERATION##_rn_ftz_f32, Rounded_##OPERATION##_rz_ftz_f32, Rounded_##OPERATION##_rm_ftz_f32, Rounded_##OPERATION##_rp_ftz_f32},      \
      {Rounded_##OPERATION##_rn_f64, Rounded_##OPERATION##_rz_f64, Rounded_##OPERATION##_rm_f64, Rounded_##OPERATION##_rp_f64},                      \
  }
const RoundedOps RoundedAdd = CUTILE_ROUNDED(add);
const RoundedOps RoundedMul = CUTILE_ROUNDED(mul);
const RoundedOps RoundedDiv = CUTILE_ROUNDED(div);
const RoundedOps RoundedFma = CUTILE_ROUNDED(fma);
const RoundedOps RoundedSqrt = CUTILE_ROUNDED(sqrt);
#undef CUTILE_ROUNDED

Value *emitRounded(const ElementCall &E, const RoundedOps &Ops) {
  const int Mode = E.Mode == op::rounding_default ? op::rounding_even : E.Mode;
  const TargetOp *ByMode = E.Kind == op::kind_f64 ? Ops.Double : E.Flush ? Ops.SingleFlush : Ops.Single;
  return emitTargetOp(E.builder(), ByMode[Mode], E.X);
}

Value *emitRoundedSub(const ElementCall &E) {
  ElementCall Sum = E;
  Value *Operands[] = {E.X[0], E.builder().CreateFNeg(E.X[1])};
  Sum.X = Operands;
  return emitRounded(Sum, RoundedAdd);
}

Value *emitFlushedMinMax(const ElementCall &E) {
  Value *Better = emitElementwise(E.K, E.At, E.Op, E.X, E.Kind, E.Mode, op::subnormals_preserve);
  return emitTargetOp(E.builder(), Rounded_mul_rn_ftz_f32, {Better, ConstantFP::get(Better->getType(), 1)});
}

Value *emitThroughSingle(const ElementCall &E) {
  Builder &B = E.builder();
  SmallVector<Value *, 3> Wide;
  for (Value *V : E.X)
    Wide.push_back(V->getType()->isFloatingPointTy() ? B.CreateFPExt(V, B.getFloatTy()) : V);
  Value *Result = emitElementwise(E.K, E.At, E.Op, Wide, op::kind_f32, E.Mode, op::subnormals_preserve);
  return roundSingle(E.K, Result, E.Kind, E.Mode);
}

Value *emitFirstOperand(const ElementCall &E) { return E.X[0]; }

} // namespace cutile::nvptx
