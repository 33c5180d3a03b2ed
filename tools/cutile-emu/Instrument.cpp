// From
//
//   %v = load float, ptr addrspace(1) %p            ; in a kernel for the GPU
//   %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
//
// to
//
//   call void @access(ptr <site>, ptr %p)            ; checks, notes the access for later ones, may suspend the fiber
//   %v = load float, ptr addrspace(1) %p
//   store i64 -1, ptr %slots ...                     ; arguments
//   call void @operation(ptr <call>, ptr %slots, ptr %results)
//   %s = load i32, ptr %results
//
// Address spaces stay: they have no meaning on the host, where all pointers are addresses of its memory. The functions and
// tables of the emulator are in this process and appear as constant addresses.

#include "Instrument.h"
#include "Instrumenter.h"
#include "cutile/Support/Diagnostics.h"
#include "cutile/api/op_codes.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace cutile::emu {

namespace op = cuda::tiles::__op;

//===-- Memory ----------------------------------------------------------------------------===//

static void onAccess(const Site *S, char *Address) { Machine::get().access(*Current, *S, Address, S->Size); }
static void onRange(const Site *S, char *Address, uint64_t Size) { Machine::get().access(*Current, *S, Address, Size); }
static void onFence() { Machine::get().fence(*Current); }

static std::string spell(Type *T) {
  std::string Text;
  raw_string_ostream OS(Text);
  T->print(OS);
  return Text;
}

Site Instrumenter::makeSite(const Instruction &I) {
  Site S;
  S.Instruction = I.getOpcodeName();
  if (auto *Load = dyn_cast<LoadInst>(&I))
    S.Instruction += " " + spell(Load->getType());
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    S.Instruction += " " + spell(Store->getValueOperand()->getType());
  else if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction())
    S.Instruction += (" @" + Call->getCalledFunction()->getName()).str();
  S.Function = I.getFunction()->getName().str();
  if (MDNode *Op = I.getMetadata("cutile.op"); Op && Op->getNumOperands())
    if (auto *Name = dyn_cast<MDString>(Op->getOperand(0)))
      S.TileOp = Name->getString().str();
  const DebugLoc Loc = userLocation(I.getDebugLoc());
  if (Loc) {
    S.File = Loc->getFilename().str();
    S.Line = Loc.getLine();
    S.Column = Loc.getCol();
  }
  return S;
}

/// Memory of the thread alone, or memory that nobody writes: nothing to check.
bool Instrumenter::isPrivate(const Value *Pointer) const {
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/12);
  if (isa<AllocaInst>(Object))
    return true;
  if (auto *Variable = dyn_cast<GlobalVariable>(Object))
    return Variable->isConstant();
  auto *Argument = dyn_cast<llvm::Argument>(Object);
  return Argument && Argument->hasByValAttr();
}

Site *Instrumenter::addAccess(IRBuilderBase &B, Instruction &I, Value *Pointer, uint64_t Size, uint64_t Align, Access Kind, Value *Length) {
  if (isPrivate(Pointer))
    return nullptr;
  Site &S = Data.Sites.emplace_back(makeSite(I));
  S.Size = Size;
  S.Align = Align;
  S.Kind = Kind;
  if (Pointer->getType()->getPointerAddressSpace())
    S.Instruction += ", addrspace(" + std::to_string(Pointer->getType()->getPointerAddressSpace()) + ")";
  Value *Address = B.CreateAddrSpaceCast(Pointer, Ptr);
  if (Length)
    callEmulator(B, onRange, {address(&S), Address, B.CreateZExtOrTrunc(Length, I64)});
  else
    callEmulator(B, onAccess, {address(&S), Address});
  return &S;
}

static uint8_t orderCode(AtomicOrdering Order) {
  switch (Order) {
  case AtomicOrdering::Acquire:
    return op::order_acquire;
  case AtomicOrdering::Release:
    return op::order_release;
  case AtomicOrdering::AcquireRelease:
  case AtomicOrdering::SequentiallyConsistent:
    return op::order_acq_rel;
  default:
    return op::order_relaxed;
  }
}

