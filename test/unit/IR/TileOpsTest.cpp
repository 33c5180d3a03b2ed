// The tables that TileOps.td generates, and the handles over them.
#include "cutile/IR/TileOps.h"
#include "cutile/IR/Verify.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace cutile;

TEST(TileOps, EveryRecordIsDescribedAndNamesAreUnique) {
  std::set<StringRef> Names;
  for (const TileOpInfo &Info : tileOps()) {
    EXPECT_TRUE(Names.insert(Info.Name).second) << Info.Name;
    EXPECT_NE(StringRef(Info.Summary), "") << Info.Name;
    EXPECT_NE(StringRef(Info.Group), "") << Info.Name;
    EXPECT_EQ(findTileOp(Info.Name), &Info);
    EXPECT_TRUE(StringRef(Info.Result) != "" || Info.Memory & 2) << Info.Name << " has neither a result nor an effect";
  }
}

TEST(TileOps, LookUpIsCaseSensitive) { EXPECT_EQ(findTileOp("Mma"), nullptr); }

TEST(TileOps, DeclarationsFollowTheRecord) {
  LLVMContext Context;
  Module M("m", Context);
  Type *Tile = FixedVectorType::get(Type::getFloatTy(Context), 8), *Int = Type::getInt32Ty(Context);
  Function *Exp = getTileOp(M, "exp", Tile, {Tile, Int, Int, Int});
  EXPECT_EQ(Exp->getName(), "cutile.exp.v8f32.v8f32.4");
  EXPECT_TRUE(Exp->doesNotAccessMemory());
  EXPECT_EQ(getTileOp(M, "exp", Tile, {Tile, Int, Int, Int}), Exp);
  // Another width of a constant is another function.
  EXPECT_NE(getTileOp(M, "exp", Tile, {Tile, Type::getInt64Ty(Context), Int, Int}), Exp);
}

static std::unique_ptr<Module> parse(LLVMContext &Context, StringRef Text) {
  SMDiagnostic Error;
  auto M = parseAssemblyString(Text, Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str();
  return M;
}

TEST(TileOps, ViewsAreDecoded) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    define void @k(<8 x float> %v, ptr %b, i64 %e0, i64 %e1, i64 %s0, i64 %i0) "cutile.kernel" {
      call void @cutile.view_store.x(<8 x float> %v, ptr %b, i64 %e0, i64 %e1, i64 %s0, i64 1, i64 %i0, i64 0, i32 2, i32 2, i32 4, i32 1, i32 11)
      ret void
    }
    declare void @cutile.view_store.x(<8 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32))");
  Function *F = M->getFunction("k");
  auto Call = TileCall::match(&*inst_begin(F));
  ASSERT_TRUE(Call);
  ViewAccess View = decodeView(*Call);
  EXPECT_EQ(View.Rank, 2u);
  EXPECT_EQ(View.Stored, F->getArg(0));
  EXPECT_EQ(View.Base, F->getArg(1));
  EXPECT_EQ(View.Extents[1], F->getArg(3));
  EXPECT_EQ(View.Strides[0], F->getArg(4));
  EXPECT_EQ(View.Starts[0], F->getArg(5));
  EXPECT_EQ(View.Dims, (SmallVector<uint64_t, 4>{2, 4}));
  EXPECT_TRUE(View.Masked);
  EXPECT_EQ(View.Kind, op::kind_f32);
  EXPECT_EQ(verifyTileIR(*F), "");
}

TEST(TileOps, SplatsAreRecognised) {
  LLVMContext Context;
  auto M = parse(Context, R"(
    define void @k(float %x, <4 x float> %t) {
      %i = insertelement <4 x float> poison, float %x, i64 0
      %s = shufflevector <4 x float> %i, <4 x float> poison, <4 x i32> zeroinitializer
      %o = insertelement <1 x float> poison, float %x, i64 0
      %a = fadd <4 x float> %t, splat (float 2.0)
      ret void
    })");
  Function *F = M->getFunction("k");
  auto At = inst_begin(F);
  EXPECT_EQ(splatValue(&*At++), nullptr);
  EXPECT_EQ(splatValue(&*At++), F->getArg(0));
  EXPECT_EQ(splatValue(&*At++), F->getArg(0));
  EXPECT_EQ(splatValue(At->getOperand(0)), nullptr);
  EXPECT_NE(splatValue(At->getOperand(1)), nullptr);
}
