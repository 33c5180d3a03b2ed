; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
; 128 x 128 accumulators of four warps are 128 registers, and operands that are loaded by element one register for each: there is no place for both. The
; first one goes to shared memory before the second one is loaded. Half as many rows leave room, and both go there behind one barrier.

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; CHECK-DAG: @crowded.shared.operand = internal addrspace(3) global [8192 x half]
; CHECK-DAG: @crowded.scratch = internal addrspace(3) global [16384 x i8]
; CHECK-DAG: @roomy.scratch = internal addrspace(3) global [24576 x i8]
; CHECK-NOT: @roomy.shared

; CHECK-LABEL: define ptx_kernel void @crowded(
; CHECK: barrier.cta
; CHECK-NOT: barrier.cta
; CHECK: ptr addrspace(3) @crowded.shared.operand
; CHECK: barrier.cta
; CHECK: load <8 x half>
; CHECK-NOT: barrier.cta
; CHECK: ptr addrspace(3) @crowded.scratch
; CHECK: barrier.cta
; CHECK: @cutile.nvptx.ldmatrix
; CHECK: @cutile.nvptx.mma
define ptx_kernel void @crowded(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, ptr addrspace(1) noalias %c, i64 %m, i64 %n, i64 %k) #0 {
  %pa = addrspacecast ptr addrspace(1) %a to ptr
  %pb = addrspacecast ptr addrspace(1) %b to ptr
  %pc = addrspacecast ptr addrspace(1) %c to ptr
  %x = call <8192 x half> @cutile.view_load.v8192f16(ptr %pa, i64 %m, i64 %k, i64 %k, i64 1, i64 0, i64 0, i32 2, i32 128, i32 64, i32 0, i32 0, i32 9)
  %y = call <8192 x half> @cutile.view_load.v8192f16(ptr %pb, i64 %k, i64 %n, i64 %n, i64 1, i64 0, i64 0, i32 2, i32 64, i32 128, i32 0, i32 0, i32 9)
  %sum = call <16384 x float> @cutile.mma.large(<8192 x half> %x, <8192 x half> %y, <16384 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 128, i32 128, i32 64, i32 9, i32 9, i32 11)
  call void @cutile.view_store.v16384f32(<16384 x float> %sum, ptr %pc, i64 %m, i64 %n, i64 %n, i64 1, i64 0, i64 0, i32 2, i32 128, i32 128, i32 0, i32 11)
  ret void
}
; CHECK-LABEL: define ptx_kernel void @roomy(
; CHECK-COUNT-1: barrier.cta
; CHECK-NOT: barrier.cta
; CHECK: @cutile.nvptx.ldmatrix
define ptx_kernel void @roomy(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, ptr addrspace(1) noalias %c, i64 %m, i64 %n, i64 %k) #0 {
  %pa = addrspacecast ptr addrspace(1) %a to ptr
  %pb = addrspacecast ptr addrspace(1) %b to ptr
  %pc = addrspacecast ptr addrspace(1) %c to ptr
  %x = call <4096 x half> @cutile.view_load.v4096f16(ptr %pa, i64 %m, i64 %k, i64 %k, i64 1, i64 0, i64 0, i32 2, i32 64, i32 64, i32 0, i32 0, i32 9)
  %y = call <8192 x half> @cutile.view_load.v8192f16(ptr %pb, i64 %k, i64 %n, i64 %n, i64 1, i64 0, i64 0, i32 2, i32 64, i32 128, i32 0, i32 0, i32 9)
  %sum = call <8192 x float> @cutile.mma.small(<4096 x half> %x, <8192 x half> %y, <8192 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 64, i32 128, i32 64, i32 9, i32 9, i32 11)
  call void @cutile.view_store.v8192f32(<8192 x float> %sum, ptr %pc, i64 %m, i64 %n, i64 %n, i64 1, i64 0, i64 0, i32 2, i32 64, i32 128, i32 0, i32 11)
  ret void
}
declare <4096 x half> @cutile.view_load.v4096f16(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <8192 x half> @cutile.view_load.v8192f16(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <16384 x float> @cutile.mma.large(<8192 x half>, <8192 x half>, <16384 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare void @cutile.view_store.v16384f32(<16384 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
declare <8192 x float> @cutile.mma.small(<4096 x half>, <8192 x half>, <8192 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare void @cutile.view_store.v8192f32(<8192 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
