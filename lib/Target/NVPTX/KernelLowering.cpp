#include "KernelLowering.h"
#include "LoadPipeline.h"
#include "OpLowerings.h"
#include "cutile/Analysis/MemoryOrder.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace cutile::nvptx {

namespace {
struct LowerInfo {
  const char *Name;
  LowerFunction Lower;
};
#define GET_LowerTable_IMPL
#include "cutile/IR/TileOps.inc"
} // namespace

LowerFunction findLowering(StringRef Name) {
  for (const LowerInfo &Info : LowerTable)
    if (Name == Info.Name)
      return Info.Lower;
  return nullptr;
}

StringRef opNameOf(const Instruction &I) {
  auto Call = TileCall::match(&I);
  return Call ? Call->name() : StringRef(I.getOpcodeName());
}

KernelLowering::KernelLowering(Function &F, const KernelPlan &Plan, const TargetInfo &Target, DiagnosticSink &Sink)
    : F(F), Plan(Plan), Target(Target), Sink(Sink),
      B(F.getContext(), ConstantFolder(), IRBuilderCallbackInserter([this](Instruction *I) {
          if (!Current || isa<Constant>(I))
            return;
          I->setMetadata("cutile.op", MDNode::get(I->getContext(), MDString::get(I->getContext(), opNameOf(*Current))));
        })) {}

/// Whether a pointer of unknown origin in \p F can only be one into global memory: no other memory has an address that tile ops can
/// see.
static bool addressesOnlyGlobalMemory(const Function &F) {
  for (const Argument &A : F.args())
    if (A.hasByValAttr())
      for (const User *U : A.users())
        if (!isa<LoadInst>(U) && !isa<GetElementPtrInst>(U))
          return false;
  for (const Instruction &I : instructions(F))
    if (isa<AllocaInst>(I) && !isPrivateMemory(&I))
      return false;
  auto isUsedBy = [&](auto &Self, const Value &V) -> bool {
    return any_of(V.users(), [&](const User *U) {
      auto *I = dyn_cast<Instruction>(U);
      return I ? I->getFunction() == &F : isa<Constant>(U) && Self(Self, *U);
    });
  };
  return none_of(F.getParent()->globals(), [&](const GlobalVariable &G) { return G.getAddressSpace() > 1 && isUsedBy(isUsedBy, G); });
}

unsigned KernelLowering::addressSpaceOf(const Value *Address) const {
  const Value *Object = addressedObject(Address);
  if (!Object)
    return OnlyGlobalMemory ? 1 : 0;
  if (auto *Argument = dyn_cast<llvm::Argument>(Object))
    return Argument->hasByValAttr() ? 0 : 1;
  auto *Global = dyn_cast<GlobalVariable>(Object);
  return Global && Global->getAddressSpace() == 1 ? 1 : 0;
}

bool KernelLowering::run() {
  for (const Argument *A : changingArguments(F))
    F.removeParamAttr(A->getArgNo(), Attribute::NoAlias);
  OnlyGlobalMemory = addressesOnlyGlobalMemory(F);
  HasTilePhis = any_of(instructions(F), [](const Instruction &I) { return isa<PHINode>(I) && isTile(&I); });
  emitPrologue();
  makeBlockMemory();
  // The instructions as they stand: lowering splits blocks, so the walk must not follow the changing lists.
  SmallVector<Instruction *, 64> Order;
  ReversePostOrderTraversal<Function *> Blocks(&F);
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : *Block)
      if (!I.getMetadata("cutile.prologue"))
        Order.push_back(&I);
  for (Instruction *I : Order) {
    Current = I;
    B.SetInsertPoint(I);
    if (auto Barrier = Plan.BarrierBefore.find(I); Barrier != Plan.BarrierBefore.end())
      barrier(Barrier->second.describe());
    lowerInstruction(*I);
    if (Failed)
      return false;
  }
  completePhis();
  finish();
  return !Failed;
}

