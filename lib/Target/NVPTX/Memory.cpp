#include "MemoryAccess.h"
#include "OpLowerings.h"
#include "cutile/Analysis/MemoryOrder.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace cutile::nvptx {

unsigned addressSpaceOf(const Value *Address) {
  const Value *Object = addressedObject(Address);
  if (!Object)
    return 0;
  if (auto *Argument = dyn_cast<llvm::Argument>(Object))
    return Argument->hasByValAttr() ? 0 : 1;
  auto *Global = dyn_cast<GlobalVariable>(Object);
  return Global && Global->getAddressSpace() == 1 ? 1 : 0;
}

namespace {
/// The element accesses of one op in one thread.
struct Accesses {
  KernelLowering &K;
  LinearLayout Layout;
  Registers Pointers;
  Registers Masks; ///< i1; empty: all

  Value *condition(unsigned R) { return Masks.empty() ? nullptr : Masks[R]; }

  Registers load(Type *Element, const Registers &Padding) {
    Builder &B = K.builder();
    Registers Result;
    for (unsigned R = 0; R < Pointers.size(); ++R)
      Result.push_back(K.emitIfElse(condition(R), {Padding[R]}, [&] { return Registers{B.CreateLoad(Element, Pointers[R])}; })[0]);
    return Result;
  }

  void store(const Registers &Values) {
    Builder &B = K.builder();
    K.emitIf(K.isRepresentative(Layout), [&] {
      for (unsigned R = 0; R < Pointers.size(); ++R)
        K.emitIf(condition(R), [&] { B.CreateStore(Values[R], Pointers[R]); });
    });
  }
};
} // namespace

bool isAllOnes(Value *Mask) {
  auto *Splat = dyn_cast_or_null<ConstantInt>(splatValue(Mask));
  return Splat && !Splat->isZero();
}

Registers pointerRegisters(KernelLowering &K, Value *Addresses, const LinearLayout &Layout) {
  Builder &B = K.builder();
  PointerType *Pointer = B.getPtrTy(addressSpaceOf(Addresses));
  Registers Result;
  for (Value *Address : K.registersOf(Addresses, Layout))
    Result.push_back(B.CreateIntToPtr(Address, Pointer));
  return Result;
}

Registers maskRegisters(KernelLowering &K, Value *Mask, const LinearLayout &Layout) {
  Builder &B = K.builder();
  Registers Result;
  if (!isAllOnes(Mask))
    for (Value *M : K.registersOf(Mask, Layout))
      Result.push_back(B.CreateICmpNE(M, B.getInt8(0)));
  return Result;
}

/// The accesses of an op on pointer tiles, in \p Layout.
static Accesses pointerAccesses(KernelLowering &K, Value *Addresses, Value *Mask, const LinearLayout &Layout) {
  return {K, Layout, pointerRegisters(K, Addresses, Layout), maskRegisters(K, Mask, Layout)};
}

void lowerLoad(KernelLowering &K, const TileCall &Call) {
  const LinearLayout Layout = K.layoutOf(&Call.call());
  Accesses A = pointerAccesses(K, Call.operand(0), Call.operand(1), Layout);
  Registers Padding = A.Masks.empty() ? Registers() : K.registersOf(Call.operand(2), Layout);
  Padding.resize(A.Pointers.size());
  K.setResult(Call.call(), A.load(Call.call().getType()->getScalarType(), Padding));
}

void lowerStore(KernelLowering &K, const TileCall &Call) {
  const LinearLayout Layout = K.layoutOf(Call.operand(1));
  Accesses A = pointerAccesses(K, Call.operand(0), Call.operand(2), Layout);
  A.store(K.registersOf(Call.operand(1), Layout));
}

//===-- Views ---------------------------------------------------------------------===//

/// Coordinates (i64, in elements of the array) of register \p R, per dimension.
static SmallVector<Value *, 4> viewCoordinates(KernelLowering &K, const ViewAccess &View, const LinearLayout &Layout, unsigned R) {
  Builder &B = K.builder();
  SmallVector<Value *, 4> Result;
  for (unsigned D = 0; D < View.Rank; ++D) {
    BitRange Range = dimensionBits(View.Dims, D);
    std::vector<uint32_t> Bases(Layout.numIndexBits(), 0);
    for (unsigned I = 0; I < Range.Count; ++I)
      Bases[Range.First + I] = 1u << I;
    Value *Inside = K.elementIndex({Layout.compose(IndexMap(Range.Count, std::move(Bases))), 0}, R);
    Result.push_back(B.CreateAdd(View.Starts[D], B.CreateZExt(Inside, B.getInt64Ty())));
  }
  return Result;
}

