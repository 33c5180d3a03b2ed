//===- LayoutAssignment.cpp - a layout for each tile value ----------------===//
//
// Values that are linked by elementwise operations, phis and selects share a layout: they form a class (union-find), and
// no conversion is needed inside. The layout of a class comes from its strongest anchor:
//
//   1. the result of a product: the accumulator fragment of tensor cores, or patches (patchLayout) for ordinary arithmetic;
//   2. a memory access: threads of a warp access neighbouring vectors of up to 16 bytes (accessLayout);
//   3. the result of a reduction: the layout of its operand with the reduced dimension summed out, so that neither the
//      reduction nor the broadcast that usually follows moves anything;
//   4. else the blocked default: neighbours in a thread, then lanes, then warps.
//
// Classes are settled in that order, reductions after the classes of their operands. A class with an access and the result
// of a reduction keeps the layout of the reduction.
//
//===----------------------------------------------------------------------===//
#include "LayoutAssignment.h"
#include "Elementwise.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/IR/TileOps.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>
#include <numeric>
#include <optional>

using namespace llvm;

namespace cutile {

unsigned mmaOperandBits(int Kind) {
  switch (Kind) {
  case op::kind_f16:
  case op::kind_bf16:
    return 16;
  case op::kind_tf32:
    return 32;
  case op::kind_f64:
    return 64;
  case op::kind_bool:
  case op::kind_s8:
  case op::kind_u8:
  case op::kind_e4m3:
  case op::kind_e5m2:
    return 8;
  default:
    return 0;
  }
}

ProductShape productShapeOf(const TileCall &Mma) {
  auto dim = [&](unsigned I) { return static_cast<uint64_t>(Mma.constant(I)); };
  if (Mma.is("scaled_mma"))
    return {dim(5), dim(6), dim(7), dim(10), dim(11), dim(12)};
  return {dim(3), dim(4), dim(5), dim(6), dim(7), dim(8)};
}

Value *accumulatorOf(const TileCall &Mma) { return Mma.operand(Mma.is("scaled_mma") ? 4 : 2); }

bool isVirtualTile(const Value *V) {
  if (isa<Constant>(V))
    return true;
  if (splatValue(const_cast<Value *>(V)))
    return true;
  auto Call = TileCall::match(V);
  return Call && Call->is("iota");
}

bool isElementwise(const Instruction &I) {
  if (!isTile(&I))
    return false;
  if (auto Call = TileCall::match(&I)) {
    StringRef Group = Call->info().Group;
    return Group == "Elementwise" || Group == "Assumption";
  }
  return isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst, PHINode, FreezeInst, IntrinsicInst>(I);
}

/// The elements of a tile, or those that a store writes.
static unsigned numElements(const Value *V) {
  if (unsigned Size = tileSize(V->getType()))
    return Size;
  auto Call = TileCall::match(V);
  return tileSize(Call->operand(Call->is("view_store") ? 0 : 1)->getType());
}

static bool isStore(const TileCall &Call) { return Call.is("store") || Call.is("view_store") || Call.is("atomic_store"); }

/// How many of the first bits of \p Order count elements that are neighbours in memory, up to 16 bytes.
static unsigned neighbourBits(const ValueFacts &Address, ArrayRef<unsigned> Order, unsigned ElementBytes) {
  unsigned Bits = 0;
  while (Bits < Order.size() && ElementBytes << (Bits + 1) <= 16 && Address.Steps[Order[Bits]].isKnown(int64_t(ElementBytes) << Bits))
    ++Bits;
  return Bits;
}

/// Index bits from those with the smallest step between addresses to those with unknown ones.
static SmallVector<unsigned, 12> bitsByStep(const ValueFacts &Address) {
  SmallVector<unsigned, 12> Order(Address.Steps.size());
  std::iota(Order.begin(), Order.end(), 0);
  auto rank = [&](unsigned Bit) -> uint64_t {
    const BitStep &Step = Address.Steps[Bit];
    if (Step.What == BitStep::Known && Step.Value != 0)
      return static_cast<uint64_t>(std::abs(Step.Value));
    return Step.What == BitStep::Uniform ? UINT64_MAX - 1 : UINT64_MAX;
  };
  sort(Order, [&](unsigned A, unsigned B) { return std::pair(rank(A), A) < std::pair(rank(B), B); });
  return Order;
}

/// Neighbours in memory go to registers, up to 16 bytes, then to lanes and warps. Warps take lines along \p Reduced dimensions (a mask of index
/// bits) that differ in other dimensions first: they need not meet for a reduction then, and a thread has results of few lines.
static LinearLayout accessLayout(const ValueFacts &Address, unsigned ElementBytes, unsigned WarpBits, uint32_t Reduced) {
  auto Order = bitsByStep(Address);
  const unsigned NumBits = Order.size();
  const unsigned Spare = NumBits - std::min(NumBits, WarpBits + LinearLayout::LaneBits);
  const unsigned Vector = std::min(Spare, neighbourBits(Address, Order, ElementBytes));
  auto isReduced = [&](unsigned Bit) { return (Reduced >> Bit & 1) != 0; };
  for (unsigned Next = Vector + LinearLayout::LaneBits, I = Next; I < NumBits; ++I)
    if (!isReduced(Order[I]))
      std::rotate(Order.begin() + Next++, Order.begin() + I, Order.begin() + I + 1);
  const LinearLayout InOrder = LinearLayout::blocked(NumBits, Vector, WarpBits);
  std::vector<uint32_t> Bases;
  for (unsigned Bit : Order)
    Bases.push_back(1u << Bit);
  return InOrder.compose(IndexMap(NumBits, std::move(Bases)));
}

/// Operands of memory ops that are taken in the layout of another operand or of the result.
static SmallVector<const Value *, 4> accessGroup(const TileCall &Call) {
  SmallVector<const Value *, 4> Group;
  if (isTile(&Call.call()) || isStore(Call))
    Group.push_back(&Call.call());
  if (Call.info().Group == StringRef("Memory") || Call.info().Group == StringRef("Atomic"))
    for (const Value *Argument : Call.call().args())
      if (isTile(Argument))
        Group.push_back(Argument);
  return Group;
}

namespace {
class Assignment {
public:
  Assignment(const Function &F, const PlanTarget &Target, KernelPlan &Plan) : F(F), Target(Target), Plan(Plan) {}

