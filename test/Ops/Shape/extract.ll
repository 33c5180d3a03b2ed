; Extract: a constant place is a move of registers or lanes, a run-time place goes through shared memory and wraps.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @constant(
; CHECK-NOT: barrier
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @constant(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %r = call <8 x float> @cutile.extract.v8float.v32float(<32 x float> %x, i64 1, i64 1, i32 2, i32 4, i32 8, i32 2, i32 4)
  store <8 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @run_time(
; CHECK: and i32 {{.*}}, 1
; CHECK: shl i32 {{.*}}, 4
; CHECK-NOT: bar.warp.sync
; CHECK: store
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK: load
define ptx_kernel void @run_time(ptr noalias %in, ptr noalias %out, i64 %i) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %r = call <8 x float> @cutile.extract.v8float.v32float(<32 x float> %x, i64 %i, i64 1, i32 2, i32 4, i32 8, i32 2, i32 4)
  store <8 x float> %r, ptr %out
  ret void
}

declare <8 x float> @cutile.extract.v8float.v32float(<32 x float>, i64, i64, i32, i32, i32, i32, i32)