void KernelLowering::emitPrologue() {
  BasicBlock &Entry = F.getEntryBlock();
  B.SetInsertPoint(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  auto mark = [&](Value *V) {
    if (auto *I = dyn_cast<Instruction>(V))
      I->setMetadata("cutile.prologue", MDNode::get(F.getContext(), {}));
    return V;
  };
  ThreadId = mark(B.CreateIntrinsic(B.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_tid_x, {}));
  Lane = mark(B.CreateAnd(ThreadId, 31, "lane"));
  Warp = mark(B.CreateLShr(ThreadId, 5, "warp"));
  First = mark(B.CreateICmpEQ(ThreadId, B.getInt32(0), "first"));
  // A no-op that later prologue values are inserted before.
  PrologueEnd = cast<Instruction>(mark(B.CreateFreeze(PoisonValue::get(B.getInt32Ty()), "prologue")));
}

Value *KernelLowering::inPrologue(function_ref<Value *()> Make) {
  IRBuilderBase::InsertPointGuard Guard(B);
  B.SetInsertPoint(PrologueEnd);
  B.SetCurrentDebugLocation(DebugLoc());
  return Make();
}

Value *KernelLowering::isFirstThread() { return First; }

/// Allocas that tile ops address or that hold tiles are memory of the block: they move to shared memory.
void KernelLowering::makeBlockMemory() {
  SmallVector<AllocaInst *, 4> Moved;
  for (Instruction &I : instructions(F))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && !isPrivateMemory(Alloca))
      Moved.push_back(Alloca);
  for (AllocaInst *Alloca : Moved) {
    Type *T = Alloca->getAllocatedType();
    if (auto *Count = dyn_cast<ConstantInt>(Alloca->getArraySize()); Count && !Count->isOne())
      T = ArrayType::get(T, Count->getZExtValue());
    for (User *U : make_early_inc_range(Alloca->users()))
      if (auto *Marker = dyn_cast<LifetimeIntrinsic>(U))
        Marker->eraseFromParent();
    GlobalVariable *Memory = allocateShared(T, Alloca->getAlign(), Alloca->getName());
    Alloca->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(Memory, Alloca->getType()));
    Alloca->eraseFromParent();
  }
}

void KernelLowering::lowerInstruction(Instruction &I) {
  for (const LoadPipeline &Pipeline : Plan.Pipelines)
    if (Pipeline.Start == &I)
      emitPipeline(*this, Pipeline);
  if (Plan.Long.Deferred.contains(&I))
    return Lowered.push_back(&I);
  if (auto Call = TileCall::match(&I)) {
    Lowered.push_back(&I);
    if (!Plan.isStaged(&I)) // a staged load, or a permutation of one, is read through its home
      findLowering(Call->name())(*this, *Call);
    return;
  }
  const bool Result = isTile(&I);
  if (auto *Load = dyn_cast<LoadInst>(&I); Load && Result)
    return lowerVectorLoad(*Load);
  if (auto *Store = dyn_cast<StoreInst>(&I); Store && isTile(Store->getValueOperand()))
    return lowerVectorStore(*Store);
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I))
    return lowerExtractElement(*Extract);
  if (Result) {
    Lowered.push_back(&I);
    if (splatValue(&I) || isa<InsertElementInst>(I))
      return; // a splat, or the first half of one
    return lowerElementwise(I);
  }
  lowerScalarSideEffect(I);
}

static int kindOfFloat(const Type *T) {
  return T->isHalfTy() ? op::kind_f16 : T->isBFloatTy() ? op::kind_bf16 : T->isFloatTy() ? op::kind_f32 : op::kind_f64;
}

