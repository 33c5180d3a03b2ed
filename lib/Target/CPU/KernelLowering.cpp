//===- KernelLowering.cpp - homes of tiles, loops, control flow -----------===//
#include "KernelLowering.h"
#include "Lowerings.h"
#include "cutile/Support/Diagnostics.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace cutile::cpu {

namespace {
struct LowerInfo {
  const char *Name;
  LowerFunction Lower;
};
#define GET_LowerTable_IMPL
#include "cutile/IR/TileOps.inc"

LowerFunction findLowering(StringRef Name) {
  for (const LowerInfo &Info : LowerTable)
    if (Name == Info.Name)
      return Info.Lower;
  return nullptr;
}
} // namespace

/// Computed values of at most this many instructions are computed again at each use.
static constexpr unsigned CheapCost = 4;

KernelLowering::KernelLowering(Function &F, DiagnosticSink *Sink) : B(F.getContext()), F(F), Sink(Sink) {}

FunctionCallee KernelLowering::runtime(StringRef Name, Type *Result, ArrayRef<Type *> Arguments) {
  FunctionCallee Callee = module().getOrInsertFunction(Name, FunctionType::get(Result, Arguments, false));
  cast<Function>(Callee.getCallee())->setDoesNotThrow();
  return Callee;
}

void KernelLowering::unsupported(const TileCall &Op) {
  std::string Types;
  raw_string_ostream OS(Types);
  OS << "type '" << *Op.call().getType() << "'";
  if (Sink)
    Sink->report(Op.call().getDebugLoc(), diag::err_op_unsupported, {Op.name().str(), Types, "the CPU target"});
}

void KernelLowering::unsupported(const Instruction &I, StringRef What) {
  if (Sink)
    Sink->report(I.getDebugLoc(), diag::err_op_unsupported, {I.getOpcodeName(), What.str(), "the CPU target"});
}

//===-- The kernel as a whole ----------------------------------------------===//

void KernelLowering::run() {
  prepare();
  for (CurrentBlock = 0; CurrentBlock < Blocks.size(); ++CurrentBlock) {
    for (Instruction *I : Blocks[CurrentBlock]) {
      ++Step;
      B.SetInsertPoint(I);
      B.SetCurrentDebugLocation(userLocation(I->getDebugLoc()));
      lower(*I);
    }
    LastStep[CurrentBlock] = ++Step;
  }
  completePhis();
  removeTiles();
  placeBuffers();
  placeAllocas();
  expandSmallFloats(F);
}

void KernelLowering::prepare() {
  removeUnreachableBlocks(F);
  SplitAllCriticalEdges(F, CriticalEdgeSplittingOptions());
  BasicBlock &Entry = F.getEntryBlock();
  for (BasicBlock &Block : F)
    for (Instruction &I : make_early_inc_range(Block))
      if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && isa<ConstantInt>(Alloca->getArraySize()))
        Alloca->moveBefore(Entry, Entry.getFirstInsertionPt());

  DenseMap<const BasicBlock *, unsigned> Number;
  for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&F)) {
    Number[Block] = Blocks.size();
    auto &List = Blocks.emplace_back();
    for (Instruction &I : *Block) {
      BlockOf[&I] = Number[Block];
      List.push_back(&I);
    }
  }
  Successors.resize(Blocks.size());
  Predecessors.resize(Blocks.size());
  LastStep.resize(Blocks.size());
  for (auto [Block, N] : Number)
    for (const BasicBlock *Next : successors(Block))
      if (!is_contained(Successors[N], Number[Next])) {
        Successors[N].push_back(Number[Next]);
        Predecessors[Number[Next]].push_back(N);
      }

  for (auto Component = scc_begin(&F); !Component.isAtEnd(); ++Component)
    if (Component.hasCycle())
      for (BasicBlock *Block : *Component)
        for (Instruction &I : *Block) {
          std::optional<TileCall> Op = TileCall::match(&I);
          auto *Load = dyn_cast<LoadInst>(&I);
          MayWait |= (Op && StringRef(Op->info().Group) == "Atomic") || (Load && (Load->isVolatile() || Load->isAtomic())) ||
                     isa<AtomicRMWInst, AtomicCmpXchgInst>(I);
        }
}

