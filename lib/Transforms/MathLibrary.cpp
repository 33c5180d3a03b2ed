//===- MathLibrary.cpp - device math library in scalar code ---------------===//
//
// Operators of the toolkit's element types call a few functions of libdevice (`__nv_fmaf_rn`, `__nv_float_as_uint`). Those that
// LLVM has an instruction for, or the tile IR an op, are replaced: a kernel for another target has no libdevice. The rest stay
// calls.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "cutile/IR/OpTable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace cutile::import {

namespace {
enum class Form { Intrinsic, Bitcast, Binary, ToSigned, ToUnsigned, FromSigned, FromUnsigned, TileOp };

struct MathFunction {
  const char *Name; ///< after `__nv_`
  Form Kind;
  unsigned Code;  ///< intrinsic or opcode
  const char *Op; ///< tile op
};

constexpr MathFunction Functions[] = {
    {"fabsf", Form::Intrinsic, Intrinsic::fabs, ""},
    {"fabs", Form::Intrinsic, Intrinsic::fabs, ""},
    {"fmaf", Form::Intrinsic, Intrinsic::fma, ""},
    {"fma", Form::Intrinsic, Intrinsic::fma, ""},
    {"fmaf_rn", Form::Intrinsic, Intrinsic::fma, ""},
    {"fmaf_ieee_rn", Form::Intrinsic, Intrinsic::fma, ""},
    {"fma_rn", Form::Intrinsic, Intrinsic::fma, ""},
    {"sqrtf", Form::Intrinsic, Intrinsic::sqrt, ""},
    {"sqrt", Form::Intrinsic, Intrinsic::sqrt, ""},
    {"fsqrt_rn", Form::Intrinsic, Intrinsic::sqrt, ""},
    {"floorf", Form::Intrinsic, Intrinsic::floor, ""},
    {"floor", Form::Intrinsic, Intrinsic::floor, ""},
    {"ceilf", Form::Intrinsic, Intrinsic::ceil, ""},
    {"ceil", Form::Intrinsic, Intrinsic::ceil, ""},
    {"truncf", Form::Intrinsic, Intrinsic::trunc, ""},
    {"trunc", Form::Intrinsic, Intrinsic::trunc, ""},
    {"rintf", Form::Intrinsic, Intrinsic::roundeven, ""},
    {"rint", Form::Intrinsic, Intrinsic::roundeven, ""},
    {"fminf", Form::Intrinsic, Intrinsic::minimumnum, ""},
    {"fmin", Form::Intrinsic, Intrinsic::minimumnum, ""},
    {"fmaxf", Form::Intrinsic, Intrinsic::maximumnum, ""},
    {"fmax", Form::Intrinsic, Intrinsic::maximumnum, ""},
    {"min", Form::Intrinsic, Intrinsic::smin, ""},
    {"max", Form::Intrinsic, Intrinsic::smax, ""},
    {"umin", Form::Intrinsic, Intrinsic::umin, ""},
    {"umax", Form::Intrinsic, Intrinsic::umax, ""},
    {"llmin", Form::Intrinsic, Intrinsic::smin, ""},
    {"llmax", Form::Intrinsic, Intrinsic::smax, ""},
    {"ullmin", Form::Intrinsic, Intrinsic::umin, ""},
    {"ullmax", Form::Intrinsic, Intrinsic::umax, ""},
    {"popc", Form::Intrinsic, Intrinsic::ctpop, ""},
    {"float_as_int", Form::Bitcast, 0, ""},
    {"float_as_uint", Form::Bitcast, 0, ""},
    {"int_as_float", Form::Bitcast, 0, ""},
    {"uint_as_float", Form::Bitcast, 0, ""},
    {"double_as_longlong", Form::Bitcast, 0, ""},
    {"longlong_as_double", Form::Bitcast, 0, ""},
    {"fadd_rn", Form::Binary, Instruction::FAdd, ""},
    {"fsub_rn", Form::Binary, Instruction::FSub, ""},
    {"fmul_rn", Form::Binary, Instruction::FMul, ""},
    {"fdiv_rn", Form::Binary, Instruction::FDiv, ""},
    {"float2int_rz", Form::ToSigned, 0, ""},
    {"float2ll_rz", Form::ToSigned, 0, ""},
    {"double2int_rz", Form::ToSigned, 0, ""},
    {"double2ll_rz", Form::ToSigned, 0, ""},
    {"float2uint_rz", Form::ToUnsigned, 0, ""},
    {"float2ull_rz", Form::ToUnsigned, 0, ""},
    {"double2uint_rz", Form::ToUnsigned, 0, ""},
    {"double2ull_rz", Form::ToUnsigned, 0, ""},
    {"int2float_rn", Form::FromSigned, 0, ""},
    {"ll2float_rn", Form::FromSigned, 0, ""},
    {"uint2float_rn", Form::FromUnsigned, 0, ""},
    {"ull2float_rn", Form::FromUnsigned, 0, ""},
    {"rsqrtf", Form::TileOp, 0, "rsqrt"},
    {"rsqrt", Form::TileOp, 0, "rsqrt"},
    {"expf", Form::TileOp, 0, "exp"},
    {"exp", Form::TileOp, 0, "exp"},
    {"exp2f", Form::TileOp, 0, "exp2"},
    {"exp2", Form::TileOp, 0, "exp2"},
    {"logf", Form::TileOp, 0, "log"},
    {"log", Form::TileOp, 0, "log"},
    {"log2f", Form::TileOp, 0, "log2"},
    {"log2", Form::TileOp, 0, "log2"},
    {"sinf", Form::TileOp, 0, "sin"},
    {"sin", Form::TileOp, 0, "sin"},
    {"cosf", Form::TileOp, 0, "cos"},
    {"cos", Form::TileOp, 0, "cos"},
    {"tanf", Form::TileOp, 0, "tan"},
    {"tan", Form::TileOp, 0, "tan"},
    {"tanhf", Form::TileOp, 0, "tanh"},
    {"tanh", Form::TileOp, 0, "tanh"},
    {"powf", Form::TileOp, 0, "pow"},
    {"pow", Form::TileOp, 0, "pow"},
};
} // namespace