/// Any elementwise instruction or intrinsic: the same for each element.
void KernelLowering::lowerElementwise(Instruction &I) {
  const LinearLayout Layout = layoutOf(&I);
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    Registers Result;
    for (unsigned R = 0; R < Layout.numRegisters(); ++R)
      Result.push_back(B.CreatePHI(I.getType()->getScalarType(), Phi->getNumIncomingValues()));
    return setResult(I, Result);
  }
  if (!isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, IntrinsicInst>(I)) {
    std::string Text;
    raw_string_ostream OS(Text);
    OS << I;
    return error(I, diag::err_op_unsupported, {I.getOpcodeName(), "a tile:" + Text, Target.Name});
  }
  setElementwise(I, [&](const AffineLayout &In) { return elementwiseRegisters(I, In); });
}

/// A bf16 as float. The upper one of two in a register needs one instruction so.
static Value *extendBfloat(Builder &B, Value *V) {
  auto *Extract = dyn_cast<ExtractElementInst>(V);
  auto *Index = Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
  const unsigned Count = Extract ? tileSize(Extract->getVectorOperandType()) : 0;
  if (!Index || Count % 2 || Index->getZExtValue() % 2 == 0)
    return B.CreateFPExt(V, B.getFloatTy());
  Value *Words = B.CreateBitCast(Extract->getVectorOperand(), FixedVectorType::get(B.getInt32Ty(), Count / 2));
  return B.CreateBitCast(B.CreateAnd(B.CreateExtractElement(Words, Index->getZExtValue() / 2), 0xffff0000), B.getFloatTy());
}

Registers KernelLowering::elementwiseRegisters(Instruction &I, const AffineLayout &Layout) {
  SmallVector<Registers, 3> Operands;
  const unsigned NumOperands = isa<IntrinsicInst>(I) ? cast<IntrinsicInst>(I).arg_size() : I.getNumOperands();
  for (unsigned O = 0; O < NumOperands; ++O)
    Operands.push_back(isTile(I.getOperand(O)) ? registersOf(I.getOperand(O), Layout) : Registers(Layout.Map.numRegisters(), I.getOperand(O)));
  Type *Scalar = I.getType()->getScalarType();
  if (I.getOpcode() == Instruction::FDiv && Scalar->isFloatTy())
    return emitDivision(*this, Operands[0], Operands[1]);
  Registers Result;
  for (unsigned R = 0; R < Layout.Map.numRegisters(); ++R) {
    SmallVector<Value *, 3> Arguments;
    for (const Registers &Operand : Operands)
      Arguments.push_back(Operand[R]);
    Value *Element = nullptr;
    if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
      SmallVector<Type *, 2> Overloads;
      Function *Callee = Call->getCalledFunction();
      SmallVector<Type *, 4> Types;
      for (Value *A : Arguments)
        Types.push_back(A->getType());
      Intrinsic::getIntrinsicSignature(Callee->getIntrinsicID(), FunctionType::get(Scalar, Types, false), Overloads);
      Element = B.CreateIntrinsic(Callee->getIntrinsicID(), Overloads, Arguments);
      if (auto *New = dyn_cast<Instruction>(Element); New && isa<FPMathOperator>(New) && isa<FPMathOperator>(I))
        New->copyFastMathFlags(&I);
    } else if (auto *Compare = dyn_cast<CmpInst>(&I)) {
      Element = B.CreateCmp(Compare->getPredicate(), Arguments[0], Arguments[1]);
    } else if (isa<FPExtInst>(I) && Scalar->isFloatTy() && Arguments[0]->getType()->isBFloatTy()) {
      Element = extendBfloat(B, Arguments[0]);
    } else if (auto *Cast = dyn_cast<CastInst>(&I)) {
      Element = B.CreateCast(Cast->getOpcode(), Arguments[0], Scalar);
    } else if (I.getOpcode() == Instruction::FRem) {
      Element = emitElementwise(*this, I, "rem", Arguments, kindOfFloat(Scalar), op::rounding_default, op::subnormals_preserve);
    } else if (auto *Binary = dyn_cast<BinaryOperator>(&I)) {
      Element = B.CreateBinOp(Binary->getOpcode(), Arguments[0], Arguments[1]);
      if (auto *New = dyn_cast<Instruction>(Element))
        New->copyIRFlags(&I);
    } else if (isa<UnaryOperator>(I)) {
      Element = B.CreateFNeg(Arguments[0]);
    } else if (isa<SelectInst>(I)) {
      Element = B.CreateSelect(Arguments[0], Arguments[1], Arguments[2]);
    } else {
      Element = B.CreateFreeze(Arguments[0]);
    }
    Result.push_back(Element);
  }
  return Result;
}

