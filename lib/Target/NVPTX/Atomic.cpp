//===- Atomic.cpp - strong accesses of tiles ------------------------------===//
//
// Each element is accessed once, by its representative thread; where the layout replicates elements and the result is
// used, the old values reach the other threads through shared memory. Barriers that make a release cover the accesses of
// the whole block, and an acquire come before them, are the plan's (MemoryOrder).
//
// Loads, stores and compare-exchange are LLVM instructions, for which the back end keeps order and scope. It does not for
// atomicrmw, hence the target ops `atom.*`.
//
//===----------------------------------------------------------------------===//
#include "MemoryAccess.h"
#include "OpLowerings.h"
#include "cutile/Target/NVPTX/TargetOps.h"

using namespace llvm;

namespace cutile::nvptx {

/// Source: NVPTX syncscopes, LLVM NVPTX usage guide.
static SyncScope::ID syncScopeOf(LLVMContext &Context, int Scope) {
  switch (Scope) {
  case op::scope_block:
    return Context.getOrInsertSyncScopeID("block");
  case op::scope_device:
    return Context.getOrInsertSyncScopeID("device");
  default:
    return SyncScope::System;
  }
}

namespace {
/// The constants that end every atomic op.
struct Strength {
  int Order, Scope;
  explicit Strength(const TileCall &Call) : Order(Call.constant(Call.size() - 2)), Scope(Call.constant(Call.size() - 1)) {}
};

/// Runs an access per element of an op on pointer tiles.
class ElementAccesses {
public:
  ElementAccesses(KernelLowering &K, Value *Addresses, Value *Mask, const LinearLayout &Layout)
      : K(K), Layout(Layout), Pointers(pointerRegisters(K, Addresses, Layout, /*Facts=*/nullptr)), Masks(maskRegisters(K, Mask, Layout)) {}

  void run(function_ref<void(unsigned R, Value *Pointer)> Access) {
    K.emitIf(K.isRepresentative(Layout), [&] {
      for (unsigned R = 0; R < Pointers.size(); ++R)
        if (!KernelLowering::isDuplicateRegister(Layout, R))
          K.emitIf(condition(R), [&] { Access(R, Pointers[R]); });
    });
  }

  /// As run, for accesses with a result, for every thread. \p Otherwise has the results of inactive elements.
  Registers collect(bool Used, const Registers &Otherwise, function_ref<Value *(unsigned R, Value *Pointer)> Access) {
    if (!Used) {
      run([&](unsigned R, Value *Pointer) { Access(R, Pointer); });
      return Otherwise;
    }
    Registers Result = K.emitIfElse(K.isRepresentative(Layout), Otherwise, [&] {
      Registers Inside = Otherwise;
      for (unsigned R = 0; R < Pointers.size(); ++R)
        if (!KernelLowering::isDuplicateRegister(Layout, R))
          Inside[R] = K.emitIfElse(condition(R), {Otherwise[R]}, [&] { return Registers{Access(R, Pointers[R])}; })[0];
      return Inside;
    });
    return K.broadcastFromRepresentatives(Result, Layout);
  }

private:
  KernelLowering &K;
  const LinearLayout &Layout;
  Registers Pointers, Masks;

