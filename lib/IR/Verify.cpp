//===- Verify.cpp - tile IR as a whole ------------------------------------===//
#include "cutile/IR/Verify.h"
#include "TileVerifier.h"
#include "cutile/IR/OpTable.h"
#include "cutile/Support/Diagnostics.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cutile {

namespace {
struct VerifyInfo {
  const char *Name;
  VerifyFunction Verify;
};
} // namespace

#define GET_VerifyTable_IMPL
#include "cutile/IR/TileOps.inc"

//===-- Operands -------------------------------------------------------------===//

Value *TileVerifier::any(const char *Name) { return expect(At < Call.size(), Twine("lacks operand '") + Name + "'") ? Call.operand(At++) : nullptr; }

Value *TileVerifier::tile(const char *Name) {
  Value *V = any(Name);
  return V && expect(isTile(V), Twine("operand '") + Name + "' must be a tile") ? V : nullptr;
}

Value *TileVerifier::pointer(const char *Name) {
  Value *V = any(Name);
  return V && expect(V->getType()->isPointerTy(), Twine("operand '") + Name + "' must be a pointer") ? V : nullptr;
}

void TileVerifier::indices(const char *Name, unsigned Count) {
  for (unsigned I = 0; I < Count && !failed(); ++I)
    if (Value *V = any(Name))
      expect(V->getType()->isIntegerTy(64), Twine("operand '") + Name + "' must be i64");
}

int64_t TileVerifier::constant(const char *Name, int64_t Low, int64_t High) {
  Value *V = any(Name);
  auto *C = dyn_cast_or_null<ConstantInt>(V);
  if (!V || !expect(C, Twine("operand '") + Name + "' must be a constant"))
    return 0;
  int64_t Number = C->getSExtValue();
  return expect(Number >= Low && Number <= High, Twine("operand '") + Name + "' is " + Twine(Number) + ", out of range") ? Number : 0;
}

SmallVector<uint64_t, 4> TileVerifier::dims(const char *Name) { return dims(Name, constant("rank", 0, 16)); }

SmallVector<uint64_t, 4> TileVerifier::dims(const char *Name, unsigned Rank) {
  SmallVector<uint64_t, 4> Result;
  for (unsigned I = 0; I < Rank && !failed(); ++I) {
    Result.push_back(constant(Name, 1));
    expect(isPowerOf2_64(Result.back()), Twine("'") + Name + "' has length " + Twine(Result.back()) + ", which is no power of two");
  }
  return Result;
}

static bool storageMatches(int Kind, Type *T) {
  switch (Kind) {
  case op::kind_f16:
    return T->isHalfTy();
  case op::kind_bf16:
    return T->isBFloatTy();
  case op::kind_f32:
  case op::kind_tf32:
    return T->isFloatTy();
  case op::kind_f64:
    return T->isDoubleTy();
  case op::kind_s16:
  case op::kind_u16:
    return T->isIntegerTy(16);
  case op::kind_s32:
  case op::kind_u32:
    return T->isIntegerTy(32);
  case op::kind_s64:
  case op::kind_u64:
  case op::kind_pointer:
    return T->isIntegerTy(64);
  default:
    return T->isIntegerTy(8);
  }
}

int TileVerifier::kind(const char *Name, const Value *Tile) {
  int Kind = constant(Name, op::kind_bool, op::kind_pointer);
  if (Tile && !failed())
    expect(storageMatches(Kind, Tile->getType()->getScalarType()), Twine("'") + Name + "' does not fit the element type of the tile");
  return Kind;
}

void TileVerifier::has(const Value *V, uint64_t Elements, const char *Name) {
  if (V)
    expect(tileSize(V->getType()) == Elements, Twine("operand '") + Name + "' must have " + Twine(Elements) + " elements");
}

void TileVerifier::sameType(const Value *A, const Value *B, const char *Name) {
  if (A && B)
    expect(A->getType() == B->getType(), Twine("operand '") + Name + "' has another type than the first");
}

uint64_t elementsOf(ArrayRef<uint64_t> Dims) {
  uint64_t Product = 1;
  for (uint64_t Length : Dims)
    Product *= Length;
  return Product;
}

//===-- Instructions ------------------------------------------------------------===//

static bool isElementwise(const Instruction &I) {
  if (isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, PHINode, SelectInst, FreezeInst, LoadInst, StoreInst>(I))
    return true;
  if (auto *Call = dyn_cast<CallInst>(&I))
    return Call->getCalledFunction() && Call->getCalledFunction()->isIntrinsic();
  return false;
}

static std::string checkInstruction(const Instruction &I) {
  if (auto Tile = TileCall::match(&I)) {
    TileVerifier Verifier(*Tile);
    findRecord<VerifyTable>(Tile->name())->Verify(Verifier);
    return Verifier.failed() ? ("'" + Tile->name() + "' " + Verifier.message()).str() : "";
  }
  if (auto *Call = dyn_cast<CallInst>(&I)) {
    if (Call->isInlineAsm())
      return "inline assembly";
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return "indirect call";
    if (Callee->getName().starts_with(TileOpPrefix))
      return "call of an unknown tile op";
    if (Callee->getName().starts_with("_ZN4cuda5tiles4__op"))
      return "call of an operation of the API";
  }
  bool Vector = tileSize(I.getType()) || any_of(I.operands(), [](const Use &U) { return tileSize(U->getType()); });
  if (!Vector || isElementwise(I))
    return "";
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
    return Shuffle->isZeroEltSplat() ? "" : "shuffle that is no splat";
  if (isa<ExtractElementInst>(I))
    return tileSize(I.getOperand(0)->getType()) == 1 ? "" : "extractelement from a tile of several elements";
  if (isa<InsertElementInst>(I)) {
    bool FeedsSplat = all_of(I.users(), [](const User *U) {
      auto *Shuffle = dyn_cast<ShuffleVectorInst>(U);
      return Shuffle && Shuffle->isZeroEltSplat();
    });
    return tileSize(I.getType()) == 1 || FeedsSplat ? "" : "insertelement into a tile of several elements";
  }
  return "instruction on tiles that is not elementwise";
}

std::string verifyTileIR(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    std::string Text = checkInstruction(I);
    if (Text.empty())
      continue;
    raw_string_ostream(Text) << ": " << I;
    return Text;
  }
  return "";
}

PreservedAnalyses VerifyTileIRPass::run(Function &F, FunctionAnalysisManager &AM) {
  if (!isTileKernel(F))
    return PreservedAnalyses::all();
  std::string Text = verifyTileIR(F);
  if (!Text.empty())
    Sink->report(DebugLoc(), diag::err_invalid_tile_ir, {F.getName().str(), Text});
  return PreservedAnalyses::all();
}

} // namespace cutile
