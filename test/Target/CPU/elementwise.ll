; A chain of elementwise instructions with single uses is one loop; its result goes to memory once.
; RUN: %cutile-opt -passes=cutile-lower-to-cpu %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare <64 x float> @cutile.view_load.v64f32.p0.8(ptr, i64, i64, i64, i32, i32, i32, i32, i32)
declare void @cutile.view_store.void.v64f32.p0.8(<64 x float>, ptr, i64, i64, i64, i32, i32, i32, i32)

; CHECK-LABEL: define internal void @chain.cutile_cpu(
; CHECK-SAME: ptr noundef %arguments, ptr noundef %block, ptr noalias noundef %scratch)
; The loaded tile has a buffer.
; CHECK: getelementptr float, ptr %in
; CHECK: [[L:%.*]] = load float, ptr
; CHECK: store float [[L]]
; The chain is computed where it is stored.
; CHECK: [[X:%.*]] = load float, ptr
; CHECK-NEXT: [[M:%.*]] = fmul contract float [[X]], 2.000000e+00
; CHECK-NEXT: [[A:%.*]] = fadd contract float [[M]], 1.000000e+00
; CHECK-NEXT: [[P:%.*]] = getelementptr float, ptr %out
; CHECK-NEXT: store float [[A]], ptr [[P]]
; CHECK-NOT: <64 x float>
; CHECK: ret void
define ptx_kernel void @chain(ptr %in, ptr %out, i64 %n) "cutile.kernel" {
  %x = call <64 x float> @cutile.view_load.v64f32.p0.8(ptr %in, i64 %n, i64 1, i64 0, i32 1, i32 64, i32 0, i32 0, i32 11)
  %m = fmul contract <64 x float> %x, splat (float 2.0)
  %a = fadd contract <64 x float> %m, splat (float 1.0)
  call void @cutile.view_store.void.v64f32.p0.8(<64 x float> %a, ptr %out, i64 %n, i64 1, i64 0, i32 1, i32 64, i32 0, i32 11)
  ret void
}

; bfloat arithmetic is float arithmetic and integer rounding: no bfloat value is moved or truncated by an instruction.
; CHECK-LABEL: define internal void @small.cutile_cpu(
; CHECK-NOT: fptrunc
; CHECK: fadd float
; CHECK-NOT: fptrunc
; CHECK-NOT: store bfloat
; CHECK: ret void
define ptx_kernel void @small(ptr %p) "cutile.kernel" {
  %x = load <16 x bfloat>, ptr %p, align 2
  %y = fadd <16 x bfloat> %x, splat (bfloat 1.0)
  store <16 x bfloat> %y, ptr %p, align 2
  ret void
}