void KernelLowering::removeTiles() {
  for (Instruction *I : Dead) {
    if (!I->getType()->isVoidTy())
      I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->dropAllReferences();
  }
  for (Instruction *I : Dead)
    I->eraseFromParent();
}

//===-- Dispatch ------------------------------------------------------------===//

void KernelLowering::lower(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    if (isTile(Phi))
      definePhi(*Phi);
    return;
  }
  if (auto *Call = dyn_cast<CallInst>(&I))
    return lowerCall(*Call);
  const bool HasTile = isTile(&I) || any_of(I.operands(), [](const Use &U) { return isTile(U.get()); });
  if (HasTile && !lowerVectorInstruction(I))
    unsupported(I, "tiles");
  if (HasTile)
    Dead.push_back(&I);
}

void KernelLowering::lowerCall(CallInst &Call) {
  if (std::optional<TileCall> Op = TileCall::match(&Call)) {
    findLowering(Op->name())(*this, *Op);
    Dead.push_back(&Call);
    return;
  }
  Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : "";
  if (Callee && Callee->isIntrinsic()) {
    if (Callee->getIntrinsicID() == Intrinsic::trap) {
      B.CreateCall(runtime("cutile_cpu_trap", B.getVoidTy(), {}));
      Dead.push_back(&Call);
    } else if (isTile(&Call) || any_of(Call.args(), [](const Use &U) { return isTile(U.get()); })) {
      if (!lowerVectorInstruction(Call))
        unsupported(Call, Name);
      Dead.push_back(&Call);
    }
    return;
  }
  static constexpr std::pair<StringLiteral, StringLiteral> Renamed[] = {{"vprintf", "cutile_cpu_vprintf"}, {"__assertfail", "cutile_cpu_assertfail"}};
  for (auto [Old, New] : Renamed)
    if (Name == Old) {
      Call.setCalledFunction(module().getOrInsertFunction(New, Callee->getFunctionType()));
      return;
    }
  if (!Name.starts_with("cutile_cpu_"))
    unsupported(Call, Name.empty() ? "a function pointer" : ("function '" + Name + "'").str());
}

//===-- Where tiles live -----------------------------------------------------===//

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

//===-- Elements ---------------------------------------------------------------===//

Value *KernelLowering::constantElement(Constant *C, const Index &At) {
  Type *T = C->getType()->getScalarType();
  if (isa<PoisonValue>(C) || isa<UndefValue>(C))
    return Constant::getNullValue(T);
  if (Constant *Splat = C->getSplatValue(/*AllowPoison=*/true))
    return Splat;
  if (tileSize(C->getType()) == 1)
    return C->getAggregateElement(0u);
  return load(T, constantData(C), At.linear(B));
}

Value *KernelLowering::constantData(Constant *C) {
  GlobalVariable *&Table = Tables[C];
  if (!Table) {
    Type *T = storage(C->getType()->getScalarType());
    SmallVector<Constant *> List;
    for (unsigned I = 0; I < tileSize(C->getType()); ++I) {
      Constant *Element = C->getAggregateElement(I);
      if (isa<UndefValue>(Element))
        Element = Constant::getNullValue(Element->getType());
      List.push_back(Element->getType() == T ? Element : ConstantInt::get(T, Element->isOneValue()));
    }
    auto *Type = ArrayType::get(T, List.size());
    Table = new GlobalVariable(module(), Type, true, GlobalValue::PrivateLinkage, ConstantArray::get(Type, List), "cutile.table");
    Table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  }
  return Table;
}

Value *KernelLowering::element(Value *Tile, const Index &At) {
  if (auto *C = dyn_cast<Constant>(Tile))
    return constantElement(C, At);
  if (Value *Splat = splatValue(Tile))
    return Splat;
  const Home *H = home(Tile);
  if (!H) // after an error
    return Constant::getNullValue(Tile->getType()->getScalarType());
  switch (H->Kind) {
  case Home::Scalar:
    return H->Value;
  case Home::InBuffer:
    return load(Tile->getType()->getScalarType(), use(H->Memory), At.linear(B));
  case Home::Computed: {
    DebugLoc Outer = B.getCurrentDebugLocation();
    B.SetCurrentDebugLocation(H->Where);
    Elements Compute = H->Compute; // Homes may grow
    Value *V = Compute(At);
    B.SetCurrentDebugLocation(Outer);
    return V;
  }
  }
  llvm_unreachable("unknown home");
}

