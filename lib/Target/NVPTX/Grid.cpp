#include "OpLowerings.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace cutile::nvptx {

static void lowerSpecialRegister(KernelLowering &K, const TileCall &Call, const Intrinsic::ID (&Ids)[3]) {
  Builder &B = K.builder();
  K.setScalar(Call.call(), B.CreateIntrinsic(B.getInt32Ty(), Ids[Call.constant(0)], {}));
}

void lowerBlockIndex(KernelLowering &K, const TileCall &Call) {
  lowerSpecialRegister(K, Call,
                       {Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y, Intrinsic::nvvm_read_ptx_sreg_ctaid_z});
}

void lowerNumBlocks(KernelLowering &K, const TileCall &Call) {
  lowerSpecialRegister(K, Call,
                       {Intrinsic::nvvm_read_ptx_sreg_nctaid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_y, Intrinsic::nvvm_read_ptx_sreg_nctaid_z});
}

} // namespace cutile::nvptx
