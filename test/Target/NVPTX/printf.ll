; printf: tiles as nested lists, at most 32 arguments per call, large tiles in a loop.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: c"x {{\[\[}}%d, %d], [%d, %d]] of %5.2f %% %s\0A\00"
; CHECK-DAG: c"[%d, {{(%d, )*}}\00"
; CHECK-DAG: c"%s%d, %d, %d, %d], [%d, %d, %d, %d], [%d, %d, %d, %d], [%d, %d, %d, %d\00"
; CHECK-DAG: c"]], {{\[\[}}\00"

@format = private unnamed_addr constant [21 x i8] c"x %d of %5.2f %% %s\0A\00"
@line = private unnamed_addr constant [4 x i8] c"%d\0A\00"
@text = private unnamed_addr constant [5 x i8] c"text\00"

declare <4 x i32> @cutile.iota.v4i32.0()
declare <64 x i32> @cutile.iota.v64i32.0()
declare <256 x i32> @cutile.iota.v256i32.0()
declare i32 @cutile.printf.i32.13(ptr, i32, <4 x i32>, i32, i32, i32, i32, half, i32, i32, ptr, i32, i32)
declare i32 @cutile.printf.i32.6(ptr, i32, <64 x i32>, i32, i32, i32)
declare i32 @cutile.printf.i32.8(ptr, i32, <256 x i32>, i32, i32, i32, i32, i32)

; CHECK-LABEL: define ptx_kernel void @one_call(
; CHECK: alloca { i32, i32, i32, i32, double, ptr }
; CHECK: br i1 %first
; CHECK: fpext half %h to double
; CHECK: call i32 @vprintf(
; CHECK-NOT: vprintf
; CHECK: store i32 3, ptr %out
define ptx_kernel void @one_call(half %h, ptr %out) #0 {
  %t = call <4 x i32> @cutile.iota.v4i32.0()
  %n = call i32 @cutile.printf.i32.13(ptr @format, i32 3, <4 x i32> %t, i32 5, i32 2, i32 2, i32 2, half %h, i32 9, i32 -1, ptr @text, i32 18, i32 -1)
  store i32 %n, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @two_calls(
; CHECK-COUNT-2: call i32 @vprintf(
; CHECK-NOT: vprintf
; CHECK-LABEL: define ptx_kernel void @in_a_loop(
; CHECK: phi i64
; CHECK: call i32 @vprintf(
define ptx_kernel void @two_calls() #0 {
  %t = call <64 x i32> @cutile.iota.v64i32.0()
  %n = call i32 @cutile.printf.i32.6(ptr @line, i32 1, <64 x i32> %t, i32 5, i32 1, i32 64)
  ret void
}

define ptx_kernel void @in_a_loop() #0 {
  %t = call <256 x i32> @cutile.iota.v256i32.0()
  %n = call i32 @cutile.printf.i32.8(ptr @line, i32 1, <256 x i32> %t, i32 5, i32 3, i32 8, i32 8, i32 4)
  ret void
}

attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
