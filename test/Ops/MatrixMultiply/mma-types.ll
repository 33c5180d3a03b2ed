; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s --check-prefixes=CHECK,HALVES
; RUN: sed 's/sm_90a/sm_120/' %s | %cutile-opt -passes=cutile-lower-to-nvptx - | FileCheck %s --check-prefixes=CHECK,FP8
; RUN: sed 's/sm_90a/sm_89/' %s | %cutile-opt -passes=cutile-lower-to-nvptx - | FileCheck %s --check-prefix=FP8
; The instruction follows from the element kinds; signedness of either side is free, bool counts as unsigned.

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; CHECK-LABEL: define ptx_kernel void @integers(
; CHECK-DAG: @cutile.nvptx.mma.m16n8k32.s32.s8.u8.s32(
; CHECK-DAG: @cutile.nvptx.mma.m16n8k32.s32.u8.s8.s32(
; CHECK-DAG: @cutile.nvptx.mma.m16n8k32.s32.u8.u8.s32(
define ptx_kernel void @integers(ptr %a, ptr %b, ptr %c) #0 {
  %x = call <512 x i8> @cutile.view_load.v512i8(ptr %a, i64 16, i64 32, i64 32, i64 1, i64 0, i64 0, i32 2, i32 16, i32 32, i32 0, i32 0, i32 1)
  %y = call <256 x i8> @cutile.view_load.v256i8(ptr %b, i64 32, i64 8, i64 8, i64 1, i64 0, i64 0, i32 2, i32 32, i32 8, i32 0, i32 0, i32 2)
  %1 = call <128 x i32> @cutile.mma.i(<512 x i8> %x, <256 x i8> %y, <128 x i32> zeroinitializer, i32 1, i32 1, i32 1, i32 16, i32 8, i32 32, i32 1, i32 2, i32 5)
  %2 = call <128 x i32> @cutile.mma.i(<512 x i8> %x, <256 x i8> %y, <128 x i32> %1, i32 1, i32 1, i32 1, i32 16, i32 8, i32 32, i32 2, i32 1, i32 5)
  %3 = call <128 x i32> @cutile.mma.i(<512 x i8> %x, <256 x i8> %y, <128 x i32> %2, i32 1, i32 1, i32 1, i32 16, i32 8, i32 32, i32 0, i32 2, i32 5)
  call void @cutile.view_store.v128i32(<128 x i32> %3, ptr %c, i64 16, i64 8, i64 8, i64 1, i64 0, i64 0, i32 2, i32 16, i32 8, i32 0, i32 5)
  ret void
}

; Where tensor cores do not multiply 8-bit floats, two products of halves: of the six registers of a and b, each gives a register of either product.
; CHECK-LABEL: define ptx_kernel void @fp8(
; FP8: @cutile.nvptx.mma.m16n8k32.f32.e4m3.e4m3.f32(
; FP8: @cutile.nvptx.mma.m16n8k32.f32.e5m2.e5m2.f32(
; HALVES: [[A0:%.*]] = call i32 @cutile.nvptx.cvt.rn.f16x2.e4m3x2(
; HALVES-NEXT: trunc
; HALVES-NEXT: [[A1:%.*]] = call i32 @cutile.nvptx.cvt.rn.f16x2.e4m3x2(
; HALVES: lshr i32 {{.*}}, 16
; HALVES: [[A2:%.*]] = call i32 @cutile.nvptx.cvt.rn.f16x2.e4m3x2(
; HALVES: [[A3:%.*]] = call i32 @cutile.nvptx.cvt.rn.f16x2.e4m3x2(
; HALVES-COUNT-4: @cutile.nvptx.cvt.rn.f16x2.e4m3x2(
; HALVES: [[B0:%.*]] = call i32 @cutile.nvptx.cvt.rn.f16x2.e4m3x2(
; HALVES: [[B1:%.*]] = call i32 @cutile.nvptx.cvt.rn.f16x2.e4m3x2(
; HALVES: [[FIRST:%.*]] = call { float, float, float, float } @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32(i32 [[A0]], i32 [[A1]], i32 [[A2]], i32 [[A3]], i32 [[B0]], i32 [[B1]],
; HALVES: [[SUM:%.*]] = extractvalue { float, float, float, float } [[FIRST]], 0
; HALVES: call { float, float, float, float } @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32({{.*}} float [[SUM]],
; HALVES: @cutile.nvptx.cvt.rn.f16x2.e5m2x2(
define ptx_kernel void @fp8(ptr %a, ptr %b, ptr %c) #0 {
  %x = call <512 x i8> @cutile.view_load.v512i8(ptr %a, i64 16, i64 32, i64 32, i64 1, i64 0, i64 0, i32 2, i32 16, i32 32, i32 0, i32 0, i32 14)
  %y = call <256 x i8> @cutile.view_load.v256i8(ptr %b, i64 32, i64 8, i64 8, i64 1, i64 0, i64 0, i32 2, i32 32, i32 8, i32 0, i32 0, i32 14)
  %1 = call <128 x float> @cutile.mma.e(<512 x i8> %x, <256 x i8> %y, <128 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 16, i32 8, i32 32, i32 14, i32 14, i32 11)
  %2 = call <128 x float> @cutile.mma.e(<512 x i8> %x, <256 x i8> %y, <128 x float> %1, i32 1, i32 1, i32 1, i32 16, i32 8, i32 32, i32 15, i32 15, i32 11)
  call void @cutile.view_store.v128f32(<128 x float> %2, ptr %c, i64 16, i64 8, i64 8, i64 1, i64 0, i64 0, i32 2, i32 16, i32 8, i32 0, i32 11)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @doubles(
; CHECK: @cutile.nvptx.mma.m8n8k4.f64.f64.f64.f64(
define ptx_kernel void @doubles(ptr %a, ptr %c) #0 {
  %x = call <64 x double> @cutile.view_load.v64f64(ptr %a, i64 8, i64 8, i64 8, i64 1, i64 0, i64 0, i32 2, i32 8, i32 8, i32 0, i32 0, i32 12)
  %1 = call <64 x double> @cutile.mma.d(<64 x double> %x, <64 x double> %x, <64 x double> zeroinitializer, i32 1, i32 1, i32 1, i32 8, i32 8, i32 8, i32 12, i32 12, i32 12)
  call void @cutile.view_store.v64f64(<64 x double> %1, ptr %c, i64 8, i64 8, i64 8, i64 1, i64 0, i64 0, i32 2, i32 8, i32 8, i32 0, i32 12)
  ret void
}

; tf32 elements travel as floats; a and b with one batch serve every batch.
; CHECK-LABEL: define ptx_kernel void @batches(
; CHECK-COUNT-2: @cutile.nvptx.mma.m16n8k8.f32.tf32.tf32.f32(
; CHECK-NOT: @cutile.nvptx.mma
; CHECK: ret void
define ptx_kernel void @batches(ptr %a, ptr %b, ptr %c) #0 {
  %x = call <128 x float> @cutile.view_load.v128f32(ptr %a, i64 1, i64 16, i64 8, i64 128, i64 8, i64 1, i64 0, i64 0, i64 0, i32 3, i32 1, i32 16, i32 8, i32 0, i32 0, i32 13)
  %y = call <128 x float> @cutile.view_load.v128f32(ptr %b, i64 2, i64 8, i64 8, i64 64, i64 8, i64 1, i64 0, i64 0, i64 0, i32 3, i32 2, i32 8, i32 8, i32 0, i32 0, i32 13)
  %1 = call <256 x float> @cutile.mma.b(<128 x float> %x, <128 x float> %y, <256 x float> zeroinitializer, i32 2, i32 1, i32 2, i32 16, i32 8, i32 8, i32 13, i32 13, i32 11)
  call void @cutile.view_store.v256f32(<256 x float> %1, ptr %c, i64 2, i64 16, i64 8, i64 128, i64 8, i64 1, i64 0, i64 0, i64 0, i32 3, i32 2, i32 16, i32 8, i32 0, i32 11)
  ret void
}

declare <512 x i8> @cutile.view_load.v512i8(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <256 x i8> @cutile.view_load.v256i8(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <64 x double> @cutile.view_load.v64f64(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <128 x float> @cutile.view_load.v128f32(ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32) memory(read)
declare <128 x i32> @cutile.mma.i(<512 x i8>, <256 x i8>, <128 x i32>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare <128 x float> @cutile.mma.e(<512 x i8>, <256 x i8>, <128 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare <64 x double> @cutile.mma.d(<64 x double>, <64 x double>, <64 x double>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare <256 x float> @cutile.mma.b(<128 x float>, <128 x float>, <256 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare void @cutile.view_store.v128i32(<128 x i32>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v128f32(<128 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v64f64(<64 x double>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v256f32(<256 x float>, ptr, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32)
attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
