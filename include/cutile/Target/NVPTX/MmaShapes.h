//===- MmaShapes.h - the matrix products of mma.sync ------------*- C++ -*-===//
//
// D[M,N] = A[M,K] * B[K,N] + C[M,N], executed by the 32 lanes of a warp. A lane
// holds RegistersA registers of A and so on, in the order of the operands of
// the target op: A, B, C; the results are D with the registers of C.
//
// Packing. Registers of A and B are i32 (f64: double) and hold 32 / InputBits
// elements with consecutive k, the smaller k in the lower bits; tf32 is the bit
// pattern of a float. C and D: float, i32 (s32) or double, one element each,
// but for f16 an i32 with two neighbouring columns, the smaller column in the
// low half. With g = lane / 4, t = lane % 4 and e elements per register:
//
//   m16n8, element i of register r        A: row g + 8 * (r % 2),           k =
//   (t * e + i) + 4 * e * (r / 2)
//                                         B: column g,                      k =
//                                         (t * e + i) + 4 * e * r C: row g + 8
//                                         * (r / 2) (f16: r), column 2 * t + r
//                                         % 2 (f16: + i)
//   m8n8k4 (f64)                          A: row g, k = t      B: column g, k =
//   t      C: row g, column 2 * t + r
//
// Source: PTX ISA 9.0, "Matrix fragments for mma".
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_TARGET_NVPTX_MMASHAPES_H
#define CUTILE_TARGET_NVPTX_MMASHAPES_H

#include "cutile/Target/NVPTX/TargetOps.h"
#include "cutile/api/op_codes.h"

namespace cutile {

namespace op = cuda::tiles::__op;

struct MmaShape {
  TargetOp Op;
  uint8_t M, N, K;
  op::element_kind KindA, KindB, KindC;
  uint8_t RegistersA, RegistersB, RegistersC;
  uint8_t InputBits; ///< bits of an element of A or B in a register: 8, 16, 32
                     ///< (tf32), 64
  uint8_t MinSM, MinPtx;
};

/// Every shape, in no particular order.
llvm::ArrayRef<MmaShape> mmaShapes();

/// The shape of \p Op, or null if it is no matrix product.
const MmaShape *findMmaShape(TargetOp Op);

} // namespace cutile

#endif