Value *KernelLowering::pointer(Value *Tile, const Index &At) {
  if (Value *Splat = splatValue(Tile))
    if (auto *Cast = dyn_cast<PtrToIntOperator>(Splat))
      return Cast->getPointerOperand();
  const Home *H = home(Tile);
  const bool Computed = H && H->Kind == Home::Computed;
  if (auto *Add = dyn_cast<BinaryOperator>(Tile); Add && Add->getOpcode() == Instruction::Add && (Computed || tileSize(Tile->getType()) == 1))
    for (unsigned I : {0, 1})
      if (isAddress(Add->getOperand(I)))
        return B.CreateGEP(B.getInt8Ty(), pointer(Add->getOperand(I), At), element(Add->getOperand(1 - I), At));
  if (std::optional<TileCall> Op = TileCall::match(Tile); Op && Computed)
    if (Value *Base = viewPointer(*this, *Op, At))
      return Base;
  return B.CreateIntToPtr(element(Tile, At), B.getPtrTy());
}

Value *KernelLowering::data(Value *Tile) {
  Type *T = Tile->getType()->getScalarType();
  const unsigned N = tileSize(Tile->getType());
  if (auto *C = dyn_cast<Constant>(Tile); C && !C->getSplatValue(true) && N > 1)
    return constantData(C);
  if (inBuffer(Tile))
    return use(home(Tile)->Memory);
  Value *To = temporary(T, N);
  forEach(Log2_32(N), cuts(Tile), [&](const Index &At) { store(element(Tile, At), To, At.linear(B)); });
  return To;
}

//===-- Phis ----------------------------------------------------------------------===//

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

//===-- Memory -----------------------------------------------------------------------===//

Type *KernelLowering::storage(Type *T) { return T->isIntegerTy(1) ? Type::getInt8Ty(T->getContext()) : T; }

Value *KernelLowering::load(Type *T, Value *Base, Value *Offset) {
  Type *Stored = storage(T);
  Value *Address = B.CreateGEP(Stored, Base, Offset);
  Value *V = B.CreateAlignedLoad(Stored, Address, module().getDataLayout().getABITypeAlign(Stored));
  return Stored == T ? V : B.CreateTrunc(V, T);
}

void KernelLowering::store(Value *V, Value *Base, Value *Offset) {
  Type *Stored = storage(V->getType());
  if (Stored != V->getType())
    V = B.CreateZExt(V, Stored);
  B.CreateAlignedStore(V, B.CreateGEP(Stored, Base, Offset), module().getDataLayout().getABITypeAlign(Stored));
}

//===-- Control flow --------------------------------------------------------------------===//

void KernelLowering::moveTo(BasicBlock *Block, BasicBlock::iterator Where) {
  DebugLoc Loc = B.getCurrentDebugLocation();
  B.SetInsertPoint(Block, Where);
  B.SetCurrentDebugLocation(Loc);
}

void KernelLowering::loop(Value *Begin, Value *End, function_ref<void(Value *)> Body) {
  auto *First = dyn_cast<ConstantInt>(Begin), *Last = dyn_cast<ConstantInt>(End);
  if (First && Last && First->getSExtValue() + 1 == Last->getSExtValue())
    return Body(Begin);
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *After = Before->splitBasicBlock(B.GetInsertPoint());
  BasicBlock *Head = BasicBlock::Create(F.getContext(), "loop", &F, After);
  BasicBlock *Latch = BasicBlock::Create(F.getContext(), "next", &F, After);
  Before->getTerminator()->eraseFromParent();
  moveTo(Before);
  if (First && Last && First->getSExtValue() < Last->getSExtValue())
    B.CreateBr(Head);
  else
    B.CreateCondBr(B.CreateICmpSLT(Begin, End), Head, After);
  moveTo(Head);
  PHINode *Counter = B.CreatePHI(B.getInt64Ty(), 2);
  Instruction *EndOfBody = B.CreateBr(Latch);
  moveTo(Latch);
  Value *Next = B.CreateAdd(Counter, constant(1), "", true, true);
  B.CreateCondBr(B.CreateICmpSLT(Next, End), Head, After);
  Counter->addIncoming(Begin, Before);
  Counter->addIncoming(Next, Latch);
  moveTo(EndOfBody);
  Body(Counter);
  moveTo(After, After->begin());
}

