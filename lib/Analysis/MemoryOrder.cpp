#include "cutile/Analysis/MemoryOrder.h"
#include "cutile/IR/TileOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace cutile {

namespace {
/// Walks from an address to the objects it may come from.
class ObjectFinder {
public:
  /// The single object, or null.
  const Value *find(const Value *Address) {
    walk(Address);
    return Unknown || Objects.size() != 1 ? nullptr : *Objects.begin();
  }

  /// Every object; empty if not all are known.
  SmallVector<const Value *, 4> findAll(const Value *Address) {
    walk(Address);
    return Unknown ? SmallVector<const Value *, 4>() : SmallVector<const Value *, 4>(Objects.begin(), Objects.end());
  }

private:
  SmallPtrSet<const Value *, 4> Objects;
  SmallPtrSet<const Value *, 16> Visited;
  bool Unknown = false;

  void walk(const Value *V) {
    if (Unknown || !Visited.insert(V).second)
      return;
    if (isa<AllocaInst, GlobalVariable>(V) || (isa<Argument>(V) && V->getType()->isPointerTy())) {
      Objects.insert(V);
      return;
    }
    if (Value *Splat = isTile(V) ? splatValue(const_cast<Value *>(V)) : nullptr) {
      walk(Splat);
      return;
    }
    if (auto Call = TileCall::match(V)) {
      StringRef Name = Call->name();
      if (Call->info().Group == StringRef("Assumption") || Call->is("broadcast") || Call->is("permute") || Call->is("extract") ||
          Call->is("view_pointers"))
        return walk(Call->operand(0));
      if (Name == "cat" || Name == "insert") {
        walk(Call->operand(0));
        return walk(Call->operand(1));
      }
      Unknown = true;
      return;
    }
    auto *O = dyn_cast<Operator>(V);
    if (!O) {
      Unknown = true;
      return;
    }
    switch (O->getOpcode()) {
    case Instruction::GetElementPtr:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::Freeze:
    case Instruction::ExtractElement:
    case Instruction::ShuffleVector:
      return walk(O->getOperand(0));
    case Instruction::InsertElement:
      return walk(O->getOperand(1));
    case Instruction::Select:
      walk(O->getOperand(1));
      return walk(O->getOperand(2));
    case Instruction::PHI:
      for (const Value *Incoming : cast<PHINode>(O)->incoming_values())
        walk(Incoming);
      return;
    case Instruction::Add:
    case Instruction::Or:
      walkSum(O);
      return;
    case Instruction::Sub:
      return walk(O->getOperand(0));
    default:
      Unknown = true;
    }
  }

  /// An address plus an offset: the side that leads to a pointer is the address.
  void walkSum(const Operator *Sum) {
    for (unsigned I = 0; I < 2; ++I) {
      ObjectFinder Side;
      Side.Visited = Visited;
      Side.walk(Sum->getOperand(I));
      if (!Side.Unknown && !Side.Objects.empty()) {
        Objects.insert(Side.Objects.begin(), Side.Objects.end());
        return;
      }
    }
    Unknown = true;
  }
};

struct Access {
  const Value *Object = nullptr; // null: anything
  bool Reads = false, Writes = false;
  bool Acquires = false, Releases = false;

  bool operator==(const Access &) const = default;
};

bool mayAlias(const Value *A, const Value *B) {
  if (!A || !B)
    return true;
  if (A == B)
    return true;
  auto isIdentified = [](const Value *V) {
    auto *Argument = dyn_cast<llvm::Argument>(V);
    return isa<AllocaInst, GlobalVariable>(V) || (Argument && Argument->hasNoAliasAttr());
  };
  if (isIdentified(A) || isIdentified(B))
    return false;
  return true;
}

bool conflicts(const Access &Before, const Access &After) {
  if (Before.Acquires || After.Releases)
    return true;
  return (Before.Writes || After.Writes) && mayAlias(Before.Object, After.Object);
}

NeededBarrier barrierBefore(const Instruction &I, const Access &Before, const Access &After) {
  NeededBarrier Result{&I, NeededBarrier::ReadAfterWrite, Before.Object == After.Object ? After.Object : nullptr};
  if (Before.Acquires)
    Result.Why = NeededBarrier::AfterAcquire;
  else if (After.Releases)
    Result.Why = NeededBarrier::BeforeRelease;
  else if (After.Writes)
    Result.Why = Before.Writes ? NeededBarrier::WriteAfterWrite : NeededBarrier::WriteAfterRead;
  return Result;
}

const Value *objectOf(const Value *Address) { return ObjectFinder().find(Address); }

std::optional<Access> accessOf(const Instruction &I) {
  if (auto Call = TileCall::match(&I)) {
    if (!Call->reads() && !Call->writes())
      return std::nullopt;
    StringRef Name = Call->name();
    Access A;
    if (Name == "printf")
      return std::nullopt;
    A.Reads = Name != "store" && Name != "view_store" && Name != "atomic_store";
    A.Writes = Name != "load" && Name != "view_load" && Name != "atomic_load";
    unsigned Address = Name == "view_store" ? 1 : 0;
    A.Object = objectOf(Call->operand(Address));
    if (Call->info().Group == StringRef("Atomic")) {
      int Order = Call->constant(Call->size() - 2);
      A.Acquires = Order == op::order_acquire || Order == op::order_acq_rel;
      A.Releases = Order == op::order_release || Order == op::order_acq_rel;
      // Relaxed atomics of different elements do not order each other, but they follow the weak accesses before them.
    }
    return A;
  }
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (isPrivateMemory(Load->getPointerOperand()))
      return std::nullopt;
    Access A;
    A.Object = objectOf(Load->getPointerOperand());
    A.Reads = true;
    return A;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (isPrivateMemory(Store->getPointerOperand()))
      return std::nullopt;
    Access A;
    A.Object = objectOf(Store->getPointerOperand());
    A.Writes = true;
    return A;
  }
  if (auto *Transfer = dyn_cast<MemIntrinsic>(&I)) {
    Access A;
    A.Writes = !isPrivateMemory(Transfer->getDest());
    auto *Copy = dyn_cast<MemTransferInst>(Transfer);
    A.Reads = Copy && !isPrivateMemory(Copy->getSource());
    if (!A.Reads && !A.Writes)
      return std::nullopt;
    // Two objects count as anything.
    if (A.Reads != A.Writes)
      A.Object = objectOf(A.Writes ? Transfer->getDest() : Copy->getSource());
    return A;
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(I)) {
    Access A;
    A.Reads = A.Writes = A.Acquires = A.Releases = true;
    return A;
  }
  return std::nullopt;
}

