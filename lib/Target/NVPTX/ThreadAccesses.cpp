#include "MemoryAccess.h"
#include "cutile/Target/NVPTX/TargetOps.h"

using namespace llvm;

namespace cutile::nvptx {

ThreadAccesses::ThreadAccesses(KernelLowering &K, const LinearLayout &Layout, Type *Element, const AccessFacts &Facts, Registers Pointers)
    : K(K), B(K.builder()), Layout(Layout), Element(Element), Facts(Facts), Pointers(std::move(Pointers)),
      ElementBytes(Element->getPrimitiveSizeInBits() / 8) {
  const AccessPlan Plan = planAccess(Layout, ElementBytes, Facts);
  VectorBits = Plan.VectorBits;
  KnownAligned = Plan.KnownAligned;
  KnownUniform = Plan.KnownUniform;
}

/// i1: whether every vector of the thread is aligned.
Value *ThreadAccesses::isAligned() {
  const unsigned Bytes = ElementBytes << VectorBits;
  // Pointers that differ by multiples of the vector's size need one test.
  const auto Own = ownIndexBits(Layout);
  unsigned Same = 0;
  for (unsigned I = VectorBits; I < Own.size(); ++I)
    if (Own[I] >= 0 && Facts.Address.Steps[Own[I]].What != BitStep::Varying && Facts.Address.Steps[Own[I]].Divisor >= log2Exact(Bytes))
      Same |= 1u << I;
  Value *Low = nullptr;
  for (unsigned R = 0; R < Pointers.size(); R += 1u << VectorBits) {
    if (R & Same)
      continue;
    Value *Address = B.CreateTrunc(B.CreatePtrToInt(Pointers[R], B.getInt64Ty()), B.getInt32Ty());
    Low = Low ? B.CreateOr(Low, Address) : Address;
  }
  return B.CreateICmpEQ(B.CreateAnd(Low, Bytes - 1), B.getInt32(0), "aligned");
}

/// i1: whether all elements of the thread are active.
Value *ThreadAccesses::areAllActive() {
  if (AllActive)
    return AllActive();
  // Along some bits a mask only falls: the last register speaks for the others.
  unsigned Last = 0;
  const auto Own = ownIndexBits(Layout);
  for (unsigned I = 0; I < Own.size(); ++I)
    if (Own[I] >= 0 && Facts.Mask && (Facts.Mask->Falling >> Own[I] & 1))
      Last |= 1u << I;
  Value *All = nullptr;
  for (unsigned R = 0; R < Pointers.size(); ++R)
    if ((R & Last) == Last)
      All = All ? B.CreateAnd(All, Mask(R)) : Mask(R);
  return All;
}

Registers ThreadAccesses::choose(Body Access) {
  if (!Mask) {
    if (KnownAligned || VectorBits == 0)
      return Access(VectorBits, false);
    // With a predicate, so that the optimiser does not see the same loads on both ways and join them as scalar ones.
    return K.emitChoice(isAligned(), [&] { return Access(VectorBits, false); }, [&] { return Access(0, true); });
  }
  if (VectorBits == 0)
    return Access(0, true);
  if (KnownUniform) {
    if (KnownAligned)
      return Access(VectorBits, true);
    return K.emitChoice(isAligned(), [&] { return Access(VectorBits, true); }, [&] { return Access(0, true); });
  }
  Value *Aligned = KnownAligned ? B.getTrue() : isAligned();
  return K.emitChoice(
      B.CreateAnd(Aligned, areAllActive(), "whole"), [&] { return Access(VectorBits, false); },
      [&] {
        if (!UniformMasks)
          return Access(0, true);
        return K.emitChoice(
            B.CreateAnd(Aligned, UniformMasks(VectorBits)), [&] { return Access(VectorBits, true); }, [&] { return Access(0, true); });
      });
}

Registers ThreadAccesses::load(const Registers &Padding) {
  // Ways meet with whole vectors: elements of 16 or 8 bits share registers then.
  const unsigned Width = 1u << VectorBits;
  const Registers Vectors = choose([&](unsigned Bits, bool Predicated) {
    const Registers Elements = loadAll(Bits, Predicated, Padding);
    Registers Packed;
    for (unsigned R = 0; R < Elements.size(); R += Width)
      Packed.push_back(pack(ArrayRef(Elements).slice(R, Width)));
    return Packed;
  });
  Registers Result;
  for (Value *Vector : Vectors)
    Result.append(unpack(Vector, Width));
  return Result;
}

void ThreadAccesses::store(const RegisterParts &Values) {
  K.emitIf(K.isRepresentative(Layout), [&] {
    choose([&](unsigned Bits, bool Predicated) {
      storeAll(Bits, Predicated, Values);
      return Registers();
    });
  });
}

Registers ThreadAccesses::loadAll(unsigned Bits, bool Predicated, const Registers &Padding) {
  const unsigned Width = 1u << Bits;
  Registers Result;
  for (unsigned R = 0; R < Pointers.size(); R += Width) {
    if (Predicated) {
      Result.append(loadPredicated(Pointers[R], predicate(R), ArrayRef(Padding).slice(R, Width)));
      continue;
    }
    Type *T = Width > 1 ? FixedVectorType::get(Element, Width) : Element;
    Result.append(unpack(B.CreateAlignedLoad(T, Pointers[R], Align(ElementBytes * Width)), Width));
  }
  return Result;
}

void ThreadAccesses::storeAll(unsigned Bits, bool Predicated, const RegisterParts &Values) {
  const unsigned Width = 1u << Bits, PartWidth = 1u << std::max<int>(Bits, std::min<int>(VectorBits, std::countr_zero(Pointers.size())));
  Registers Part;
  for (unsigned R = 0; R < Pointers.size(); R += Width) {
    if (R % PartWidth == 0)
      Part = Values(R, PartWidth);
    const ArrayRef<Value *> Elements = ArrayRef(Part).slice(R % PartWidth, Width);
    if (Predicated)
      storePredicated(Pointers[R], predicate(R), Elements);
    else
      B.CreateAlignedStore(pack(Elements), Pointers[R], Align(ElementBytes * Width));
  }
}

Value *ThreadAccesses::pack(ArrayRef<Value *> Elements) {
  if (Elements.size() == 1)
    return Elements[0];
  Value *Vector = PoisonValue::get(FixedVectorType::get(Element, Elements.size()));
  for (auto [I, V] : enumerate(Elements))
    Vector = B.CreateInsertElement(Vector, V, I);
  return Vector;
}

Registers ThreadAccesses::unpack(Value *Vector, unsigned Count) {
  if (Count == 1)
    return {Vector};
  Registers Result;
  for (unsigned I = 0; I < Count; ++I)
    Result.push_back(B.CreateExtractElement(Vector, I));
  return Result;
}

//===-- Under a predicate ----------------------------------------------------------===//

namespace {
/// The target ops for an access of some bytes, and the registers that it takes.
struct PredicatedForm {
  TargetOp Load, Store;
  unsigned RegisterBits, Count;
};
} // namespace

static PredicatedForm predicatedForm(unsigned Bytes, bool Wide) {
  switch (Bytes) {
  case 1:
    return {target::Ld_pred_b8, target::St_pred_b8, 16, 1};
  case 2:
    return {target::Ld_pred_b16, target::St_pred_b16, 16, 1};
  case 4:
    return {target::Ld_pred_b32, target::St_pred_b32, 32, 1};
  case 8:
    return Wide ? PredicatedForm{target::Ld_pred_b64, target::St_pred_b64, 64, 1}
                : PredicatedForm{target::Ld_pred_v2_b32, target::St_pred_v2_b32, 32, 2};
  default:
    return Wide ? PredicatedForm{target::Ld_pred_v2_b64, target::St_pred_v2_b64, 64, 2}
                : PredicatedForm{target::Ld_pred_v4_b32, target::St_pred_v4_b32, 32, 4};
  }
}

/// \p V, any value of the form's bytes, as its registers.
static Registers toRegisters(Builder &B, Value *V, const PredicatedForm &Form, unsigned Bytes) {
  if (Bytes == 1)
    return {B.CreateZExt(V, B.getInt16Ty())};
  if (Form.Count == 1)
    return {B.CreateBitCast(V, B.getIntNTy(Form.RegisterBits))};
  Value *Words = B.CreateBitCast(V, FixedVectorType::get(B.getIntNTy(Form.RegisterBits), Form.Count));
  Registers Result;
  for (unsigned I = 0; I < Form.Count; ++I)
    Result.push_back(B.CreateExtractElement(Words, I));
  return Result;
}

Registers ThreadAccesses::loadPredicated(Value *Pointer, Value *Predicate, ArrayRef<Value *> Padding) {
  const unsigned Bytes = ElementBytes * Padding.size();
  const PredicatedForm Form = predicatedForm(Bytes, ElementBytes == 8);
  SmallVector<Value *, 6> Arguments{Pointer, Predicate};
  Arguments.append(toRegisters(B, pack(Padding), Form, Bytes));
  auto Results = emitTargetOpResults(B, Form.Load, Arguments);
  Type *T = Padding.size() > 1 ? FixedVectorType::get(Element, Padding.size()) : Element;
  if (Bytes == 1)
    return {B.CreateTrunc(Results[0], Element)};
  Value *V = Results[0];
  if (Form.Count > 1) {
    V = PoisonValue::get(FixedVectorType::get(B.getIntNTy(Form.RegisterBits), Form.Count));
    for (auto [I, Word] : enumerate(Results))
      V = B.CreateInsertElement(V, Word, I);
  }
  return unpack(B.CreateBitCast(V, T), Padding.size());
}

void ThreadAccesses::storePredicated(Value *Pointer, Value *Predicate, ArrayRef<Value *> Values) {
  const unsigned Bytes = ElementBytes * Values.size();
  const PredicatedForm Form = predicatedForm(Bytes, ElementBytes == 8);
  SmallVector<Value *, 6> Arguments{Pointer, Predicate};
  Arguments.append(toRegisters(B, pack(Values), Form, Bytes));
  emitTargetOp(B, Form.Store, Arguments);
}

} // namespace cutile::nvptx
