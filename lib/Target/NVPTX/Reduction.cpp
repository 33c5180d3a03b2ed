//===- Reduction.cpp - reductions and scans -------------------------------===//
//
// A reduction first combines the registers of a thread, then the lanes of a warp by shuffles, and at last the warps through
// shared memory, as far as index bits of the reduced dimension lie in each. Values travel as tuples of one
// (reduce) or two (arg_reduce: value and index) scalars. Sums and products of half and bf16 are kept in float until the end.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseRules.h"
#include "OpLowerings.h"

using namespace llvm;

namespace cutile::nvptx {

using L = LinearLayout;

namespace {
/// One register array per component of the tuple.
using Tuple = SmallVector<Registers, 2>;
using Element = SmallVector<Value *, 2>;
using CombineFunction = function_ref<Element(const Element &, const Element &)>;

struct Reduction {
  KernelLowering &K;
  BitRange Range;
  CombineFunction Combine;
  bool InPairs = false; ///< whether Combine takes vectors of two elements too

  Element at(const Tuple &T, unsigned Register) {
    Element E;
    for (const Registers &Component : T)
      E.push_back(Component[Register]);
    return E;
  }
  void append(Tuple &T, const Element &E) {
    T.resize(E.size());
    for (unsigned I = 0; I < E.size(); ++I)
      T[I].push_back(E[I]);
  }

  bool isReduced(uint32_t Basis) const { return (Basis & Range.mask()) != 0; }

  /// Combines elements as a tree of neighbours.
  Element combineLine(SmallVectorImpl<Element> &Line) {
    Builder &B = K.builder();
    const bool Pairs = InPairs && Line.size() >= 4;
    if (Pairs) {
      Type *PairTy = FixedVectorType::get(Line[0][0]->getType(), 2);
      for (unsigned I = 0; I < Line.size() / 2; ++I) {
        Value *Pair = PoisonValue::get(PairTy);
        Pair = B.CreateInsertElement(Pair, Line[2 * I][0], uint64_t(0));
        Line[I] = {B.CreateInsertElement(Pair, Line[2 * I + 1][0], uint64_t(1))};
      }
      Line.resize(Line.size() / 2);
    }
    for (; Line.size() > 1; Line.resize(Line.size() / 2))
      for (unsigned I = 0; I < Line.size() / 2; ++I)
        Line[I] = Combine(Line[2 * I], Line[2 * I + 1]);
    if (Pairs)
      return Combine({B.CreateExtractElement(Line[0][0], uint64_t(0))}, {B.CreateExtractElement(Line[0][0], uint64_t(1))});
    return Line[0];
  }

  /// Combines what differs only in register bits of the dimension. \p Layout loses those bits.
  Tuple inThread(const Tuple &Values, L &Layout) {
    std::vector<uint32_t> Kept;
    uint32_t ReducedBits = 0;
    for (unsigned I = 0; I < Layout.numBits(L::Register); ++I) {
      if (isReduced(Layout.basis(L::Register, I)))
        ReducedBits |= 1u << I;
      else
        Kept.push_back(Layout.basis(L::Register, I));
    }
    // Registers that agree in the kept bits, in ascending order of the reduced bits.
    Tuple Result;
    for (unsigned Group = 0; Group < 1u << Kept.size(); ++Group) {
      SmallVector<Element, 16> Line;
      for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
        unsigned Compressed = 0, Next = 0;
        for (unsigned I = 0; I < Layout.numBits(L::Register); ++I)
          if (!(ReducedBits >> I & 1))
            Compressed |= (R >> I & 1) << Next++;
        if (Compressed == Group)
          Line.push_back(at(Values, R));
      }
      append(Result, combineLine(Line));
    }
    Layout = L(Layout.numIndexBits(), Kept, Layout.bases(L::Lane), Layout.bases(L::Warp));
    return Result;
  }