/// One element as a scalar: every thread needs it.
void KernelLowering::lowerExtractElement(ExtractElementInst &I) {
  Lowered.push_back(&I);
  unsigned Size = tileSize(I.getVectorOperandType());
  auto *Index = dyn_cast<ConstantInt>(I.getIndexOperand());
  if (!Index)
    return error(I, diag::err_op_unsupported, {"extractelement", "a run-time index", Target.Name});
  LinearLayout Everywhere(log2Exact(Size), {}, std::vector<uint32_t>(LinearLayout::LaneBits, 0), std::vector<uint32_t>(Plan.WarpBits, 0));
  setScalar(I, registersOf(I.getVectorOperand(), AffineLayout{Everywhere, static_cast<uint32_t>(Index->getZExtValue())})[0]);
}

void KernelLowering::completePhis() {
  for (Instruction *I : Lowered) {
    auto *Phi = dyn_cast<PHINode>(I);
    if (!Phi)
      continue;
    Registers Mine = Values.lookup(Phi);
    LinearLayout Layout = layoutOf(Phi);
    for (unsigned In = 0; In < Phi->getNumIncomingValues(); ++In) {
      BasicBlock *From = Phi->getIncomingBlock(In);
      Current = Phi;
      B.SetInsertPoint(From->getTerminator());
      Registers Incoming = registersOf(Phi->getIncomingValue(In), Layout);
      for (unsigned R = 0; R < Mine.size(); ++R)
        cast<PHINode>(Mine[R])->addIncoming(Incoming[R], B.GetInsertBlock());
    }
  }
}

void KernelLowering::finish() {
  Current = nullptr;
  for (Instruction *I : reverse(Lowered)) {
    if (!I->getType()->isVoidTy())
      I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    I->eraseFromParent();
  }
  PrologueEnd->eraseFromParent();
  closeShared(Scratch, ScratchBytes, "scratch");
  closeShared(Ring, RingBytes, "slots");
}

//===-- Operands and results -------------------------------------------------===//

/// The index bits that registers select.
static uint32_t registerBits(const LinearLayout &Layout) {
  uint32_t Bits = 0;
  for (uint32_t Basis : Layout.bases(LinearLayout::Register))
    Bits |= Basis;
  return Bits;
}

AffineLayout partOf(const LinearLayout &Layout, unsigned First, unsigned Count) {
  using L = LinearLayout;
  const std::vector<uint32_t> &Bases = Layout.bases(L::Register);
  L Part(Layout.numIndexBits(), {Bases.begin(), Bases.begin() + log2Exact(Count)}, Layout.bases(L::Lane), Layout.bases(L::Warp));
  return {Part, Layout.applyDim(L::Register, First)};
}

RegisterParts KernelLowering::partsOf(Value *Tile, const LinearLayout &Layout) {
  if (Plan.isReadInParts(Tile))
    return [this, Tile, &Layout](unsigned First, unsigned Count) { return registersOf(Tile, partOf(Layout, First, Count)); };
  return [All = registersOf(Tile, Layout)](unsigned First, unsigned Count) { return Registers(ArrayRef(All).slice(First, Count)); };
}

Registers KernelLowering::registersOf(Value *Tile) { return registersOf(Tile, layoutOf(Tile)); }