using AccessSet = SmallVector<Access, 8>;

bool addTo(AccessSet &Set, const Access &A) {
  if (is_contained(Set, A))
    return false;
  Set.push_back(A);
  return true;
}
} // namespace

std::string NeededBarrier::describe() const {
  std::string Memory = "memory";
  if (Object && Object->hasName())
    Memory += " of '" + Object->getName().str() + "'";
  else if (auto *Parameter = dyn_cast_or_null<Argument>(Object))
    Memory += " of parameter " + std::to_string(Parameter->getArgNo() + 1);
  else if (Object)
    Memory += " of one variable";
  const std::string May = Object ? "" : ", as their addresses are not known to differ";
  switch (Why) {
  case ReadAfterWrite:
    return "reads " + Memory + " that other threads may have written" + May;
  case WriteAfterRead:
    return "writes " + Memory + " that other threads may still read" + May;
  case WriteAfterWrite:
    return "writes " + Memory + " that other threads may have written" + May;
  case AfterAcquire:
    return "an acquire before it counts for all threads";
  case BeforeRelease:
    return "releases what all threads did before";
  }
  return {};
}

const Value *addressedObject(const Value *Address) { return objectOf(Address); }

/// Whether what the address \p V points at must be memory of the block: tiles are in it, or its address reaches a tile op, is
/// stored or turned into an integer, or becomes one with the address of such memory.
static bool isBlockMemory(const Value *V, SmallPtrSetImpl<const Value *> &Visited) {
  if (!Visited.insert(V).second)
    return false;
  for (const User *U : V->users()) {
    if (isa<PtrToIntInst>(U) || TileCall::match(U))
      return true;
    if (auto *Store = dyn_cast<StoreInst>(U); Store && (Store->getValueOperand() == V || isTile(Store->getValueOperand())))
      return true;
    if (isa<LoadInst>(U) && isTile(U))
      return true;
    if (isa<PHINode, SelectInst>(U)) {
      auto Objects = ObjectFinder().findAll(U);
      if (Objects.empty() || any_of(Objects, [&](const Value *Object) { return !isa<AllocaInst>(Object) || isBlockMemory(Object, Visited); }))
        return true;
    }
    if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, FreezeInst, PHINode, SelectInst>(U) && isBlockMemory(U, Visited))
      return true;
  }
  return false;
}

bool isPrivateMemory(const Value *Address) {
  auto Objects = ObjectFinder().findAll(Address);
  SmallPtrSet<const Value *, 16> Visited;
  return !Objects.empty() && all_of(Objects, [&](const Value *Object) { return isa<AllocaInst>(Object) && !isBlockMemory(Object, Visited); });
}

SmallVector<const Argument *> changingArguments(const Function &F) {
  SmallPtrSet<const Value *, 8> Written;
  bool Any = false;
  for (const Instruction &I : instructions(F))
    if (auto A = accessOf(I)) {
      Any |= A->Acquires || (A->Writes && !A->Object);
      if (A->Writes)
        Written.insert(A->Object);
    }
  SmallVector<const Argument *> Result;
  for (const Argument &A : F.args())
    if (A.hasNoAliasAttr() && (Any || Written.contains(&A)))
      Result.push_back(&A);
  return Result;
}

SmallVector<NeededBarrier> findBarriers(const Function &F) {
  // Per block: its accesses in order, found once.
  DenseMap<const BasicBlock *, SmallVector<std::pair<const Instruction *, Access>, 8>> Accesses;
  for (const Instruction &I : instructions(F))
    if (auto A = accessOf(I))
      Accesses[I.getParent()].push_back({&I, *A});

  // Forward dataflow: accesses since the last barrier at the end of each block. Sets only grow, so this ends.
  DenseMap<const BasicBlock *, AccessSet> AtEnd;
  MapVector<const Instruction *, NeededBarrier> Barriers;
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *Block : Order) {
      AccessSet Pending;
      for (const BasicBlock *Predecessor : predecessors(Block))
        for (const Access &A : AtEnd[Predecessor])
          addTo(Pending, A);
      for (const auto &[I, A] : Accesses[Block]) {
        auto Conflict = find_if(Pending, [&, &A = A](const Access &P) { return conflicts(P, A); });
        if (Conflict != Pending.end())
          Changed |= Barriers.insert({I, barrierBefore(*I, *Conflict, A)}).second;
        if (Barriers.contains(I))
          Pending.clear();
        addTo(Pending, A);
      }
      for (const Access &A : Pending)
        Changed |= addTo(AtEnd[Block], A);
    }
  }
  return SmallVector<NeededBarrier>(make_second_range(Barriers));
}

} // namespace cutile