static uint8_t scopeCode(LLVMContext &C, SyncScope::ID Scope) {
  const StringRef Name = C.getSyncScopeName(Scope).value_or("");
  return Name == "block" ? op::scope_block : Name == "device" ? op::scope_device : op::scope_system;
}

void Instrumenter::visitMemory(Instruction &I) {
  IRBuilder<> B(&I);
  const DataLayout &DL = M.getDataLayout();
  auto Size = [&](Type *T) { return DL.getTypeStoreSize(T).getFixedValue(); };
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Site *S = addAccess(B, I, Load->getPointerOperand(), Size(Load->getType()), Load->getAlign().value(), Access::Read)) {
      S->Strong = Load->isVolatile() || Load->isAtomic();
      S->Order = orderCode(Load->getOrdering());
      S->Scope = Load->isAtomic() ? scopeCode(C, Load->getSyncScopeID()) : op::scope_system;
    }
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (Site *S = addAccess(B, I, Store->getPointerOperand(), Size(Store->getValueOperand()->getType()), Store->getAlign().value(), Access::Write)) {
      S->Strong = Store->isVolatile() || Store->isAtomic();
      S->Order = orderCode(Store->getOrdering());
      S->Scope = Store->isAtomic() ? scopeCode(C, Store->getSyncScopeID()) : op::scope_system;
    }
  } else if (auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
    // The back end prints the relaxed instruction of the whole device whatever order and scope say (LLVM 22).
    if (Site *S = addAccess(B, I, Rmw->getPointerOperand(), Size(Rmw->getType()), Rmw->getAlign().value(), Access::Atomic)) {
      S->Strong = true;
      S->Scope = op::scope_device;
    }
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    if (Site *S = addAccess(B, I, Exchange->getPointerOperand(), Size(Exchange->getCompareOperand()->getType()), Exchange->getAlign().value(),
                            Access::Atomic)) {
      S->Strong = true;
      S->Order = orderCode(Exchange->getMergedOrdering());
      S->Scope = scopeCode(C, Exchange->getSyncScopeID());
    }
  } else if (isa<FenceInst>(I)) {
    callEmulator(B, onFence, {});
    I.eraseFromParent();
  } else if (auto *Set = dyn_cast<MemSetInst>(&I)) {
    addAccess(B, I, Set->getDest(), 0, 1, Access::Write, Set->getLength());
  } else if (auto *Transfer = dyn_cast<MemTransferInst>(&I)) {
    addAccess(B, I, Transfer->getSource(), 0, 1, Access::Read, Transfer->getLength());
    addAccess(B, I, Transfer->getDest(), 0, 1, Access::Write, Transfer->getLength());
  }
}

//===-- Variables -----------------------------------------------------------------------===//

static bool isSharedVariable(const GlobalVariable &V) { return V.getAddressSpace() == 3; }

void Instrumenter::placeShared() {
  SmallVector<GlobalVariable *, 8> Variables;
  SmallVector<Constant *, 8> Constants;
  for (GlobalVariable &V : M.globals())
    if (isSharedVariable(V)) {
      Variables.push_back(&V);
      Constants.push_back(&V);
    }
  convertUsersOfConstantsToInstructions(Constants);
  const DataLayout &DL = M.getDataLayout();
  uint64_t Size = 0;
  auto Place = [&](GlobalVariable &V) {
    Size = alignTo(Size, std::max<uint64_t>(16, V.getAlign().valueOrOne().value()));
    for (Use &U : make_early_inc_range(V.uses())) {
      auto *I = cast<Instruction>(U.getUser());
      Function &F = *I->getFunction();
      IRBuilder<> B(isa<PHINode>(I) ? cast<PHINode>(I)->getIncomingBlock(U)->getTerminator() : I);
      Value *Field = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), currentThread(F), offsetof(Thread, SharedBase));
      Value *Base = B.CreateLoad(PointerType::get(C, 3), Field);
      U.set(B.CreateConstGEP1_64(B.getInt8Ty(), Base, Size));
    }
    Size += DL.getTypeAllocSize(V.getValueType()).getFixedValue();
  };
  // Dynamic shared memory, declared extern, begins where the static part ends.
  for (GlobalVariable *V : Variables)
    if (!V->isDeclaration())
      Place(*V);
  Data.StaticShared = Size;
  for (GlobalVariable *V : Variables)
    if (V->isDeclaration()) {
      Size = alignTo(Data.StaticShared, 16);
      Place(*V);
    }
  for (GlobalVariable *V : Variables)
    V->eraseFromParent();
}