SmallVector<Value *, 2> KernelLowering::loop(uint64_t Count, ArrayRef<Value *> Initial,
                                             function_ref<SmallVector<Value *, 2>(Value *, ArrayRef<Value *>)> Body) {
  if (Count == 1)
    return Body(constant(0), Initial);
  BasicBlock *Before = B.GetInsertBlock();
  SmallVector<PHINode *, 2> Carried;
  SmallVector<Value *, 2> Results;
  loop(constant(0), constant(Count), [&](Value *I) {
    BasicBlock *Head = cast<Instruction>(I)->getParent();
    BasicBlock *Latch = cast<PHINode>(I)->getIncomingBlock(1);
    Instruction *At = &*B.GetInsertPoint();
    moveTo(Head, Head->getFirstNonPHIIt());
    for (Value *V : Initial) {
      Carried.push_back(B.CreatePHI(V->getType(), 2));
      Carried.back()->addIncoming(V, Before);
    }
    moveTo(At);
    SmallVector<Value *, 2> Values(Carried.begin(), Carried.end());
    Results = Body(I, Values);
    for (auto [Phi, V] : zip(Carried, Results))
      Phi->addIncoming(V, Latch);
  });
  return Results;
}

void KernelLowering::forEach(unsigned Bits, uint64_t Cuts, function_ref<void(const Index &)> Body) {
  // The widths of the fields, most significant first.
  SmallVector<unsigned, 4> Widths;
  unsigned Top = Bits;
  for (unsigned At = Bits; At-- > 0;)
    if (At == 0 || (Cuts >> At & 1)) {
      Widths.push_back(Top - At);
      Top = At;
    }
  std::function<void(unsigned, const Index &)> Nest = [&](unsigned Depth, const Index &At) {
    if (Depth == Widths.size())
      return Body(At);
    loop(constant(0), constant(uint64_t(1) << Widths[Depth]), [&](Value *I) {
      Index Inner = At;
      Inner.push({I, Widths[Depth]});
      Nest(Depth + 1, Inner);
    });
  };
  Nest(0, {});
}

Value *KernelLowering::choose(Value *Condition, function_ref<Value *()> Then, function_ref<Value *()> Else) {
  if (auto *C = dyn_cast<ConstantInt>(Condition))
    return C->isZero() ? Else() : Then();
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *After = Before->splitBasicBlock(B.GetInsertPoint());
  BasicBlock *Arms[2];
  Value *Values[2];
  for (BasicBlock *&Arm : Arms) {
    Arm = BasicBlock::Create(F.getContext(), "", &F, After);
    BranchInst::Create(After, Arm);
  }
  Before->getTerminator()->eraseFromParent();
  moveTo(Before);
  B.CreateCondBr(Condition, Arms[0], Arms[1]);
  for (unsigned I : {0, 1}) {
    moveTo(Arms[I]->getTerminator());
    Values[I] = I ? Else() : Then();
    Arms[I] = B.GetInsertBlock();
  }
  moveTo(After, After->begin());
  if (!Values[0] || Values[0]->getType()->isVoidTy())
    return nullptr;
  PHINode *Phi = B.CreatePHI(Values[0]->getType(), 2);
  for (unsigned I : {0, 1})
    Phi->addIncoming(Values[I], Arms[I]);
  return Phi;
}

void KernelLowering::when(Value *Condition, function_ref<void()> Then) {
  choose(
      Condition,
      [&]() -> Value * {
        Then();
        return nullptr;
      },
      []() -> Value * { return nullptr; });
}

} // namespace cutile::cpu