  void run() {
    collectClasses();
    settleProducts();
    settleAccesses();
    settleReductions();
    for (const Value *V : Values) {
      Plan.Layouts[V] = classLayout(V);
      Plan.Anchors[V] = Anchors.lookup(leader(V));
    }
  }

private:
  const Function &F;
  const PlanTarget &Target;
  KernelPlan &Plan;
  EquivalenceClasses<const Value *> Classes;
  SmallVector<const Value *, 64> Values;         // in program order
  DenseMap<const Value *, LinearLayout> Settled; // by class leader
  DenseMap<const Value *, LayoutAnchor> Anchors; // likewise

  /// Whether \p V has no registers of its own.
  bool hasNoLayout(const Value *V) const { return isVirtualTile(V) || Plan.isStaged(V); }

  void join(const Value *A, const Value *B) {
    if (!hasNoLayout(A) && !hasNoLayout(B) && numElements(A) == numElements(B))
      Classes.unionSets(A, B);
  }

  void collectClasses() {
    ReversePostOrderTraversal<const Function *> Order(&F);
    for (const BasicBlock *Block : Order)
      for (const Instruction &I : *Block) {
        auto Op = TileCall::match(&I);
        if ((isTile(&I) && !hasNoLayout(&I)) || (Op && isStore(*Op))) {
          Classes.insert(&I);
          Values.push_back(&I);
        }
        if (isElementwise(I)) {
          for (const Value *Operand : I.operands())
            if (isTile(Operand))
              join(&I, Operand);
        } else if (Op) {
          auto Group = accessGroup(*Op);
          for (const Value *Member : Group)
            join(Group.front(), Member);
          if (Op->info().Group == StringRef("MatrixMultiply"))
            join(&I, accumulatorOf(*Op));
        }
      }
  }

  const Value *leader(const Value *V) { return Classes.getLeaderValue(V); }

