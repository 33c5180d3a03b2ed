//===- Printf.cpp - printing scalars and tiles ----------------------------===//
//
// The first thread prints for the block, through vprintf of the CUDA runtime. Tiles reach it through shared memory. An
// element takes the conversion of its tile:
//
//   printf("x = %d\n", tile of [1, 2, 3, 4])   =>   vprintf("x = [%d, %d, %d, %d]\n", {1, 2, 3, 4})
//
// A call has at most 32 arguments; more than that takes several calls. Large tiles are printed by a loop.
//
//===----------------------------------------------------------------------===//
#include "OpLowerings.h"
#include "PrintfFormat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cutile::nvptx {

/// Source: CUDA C++ programming guide, formatted output, limitations.
static constexpr unsigned MaxArguments = 32;
/// Elements of tiles that are printed without a loop.
static constexpr uint64_t MaxUnrolled = 128;
/// Elements per call of the loop, which needs one more argument.
static constexpr uint64_t LoopElements = 16;
/// Shared memory that the tiles of one printf may take.
static constexpr uint64_t MaxPrintBytes = 128 * 1024;

namespace {
struct PrintArgument {
  Value *V;
  int Kind;
  int Rank; // -1: a scalar of C++
  SmallVector<uint64_t, 4> Dims;
  Value *Memory = nullptr; // of a tile

  bool isTile() const { return Rank >= 0; }
};

/// Collects text and arguments and calls vprintf whenever a call is full.
class Printer {
public:
  explicit Printer(KernelLowering &K) : K(K), B(K.builder()) {}

  void text(StringRef Text) { Format += Text; }

  /// Text that is not taken as a format.
  void argument(StringRef Conversion, ArrayRef<Value *> Values) {
    if (Arguments.size() + Values.size() > MaxArguments)
      flush();
    Format += Conversion;
    Arguments.append(Values.begin(), Values.end());
  }

  void flush() {
    if (Format.empty())
      return;
    Type *Pointer = B.getPtrTy();
    Value *Packed = ConstantPointerNull::get(cast<PointerType>(Pointer));
    if (!Arguments.empty()) {
      SmallVector<Type *, MaxArguments> Types;
      for (Value *V : Arguments)
        Types.push_back(V->getType());
      auto *Struct = StructType::get(B.getContext(), Types);
      {
        IRBuilderBase::InsertPointGuard Guard(B);
        BasicBlock &Entry = K.kernel().getEntryBlock();
        B.SetInsertPoint(&Entry, Entry.getFirstInsertionPt());
        Packed = B.CreateAlloca(Struct, nullptr, "printf.arguments");
      }
      for (auto [I, V] : enumerate(Arguments))
        B.CreateStore(V, B.CreateStructGEP(Struct, Packed, I));
    }
    FunctionCallee Vprintf = K.module().getOrInsertFunction("vprintf", FunctionType::get(B.getInt32Ty(), {Pointer, Pointer}, false));
    B.CreateCall(Vprintf, {string(Format), Packed});
    Format.clear();
    Arguments.clear();
  }

  Value *string(StringRef Text) {
    Constant *Data = ConstantDataArray::getString(B.getContext(), Text);
    auto *Global = new GlobalVariable(K.module(), Data->getType(), true, GlobalValue::PrivateLinkage, Data, ".cutile.str");
    Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    Global->setAlignment(Align(1));
    return Global;
  }

private:
  KernelLowering &K;
  Builder &B;
  std::string Format;
  SmallVector<Value *, MaxArguments> Arguments;
};
} // namespace

