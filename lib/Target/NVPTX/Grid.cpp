#include "KernelLowering.h"
#include "OpLowerings.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace cutile::nvptx {

static Value *specialRegister(Builder &B, unsigned Dimension, const Intrinsic::ID (&Ids)[3]) {
  return B.CreateIntrinsic(B.getInt32Ty(), Ids[Dimension], {});
}

static Value *launchedIndex(Builder &B, unsigned Dimension) {
  return specialRegister(B, Dimension,
                         {Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y, Intrinsic::nvvm_read_ptx_sreg_ctaid_z});
}

static Value *numBlocks(Builder &B, unsigned Dimension) {
  return specialRegister(B, Dimension,
                         {Intrinsic::nvvm_read_ptx_sreg_nctaid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_y, Intrinsic::nvvm_read_ptx_sreg_nctaid_z});
}

/// The indices along x and y of a block that starts as number x + y * (blocks along x), if y counts first. Grids with 2^21 blocks and more in the
/// plane stay as they are launched: below, a product with the approximate reciprocal is less than half a block off, which is much faster than a
/// division of integers, and every block begins with this.
static Registers indexYFirst(Builder &B) {
  constexpr uint64_t Limit = 1u << 21;
  Value *X = launchedIndex(B, 0), *Y = launchedIndex(B, 1), *NumX = numBlocks(B, 0), *NumY = numBlocks(B, 1);
  Value *Blocks = B.CreateMul(B.CreateZExt(NumX, B.getInt64Ty()), B.CreateZExt(NumY, B.getInt64Ty()));
  Value *TooMany = B.CreateICmpUGE(Blocks, B.getInt64(Limit));
  Value *Number = B.CreateAdd(B.CreateMul(Y, NumX), X);
  Value *Reciprocal = B.CreateIntrinsic(B.getFloatTy(), Intrinsic::nvvm_rcp_approx_ftz_f, {B.CreateUIToFP(NumY, B.getFloatTy())});
  Value *Middle = B.CreateFAdd(B.CreateUIToFP(Number, B.getFloatTy()), ConstantFP::get(B.getFloatTy(), 0.5));
  Value *Quotient = B.CreateFPToUI(B.CreateFMul(Middle, Reciprocal), B.getInt32Ty());
  return {B.CreateSelect(TooMany, X, Quotient, "block.x"), B.CreateSelect(TooMany, Y, B.CreateSub(Number, B.CreateMul(Quotient, NumY)), "block.y")};
}

Value *KernelLowering::blockIndex(unsigned Dimension) {
  if (Plan.Order == BlockOrder::AsLaunched || Dimension > 1)
    return launchedIndex(B, Dimension);
  if (BlockIndices.empty())
    inPrologue([&]() -> Value * {
      BlockIndices = indexYFirst(B);
      return nullptr;
    });
  return BlockIndices[Dimension];
}

void lowerBlockIndex(KernelLowering &K, const TileCall &Call) { K.setScalar(Call.call(), K.blockIndex(Call.constant(0))); }

void lowerNumBlocks(KernelLowering &K, const TileCall &Call) { K.setScalar(Call.call(), numBlocks(K.builder(), Call.constant(0))); }

} // namespace cutile::nvptx
