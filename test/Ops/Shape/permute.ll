; Permute: exchanges lanes within a warp by shuffles, goes through shared memory across warps.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @in_warp(
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @in_warp(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %r = call <32 x float> @cutile.permute.v32float.v32float(<32 x float> %x, i32 2, i32 4, i32 8, i32 1, i32 0)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @identity(
; CHECK-NOT: shfl
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @identity(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %r = call <32 x float> @cutile.permute.v32float.v32float(<32 x float> %x, i32 2, i32 4, i32 8, i32 0, i32 1)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @across_warps(
; CHECK: store <{{[248]}} x float> %{{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load {{.*}}, ptr addrspace(3)
define ptx_kernel void @across_warps(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <4096 x float>, ptr %in
  %r = call <4096 x float> @cutile.permute.v4096float.v4096float(<4096 x float> %x, i32 2, i32 64, i32 64, i32 1, i32 0)
  store <4096 x float> %r, ptr %out
  ret void
}

declare <32 x float> @cutile.permute.v32float.v32float(<32 x float>, i32, i32, i32, i32, i32)
declare <4096 x float> @cutile.permute.v4096float.v4096float(<4096 x float>, i32, i32, i32, i32, i32)
