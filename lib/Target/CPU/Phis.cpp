//===- Phis.cpp - tiles that blocks of code pass on -----------------------===//
//
// A phi has a buffer that its incoming values are copied to at the ends of the blocks before it. The copies of an edge happen at once: what another
// one still reads is not overwritten.
//
//===----------------------------------------------------------------------===//
#include "KernelLowering.h"
#include "cutile/Support/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

void KernelLowering::definePhi(PHINode &Phi) {
  Dead.push_back(&Phi);
  Type *T = Phi.getType()->getScalarType();
  if (tileSize(Phi.getType()) == 1) {
    // The new phi stands in front of the old one; completePhis fills it.
    Home H;
    H.Kind = Home::Scalar;
    H.Value = B.CreatePHI(T, Phi.getNumIncomingValues());
    Homes[&Phi] = std::move(H);
    return;
  }
  if (Predecessors[CurrentBlock].size() == 1) {
    // Another name of the value: nothing that the value is computed from can change while the phi is alive, because every path to
    // such a change passes the definition of the value and with it the phi's.
    Value *Incoming = Phi.getIncomingValue(0);
    Home H;
    if (const Home *From = home(Incoming)) {
      H = *From;
    } else {
      H.Kind = Home::Computed;
      H.Compute = [this, Incoming](const Index &At) { return element(Incoming, At); };
    }
    Homes[&Phi] = std::move(H);
    return;
  }
  allocate(&Phi);
}

void KernelLowering::completePhis() {
  for (unsigned Block = 0; Block < Blocks.size(); ++Block)
    for (unsigned Predecessor : Predecessors[Block])
      copyOnEdge(Predecessor, Block);
}

void KernelLowering::copyOnEdge(unsigned Predecessor, unsigned Block) {
  Instruction *End = Blocks[Predecessor].back();
  struct Copy {
    PHINode *Phi;
    Value *From;
    Buffer *To;
    SmallVector<std::pair<Buffer *, bool>, 2> Reads;
  };
  SmallVector<Copy> Copies;
  CurrentBlock = Predecessor;
  Step = LastStep[Predecessor];
  B.SetInsertPoint(End);
  B.SetCurrentDebugLocation(userLocation(End->getDebugLoc()));
  for (Instruction *I : Blocks[Block]) {
    auto *Phi = dyn_cast<PHINode>(I);
    if (!Phi)
      break;
    if (!isTile(Phi))
      continue;
    Value *From = Phi->getIncomingValueForBlock(End->getParent());
    const Home *To = home(Phi), *Source = home(From);
    if (tileSize(Phi->getType()) == 1) {
      cast<PHINode>(To->Value)->addIncoming(scalar(From), End->getParent());
      continue;
    }
    if (Predecessors[Block].size() == 1 || (isa<UndefValue>(From)))
      continue;
    Copy C{Phi, From, To->Memory, {}};
    if (Source && Source->Kind == Home::InBuffer) {
      if (Source->Memory == To->Memory)
        continue;
      C.Reads.push_back({Source->Memory, false});
    } else if (Source) {
      C.Reads = Source->Reads;
    }
    Copies.push_back(std::move(C));
  }
  auto Emit = [&](const Copy &C, Value *To) {
    forEach(Log2_32(tileSize(C.Phi->getType())), cuts(C.From), [&](const Index &At) { store(element(C.From, At), To, At.linear(B)); });
  };
  // Copies whose target nobody else still reads go first.
  for (bool Progress = true; Progress && !Copies.empty();) {
    Progress = false;
    for (auto *C = Copies.begin(); C != Copies.end(); ++C) {
      bool Ready = all_of(Copies, [&](const Copy &Other) {
        return none_of(Other.Reads, [&](auto Read) { return Read.first == C->To && (&Other != C || Read.second); });
      });
      if (!Ready)
        continue;
      Emit(*C, use(C->To));
      Copies.erase(C);
      Progress = true;
      break;
    }
  }
  SmallVector<Value *> Saved;
  for (const Copy &C : Copies) {
    Saved.push_back(temporary(C.Phi->getType()->getScalarType(), tileSize(C.Phi->getType())));
    Emit(C, Saved.back());
  }
  for (auto [C, From] : zip(Copies, Saved))
    B.CreateMemCpy(use(C.To), Align(1), From, Align(1), C.To->Bytes);
}

} // namespace cutile::cpu