/// The values of an 8-bit floating-point format, as a table of floats in constant memory; null for other kinds.
static GlobalVariable *smallFloatTable(KernelLowering &K, int Kind) {
  const fltSemantics *Semantics = Kind == op::kind_e4m3   ? &APFloat::Float8E4M3FN()
                                  : Kind == op::kind_e5m2 ? &APFloat::Float8E5M2()
                                  : Kind == op::kind_e8m0 ? &APFloat::Float8E8M0FNU()
                                  : Kind == op::kind_e2m1 ? &APFloat::Float4E2M1FN()
                                                          : nullptr;
  if (!Semantics)
    return nullptr;
  LLVMContext &Context = K.module().getContext();
  const unsigned Bits = APFloat::semanticsSizeInBits(*Semantics);
  SmallVector<Constant *, 256> Values;
  for (unsigned Code = 0; Code < 256; ++Code) {
    APFloat V(*Semantics, APInt(Bits, Code & ((1u << Bits) - 1)));
    bool Inexact;
    V.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &Inexact);
    Values.push_back(ConstantFP::get(Context, V));
  }
  auto *T = ArrayType::get(Type::getFloatTy(Context), Values.size());
  return new GlobalVariable(K.module(), T, true, GlobalValue::InternalLinkage, ConstantArray::get(T, Values), ".cutile.fp8", nullptr,
                            GlobalValue::NotThreadLocal, 4);
}

/// \p V as an argument of a variadic function: floats as double, small integers as int.
static Value *promote(KernelLowering &K, Value *V, int Kind) {
  Builder &B = K.builder();
  Type *T = V->getType();
  if (GlobalVariable *Table = smallFloatTable(K, Kind); Table && T->isIntegerTy(8))
    V = B.CreateLoad(B.getFloatTy(), B.CreateInBoundsGEP(B.getFloatTy(), Table, B.CreateZExt(V, B.getInt64Ty())));
  if (V->getType()->isFloatingPointTy())
    return V->getType()->isDoubleTy() ? V : B.CreateFPExt(V, B.getDoubleTy());
  if (T->isIntegerTy() && T->getIntegerBitWidth() < 32) {
    return isSignedKind(Kind) ? B.CreateSExt(V, B.getInt32Ty()) : B.CreateZExt(V, B.getInt32Ty());
  }
  return V;
}

static SmallVector<PrintArgument, 8> decodeArguments(const TileCall &Call) {
  SmallVector<PrintArgument, 8> Result;
  for (unsigned At = 2; At < Call.size();) {
    PrintArgument A{Call.operand(At), static_cast<int>(Call.constant(At + 1)), static_cast<int>(Call.constant(At + 2)), {}};
    At += 3;
    if (A.isTile()) {
      A.Dims = Call.dims(At, A.Rank);
      At += A.Rank;
    }
    Result.push_back(std::move(A));
  }
  return Result;
}

/// Writes the tiles to shared memory. \returns false if they are too large.
static bool gatherTiles(KernelLowering &K, MutableArrayRef<PrintArgument> Arguments) {
  Builder &B = K.builder();
  SmallVector<uint64_t, 8> Offsets;
  uint64_t Bytes = 0;
  for (const PrintArgument &A : Arguments) {
    Offsets.push_back(Bytes);
    if (A.isTile())
      Bytes = alignTo(Bytes + uint64_t(tileSize(A.V->getType())) * A.V->getType()->getScalarSizeInBits() / 8, 16);
  }
  if (Bytes == 0)
    return true;
  if (Bytes > MaxPrintBytes)
    return false;
  Value *Scratch = K.scratch(Bytes, "tiles to print");
  for (auto [A, Offset] : zip(Arguments, Offsets))
    if (A.isTile()) {
      A.Memory = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Scratch, Offset);
      K.storeShared(A.Memory, K.registersOf(A.V), K.layoutOf(A.V));
    }
  K.barrier("the tiles are complete in scratch memory before one thread prints them");
  return true;
}

static Value *loadElement(KernelLowering &K, const PrintArgument &A, Value *Index) {
  Builder &B = K.builder();
  Type *Element = A.V->getType()->getScalarType();
  return promote(K, B.CreateLoad(Element, B.CreateInBoundsGEP(Element, A.Memory, Index)), A.Kind);
}

