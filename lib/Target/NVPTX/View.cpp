//===- View.cpp - accesses of blocks of strided arrays --------------------===//
//
// The address of an element is the sum of a part of the block, a part of the thread and a part of the register:
//
//   base + sum over d of (start[d] + thread[d] + register[d]) * stride[d]
//
// An element is inside if low[d] <= thread[d] + register[d] < high[d], where low and high are the part of the block, in
// 32 bits, that lies within the extents.
//
//===----------------------------------------------------------------------===//
#include "MemoryAccess.h"
#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

namespace {
class ViewElements {
public:
  ViewElements(KernelLowering &K, const ViewAccess &View, const LinearLayout &Layout) : K(K), B(K.builder()), View(View), Layout(Layout) {
    for (unsigned D = 0; D < View.Rank; ++D) {
      BitRange Range = dimensionBits(View.Dims, D);
      std::vector<uint32_t> Bases(Layout.numIndexBits(), 0);
      for (unsigned I = 0; I < Range.Count; ++I)
        Bases[Range.First + I] = 1u << I;
      Inside.push_back(Layout.compose(IndexMap(Range.Count, std::move(Bases))));
    }
  }

  /// Bytes from the base to each element.
  Registers offsets(uint64_t ElementBytes) {
    Value *Block = B.getInt64(0), *Thread = B.getInt64(0);
    SmallVector<Value *, 4> Strides;
    for (unsigned D = 0; D < View.Rank; ++D) {
      Strides.push_back(B.CreateMul(View.Strides[D], B.getInt64(ElementBytes)));
      Block = B.CreateAdd(Block, B.CreateMul(View.Starts[D], Strides[D]));
      Thread = B.CreateAdd(Thread, B.CreateMul(B.CreateZExt(K.threadIndex(Inside[D]), B.getInt64Ty()), Strides[D]));
    }
    Value *First = B.CreateAdd(Block, Thread);
    Registers Result;
    for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
      Value *Offset = B.getInt64(0);
      for (unsigned D = 0; D < View.Rank; ++D)
        Offset = B.CreateAdd(Offset, B.CreateMul(B.getInt64(registerIndex(D, R)), Strides[D]));
      Result.push_back(B.CreateAdd(First, Offset));
    }
    return Result;
  }

  Registers pointers(Type *Element, const AccessFacts &Facts) {
    Value *Base = View.Base;
    if (unsigned Space = K.addressSpaceOf(Base); Space != Base->getType()->getPointerAddressSpace())
      Base = B.CreateAddrSpaceCast(Base, B.getPtrTy(Space));
    const auto Own = ownIndexBits(Layout);
    const Registers Offsets = offsets(Element->getPrimitiveSizeInBits() / 8);
    // Constant distances stay visible as such.
    unsigned Near = 0;
    for (unsigned I = 0; I < Own.size(); ++I)
      if (Own[I] >= 0 && Facts.Address.Steps[Own[I]].What == BitStep::Known)
        Near |= 1u << I;
    Registers Result(Offsets.size());
    for (unsigned R = 0; R < Offsets.size(); ++R) {
      if (!(R & Near)) {
        Result[R] = B.CreatePtrAdd(Base, Offsets[R]);
        continue;
      }
      int64_t Distance = 0;
      for (unsigned I = 0; I < Own.size(); ++I)
        if ((R & Near) >> I & 1)
          Distance += Facts.Address.Steps[Own[I]].Value;
      Result[R] = B.CreatePtrAdd(Result[R & ~Near], B.getInt64(Distance));
    }
    return Result;
  }

  /// Computes the limits that isInside compares with. \p NonNegative: dimensions whose start is known not to be negative.
  void prepareLimits(uint32_t NonNegative) {
    auto clamp = [&](Value *V, unsigned D) {
      V = B.CreateBinaryIntrinsic(Intrinsic::smax, V, B.getInt64(0));
      V = B.CreateBinaryIntrinsic(Intrinsic::smin, V, B.getInt64(View.Dims[D]));
      return B.CreateTrunc(V, B.getInt32Ty());
    };
    for (unsigned D = 0; D < View.Rank; ++D) {
      High.push_back(clamp(B.CreateSub(View.Extents[D], View.Starts[D]), D));
      Low.push_back(NonNegative >> D & 1 ? nullptr : clamp(B.CreateNeg(View.Starts[D]), D));
    }
  }

  /// i1: whether the element of register \p R is inside.
  Value *isInside(unsigned R) {
    Value *All = nullptr;
    for (unsigned D = 0; D < View.Rank; ++D) {
      // Against constants: sums of thread and register would be invariants of a loop, one for each register.
      Value *Thread = K.threadIndex(Inside[D]);
      const int64_t Register = registerIndex(D, R);
      Value *Condition = B.CreateICmpSGT(B.CreateSub(High[D], Thread), B.getInt32(Register));
      if (Low[D])
        Condition = B.CreateAnd(Condition, B.CreateICmpSLE(B.CreateSub(Low[D], Thread), B.getInt32(Register)));
      All = All ? B.CreateAnd(All, Condition) : Condition;
    }
    return All ? All : B.getTrue();
  }

