; RUN: not %cutile-opt -passes=cutile-lower-to-nvptx %s -disable-output 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; CHECK: error: 'mma' of fp8 tiles (needed: sm_89 or later) is not supported on sm_80
define ptx_kernel void @fp8(ptr %c) #0 {
  %1 = call <256 x float> @cutile.mma.e(<256 x i8> zeroinitializer, <256 x i8> zeroinitializer, <256 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 16, i32 16, i32 16, i32 14, i32 14, i32 11)
  call void @cutile.view_store.v256f32(<256 x float> %1, ptr %c, i64 16, i64 16, i64 16, i64 1, i64 0, i64 0, i32 2, i32 16, i32 16, i32 0, i32 11)
  ret void
}
; CHECK: error: 'element_cast' of e4m3 to float is not supported on sm_80
define ptx_kernel void @scaled(ptr %a, ptr %c) #0 {
  %x = call <512 x i8> @cutile.view_load.v512i8(ptr %a, i64 16, i64 32, i64 32, i64 1, i64 0, i64 0, i32 2, i32 16, i32 32, i32 0, i32 0, i32 14)
  %1 = call <256 x float> @cutile.scaled_mma.e(<512 x i8> %x, <16 x i8> zeroinitializer, <512 x i8> zeroinitializer, <16 x i8> zeroinitializer, <256 x float> zeroinitializer, i32 1, i32 1, i32 1, i32 1, i32 1, i32 16, i32 16, i32 32, i32 32, i32 14, i32 14, i32 16)
  call void @cutile.view_store.v256f32(<256 x float> %1, ptr %c, i64 16, i64 16, i64 16, i64 1, i64 0, i64 0, i32 2, i32 16, i32 16, i32 0, i32 11)
  ret void
}

declare <256 x float> @cutile.mma.e(<256 x i8>, <256 x i8>, <256 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare <256 x float> @cutile.scaled_mma.e(<512 x i8>, <16 x i8>, <512 x i8>, <16 x i8>, <256 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare <512 x i8> @cutile.view_load.v512i8(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v256f32(<256 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
attributes #0 = { "cutile.kernel" "target-cpu"="sm_80" }