  Value *condition(unsigned R) { return Masks.empty() ? nullptr : Masks[R]; }
};
} // namespace

/// Natural alignment of an element, which memory operations require.
static Align alignmentOf(Type *Element) { return Align(Element->getPrimitiveSizeInBits() / 8); }

void lowerAtomicLoad(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  const LinearLayout Layout = K.layoutOf(&Call.call());
  const Strength How(Call);
  Type *Element = Call.call().getType()->getScalarType();
  ElementAccesses Accesses(K, Call.operand(0), Call.operand(1), Layout);
  Registers Padding =
      isa<UndefValue>(Call.operand(2)) ? Registers(Layout.numRegisters(), Constant::getNullValue(Element)) : K.registersOf(Call.operand(2), Layout);
  K.setResult(Call.call(), Accesses.collect(/*Used=*/true, Padding, [&](unsigned, Value *Pointer) {
    LoadInst *Load = B.CreateAlignedLoad(Element, Pointer, alignmentOf(Element));
    Load->setAtomic(atomicOrdering(How.Order), syncScopeOf(B.getContext(), How.Scope));
    return Load;
  }));
}

void lowerAtomicStore(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  const LinearLayout Layout = K.layoutOf(&Call.call());
  const Strength How(Call);
  Registers Values = K.registersOf(Call.operand(1), Layout);
  ElementAccesses(K, Call.operand(0), Call.operand(2), Layout).run([&](unsigned R, Value *Pointer) {
    StoreInst *Store = B.CreateAlignedStore(Values[R], Pointer, alignmentOf(Values[R]->getType()));
    Store->setAtomic(atomicOrdering(How.Order), syncScopeOf(B.getContext(), How.Scope));
  });
}

/// The target op of a read-modify-write; the value is prepared (negated for sub, bits for exchange).
static std::optional<TargetOp> rmwOp(int Operation, int Kind, unsigned Bits) {
  const bool Wide = Bits == 64;
  const bool Signed = Kind == op::kind_s32 || Kind == op::kind_s64;
  switch (Operation) {
  case op::rmw_add:
  case op::rmw_sub:
    switch (Kind) {
    case op::kind_f16:
      return target::Atom_add_f16;
    case op::kind_bf16:
      return target::Atom_add_bf16;
    case op::kind_f32:
      return target::Atom_add_f32;
    case op::kind_f64:
      return target::Atom_add_f64;
    default:
      return Wide ? target::Atom_add_u64 : target::Atom_add_u32;
    }
  case op::rmw_and:
    return Wide ? target::Atom_and_b64 : target::Atom_and_b32;
  case op::rmw_or:
    return Wide ? target::Atom_or_b64 : target::Atom_or_b32;
  case op::rmw_xor:
    return Wide ? target::Atom_xor_b64 : target::Atom_xor_b32;
  case op::rmw_min:
    return Wide ? (Signed ? target::Atom_min_s64 : target::Atom_min_u64) : (Signed ? target::Atom_min_s32 : target::Atom_min_u32);
  case op::rmw_max:
    return Wide ? (Signed ? target::Atom_max_s64 : target::Atom_max_u64) : (Signed ? target::Atom_max_s32 : target::Atom_max_u32);
  case op::rmw_exchange:
    return Wide ? target::Atom_exch_b64 : target::Atom_exch_b32;
  default:
    return std::nullopt;
  }
}

void lowerAtomicRmw(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  Instruction &I = Call.call();
  const LinearLayout Layout = K.layoutOf(&I);
  const int Operation = Call.constant(3), Kind = Call.constant(4);
  const Strength How(Call);
  Type *Element = I.getType()->getScalarType();
  const unsigned Bits = Element->getPrimitiveSizeInBits();
  auto Op = rmwOp(Operation, Kind, Bits);
  const bool HalfAdd = Kind == op::kind_f16 || Kind == op::kind_bf16;
  if (!Op || (Bits != 32 && Bits != 64 && !HalfAdd))
    return K.unsupported(I, Call.name(), "elements of " + std::to_string(Bits) + " bits");
  if (targetOpInfo(*Op).MinSM > K.target().SmVersion)
    return K.unsupported(I, Call.name(), "'__nv_bfloat16' elements");
  const bool AsBits = Operation == op::rmw_exchange && Element->isFloatingPointTy();
  Registers Values = K.registersOf(Call.operand(1), Layout);
  for (Value *&V : Values) {
    if (Operation == op::rmw_sub)
      V = Element->isFloatingPointTy() ? B.CreateFNeg(V) : B.CreateNeg(V);
    if (AsBits)
      V = B.CreateBitCast(V, B.getIntNTy(Bits));
  }
  ElementAccesses Accesses(K, Call.operand(0), Call.operand(2), Layout);
  K.setResult(I, Accesses.collect(!I.use_empty(), Registers(Layout.numRegisters(), Constant::getNullValue(Element)), [&](unsigned R, Value *Pointer) {
    Value *Old = emitTargetOp(B, *Op, {Pointer, Values[R], B.getInt32(How.Order), B.getInt32(How.Scope)});
    return AsBits ? B.CreateBitCast(Old, Element) : Old;
  }));
}

void lowerAtomicCas(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  Instruction &I = Call.call();
  const LinearLayout Layout = K.layoutOf(&I);
  const Strength How(Call);
  Type *Element = I.getType()->getScalarType();
  const unsigned Bits = Element->getPrimitiveSizeInBits();
  if (Bits != 32 && Bits != 64)
    return K.unsupported(I, Call.name(), "elements of " + std::to_string(Bits) + " bits");
  Type *Word = B.getIntNTy(Bits);
  Registers Expected = K.registersOf(Call.operand(1), Layout), Desired = K.registersOf(Call.operand(2), Layout);
  const AtomicOrdering Success = atomicOrdering(How.Order);
  const AtomicOrdering Failure = AtomicCmpXchgInst::getStrongestFailureOrdering(Success);
  ElementAccesses Accesses(K, Call.operand(0), Call.operand(3), Layout);
  K.setResult(I, Accesses.collect(!I.use_empty(), Registers(Layout.numRegisters(), Constant::getNullValue(Element)), [&](unsigned R, Value *Pointer) {
    Value *Both = B.CreateAtomicCmpXchg(Pointer, B.CreateBitCast(Expected[R], Word), B.CreateBitCast(Desired[R], Word), alignmentOf(Element), Success,
                                        Failure, syncScopeOf(B.getContext(), How.Scope));
    return B.CreateBitCast(B.CreateExtractValue(Both, 0), Element);
  }));
}

} // namespace cutile::nvptx