static Value *viewOffset(KernelLowering &K, const ViewAccess &View, ArrayRef<Value *> Coordinates) {
  Builder &B = K.builder();
  Value *Offset = B.getInt64(0);
  for (unsigned D = 0; D < View.Rank; ++D)
    Offset = B.CreateAdd(Offset, B.CreateMul(Coordinates[D], View.Strides[D]));
  return Offset;
}

static Value *viewInside(KernelLowering &K, const ViewAccess &View, ArrayRef<Value *> Coordinates) {
  Builder &B = K.builder();
  Value *Inside = B.getTrue();
  for (unsigned D = 0; D < View.Rank; ++D)
    Inside = B.CreateAnd(Inside, B.CreateICmpULT(Coordinates[D], View.Extents[D])); // a negative coordinate is huge
  return Inside;
}

static Accesses viewAccesses(KernelLowering &K, const ViewAccess &View, Type *Element, const LinearLayout &Layout) {
  Builder &B = K.builder();
  Accesses A{K, Layout, {}, {}};
  Value *Base = View.Base;
  if (unsigned Space = addressSpaceOf(Base))
    Base = B.CreateAddrSpaceCast(Base, B.getPtrTy(Space));
  for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
    auto Coordinates = viewCoordinates(K, View, Layout, R);
    A.Pointers.push_back(B.CreateGEP(Element, Base, viewOffset(K, View, Coordinates)));
    if (View.Masked)
      A.Masks.push_back(viewInside(K, View, Coordinates));
  }
  return A;
}

/// The padding value of a view for elements of this kind, as a constant of the storage type.
static Constant *paddingValue(Type *Element, int Padding, int Kind) {
  if (Padding == op::padding_zero)
    return Constant::getNullValue(Element);
  if (Element->isFloatingPointTy()) {
    switch (Padding) {
    case op::padding_negative_zero:
      return ConstantFP::getNegativeZero(Element);
    case op::padding_nan:
      return ConstantFP::getNaN(Element);
    default:
      return ConstantFP::getInfinity(Element, Padding == op::padding_negative_inf);
    }
  }
  // 8-bit formats by their codes.
  uint8_t Code = 0;
  if (Padding == op::padding_negative_zero)
    Code = 0x80;
  else if (Padding == op::padding_nan)
    Code = Kind == op::kind_e8m0 ? 0xff : 0x7f;
  else
    Code = Padding == op::padding_positive_inf ? 0x7c : 0xfc; // e5m2
  return ConstantInt::get(Element, Code);
}

void lowerViewLoad(KernelLowering &K, const TileCall &Call) {
  ViewAccess View = decodeView(Call);
  const LinearLayout Layout = K.layoutOf(&Call.call());
  Type *Element = Call.call().getType()->getScalarType();
  Accesses A = viewAccesses(K, View, Element, Layout);
  K.setResult(Call.call(), A.load(Element, Registers(Layout.numRegisters(), paddingValue(Element, View.Padding, View.Kind))));
}

void lowerViewStore(KernelLowering &K, const TileCall &Call) {
  ViewAccess View = decodeView(Call);
  const LinearLayout Layout = K.layoutOf(View.Stored);
  Accesses A = viewAccesses(K, View, View.Stored->getType()->getScalarType(), Layout);
  A.store(K.registersOf(View.Stored, Layout));
}

void lowerViewPointers(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  ViewAccess View = decodeView(Call);
  const LinearLayout Layout = K.layoutOf(&Call.call());
  Value *Base = B.CreatePtrToInt(View.Base, B.getInt64Ty());
  Registers Result;
  for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
    Value *Bytes = B.CreateMul(viewOffset(K, View, viewCoordinates(K, View, Layout, R)), B.getInt64(Call.constant(Call.size() - 1)));
    Result.push_back(B.CreateAdd(Base, Bytes));
  }
  K.setResult(Call.call(), Result);
}

void lowerViewMask(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  ViewAccess View = decodeView(Call);
  const LinearLayout Layout = K.layoutOf(&Call.call());
  Registers Result;
  for (unsigned R = 0; R < Layout.numRegisters(); ++R)
    Result.push_back(B.CreateZExt(viewInside(K, View, viewCoordinates(K, View, Layout, R)), B.getInt8Ty()));
  K.setResult(Call.call(), Result);
}

} // namespace cutile::nvptx