void Instrumenter::placeVariables() {
  for (GlobalVariable &V : make_early_inc_range(M.globals())) {
    if (auto At = Variables.find(V.getName().str()); At != Variables.end())
      V.replaceAllUsesWith(ConstantExpr::getIntToPtr(ConstantInt::get(I64, reinterpret_cast<uint64_t>(At->second)), V.getType()));
    else if (!V.use_empty())
      Data.Unknown.push_back("variable '" + V.getName().str() + "', which the module only declares");
    if (V.use_empty())
      V.eraseFromParent();
  }
}

//===-- Functions --------------------------------------------------------------------------===//

void Instrumenter::visit(Function &F) {
  // Room for the widest call: every call is over when the next begins.
  unsigned Widest = 1;
  SmallVector<Instruction *, 64> Memory;
  SmallVector<CallInst *, 64> Calls;
  for (Instruction &I : instructions(F)) {
    if (auto *Call = dyn_cast<CallInst>(&I)) {
      Calls.push_back(Call);
      Widest = std::max(Widest, Call->arg_size() + 8);
    } else if (I.mayReadOrWriteMemory())
      Memory.push_back(&I);
  }
  IRBuilder<> B(&*F.getEntryBlock().begin());
  Slots = B.CreateAlloca(I64, B.getInt32(Widest), "slots");
  for (Instruction *I : Memory)
    visitMemory(*I);
  for (CallInst *Call : Calls)
    visitCall(*Call);
}

void Instrumenter::addEntry(Function &Kernel) {
  auto *Entry = Function::Create(FunctionType::get(Type::getVoidTy(C), {Ptr}, false), Function::ExternalLinkage, "cutile.emu.entry", M);
  IRBuilder<> B(BasicBlock::Create(C, "", Entry));
  SmallVector<Value *, 8> Arguments;
  for (Argument &A : Kernel.args()) {
    Value *From = B.CreateLoad(Ptr, B.CreateConstInBoundsGEP1_32(Ptr, Entry->getArg(0), A.getArgNo()));
    if (A.hasByValAttr()) {
      Type *T = A.getParamByValType();
      AllocaInst *Copy = B.CreateAlloca(T);
      Copy->setAlignment(std::max(Copy->getAlign(), A.getParamAlign().valueOrOne()));
      B.CreateMemCpy(Copy, MaybeAlign(), From, MaybeAlign(), M.getDataLayout().getTypeAllocSize(T));
      Arguments.push_back(B.CreateAddrSpaceCast(Copy, A.getType()));
    } else {
      Arguments.push_back(B.CreateAlignedLoad(A.getType(), From, Align(1)));
    }
  }
  B.CreateCall(&Kernel, Arguments);
  B.CreateRetVoid();
  for (Argument &A : Kernel.args())
    A.removeAttr(Attribute::ByVal);
}

void Instrumenter::run(Function &Kernel) {
  for (Function &F : M)
    if (!F.isDeclaration())
      visit(F);
  placeShared();
  placeVariables();
  addEntry(Kernel);
  for (Function &F : M) {
    F.setCallingConv(CallingConv::C);
    AttributeMask Target;
    for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
      Target.addAttribute(Name);
    F.removeFnAttrs(Target);
    F.setComdat(nullptr);
    F.setVisibility(GlobalValue::DefaultVisibility);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->setCallingConv(CallingConv::C);
  }
}

void instrument(Module &M, Function &Kernel, const VariableMap &Variables, KernelData &Data) { Instrumenter(M, Variables, Data).run(Kernel); }

} // namespace cutile::emu
