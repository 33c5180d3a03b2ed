; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx,cutile-expand-target-ops,verify %s -disable-output

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; A float accumulator: four warps, each 16 rows and 16 columns of 64 x 16, k = 32 in two instructions.
; Both operands go through shared memory; a is read by rows, b (whose k are not neighbours) transposed.
; CHECK-LABEL: define ptx_kernel void @wide(
; CHECK: call {{.*}} @cutile.nvptx.ldmatrix.x4(ptr addrspace(3)
; CHECK: call {{.*}} @cutile.nvptx.ldmatrix.x4.trans(ptr addrspace(3)
; CHECK-COUNT-2: call { float, float, float, float } @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32(
; CHECK: call {{.*}} @cutile.nvptx.ldmatrix.x4(ptr addrspace(3)
; CHECK: call {{.*}} @cutile.nvptx.ldmatrix.x4.trans(ptr addrspace(3)
; CHECK-COUNT-2: call { float, float, float, float } @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32(
; CHECK-NOT: @cutile.nvptx.mma
; CHECK: ret void
define ptx_kernel void @wide(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = call <2048 x half> @cutile.view_load.v2048f16(ptr %a, i64 64, i64 32, i64 32, i64 1, i64 0, i64 0, i32 2, i32 64, i32 32, i32 0, i32 0, i32 9)
  %y = call <512 x half> @cutile.view_load.v512f16(ptr %b, i64 32, i64 16, i64 16, i64 1, i64 0, i64 0, i32 2, i32 32, i32 16, i32 0, i32 0, i32 9)
  %sum = call <1024 x float> @cutile.mma.f32(<2048 x half> %x, <512 x half> %y, <1024 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 64, i32 16, i32 32, i32 9, i32 9, i32 11)
  call void @cutile.view_store.v1024f32(<1024 x float> %sum, ptr %c, i64 64, i64 16, i64 16, i64 1, i64 0, i64 0, i32 2, i32 64, i32 16, i32 0, i32 11)
  ret void
}

; A half accumulator is summed in float and rounded once, behind the last instruction.
; CHECK-LABEL: define ptx_kernel void @narrow(
; CHECK: fpext half
; CHECK-NOT: fptrunc
; CHECK-COUNT-4: call { float, float, float, float } @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32(
; CHECK: fptrunc float
; CHECK-NOT: @cutile.nvptx.mma
; CHECK: ret void
define ptx_kernel void @narrow(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = call <2048 x half> @cutile.view_load.v2048f16(ptr %a, i64 64, i64 32, i64 32, i64 1, i64 0, i64 0, i32 2, i32 64, i32 32, i32 0, i32 0, i32 9)
  %y = call <512 x half> @cutile.view_load.v512f16(ptr %b, i64 32, i64 16, i64 16, i64 1, i64 0, i64 0, i32 2, i32 32, i32 16, i32 0, i32 0, i32 9)
  %z = call <1024 x half> @cutile.view_load.v1024f16(ptr %c, i64 64, i64 16, i64 16, i64 1, i64 0, i64 0, i32 2, i32 64, i32 16, i32 0, i32 0, i32 9)
  %sum = call <1024 x half> @cutile.mma.f16(<2048 x half> %x, <512 x half> %y, <1024 x half> %z, i32 1, i32 1, i32 1, i32 64, i32 16, i32 32, i32 9, i32 9, i32 9)
  call void @cutile.view_store.v1024f16(<1024 x half> %sum, ptr %c, i64 64, i64 16, i64 16, i64 1, i64 0, i64 0, i32 2, i32 64, i32 16, i32 0, i32 9)
  ret void
}

; k = 4 is padded to 16 with zeros: lanes 2 and 3 of each group of four, and the upper half of the registers.
; CHECK-LABEL: define ptx_kernel void @padded(
; CHECK: [[HIGH:%.*]] = and i32 %lane, 2
; CHECK: select i1
; CHECK: @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32(i32 {{%.*}}, i32 {{%.*}}, i32 0, i32 0, i32 {{%.*}}, i32 0, float
; CHECK: ret void
define ptx_kernel void @padded(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = call <64 x half> @cutile.view_load.v64f16(ptr %a, i64 16, i64 4, i64 4, i64 1, i64 0, i64 0, i32 2, i32 16, i32 4, i32 0, i32 0, i32 9)
  %y = call <32 x half> @cutile.view_load.v32f16(ptr %b, i64 4, i64 8, i64 8, i64 1, i64 0, i64 0, i32 2, i32 4, i32 8, i32 0, i32 0, i32 9)
  %sum = call <128 x float> @cutile.mma.small(<64 x half> %x, <32 x half> %y, <128 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 16, i32 8, i32 4, i32 9, i32 9, i32 11)
  call void @cutile.view_store.v128f32(<128 x float> %sum, ptr %c, i64 16, i64 8, i64 8, i64 1, i64 0, i64 0, i32 2, i32 16, i32 8, i32 0, i32 11)
  ret void
}

declare <2048 x half> @cutile.view_load.v2048f16(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <1024 x half> @cutile.view_load.v1024f16(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <512 x half> @cutile.view_load.v512f16(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <64 x half> @cutile.view_load.v64f16(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <32 x half> @cutile.view_load.v32f16(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <1024 x float> @cutile.mma.f32(<2048 x half>, <512 x half>, <1024 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare <1024 x half> @cutile.mma.f16(<2048 x half>, <512 x half>, <1024 x half>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare <128 x float> @cutile.mma.small(<64 x half>, <32 x half>, <128 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare void @cutile.view_store.v1024f32(<1024 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v1024f16(<1024 x half>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v128f32(<128 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