  /// As inThread, for values that are computed where they are wanted: a few registers at a time.
  Tuple inParts(function_ref<Tuple(const AffineLayout &)> ValuesIn, L &Layout) {
    static constexpr unsigned PartBits = 3;
    std::vector<uint32_t> Kept, Steps;
    for (uint32_t Basis : Layout.bases(L::Register))
      (Kept.size() >= PartBits && isReduced(Basis) ? Steps : Kept).push_back(Basis);
    const L Part(Layout.numIndexBits(), Kept, Layout.bases(L::Lane), Layout.bases(L::Warp));
    Tuple Result;
    for (uint32_t Step = 0; Step < 1u << Steps.size(); ++Step) {
      uint32_t Offset = 0;
      for (unsigned I = 0; I < Steps.size(); ++I)
        Offset ^= Step >> I & 1 ? Steps[I] : 0;
      Layout = Part;
      const Tuple Next = inThread(ValuesIn({Part, Offset}), Layout);
      if (Step == 0) {
        Result = Next;
        continue;
      }
      Tuple Combined;
      for (unsigned R = 0; R < Layout.numRegisters(); ++R)
        append(Combined, Combine(at(Result, R), at(Next, R)));
      Result = std::move(Combined);
    }
    return Result;
  }

  /// Combines over one lane bit: a butterfly.
  Tuple acrossLanes(const Tuple &Values, L &Layout) {
    Tuple Result = Values;
    std::vector<uint32_t> Lanes = Layout.bases(L::Lane);
    for (uint32_t &Basis : Lanes) {
      if (!isReduced(Basis))
        continue;
      Tuple Next;
      AffineLayout Partner{Layout, Basis};
      Tuple Other;
      for (const Registers &Component : Result)
        Other.push_back(K.convert(Component, Layout, Partner));
      for (unsigned R = 0; R < Layout.numRegisters(); ++R)
        append(Next, Combine(at(Result, R), at(Other, R)));
      Result = Next;
    }
    // Every lane has the result now.
    for (uint32_t &Basis : Lanes)
      if (isReduced(Basis))
        Basis = 0;
    Layout = L(Layout.numIndexBits(), Layout.bases(L::Register), Lanes, Layout.bases(L::Warp));
    return Result;
  }

  /// Combines over the warp bits through shared memory. Leaves the result in \p Final, over reduced indices.
  Tuple acrossWarps(const Tuple &Values, L Layout, const IndexMap &Drop, const L &Final) {
    std::vector<uint32_t> Partials; // warp bits that hold parts of a line
    for (uint32_t Basis : Layout.bases(L::Warp))
      if (isReduced(Basis))
        Partials.push_back(Basis);
    if (Partials.empty()) {
      Tuple Result;
      for (const Registers &Component : Values)
        Result.push_back(K.convert(Component, Layout.compose(Drop), {Final, 0}));
      return Result;
    }
    // The partial results form a tile of their own, of the reduced index and the number of the part. A thread with one
    // result reads its parts as one vector, so they are neighbours; with several, the results are.
    const unsigned ReducedIndexBits = Drop.numResultBits(), Parts = Partials.size(), Bits = ReducedIndexBits + Parts;
    const L Dropped = Layout.compose(Drop);
    const bool PartsFirst = contiguousBits(Dropped, 1) == 0;
    const unsigned IndexShift = PartsFirst ? Parts : 0, PartShift = PartsFirst ? 0 : ReducedIndexBits;
    auto shifted = [&](const L &Of, L::Dim D) {
      std::vector<uint32_t> Bases = Of.bases(D);
      for (uint32_t &Basis : Bases)
        Basis <<= IndexShift;
      return Bases;
    };
    std::vector<uint32_t> Warps = shifted(Dropped, L::Warp);
    for (unsigned I = 0, Part = 0; I < Warps.size(); ++I)
      if (isReduced(Layout.basis(L::Warp, I)))
        Warps[I] = 1u << (PartShift + Part++);
    const L Stored(Bits, shifted(Dropped, L::Register), shifted(Dropped, L::Lane), Warps);
    std::vector<uint32_t> PartBits, ResultBits = shifted(Final, L::Register);
    for (unsigned Part = 0; Part < Parts; ++Part)
      PartBits.push_back(1u << (PartShift + Part));
    std::vector<uint32_t> Places = PartsFirst ? PartBits : ResultBits;
    llvm::append_range(Places, PartsFirst ? ResultBits : PartBits);
    const unsigned NextResult = PartsFirst ? Parts : 0, NextPart = PartsFirst ? 0 : ResultBits.size();
    const L Wanted(Bits, Places, shifted(Final, L::Lane), shifted(Final, L::Warp));
    uint64_t Offset = 0;
    Builder &B = K.builder();
    SmallVector<uint64_t, 2> Offsets;
    for (const Registers &Component : Values) {
      Offsets.push_back(Offset);
      Offset += alignTo(uint64_t(Component[0]->getType()->getPrimitiveSizeInBits() / 8) << Bits, 16);
    }
    Value *Base = K.scratch(Offset, "partial results of warps");
    auto place = [&](unsigned C) { return B.CreateInBoundsGEP(B.getInt8Ty(), Base, B.getInt32(Offsets[C])); };
    for (unsigned C = 0; C < Values.size(); ++C)
      K.storeShared(place(C), Values[C], Stored);
    K.barrier("partial results of all warps are there before they are combined");
    Tuple Got;
    for (unsigned C = 0; C < Values.size(); ++C)
      Got.push_back(K.loadShared(place(C), Values[C][0]->getType(), {Wanted, 0}));
    Tuple Result;
    for (unsigned R = 0; R < Final.numRegisters(); ++R) {
      SmallVector<Element, 16> Line;
      for (unsigned Part = 0; Part < 1u << Parts; ++Part)
        Line.push_back(at(Got, (R << NextResult) + (Part << NextPart)));
      append(Result, combineLine(Line));
    }
    return Result;
  }

