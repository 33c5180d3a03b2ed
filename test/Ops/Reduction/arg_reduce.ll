; Index of the extreme element: value and index travel together, the lower index wins among equals, a number wins over a NaN.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @largest(
; CHECK: fcmp ogt float
; CHECK: fcmp uno float
; CHECK: fcmp ord float
; CHECK: fcmp oeq float
; CHECK: icmp ult i32
; CHECK: select i1
define ptx_kernel void @largest(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %r = call <1 x i32> @cutile.arg_reduce.v1i32.v32float(<32 x float> %x, i32 1, i32 32, i32 0, i32 2, i32 11)
  store <1 x i32> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @smallest_signed(
; CHECK: icmp slt i8
; CHECK: icmp eq i8
define ptx_kernel void @smallest_signed(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i8>, ptr %in
  %r = call <1 x i32> @cutile.arg_reduce.v1i32.v32i8(<32 x i8> %x, i32 1, i32 32, i32 0, i32 3, i32 1)
  store <1 x i32> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @smallest_unsigned(
; CHECK: icmp ult i32
; CHECK: icmp eq i32
define ptx_kernel void @smallest_unsigned(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i32>, ptr %in
  %r = call <1 x i32> @cutile.arg_reduce.v1i32.v32i32(<32 x i32> %x, i32 1, i32 32, i32 0, i32 3, i32 6)
  store <1 x i32> %r, ptr %out
  ret void
}

declare <1 x i32> @cutile.arg_reduce.v1i32.v32float(<32 x float>, i32, i32, i32, i32, i32)
declare <1 x i32> @cutile.arg_reduce.v1i32.v32i32(<32 x i32>, i32, i32, i32, i32, i32)
declare <1 x i32> @cutile.arg_reduce.v1i32.v32i8(<32 x i8>, i32, i32, i32, i32, i32)