  /// i1, the same in all threads: whether the whole block is inside.
  Value *isWhole() {
    Value *All = B.getTrue();
    for (unsigned D = 0; D < View.Rank; ++D) {
      All = B.CreateAnd(All, B.CreateICmpEQ(High[D], B.getInt32(View.Dims[D])));
      if (Low[D])
        All = B.CreateAnd(All, B.CreateICmpEQ(Low[D], B.getInt32(0)));
    }
    return All;
  }

  /// i1, the same in all threads: whether groups of 2^VectorBits registers are inside or outside together.
  Value *areGroupsWhole(unsigned VectorBits) {
    const auto Own = ownIndexBits(Layout);
    Value *All = B.getTrue();
    for (unsigned D = 0; D < View.Rank; ++D) {
      const BitRange Range = dimensionBits(View.Dims, D);
      unsigned Unit = 1; // numbers of neighbours that must not be parted
      for (unsigned I = 0; I < VectorBits; ++I)
        if (Range.mask() >> Own[I] & 1)
          Unit = std::max(Unit, 2u << (Own[I] - Range.First));
      if (Unit == 1)
        continue;
      Value *Limits = Low[D] ? B.CreateOr(High[D], Low[D]) : High[D];
      All = B.CreateAnd(All, B.CreateICmpEQ(B.CreateAnd(Limits, Unit - 1), B.getInt32(0)));
    }
    return All;
  }

private:
  KernelLowering &K;
  Builder &B;
  const ViewAccess &View;
  const LinearLayout &Layout;
  SmallVector<LinearLayout, 4> Inside; // per dimension: places to coordinates within the block
  SmallVector<Value *, 4> Low, High;   // i32; Low is null where it is 0

  uint64_t registerIndex(unsigned D, unsigned R) const { return Inside[D].applyDim(LinearLayout::Register, R); }
};
} // namespace

Constant *paddingValue(Type *Element, int Padding, int Kind) {
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

/// The accesses of view_load and view_store; \p Elements must live as long.
static ThreadAccesses viewAccesses(KernelLowering &K, const TileCall &Call, const ViewAccess &View, ViewElements &Elements, Type *Element,
                                   const LinearLayout &Layout) {
  const AccessFacts &Facts = *K.plan().Facts->access(&Call.call());
  ThreadAccesses Accesses(K, Layout, Element, Facts, Elements.pointers(Element, Facts));
  if (View.Masked) {
    Elements.prepareLimits(Facts.NonNegativeStarts);
    Accesses.setMask([&Elements](unsigned R) { return Elements.isInside(R); });
    Accesses.setAllActive([&Elements] { return Elements.isWhole(); });
    Accesses.setUniformMasks([&Elements](unsigned VectorBits) { return Elements.areGroupsWhole(VectorBits); });
  }
  return Accesses;
}

void lowerViewLoad(KernelLowering &K, const TileCall &Call) {
  const ViewAccess View = decodeView(Call);
  const LinearLayout Layout = K.layoutOf(&Call.call());
  Type *Element = Call.call().getType()->getScalarType();
  ViewElements Elements(K, View, Layout);
  ThreadAccesses Accesses = viewAccesses(K, Call, View, Elements, Element, Layout);
  K.setResult(Call.call(), Accesses.load(Registers(Layout.numRegisters(), paddingValue(Element, View.Padding, View.Kind))));
}

void lowerViewStore(KernelLowering &K, const TileCall &Call) {
  const ViewAccess View = decodeView(Call);
  const LinearLayout Layout = K.layoutOf(&Call.call());
  ViewElements Elements(K, View, Layout);
  viewAccesses(K, Call, View, Elements, View.Stored->getType()->getScalarType(), Layout).store(K.partsOf(View.Stored, Layout));
}

void lowerViewPointers(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  const ViewAccess View = decodeView(Call);
  const LinearLayout Layout = K.layoutOf(&Call.call());
  Value *Base = B.CreatePtrToInt(View.Base, B.getInt64Ty());
  Registers Result;
  for (Value *Offset : ViewElements(K, View, Layout).offsets(Call.constant(Call.size() - 1)))
    Result.push_back(B.CreateAdd(Base, Offset));
  K.setResult(Call.call(), Result);
}

void lowerViewMask(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  const ViewAccess View = decodeView(Call);
  const LinearLayout Layout = K.layoutOf(&Call.call());
  ViewElements Elements(K, View, Layout);
  Elements.prepareLimits(/*NonNegative=*/0);
  Registers Result;
  for (unsigned R = 0; R < Layout.numRegisters(); ++R)
    Result.push_back(B.CreateZExt(Elements.isInside(R), B.getInt8Ty()));
  K.setResult(Call.call(), Result);
}

} // namespace cutile::nvptx
