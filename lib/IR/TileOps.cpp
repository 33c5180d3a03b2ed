#include "cutile/IR/TileOps.h"
#include "cutile/IR/OpTable.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cutile {

#define GET_TileOpTable_IMPL
#include "cutile/IR/TileOps.inc"

ArrayRef<TileOpInfo> tileOps() { return TileOpTable; }

const TileOpInfo *findTileOp(StringRef Name) { return findRecord<TileOpTable>(Name); }

bool isTileKernel(const Function &F) { return F.hasFnAttribute(KernelAttribute); }

std::optional<TileCall> TileCall::match(const Value *V) {
  auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (!Name.consume_front(TileOpPrefix))
    return std::nullopt;
  const TileOpInfo *Info = findTileOp(Name.split('.').first);
  if (!Info)
    return std::nullopt;
  return TileCall(const_cast<CallInst *>(Call), Info);
}

int64_t TileCall::constant(unsigned I) const { return cast<ConstantInt>(operand(I))->getSExtValue(); }

SmallVector<uint64_t, 4> TileCall::dims(unsigned First, unsigned Rank) const {
  SmallVector<uint64_t, 4> Result;
  for (unsigned I = 0; I < Rank; ++I)
    Result.push_back(constant(First + I));
  return Result;
}

SmallVector<Value *, 4> TileCall::operands(unsigned First, unsigned Rank) const {
  SmallVector<Value *, 4> Result;
  for (unsigned I = 0; I < Rank; ++I)
    Result.push_back(operand(First + I));
  return Result;
}

unsigned tileSize(const Type *T) {
  auto *Vector = dyn_cast<FixedVectorType>(T);
  return Vector ? Vector->getNumElements() : 0;
}

static void mangleType(raw_ostream &OS, Type *T) {
  if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    OS << 'v' << Vector->getNumElements();
    T = Vector->getElementType();
  }
  if (T->isIntegerTy())
    OS << 'i' << T->getIntegerBitWidth();
  else if (T->isPointerTy())
    OS << 'p' << T->getPointerAddressSpace();
  else if (T->isHalfTy())
    OS << "f16";
  else if (T->isBFloatTy())
    OS << "bf16";
  else if (T->isFloatTy())
    OS << "f32";
  else if (T->isDoubleTy())
    OS << "f64";
  else
    OS << "void";
}

Function *getTileOp(Module &M, StringRef Name, Type *Result, ArrayRef<Type *> Arguments) {
  const TileOpInfo *Info = findTileOp(Name);
  assert(Info && "no such tile op");
  std::string Symbol;
  raw_string_ostream OS(Symbol);
  OS << TileOpPrefix << Name;
  if (!Result->isVoidTy()) {
    OS << '.';
    mangleType(OS, Result);
  }
  for (Type *T : Arguments)
    if (!T->isIntegerTy()) {
      OS << '.';
      mangleType(OS, T);
    }
  OS << '.' << Arguments.size();
  FunctionType *Type = FunctionType::get(Result, Arguments, false);
  if (Function *Existing = M.getFunction(Symbol); Existing && Existing->getFunctionType() != Type) {
    // Integer operands are left out of the name; calls that differ only in their widths need another one.
    OS << ".x";
    for (auto *T : Arguments)
      if (T->isIntegerTy())
        OS << T->getIntegerBitWidth() << '_';
  }
  auto *F = cast<Function>(M.getOrInsertFunction(Symbol, Type).getCallee());
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::WillReturn);
  switch (Info->Memory) {
  case 0:
    F->setDoesNotAccessMemory();
    F->addFnAttr(Attribute::Speculatable);
    break;
  case 1:
    F->setOnlyReadsMemory();
    break;
  default:
    break;
  }
  return F;
}

ViewAccess decodeView(const TileCall &Call) {
  ViewAccess View;
  const bool Store = Call.is("view_store"), Load = Call.is("view_load"), Mask = Call.is("view_mask");
  // The number of leading operands follows from the number of arguments: find rank behind the i64 groups.
  const unsigned Lead = (Store ? 1 : 0) + (Mask ? 0 : 1);
  const unsigned Groups = Store || Load ? 3 : 2;
  const unsigned Tail = Load ? 3 : Store ? 2 : Mask ? 0 : 1;
  // size = Lead + Groups * rank + 1 + rank + Tail
  View.Rank = (Call.size() - Lead - 1 - Tail) / (Groups + 1);
  unsigned At = 0;
  if (Store)
    View.Stored = Call.operand(At++);
  if (!Mask)
    View.Base = Call.operand(At++);
  if (!Call.is("view_pointers")) {
    View.Extents = Call.operands(At, View.Rank);
    At += View.Rank;
  }
  if (!Mask) {
    View.Strides = Call.operands(At, View.Rank);
    At += View.Rank;
  }
  View.Starts = Call.operands(At, View.Rank);
  At += View.Rank;
  assert(Call.constant(At) == View.Rank && "malformed view op");
  View.Dims = Call.dims(At + 1, View.Rank);
  At += 1 + View.Rank;
  if (Load || Store)
    View.Masked = Call.constant(At++) != 0;
  if (Load)
    View.Padding = Call.constant(At++);
  if (Load || Store)
    View.Kind = Call.constant(At++);
  return View;
}

std::optional<unsigned> kernelHint(const Function &F, StringRef Name) {
  unsigned Value = 0;
  Attribute A = F.getFnAttribute((HintAttributePrefix + Name).str());
  if (!A.isValid() || A.getValueAsString().getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

AtomicOrdering atomicOrdering(int Order) {
  switch (Order) {
  case op::order_acquire:
    return AtomicOrdering::Acquire;
  case op::order_release:
    return AtomicOrdering::Release;
  case op::order_acq_rel:
    return AtomicOrdering::AcquireRelease;
  default:
    return AtomicOrdering::Monotonic;
  }
}

Value *createSplat(IRBuilderBase &B, Value *X, Type *Tile) {
  auto *Vector = cast<FixedVectorType>(Tile);
  if (auto *C = dyn_cast<Constant>(X))
    return ConstantVector::getSplat(Vector->getElementCount(), C);
  Value *First = B.CreateInsertElement(PoisonValue::get(Vector), X, B.getInt64(0));
  if (Vector->getNumElements() == 1)
    return First;
  SmallVector<int, 64> Zeros(Vector->getNumElements(), 0);
  return B.CreateShuffleVector(First, Zeros);
}

Value *splatValue(Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return C->getType()->isVectorTy() ? C->getSplatValue() : nullptr;
  Value *Scalar = nullptr;
  using namespace PatternMatch;
  if (tileSize(V->getType()) == 1 && match(V, m_InsertElt(m_Value(), m_Value(Scalar), m_ZeroInt())))
    return Scalar;
  if (match(V, m_Shuffle(m_InsertElt(m_Value(), m_Value(Scalar), m_ZeroInt()), m_Value(), m_ZeroMask())))
    return Scalar;
  return nullptr;
}

} // namespace cutile
