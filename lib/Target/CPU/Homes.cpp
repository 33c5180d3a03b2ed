//===- Homes.cpp - where tiles live ---------------------------------------===//
//
// A result is a number, a function that computes an element where it is needed, or memory of the block. Computing again is taken where it is
// cheap or happens once; the memory of a tile that dies can be taken over.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

/// Computed values of at most this many instructions are computed again at each use.
static constexpr unsigned CheapCost = 4;

const KernelLowering::Home *KernelLowering::home(Value *V) const {
  auto Found = Homes.find(V);
  return Found == Homes.end() ? nullptr : &Found->second;
}

bool KernelLowering::inBuffer(Value *Tile) const {
  const Home *H = home(Tile);
  return H && H->Kind == Home::InBuffer;
}

uint64_t KernelLowering::cuts(Value *Tile) const {
  const Home *H = home(Tile);
  return H ? H->Cuts : 0;
}

void KernelLowering::touch(Buffer *M) {
  if (M->Block == -1) {
    M->Block = CurrentBlock;
    M->First = Step;
  } else if (M->Block != int(CurrentBlock)) {
    M->Block = -2;
  }
  M->Last = std::max(M->Last, Step);
}

Value *KernelLowering::use(Buffer *M) {
  touch(M);
  return M->Pointer;
}

Buffer *KernelLowering::newBuffer(uint64_t Bytes) {
  auto M = std::make_unique<Buffer>();
  M->Bytes = Bytes;
  M->Pointer = GetElementPtrInst::Create(B.getInt8Ty(), F.getArg(2), {B.getInt64(0)}, "tile", F.getEntryBlock().getFirstInsertionPt());
  BufferOf[M->Pointer] = M.get();
  Buffers.push_back(std::move(M));
  return Buffers.back().get();
}

/// True if the only use of \p I computes each element once and in the same block.
bool KernelLowering::consumedOnce(Instruction *I) const {
  if (!I->hasOneUse())
    return false;
  auto *User = cast<Instruction>(I->user_back());
  auto Found = BlockOf.find(User);
  if (Found == BlockOf.end())
    return false;
  if (auto *Phi = dyn_cast<PHINode>(User)) {
    if (Phi->getNumIncomingValues() == 1)
      return false;
    const BasicBlock *From = Phi->getIncomingBlock(*I->use_begin());
    return BlockOf.lookup(From->getTerminator()) == BlockOf.lookup(I);
  }
  if (Found->second != BlockOf.lookup(I))
    return false;
  if (std::optional<TileCall> Op = TileCall::match(User))
    return !Op->is("broadcast") && !Op->is("printf");
  return !isa<ShuffleVectorInst>(User);
}

void KernelLowering::define(Instruction *Result, Elements Compute, bool Reindexes, uint64_t Extra) {
  Home H;
  H.Where = B.getCurrentDebugLocation();
  if (tileSize(Result->getType()) == 1) {
    H.Kind = Home::Scalar;
    H.Value = Compute({});
    Homes[Result] = std::move(H);
    return;
  }
  H.Kind = Home::Computed;
  H.Compute = std::move(Compute);
  H.Cuts = Extra;
  H.Cost = 1;
  for (Value *Operand : Result->operands())
    if (const Home *From = home(Operand)) {
      if (!Reindexes)
        H.Cuts |= From->Cuts;
      H.Cost += From->Cost;
      if (From->Kind == Home::InBuffer) {
        H.ReadsMemory = true;
        H.Cost += 1;
        H.Reads.push_back({From->Memory, Reindexes});
      } else if (From->Kind == Home::Computed) {
        H.ReadsMemory |= From->ReadsMemory;
        for (auto [M, Elsewhere] : From->Reads)
          H.Reads.push_back({M, Elsewhere || Reindexes});
      }
    }
  std::optional<TileCall> Op = TileCall::match(Result);
  const bool Cheap = H.Cost <= CheapCost && (!H.ReadsMemory || (Op && Op->is("broadcast")));
  if (Result->use_empty() || Cheap || consumedOnce(Result))
    Homes[Result] = std::move(H);
  else
    materialise(Result, H);
}

void KernelLowering::materialise(Instruction *Result, const Home &H) {
  Value *To = allocate(Result);
  forEach(Log2_32(tileSize(Result->getType())), H.Cuts, [&](const Index &At) { store(H.Compute(At), To, At.linear(B)); });
  finish(Result);
}

Value *KernelLowering::allocate(Instruction *Result) {
  Type *Element = cast<FixedVectorType>(Result->getType())->getElementType();
  const unsigned N = tileSize(Result->getType());
  Home H;
  H.Where = B.getCurrentDebugLocation();
  if (N == 1) {
    Builder Entry(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
    H.Kind = Home::Scalar;
    H.Value = Entry.CreateAlloca(storage(Element));
    return (Homes[Result] = std::move(H)).Value;
  }
  H.Kind = Home::InBuffer;
  H.Memory = newBuffer(N * module().getDataLayout().getTypeAllocSize(storage(Element)));
  Value *Pointer = use(H.Memory);
  Homes[Result] = std::move(H);
  return Pointer;
}

void KernelLowering::finish(Instruction *Result) {
  Home &H = Homes[Result];
  if (H.Kind == Home::Scalar)
    H.Value = load(Result->getType()->getScalarType(), H.Value, constant(0));
}

Value *KernelLowering::takeOver(Instruction *Result, Value *Tile) {
  Home H = *home(Tile);
  Value *Pointer = use(H.Memory);
  Homes[Result] = std::move(H);
  return Pointer;
}

Value *KernelLowering::temporary(Type *T, uint64_t Count) { return use(newBuffer(Count * module().getDataLayout().getTypeAllocSize(storage(T)))); }

bool KernelLowering::diesAt(Value *Tile, Instruction *User) const {
  const Home *H = home(Tile);
  if (!H || H->Kind != Home::InBuffer)
    return false;
  const unsigned At = BlockOf.lookup(User);
  for (const auto &[Other, OtherHome] : Homes) {
    if (OtherHome.Kind == Home::Computed && any_of(OtherHome.Reads, [&](const auto &Read) { return Read.first == H->Memory; }) && !Other->use_empty())
      return false;
    if (OtherHome.Kind != Home::InBuffer || OtherHome.Memory != H->Memory)
      continue;
    // Blocks reached from User without passing the definition, which computes the tile again.
    const unsigned Definition = BlockOf.lookup(cast<Instruction>(Other));
    SmallVector<bool> Reached(Blocks.size(), false);
    SmallVector<unsigned> Work(Successors[At].begin(), Successors[At].end());
    while (!Work.empty()) {
      unsigned N = Work.pop_back_val();
      if (N == Definition || Reached[N])
        continue;
      Reached[N] = true;
      Work.append(Successors[N].begin(), Successors[N].end());
    }
    for (const Use &U : Other->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (I == User)
        continue;
      unsigned N = BlockOf.lookup(I);
      bool Later = !isa<PHINode>(I) && N == At && User->comesBefore(I);
      if (auto *Phi = dyn_cast<PHINode>(I)) {
        N = BlockOf.lookup(Phi->getIncomingBlock(U)->getTerminator());
        Later = N == At;
      }
      if (Later || Reached[N])
        return false;
    }
    if (Reached[At])
      return false;
  }
  return true;
}

} // namespace cutile::cpu