Registers KernelLowering::registersOf(Value *Tile, const AffineLayout &Layout) {
  assert(isTile(Tile) && Layout.Map.numIndexBits() == log2Exact(tileSize(Tile->getType())) && "layout of another size");
  if (Registers Virtual = virtualRegisters(Tile, Layout); !Virtual.empty())
    return Virtual;
  if (auto Home = homeOf(Tile))
    return Home->load(*this, Layout);
  if (Plan.Long.Deferred.contains(Tile))
    return recompute(*Tile, Layout);
  auto It = Values.find(Tile);
  assert(It != Values.end() && "tile value has no registers yet");
  const LinearLayout Home = layoutOf(Tile);
  if (Plan.Long.Parked.contains(Tile)) {
    noteConversion(*Tile, Home, Layout);
    Registers All = It->second;
    loadParked(Tile, Layout, All);
    return convert(All, Home, Layout);
  }
  const bool Recomputed = planConversion(Home, Layout).How != ConversionPlan::InThread && isCheap(*Tile);
  noteConversion(*Tile, Home, Layout, Recomputed);
  if (Recomputed)
    return recompute(*Tile, Layout);
  return convert(It->second, Home, Layout);
}

std::optional<SharedTile> KernelLowering::homeOf(const Value *Tile) const {
  if (auto It = Homes.find(Tile); It != Homes.end())
    return It->second;
  auto Call = TileCall::match(Tile);
  if (!Call || !Call->is("permute") || !Plan.isStaged(Tile))
    return std::nullopt;
  SharedTile Home = *homeOf(Call->operand(0));
  const unsigned Rank = Call->constant(1);
  const IndexMap Source = permuteSourceMap(Call->dims(2, Rank), Call->dims(2 + Rank, Rank));
  std::vector<uint32_t> Bases;
  for (unsigned Bit = 0; Bit < Source.numSourceBits(); ++Bit)
    Bases.push_back(Home.Address.apply(Source.basis(Bit)));
  Home.Address = IndexMap(Home.Address.numResultBits(), std::move(Bases));
  return Home;
}

/// Values that need no home: splats, constants, iotas. Empty if \p Tile is none of these.
Registers KernelLowering::virtualRegisters(Value *Tile, const AffineLayout &Layout) {
  const unsigned Count = Layout.Map.numRegisters();
  Type *Element = Tile->getType()->getScalarType();
  if (isa<UndefValue>(Tile))
    return Registers(Count, PoisonValue::get(Element));
  if (Value *Splat = splatValue(Tile))
    return Registers(Count, Splat);
  Registers Result;
  if (auto Call = TileCall::match(Tile); Call && Call->is("iota")) {
    for (unsigned R = 0; R < Count; ++R)
      Result.push_back(B.CreateZExtOrTrunc(elementIndex(Layout, R), Element));
    return Result;
  }
  auto *C = dyn_cast<Constant>(Tile);
  if (!C)
    return Result;
  // A constant with different elements: a table in constant memory. A bool vector becomes bytes.
  const unsigned Size = tileSize(Tile->getType());
  Type *Stored = Element->isIntegerTy(1) ? B.getInt8Ty() : Element;
  SmallVector<Constant *> Elements;
  for (unsigned I = 0; I < Size; ++I) {
    Constant *E = C->getAggregateElement(I);
    if (!E || isa<UndefValue>(E))
      E = Constant::getNullValue(Element);
    Elements.push_back(Element->isIntegerTy(1) ? ConstantInt::get(Stored, E->isOneValue()) : E);
  }
  auto *ArrayTy = ArrayType::get(Stored, Size);
  auto *Table = new GlobalVariable(module(), ArrayTy, true, GlobalValue::InternalLinkage, ConstantArray::get(ArrayTy, Elements),
                                   F.getName() + ".table", nullptr, GlobalValue::NotThreadLocal, 4);
  Table->setAlignment(module().getDataLayout().getABITypeAlign(Stored));
  for (unsigned R = 0; R < Count; ++R) {
    Value *V = B.CreateLoad(Stored, B.CreateInBoundsGEP(Stored, Table, elementIndex(Layout, R)));
    Result.push_back(Element->isIntegerTy(1) ? B.CreateTrunc(V, Element) : V);
  }
  return Result;
}