  LinearLayout classLayout(const Value *V) {
    auto It = Settled.find(leader(V));
    return It != Settled.end() ? It->second : Plan.defaultLayout(numElements(V));
  }

  void settle(const Value *V, const LinearLayout &Layout, LayoutAnchor::Source Kind, const Value *By) {
    if (Settled.try_emplace(leader(V), Layout.withoutZeroRegisters()).second)
      Anchors[leader(V)] = {Kind, cast<Instruction>(By)};
  }

  /// A kernel with reductions, such as attention, reduces along the rows of its products.
  WarpSplit split() const { return any_of(Values, isReduction) ? WarpSplit::Rows : WarpSplit::Square; }

  void settleProducts() {
    for (const Value *V : Values) {
      auto Call = TileCall::match(V);
      if (!Call || Call->info().Group != StringRef("MatrixMultiply"))
        continue;
      const int KindA = Call->constant(9);
      if (Call->is("scaled_mma") || !Target.HasMma(KindA, Call->constant(10), Call->constant(11), Target.SmVersion)) {
        settle(V, patchLayout(productShapeOf(*Call), Plan.WarpBits), LayoutAnchor::Patches, V);
        continue;
      }
      MmaTiling Tiling = tileMma(productShapeOf(*Call), mmaOperandBits(KindA), Plan.WarpBits, split());
      settle(V, Tiling.C, LayoutAnchor::Product, V);
      settleOperand(Call->operand(0), Tiling.A, V);
      settleOperand(Call->operand(1), Tiling.B, V);
      Plan.Products[V] = Tiling;
    }
  }

  /// Whether \p V is computed from tiles in shared memory alone, which can be read in any layout.
  bool comesFromShared(const Value *V, unsigned Depth = 0) const {
    if (hasNoLayout(V))
      return true;
    auto *I = dyn_cast<Instruction>(V);
    if (!I || isa<PHINode>(I) || Depth > 8)
      return false;
    auto Call = TileCall::match(I);
    if (Call && Call->is("permute"))
      return comesFromShared(Call->operand(0), Depth + 1);
    return isElementwise(*I) && all_of(I->operands(), [&](const Value *O) { return !isTile(O) || comesFromShared(O, Depth + 1); });
  }

  /// What is computed from staged loads for a product is computed in the layout of its operand.
  void settleOperand(const Value *V, const LinearLayout &Layout, const Value *Product) {
    if (hasNoLayout(V) || !comesFromShared(V))
      return;
    settle(V, Layout, LayoutAnchor::Operand, Product);
    if (auto Call = TileCall::match(V); Call && Call->is("permute")) {
      const unsigned Rank = Call->constant(1);
      settleOperand(Call->operand(0), Layout.compose(permuteSourceMap(Call->dims(2, Rank), Call->dims(2 + Rank, Rank))), Product);
    }
  }

  static bool isReduction(const Value *V) {
    auto Call = TileCall::match(V);
    return Call && (Call->is("reduce") || Call->is("arg_reduce"));
  }

