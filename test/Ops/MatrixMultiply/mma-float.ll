; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
; float operands keep their precision: a loop over k of fused multiply-adds on patches, operands in shared memory.

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; CHECK-LABEL: define ptx_kernel void @patches(
; CHECK-NOT: @cutile.nvptx.mma
; CHECK: product:
; CHECK: phi float
; CHECK: load <4 x float>, ptr addrspace(3)
; CHECK: load <4 x float>, ptr addrspace(3)
; CHECK-COUNT-32: call float @llvm.fma.f32(
; CHECK-NOT: call float @llvm.fma.f32(
; CHECK: icmp ult i32 {{%.*}}, 32
; CHECK: br i1 {{%.*}}, label %product,
define ptx_kernel void @patches(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = call <2048 x float> @cutile.view_load.v2048f32(ptr %a, i64 64, i64 32, i64 32, i64 1, i64 0, i64 0, i32 2, i32 64, i32 32, i32 0, i32 0, i32 11)
  %y = call <2048 x float> @cutile.view_load.v2048f32(ptr %b, i64 32, i64 64, i64 64, i64 1, i64 0, i64 0, i32 2, i32 32, i32 64, i32 0, i32 0, i32 11)
  %sum = call <4096 x float> @cutile.mma.v4096f32(<2048 x float> %x, <2048 x float> %y, <4096 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 64, i32 64, i32 32, i32 11, i32 11, i32 11)
  call void @cutile.view_store.v4096f32(<4096 x float> %sum, ptr %c, i64 64, i64 64, i64 64, i64 1, i64 0, i64 0, i32 2, i32 64, i32 64, i32 0, i32 11)
  ret void
}

; Operands of 128 KB go in slices of k: four loops of 32 steps.
; CHECK-LABEL: define ptx_kernel void @slices(
; CHECK-COUNT-4: br i1 {{%.*}}, label %product
; CHECK-NOT: label %product
; CHECK: ret void
define ptx_kernel void @slices(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = call <16384 x float> @cutile.view_load.v16384f32(ptr %a, i64 128, i64 128, i64 128, i64 1, i64 0, i64 0, i32 2, i32 128, i32 128, i32 0, i32 0, i32 11)
  %y = call <16384 x float> @cutile.view_load.v16384f32(ptr %b, i64 128, i64 128, i64 128, i64 1, i64 0, i64 0, i32 2, i32 128, i32 128, i32 0, i32 0, i32 11)
  %sum = call <16384 x float> @cutile.mma.v16384f32(<16384 x float> %x, <16384 x float> %y, <16384 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 128, i32 128, i32 128, i32 11, i32 11, i32 11)
  call void @cutile.view_store.v16384f32(<16384 x float> %sum, ptr %c, i64 128, i64 128, i64 128, i64 1, i64 0, i64 0, i32 2, i32 128, i32 128, i32 0, i32 11)
  ret void
}

declare <2048 x float> @cutile.view_load.v2048f32(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <16384 x float> @cutile.view_load.v16384f32(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <4096 x float> @cutile.mma.v4096f32(<2048 x float>, <2048 x float>, <4096 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare <16384 x float> @cutile.mma.v16384f32(<16384 x float>, <16384 x float>, <16384 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare void @cutile.view_store.v4096f32(<4096 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v16384f32(<16384 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