void KernelLowering::setResult(Instruction &I, Registers New) {
  assert(New.size() == layoutOf(&I).numRegisters() && "wrong number of registers");
  Values[&I] = std::move(New);
}

void KernelLowering::setResult(Instruction &I, Registers New, const LinearLayout &Layout) {
  noteConversion(I, Layout, {layoutOf(&I), 0});
  setResult(I, convert(New, Layout, {layoutOf(&I), 0}));
}

void KernelLowering::setElementwise(Instruction &I, function_ref<Registers(const AffineLayout &)> RegistersIn) {
  const LinearLayout Layout = layoutOf(&I);
  const unsigned Count = Layout.numRegisters(), Waiting = Plan.Long.Parked.lookup(&I);
  if (!Waiting && none_of(I.operands(), [&](const Value *Operand) { return Plan.Long.Deferred.contains(Operand); }))
    return setResult(I, RegistersIn({Layout, 0}));
  constexpr unsigned PartSize = LongTiles::PartRegisters;
  Registers Kept;
  for (unsigned First = 0; First < Count; First += PartSize) {
    const Registers Part = RegistersIn(partOf(Layout, First, std::min(PartSize, Count)));
    if (First + Waiting < Count) {
      Kept.append(Part);
      continue;
    }
    for (unsigned R = 0; R < PartSize; R += 4) {
      Value *Vector = PoisonValue::get(FixedVectorType::get(Part[R]->getType(), 4));
      for (unsigned E = 0; E < 4; ++E)
        Vector = B.CreateInsertElement(Vector, Part[R + E], E);
      B.CreateAlignedStore(Vector, parkingPlace(&I, First + R), Align(16));
    }
    Kept.append(PartSize, PoisonValue::get(Part[0]->getType()));
  }
  Values[&I] = std::move(Kept);
}

/// Where this thread keeps registers \p Register to \p Register + 3: side by side, and behind those of the other threads.
Value *KernelLowering::parkingPlace(const Value *Tile, unsigned Register) {
  const unsigned Waiting = Plan.Long.Parked.lookup(Tile), First = layoutOf(Tile).numRegisters() - Waiting, Stride = 16 * Plan.numThreads();
  Value *&Mine = Parkings[Tile];
  if (!Mine) {
    GlobalVariable *Memory = allocateShared(ArrayType::get(B.getInt8Ty(), uint64_t(Waiting) * 4 * Plan.numThreads()), Align(16), "parked");
    Mine = inPrologue([&] { return B.CreateInBoundsGEP(B.getInt8Ty(), Memory, B.CreateMul(ThreadId, B.getInt32(16))); });
  }
  return B.CreateInBoundsGEP(B.getInt8Ty(), Mine, B.getInt32((Register - First) / 4 * Stride));
}

/// Reads those of the parked registers of \p Tile that \p Layout has. Volatile: the optimiser must not keep them in registers after all.
void KernelLowering::loadParked(Value *Tile, const AffineLayout &Layout, Registers &Values) {
  const LinearLayout Home = layoutOf(Tile);
  const unsigned Count = Home.numRegisters(), FirstParked = Count - Plan.Long.Parked.lookup(Tile);
  const uint32_t Other = registerBits(Home) & ~registerBits(Layout.Map); // index bits that have one value in Layout
  for (unsigned R = FirstParked; R < Count; R += 4) {
    bool Used = false;
    for (unsigned E = 0; E < 4; ++E)
      Used |= ((Home.applyDim(LinearLayout::Register, R + E) ^ Layout.Offset) & Other) == 0;
    if (!Used)
      continue;
    Type *Element = Tile->getType()->getScalarType();
    LoadInst *Vector = B.CreateAlignedLoad(FixedVectorType::get(Element, 4), parkingPlace(Tile, R), Align(16), /*isVolatile=*/true);
    for (unsigned E = 0; E < 4; ++E)
      Values[R + E] = B.CreateExtractElement(Vector, E);
  }
}

