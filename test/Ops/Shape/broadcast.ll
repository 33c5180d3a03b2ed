; Broadcast: every thread already has the row that it needs, or fetches it from a lane.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @one(
; CHECK: load float
; CHECK-NOT: shfl
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @one(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <1 x float>, ptr %in
  %r = call <32 x float> @cutile.broadcast.v32float.v1float(<1 x float> %x, i32 1, i32 1, i32 32)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @row(
; CHECK: ret void
define ptx_kernel void @row(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %r = call <1024 x float> @cutile.broadcast.v1024float.v32float(<32 x float> %x, i32 2, i32 1, i32 32, i32 32, i32 32)
  store <1024 x float> %r, ptr %out
  ret void
}

declare <1024 x float> @cutile.broadcast.v1024float.v32float(<32 x float>, i32, i32, i32, i32, i32)
declare <32 x float> @cutile.broadcast.v32float.v1float(<1 x float>, i32, i32, i32)
