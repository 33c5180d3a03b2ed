; Running sums and products: one exchange per index bit of the dimension.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @forward(
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: add i32
; CHECK: select i1
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: add i32
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: add i32
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: add i32
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: add i32
; CHECK-NOT: barrier
; CHECK: ret void
define ptx_kernel void @forward(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i32>, ptr %in
  %r = call <32 x i32> @cutile.scan.v32i32.v32i32(<32 x i32> %x, i32 1, i32 32, i32 0, i32 0, i32 5, i32 0, i32 -1, i32 0)
  store <32 x i32> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @backward_half(
; CHECK: fpext half
; CHECK: fmul float
; CHECK: fptrunc float {{.*}} to half
define ptx_kernel void @backward_half(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %r = call <32 x half> @cutile.scan.v32half.v32half(<32 x half> %x, i32 1, i32 32, i32 0, i32 1, i32 9, i32 1, i32 -1, i32 0)
  store <32 x half> %r, ptr %out
  ret void
}

declare <32 x half> @cutile.scan.v32half.v32half(<32 x half>, i32, i32, i32, i32, i32, i32, i32, i32)
declare <32 x i32> @cutile.scan.v32i32.v32i32(<32 x i32>, i32, i32, i32, i32, i32, i32, i32, i32)