void KernelLowering::behind(Instruction &Definition, function_ref<void()> Emit) {
  IRBuilderBase::InsertPointGuard Guard(B);
  if (isa<PHINode>(Definition))
    B.SetInsertPoint(Definition.getParent(), Definition.getParent()->getFirstInsertionPt());
  else
    B.SetInsertPoint(Definition.getNextNode());
  Emit();
}

//===-- Control flow ------------------------------------------------------------===//

void KernelLowering::emitIf(Value *Condition, function_ref<void()> Body) {
  if (!Condition)
    return Body();
  Instruction *Then = SplitBlockAndInsertIfThen(Condition, B.GetInsertPoint(), /*Unreachable=*/false);
  BasicBlock *Join = Then->getSuccessor(0);
  B.SetInsertPoint(Then);
  Body();
  B.SetInsertPoint(&Join->front()); // the instruction that the builder stood at
}

Registers KernelLowering::emitIfElse(Value *Condition, ArrayRef<Value *> Otherwise, function_ref<Registers()> Body) {
  if (!Condition)
    return Body();
  BasicBlock *Head = B.GetInsertBlock();
  BasicBlock::iterator At = B.GetInsertPoint();
  Instruction *Then = SplitBlockAndInsertIfThen(Condition, At, /*Unreachable=*/false);
  BasicBlock *Join = Then->getSuccessor(0);
  B.SetInsertPoint(Then);
  Registers Inside = Body();
  BasicBlock *ThenEnd = B.GetInsertBlock();
  B.SetInsertPoint(Join, Join->begin());
  Registers Result;
  for (unsigned I = 0; I < Inside.size(); ++I) {
    PHINode *Phi = B.CreatePHI(Inside[I]->getType(), 2);
    Phi->addIncoming(Inside[I], ThenEnd);
    Phi->addIncoming(Otherwise[I], Head);
    Result.push_back(Phi);
  }
  B.SetInsertPoint(Join, Join->getFirstInsertionPt());
  return Result;
}

Registers KernelLowering::emitChoice(Value *Condition, function_ref<Registers()> Then, function_ref<Registers()> Else) {
  if (auto *Known = dyn_cast<ConstantInt>(Condition))
    return Known->isOne() ? Then() : Else();
  Instruction *ThenEnd = nullptr, *ElseEnd = nullptr;
  SplitBlockAndInsertIfThenElse(Condition, B.GetInsertPoint(), &ThenEnd, &ElseEnd);
  BasicBlock *Join = ThenEnd->getSuccessor(0);
  B.SetInsertPoint(ThenEnd);
  const Registers First = Then();
  BasicBlock *FirstFrom = B.GetInsertBlock();
  B.SetInsertPoint(ElseEnd);
  const Registers Second = Else();
  BasicBlock *SecondFrom = B.GetInsertBlock();
  assert(First.size() == Second.size() && "two ways with different results");
  B.SetInsertPoint(Join, Join->begin());
  Registers Result;
  for (auto [X, Y] : zip(First, Second)) {
    PHINode *Phi = B.CreatePHI(X->getType(), 2);
    Phi->addIncoming(X, FirstFrom);
    Phi->addIncoming(Y, SecondFrom);
    Result.push_back(Phi);
  }
  B.SetInsertPoint(Join, Join->getFirstInsertionPt());
  return Result;
}

void KernelLowering::barrier(StringRef Why) {
  noteBarrier(Why);
  if (Plan.WarpBits == 0)
    B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_bar_warp_sync, {B.getInt32(-1)});
  else
    B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_barrier_cta_sync_aligned_all, {B.getInt32(0)});
}

} // namespace cutile::nvptx
