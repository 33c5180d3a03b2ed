//===- ElementKinds.h - questions about element kinds -----------*- C++ -*-===//
#ifndef CUTILE_IR_ELEMENTKINDS_H
#define CUTILE_IR_ELEMENTKINDS_H

#include "cutile/api/op_codes.h"

namespace cutile {

namespace op = cuda::tiles::__op;

/// Floating point that LLVM has a type for. fp8 and fp4 are not: their tiles hold bits.
inline bool isFloatKind(int Kind) { return (Kind >= op::kind_f16 && Kind <= op::kind_f64) || Kind == op::kind_tf32; }

inline bool isFp8Kind(int Kind) { return Kind >= op::kind_e4m3 && Kind <= op::kind_e2m1; }

/// Integers, without bool and pointers.
inline bool isIntegerKind(int Kind) { return Kind >= op::kind_s8 && Kind <= op::kind_u64; }

inline bool isSignedKind(int Kind) { return Kind == op::kind_s8 || Kind == op::kind_s16 || Kind == op::kind_s32 || Kind == op::kind_s64; }

} // namespace cutile

#endif