/// Prints all elements but the closing brackets in a loop of calls, each of LoopElements elements after a text argument.
static void printInLoop(KernelLowering &K, Printer &Print, const PrintArgument &A, StringRef Conversion, ArrayRef<Value *> Stars) {
  Builder &B = K.builder();
  const uint64_t Size = tileSize(A.V->getType());
  Print.flush();
  BasicBlock *Head = B.GetInsertBlock();
  BasicBlock *After = Head->splitBasicBlock(B.GetInsertPoint(), "printed");
  BasicBlock *Loop = BasicBlock::Create(B.getContext(), "print", Head->getParent(), After);
  Head->getTerminator()->setSuccessor(0, Loop);
  B.SetInsertPoint(Loop);
  PHINode *First = B.CreatePHI(B.getInt64Ty(), 2, "element");
  First->addIncoming(B.getInt64(0), Head);
  // What stands before a group of elements, from the largest aligned index down.
  Value *Before = Print.string(", ");
  uint64_t Length = 1;
  for (size_t D = A.Dims.size(); D-- > 0;) {
    Length *= A.Dims[D];
    if (Length < LoopElements)
      continue;
    Value *Begins = B.CreateICmpEQ(B.CreateAnd(First, Length - 1), B.getInt64(0));
    Before = B.CreateSelect(Begins, Print.string(textBeforeElement(A.Dims, Length % Size)), Before);
  }
  Print.argument("%s", {Before});
  for (uint64_t I = 0; I < LoopElements; ++I) {
    if (I)
      Print.text(textBeforeElement(A.Dims, I));
    SmallVector<Value *, 3> Values(Stars);
    Values.push_back(loadElement(K, A, B.CreateAdd(First, B.getInt64(I))));
    Print.argument(Conversion, Values);
  }
  Print.flush();
  Value *Next = B.CreateAdd(First, B.getInt64(LoopElements));
  First->addIncoming(Next, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpULT(Next, B.getInt64(Size)), Loop, After);
  B.SetInsertPoint(After, After->begin());
}

static void printTile(KernelLowering &K, Printer &Print, const PrintArgument &A, StringRef Conversion, ArrayRef<Value *> Stars) {
  const uint64_t Size = tileSize(A.V->getType());
  if (Size > MaxUnrolled) {
    printInLoop(K, Print, A, Conversion, Stars);
  } else {
    for (uint64_t I = 0; I < Size; ++I) {
      Print.text(textBeforeElement(A.Dims, I));
      SmallVector<Value *, 3> Values(Stars);
      Values.push_back(loadElement(K, A, K.builder().getInt64(I)));
      Print.argument(Conversion, Values);
    }
  }
  Print.text(std::string(A.Dims.size(), ']'));
}

void lowerPrintf(KernelLowering &K, const TileCall &Call) {
  Builder &B = K.builder();
  StringRef Format;
  if (!getConstantStringInfo(Call.operand(0), Format))
    return K.unsupported(Call.call(), Call.name(), "a format that is no string literal");
  SmallVector<PrintArgument, 8> Arguments = decodeArguments(Call);
  if (!gatherTiles(K, Arguments))
    return K.unsupported(Call.call(), Call.name(), "tiles of more than " + std::to_string(MaxPrintBytes) + " bytes");
  K.emitIf(K.isFirstThread(), [&] {
    Printer Print(K);
    unsigned Next = 0;
    for (const FormatPiece &Piece : parseFormat(Format)) {
      if (!Piece.IsConversion || Next + Piece.Stars >= Arguments.size()) {
        Print.text(Piece.Text);
        continue;
      }
      SmallVector<Value *, 3> Stars;
      for (unsigned I = 0; I < Piece.Stars; ++I, ++Next)
        Stars.push_back(promote(K, Arguments[Next].V, Arguments[Next].Kind));
      const PrintArgument &A = Arguments[Next++];
      if (A.isTile()) {
        printTile(K, Print, A, Piece.Text, Stars);
      } else {
        Stars.push_back(promote(K, A.V, A.Kind));
        Print.argument(Piece.Text, Stars);
      }
    }
    Print.flush();
  });
  K.setScalar(Call.call(), B.getInt32(Arguments.size()));
}

} // namespace cutile::nvptx
