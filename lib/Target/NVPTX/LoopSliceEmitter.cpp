#include "LoopSliceEmitter.h"

using namespace llvm;

namespace cutile::nvptx {

static bool isConstant(const Value *V, bool Is) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isOne() == Is;
}

AheadIteration::AheadIteration(Builder &B, const LoopSlice &Slice, ArrayRef<Value *> State, Value *Reached) : B(B), Slice(Slice) {
  for (auto [Phi, V] : zip_equal(Slice.State, State))
    Values[Phi] = V;
  Guards[Slice.AnyPhi->getParent()] = Reached;
  for (const LoopSlice::Part &Part : Slice.Parts) {
    if (Part.HasGuard) {
      Value *Guard = Part.RunsWith ? runs(Part.RunsWith) : nullptr;
      for (const SliceEdge &Edge : Part.Edges)
        Guard = Guard ? B.CreateLogicalOr(Guard, taken(Edge)) : taken(Edge);
      Guards[Part.Block] = Guard;
    }
    for (Instruction *I : Part.Scalars)
      emit(*I, runs(Part.Block));
  }
}

SmallVector<Value *, 4> AheadIteration::next() const {
  SmallVector<Value *, 4> Result;
  for (PHINode *Phi : Slice.State)
    Result.push_back(valueOf(Phi->getIncomingValueForBlock(Slice.latch())));
  return Result;
}

Value *AheadIteration::valueOf(Value *V) const {
  Value *Mine = Values.lookup(V);
  return Mine ? Mine : V;
}

/// The second only counts where the first holds.
Value *AheadIteration::both(Value *First, Value *Second) {
  if (isConstant(First, true) || isConstant(Second, false))
    return Second;
  return isConstant(Second, true) || isConstant(First, false) ? First : B.CreateLogicalAnd(First, Second);
}

Value *AheadIteration::taken(const SliceEdge &Edge) {
  Value *From = runs(Edge.From);
  if (!Edge.Condition)
    return From;
  Value *Condition = valueOf(Edge.Condition);
  return both(From, Edge.Taken ? Condition : B.CreateNot(Condition));
}

void AheadIteration::emit(Instruction &I, Value *Guard) {
  if (Values.contains(&I))
    return;
  if (auto Call = TileCall::match(&I)) { // an assumption
    Values[&I] = valueOf(Call->operand(0));
    return;
  }
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    const auto &Edges = Slice.Merges.find(Phi)->second;
    Value *Merged = valueOf(Phi->getIncomingValue(0));
    for (unsigned In = 1; In < Edges.size(); ++In)
      Merged = B.CreateSelect(taken(Edges[In]), valueOf(Phi->getIncomingValue(In)), Merged);
    Values[&I] = Merged;
    return;
  }
  Instruction *Copy = I.clone();
  for (Use &Operand : Copy->operands())
    Operand.set(valueOf(Operand.get()));
  if (Guard && isGuardedDivision(I))
    Copy->setOperand(1, B.CreateSelect(Guard, Copy->getOperand(1), ConstantInt::get(I.getType(), 1)));
  Values[&I] = B.Insert(Copy, I.getName());
}

} // namespace cutile::nvptx