  void settleAccesses() {
    SmallPtrSet<const Value *, 8> Results;     // of reductions
    DenseMap<const Value *, uint32_t> Reduced; // by class: index bits along which a reduction takes it
    for (const Value *V : Values) {
      if (!isReduction(V))
        continue;
      auto Call = TileCall::match(V);
      Results.insert(leader(V));
      const unsigned Rank = Call->constant(1);
      if (const Value *Operand = Call->operand(0); !hasNoLayout(Operand))
        Reduced[leader(Operand)] |= dimensionBits(Call->dims(2, Rank), Call->constant(2 + Rank)).mask();
    }
    // The access with the widest vectors decides, the first one of equals.
    struct Choice {
      unsigned Width;
      const Value *By;
      LinearLayout Layout;
    };
    MapVector<const Value *, Choice> Best;
    for (const Value *V : Values) {
      auto Call = TileCall::match(V);
      const AccessFacts *Access = Call ? Plan.Facts->access(&Call->call()) : nullptr;
      if (!Access || Results.contains(leader(V)))
        continue;
      const Type *Element = (isTile(V) ? V : Call->operand(Call->is("view_store") ? 0 : 1))->getType()->getScalarType();
      const unsigned Bytes = Element->getPrimitiveSizeInBits().getFixedValue() / 8;
      const unsigned Width = neighbourBits(Access->Address, bitsByStep(Access->Address), Bytes);
      if (auto It = Best.find(leader(V)); It != Best.end() && It->second.Width >= Width)
        continue;
      Best[leader(V)] = {Width, V, accessLayout(Access->Address, Bytes, Plan.WarpBits, Reduced.lookup(leader(V)))};
    }
    // Larger tiles first: what is broadcast to one is loaded where it is wanted, by several warps if need be, unless that makes vectors shorter.
    const auto Choices = Best.takeVector();
    SmallVector<unsigned, 8> Order(Choices.size());
    std::iota(Order.begin(), Order.end(), 0);
    auto place = [&](unsigned I) { return std::pair(-int64_t(numElements(Choices[I].first)), I); };
    sort(Order, [&](unsigned A, unsigned B) { return place(A) < place(B); });
    for (unsigned I : Order) {
      const auto &[Leader, Choice] = Choices[I];
      if (const auto Wanted = layoutOfBroadcast(Leader); Wanted && startsAlike(Wanted->second, Choice.Layout, Choice.Width))
        settle(Leader, Wanted->second, LayoutAnchor::Broadcast, Wanted->first);
      else
        settle(Leader, Choice.Layout, LayoutAnchor::Access, Choice.By);
    }
  }

  /// The layout in which a settled tile wants what is broadcast to it from the class of \p Leader, a load; nothing if there is none.
  std::optional<std::pair<const Value *, LinearLayout>> layoutOfBroadcast(const Value *Leader) {
    std::optional<std::pair<const Value *, LinearLayout>> Result;
    for (const Value *V : Values) {
      auto Call = TileCall::match(V);
      if (Call && isStore(*Call) && leader(V) == Leader)
        return std::nullopt;
      if (Result || !Call || !Call->is("broadcast") || hasNoLayout(Call->operand(0)) || leader(Call->operand(0)) != Leader)
        continue;
      const unsigned Rank = Call->constant(1);
      if (auto It = Settled.find(leader(V)); It != Settled.end())
        Result = {V, It->second.compose(broadcastSourceMap(Call->dims(2, Rank), Call->dims(2 + Rank, Rank))).withoutZeroRegisters()};
    }
    return Result;
  }

  /// Whether the first \p Bits bits of registers are the same.
  static bool startsAlike(const LinearLayout &A, const LinearLayout &B, unsigned Bits) {
    using L = LinearLayout;
    for (unsigned I = 0; I < std::min(Bits, B.numBits(L::Register)); ++I)
      if (I >= A.numBits(L::Register) || A.basis(L::Register, I) != B.basis(L::Register, I))
        return false;
    return true;
  }

  void settleReductions() {
    for (const Value *V : Values) {
      if (!isReduction(V))
        continue;
      auto Call = TileCall::match(V);
      unsigned Rank = Call->constant(1);
      auto Dims = Call->dims(2, Rank);
      if (hasNoLayout(Call->operand(0)))
        continue;
      settle(V, reducedLayout(classLayout(Call->operand(0)), Dims, Call->constant(2 + Rank)), LayoutAnchor::Reduction, V);
    }
  }

  static LinearLayout reducedLayout(const LinearLayout &Layout, Shape Dims, unsigned Dim) {
    // Index bits of the reduced dimension vanish, the higher ones move down.
    BitRange Range = dimensionBits(Dims, Dim);
    std::vector<uint32_t> Bases;
    for (unsigned Bit = 0; Bit < Layout.numIndexBits(); ++Bit)
      Bases.push_back(Bit < Range.First ? 1u << Bit : Bit < Range.First + Range.Count ? 0 : 1u << (Bit - Range.Count));
    return Layout.compose(IndexMap(Layout.numIndexBits() - Range.Count, std::move(Bases)));
  }
};
} // namespace

void assignLayouts(const Function &Kernel, const PlanTarget &Target, KernelPlan &Plan) { Assignment(Kernel, Target, Plan).run(); }

} // namespace cutile
