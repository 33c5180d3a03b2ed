//===- Scratch.cpp - places of buffers in the memory of a block -----------===//
//
// Buffers used in one block of code share slots with others there and in other blocks; all others have a slot of their own. Slots do not
// overlap, which alias scopes tell the vectoriser.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "cutile/Target/CPU/Abi.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

/// Buffers up to this size are locals, which may become registers.
static constexpr uint64_t LocalBytes = 128;
/// Local arrays of tile code from this size on move to the scratch memory.
static constexpr uint64_t LargeAllocaBytes = 4096;
/// With more slots than this, the lists of alias scopes cost more than they give.
static constexpr unsigned MaxScopes = 64;

namespace {
struct Slot {
  uint64_t Bytes = 0;
  bool Shared = true;
  SmallVector<Buffer *> Buffers;
};
} // namespace

/// Marks what reads and writes through \p Pointer.
static void annotate(Instruction *Pointer, MDNode *Scope, MDNode *Others) {
  SmallVector<Instruction *> Work{Pointer};
  while (!Work.empty())
    for (Use &U : Work.pop_back_val()->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst>(I)) {
        Work.push_back(I);
      } else if (getLoadStorePointerOperand(I) == U.get()) {
        I->setMetadata(LLVMContext::MD_alias_scope, Scope);
        I->setMetadata(LLVMContext::MD_noalias, Others);
      }
    }
}

void KernelLowering::placeBuffers() {
  BasicBlock &Entry = F.getEntryBlock();
  std::vector<Slot> Slots;
  std::vector<Buffer *> Order;
  for (auto &M : Buffers) {
    if (M->Bytes <= LocalBytes) {
      auto *Local = new AllocaInst(ArrayType::get(B.getInt8Ty(), M->Bytes), 0, nullptr, Align(16), "tile", Entry.begin());
      M->Pointer->replaceAllUsesWith(Local);
      M->Pointer->eraseFromParent();
    } else {
      Order.push_back(M.get());
    }
  }
  sort(Order, [](const Buffer *A, const Buffer *B) { return std::tuple(A->First, A->Last, A->Bytes) < std::tuple(B->First, B->Last, B->Bytes); });
  for (Buffer *M : Order) {
    Slot *Best = nullptr;
    if (M->Block >= 0)
      for (Slot &S : Slots) {
        bool Free = S.Shared && none_of(S.Buffers, [&](const Buffer *Other) {
                      return Other->Block == M->Block && Other->First <= M->Last && M->First <= Other->Last;
                    });
        // The slot that grows least, then the smallest.
        auto Waste = [&](const Slot &S) { return std::pair(M->Bytes > S.Bytes ? M->Bytes - S.Bytes : 0, S.Bytes); };
        if (Free && (!Best || Waste(S) < Waste(*Best)))
          Best = &S;
      }
    if (!Best)
      Best = &Slots.emplace_back();
    Best->Shared = M->Block >= 0;
    Best->Bytes = std::max(Best->Bytes, M->Bytes);
    Best->Buffers.push_back(M);
  }

  MDBuilder MD(F.getContext());
  const bool Scoped = Slots.size() > 1 && Slots.size() <= MaxScopes;
  MDNode *Domain = Scoped ? MD.createAnonymousAliasScopeDomain(F.getName()) : nullptr;
  SmallVector<Metadata *> Scopes;
  for (size_t I = 0; Scoped && I < Slots.size(); ++I)
    Scopes.push_back(MD.createAnonymousAliasScope(Domain));
  for (auto [Number, S] : enumerate(Slots)) {
    MDNode *Scope = nullptr, *Others = nullptr;
    if (Scoped) {
      SmallVector<Metadata *> Rest(Scopes);
      Rest.erase(Rest.begin() + Number);
      Scope = MDNode::get(F.getContext(), Scopes[Number]);
      Others = MDNode::get(F.getContext(), Rest);
    }
    for (Buffer *M : S.Buffers) {
      M->Pointer->setOperand(1, B.getInt64(ScratchBytes));
      if (Scoped)
        annotate(M->Pointer, Scope, Others);
    }
    ScratchBytes += alignTo(S.Bytes, ScratchAlignment);
  }
}

void KernelLowering::placeAllocas() {
  const DataLayout &Layout = module().getDataLayout();
  for (Instruction &I : make_early_inc_range(F.getEntryBlock())) {
    auto *Alloca = dyn_cast<AllocaInst>(&I);
    if (!Alloca)
      continue;
    std::optional<TypeSize> Bytes = Alloca->getAllocationSize(Layout);
    if (!Bytes || Bytes->getFixedValue() < LargeAllocaBytes)
      continue;
    for (User *U : make_early_inc_range(Alloca->users()))
      if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U))
        Marker->eraseFromParent();
    Value *Pointer = GetElementPtrInst::Create(B.getInt8Ty(), F.getArg(2), {B.getInt64(ScratchBytes)}, Alloca->getName(), Alloca->getIterator());
    ScratchBytes += alignTo(Bytes->getFixedValue(), ScratchAlignment);
    if (Pointer->getType() != Alloca->getType())
      Pointer = new AddrSpaceCastInst(Pointer, Alloca->getType(), "", Alloca->getIterator());
    Alloca->replaceAllUsesWith(Pointer);
    Alloca->eraseFromParent();
  }
}

} // namespace cutile::cpu