  /// \p Values: the result of inThread or inParts, with the layout that it leaves. \p Final: over reduced indices.
  Tuple acrossThreads(Tuple Values, L Layout, const L &Final) {
    std::vector<uint32_t> Bases;
    for (unsigned Bit = 0; Bit < Layout.numIndexBits(); ++Bit)
      Bases.push_back(Bit < Range.First ? 1u << Bit : Bit < Range.First + Range.Count ? 0 : 1u << (Bit - Range.Count));
    IndexMap Drop(Layout.numIndexBits() - Range.Count, std::move(Bases));
    Values = acrossLanes(Values, Layout);
    return acrossWarps(Values, Layout, Drop, Final);
  }
};

/// The kind in which elements are combined, and the way there and back.
struct Accumulator {
  KernelLowering &K;
  int Kind, Mode;
  bool IsWide;

  Accumulator(KernelLowering &K, int Combiner, int Kind, int Mode)
      : K(K), Kind(Kind), Mode(Mode),
        IsWide((Combiner == op::combine_sum || Combiner == op::combine_prod) && (Kind == op::kind_f16 || Kind == op::kind_bf16)) {}

  int combineKind() const { return IsWide ? op::kind_f32 : Kind; }
  Registers widen(Registers Values) const {
    for (Value *&V : Values)
      V = IsWide ? K.builder().CreateFPExt(V, K.builder().getFloatTy()) : V;
    return Values;
  }
  Registers narrow(Registers Values) const {
    for (Value *&V : Values)
      V = IsWide ? roundSingle(K, V, Kind, Mode) : V;
    return Values;
  }
};
} // namespace

void lowerReduce(KernelLowering &K, const TileCall &Call) {
  const unsigned Rank = Call.constant(1), Tail = 2 + Rank;
  auto Dims = Call.dims(2, Rank);
  const int Combiner = Call.constant(Tail + 1), Kind = Call.constant(Tail + 2), Mode = Call.constant(Tail + 3), Subnormals = Call.constant(Tail + 4);
  const Accumulator Sum(K, Combiner, Kind, Mode);
  auto Combine = [&](const Element &A, const Element &B) {
    return Element{emitCombine(K, Call.call(), Combiner, A[0], B[0], Sum.combineKind(), Mode, Subnormals)};
  };
  const bool Short = Kind == op::kind_f16 || Kind == op::kind_bf16, Extreme = Combiner == op::combine_max || Combiner == op::combine_min;
  Reduction R{K, dimensionBits(Dims, Call.constant(Tail)), Combine, Short && Extreme};
  L Layout = K.layoutOf(Call.operand(0));
  auto valuesIn = [&](const AffineLayout &Part) { return Tuple{Sum.widen(K.registersOf(Call.operand(0), Part))}; };
  const Tuple InThread = K.plan().isReadInParts(Call.operand(0)) ? R.inParts(valuesIn, Layout) : R.inThread(valuesIn({Layout, 0}), Layout);
  const Tuple Result = R.acrossThreads(InThread, Layout, K.layoutOf(&Call.call()));
  K.setResult(Call.call(), Sum.narrow(Result[0]));
}