static const MathFunction *find(StringRef Name) { return Name.consume_front("__nv_") ? findRecord<Functions>(Name) : nullptr; }

Value *callOnScalars(IRBuilder<> &B, StringRef Op, ArrayRef<Value *> X, int Kind, int Mode, int Subnormals) {
  Type *One = FixedVectorType::get(X[0]->getType(), 1);
  SmallVector<Value *, 6> Arguments;
  for (Value *Operand : X)
    Arguments.push_back(createSplat(B, Operand, One));
  for (int Constant : {Kind, Mode, Subnormals})
    Arguments.push_back(B.getInt32(Constant));
  SmallVector<Type *, 6> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  return B.CreateExtractElement(B.CreateCall(getTileOp(*B.GetInsertBlock()->getModule(), Op, One, Types), Arguments), B.getInt64(0));
}

/// The tile op on tiles of one element.
static Value *callTileOp(IRBuilder<> &B, const CallInst &Call, StringRef Op) {
  const int Kind = Call.getType()->isDoubleTy() ? op::kind_f64 : op::kind_f32;
  return callOnScalars(B, Op, SmallVector<Value *, 2>(Call.args()), Kind, op::rounding_default, op::subnormals_preserve);
}

static Value *replacement(IRBuilder<> &B, const CallInst &Call, const MathFunction &Entry) {
  SmallVector<Value *, 3> X(Call.args());
  Type *Result = Call.getType();
  switch (Entry.Kind) {
  case Form::Intrinsic:
    return B.CreateIntrinsic(Entry.Code, {Result}, X);
  case Form::Bitcast:
    return B.CreateBitCast(X[0], Result);
  case Form::Binary:
    return B.CreateBinOp(Instruction::BinaryOps(Entry.Code), X[0], X[1]);
  case Form::ToSigned:
    return B.CreateIntrinsic(Intrinsic::fptosi_sat, {Result, X[0]->getType()}, X);
  case Form::ToUnsigned:
    return B.CreateIntrinsic(Intrinsic::fptoui_sat, {Result, X[0]->getType()}, X);
  case Form::FromSigned:
    return B.CreateSIToFP(X[0], Result);
  case Form::FromUnsigned:
    return B.CreateUIToFP(X[0], Result);
  case Form::TileOp:
    return callTileOp(B, Call, Entry.Op);
  }
  return nullptr;
}

void replaceMathFunctions(Function &Kernel) {
  for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    const MathFunction *Entry = Callee ? find(Callee->getName()) : nullptr;
    if (!Entry)
      continue;
    IRBuilder<> B(Call);
    Call->replaceAllUsesWith(replacement(B, *Call, *Entry));
    Call->eraseFromParent();
  }
}

} // namespace cutile::import
