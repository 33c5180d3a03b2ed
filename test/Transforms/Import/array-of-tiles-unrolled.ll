; An array of tiles that a loop counter indexes becomes values: the loop is unrolled.
; RUN: %cutile-opt -passes=cutile-import %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

@.kernel = private unnamed_addr constant [14 x i8] c"cutile.kernel\00", section "llvm.metadata"
@.file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @constant, ptr @.kernel, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @run_time, ptr @.kernel, ptr @.file, i32 2, ptr null }], section "llvm.metadata"

; CHECK-LABEL: define ptx_kernel void @constant(
; CHECK-NOT: alloca
; CHECK-COUNT-3: call <64 x float> @cutile.exp.
; CHECK-NOT: cutile.exp.
; CHECK: ret void
define ptx_kernel void @constant(<64 x i64> %p, <64 x float> %v0, <64 x float> %v1, <64 x float> %v2) {
entry:
  %a = alloca [3 x <64 x float>], align 4
  %i = alloca i32, align 4
  %s0 = getelementptr inbounds [3 x <64 x float>], ptr %a, i64 0, i64 0
  %s1 = getelementptr inbounds [3 x <64 x float>], ptr %a, i64 0, i64 1
  %s2 = getelementptr inbounds [3 x <64 x float>], ptr %a, i64 0, i64 2
  store <64 x float> %v0, ptr %s0, align 4
  store <64 x float> %v1, ptr %s1, align 4
  store <64 x float> %v2, ptr %s2, align 4
  store i32 0, ptr %i, align 4
  br label %head
head:
  %c = load i32, ptr %i, align 4
  %more = icmp slt i32 %c, 3
  br i1 %more, label %body, label %done
body:
  %w = sext i32 %c to i64
  %s = getelementptr inbounds [3 x <64 x float>], ptr %a, i64 0, i64 %w
  %x = load <64 x float>, ptr %s, align 4
  %y = call <64 x float> @_ZN4cuda5tiles4__op3expIv(<64 x float> %x, i32 11, i32 -1, i32 0)
  store <64 x float> %y, ptr %s, align 4
  %next = add nsw i32 %c, 1
  store i32 %next, ptr %i, align 4
  br label %head
done:
  %x0 = load <64 x float>, ptr %s0, align 4
  %x1 = load <64 x float>, ptr %s1, align 4
  %x2 = load <64 x float>, ptr %s2, align 4
  call void @_ZN4cuda5tiles4__op5storeIv(<64 x i64> %p, <64 x float> %x0, <64 x i8> splat (i8 1))
  call void @_ZN4cuda5tiles4__op5storeIv(<64 x i64> %p, <64 x float> %x1, <64 x i8> splat (i8 1))
  call void @_ZN4cuda5tiles4__op5storeIv(<64 x i64> %p, <64 x float> %x2, <64 x i8> splat (i8 1))
  ret void
}

; A run-time index: the array stays in memory, which tile IR allows.
; CHECK-LABEL: define ptx_kernel void @run_time(
; CHECK: alloca [3 x <64 x float>]
; CHECK: store <64 x float>
; CHECK: load <64 x float>
define ptx_kernel void @run_time(i64 %n, <64 x i64> %p, <64 x float> %v) {
  %a = alloca [3 x <64 x float>], align 4
  %s0 = getelementptr inbounds [3 x <64 x float>], ptr %a, i64 0, i64 %n
  store <64 x float> %v, ptr %s0, align 4
  %s1 = getelementptr inbounds [3 x <64 x float>], ptr %a, i64 0, i64 1
  %x1 = load <64 x float>, ptr %s1, align 4
  call void @_ZN4cuda5tiles4__op5storeIv(<64 x i64> %p, <64 x float> %x1, <64 x i8> splat (i8 1))
  ret void
}

declare <64 x float> @_ZN4cuda5tiles4__op3expIv(<64 x float>, i32, i32, i32) readnone
declare void @_ZN4cuda5tiles4__op5storeIv(<64 x i64>, <64 x float>, <64 x i8>)