void lowerArgReduce(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  const unsigned Rank = Call.constant(1), Tail = 2 + Rank;
  auto Dims = Call.dims(2, Rank);
  const BitRange Range = dimensionBits(Dims, Call.constant(Tail));
  const bool Max = Call.constant(Tail + 1) == op::combine_max;
  const int Kind = Call.constant(Tail + 2);
  const bool Signed = isSignedKind(Kind);
  LinearLayout Layout = K.layoutOf(Call.operand(0));
  Registers Values = K.registersOf(Call.operand(0)), Positions;
  for (unsigned R = 0; R < Layout.numRegisters(); ++R)
    Positions.push_back(B.CreateLShr(B.CreateAnd(K.elementIndex({Layout, 0}, R), Range.mask()), Range.First));
  // The better value wins, among equals the lower position. A NaN never wins against a number.
  auto Combine = [&](const Element &X, const Element &Y) {
    Value *Better, *Equal;
    if (Values[0]->getType()->isFloatingPointTy()) {
      Better = Max ? B.CreateFCmpOGT(Y[0], X[0]) : B.CreateFCmpOLT(Y[0], X[0]);
      Better = B.CreateOr(Better, B.CreateAnd(B.CreateFCmpUNO(X[0], X[0]), B.CreateFCmpORD(Y[0], Y[0])));
      Equal = B.CreateFCmpOEQ(X[0], Y[0]);
    } else {
      Better = B.CreateICmp(Max ? (Signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT) : (Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT), Y[0], X[0]);
      Equal = B.CreateICmpEQ(X[0], Y[0]);
    }
    Value *Take = B.CreateOr(Better, B.CreateAnd(Equal, B.CreateICmpULT(Y[1], X[1])));
    return Element{B.CreateSelect(Take, Y[0], X[0]), B.CreateSelect(Take, Y[1], X[1])};
  };
  Reduction R{K, Range, Combine};
  const Tuple InThread = R.inThread({Values, Positions}, Layout);
  const Tuple Result = R.acrossThreads(InThread, Layout, K.layoutOf(&Call.call()));
  K.setResult(Call.call(), Result[1]);
}

void lowerScan(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  const unsigned Rank = Call.constant(1), Tail = 2 + Rank;
  auto Dims = Call.dims(2, Rank);
  const BitRange Range = dimensionBits(Dims, Call.constant(Tail));
  const int Combiner = Call.constant(Tail + 1), Kind = Call.constant(Tail + 2), Mode = Call.constant(Tail + 4), Subnormals = Call.constant(Tail + 5);
  const bool Backward = Call.constant(Tail + 3) != 0;
  const LinearLayout Layout = K.layoutOf(&Call.call());
  const Accumulator Running(K, Combiner, Kind, Mode);
  Registers Values = Running.widen(K.registersOf(Call.operand(0), Layout));
  // Bit by bit from the lowest: elements whose bit is set add the total of the half before them, which its last element
  // holds: the index with this bit clear and all lower bits of the dimension set (mirrored when backward).
  for (unsigned Bit = Range.First; Bit < Range.First + Range.Count; ++Bit) {
    std::vector<uint32_t> Bases;
    for (unsigned I = 0; I < Layout.numIndexBits(); ++I)
      Bases.push_back(I >= Range.First && I <= Bit ? 0 : 1u << I);
    uint32_t Below = (1u << Bit) - (1u << Range.First);
    uint32_t Offset = Backward ? 1u << Bit : Below;
    Registers Totals = K.convert(Values, Layout, {Layout.compose(IndexMap(Layout.numIndexBits(), Bases)), Offset});
    for (unsigned R = 0; R < Values.size(); ++R) {
      Value *IsSet = B.CreateICmpNE(B.CreateAnd(K.elementIndex({Layout, 0}, R), 1u << Bit), B.getInt32(0));
      Value *Adds = Backward ? B.CreateNot(IsSet) : IsSet;
      Value *Sum = Backward ? emitCombine(K, Call.call(), Combiner, Values[R], Totals[R], Running.combineKind(), Mode, Subnormals)
                            : emitCombine(K, Call.call(), Combiner, Totals[R], Values[R], Running.combineKind(), Mode, Subnormals);
      Values[R] = B.CreateSelect(Adds, Sum, Values[R]);
    }
  }
  K.setResult(Call.call(), Running.narrow(Values));
}

} // namespace cutile::nvptx
