; Tiles that are carried around a loop and swapped there are copied as if at once: one of them is saved first.
; RUN: %cutile-opt -passes=cutile-lower-to-cpu %s | FileCheck %s

; CHECK-LABEL: define internal void @swap.cutile_cpu(
; CHECK: call void @llvm.memcpy
; CHECK-NOT: <64 x i32>
; CHECK: ret void
define ptx_kernel void @swap(ptr %p, ptr %q, i32 %n) "cutile.kernel" {
entry:
  %x = load <64 x i32>, ptr %p, align 4
  %y = load <64 x i32>, ptr %q, align 4
  br label %loop
loop:
  %a = phi <64 x i32> [ %x, %entry ], [ %b, %loop ]
  %b = phi <64 x i32> [ %y, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <64 x i32> %a, ptr %p, align 4
  store <64 x i32> %b, ptr %q, align 4
  ret void
}

; An accumulator that only the product uses is updated in place.
; CHECK-LABEL: define internal void @accumulate.cutile_cpu(
; CHECK-COUNT-1: call void @cutile_cpu_mma_f32(
; CHECK-NOT: call void @llvm.memcpy
; CHECK: ret void
declare <256 x float> @cutile.mma.v256f32.v256f32.v256f32.v256f32.12(<256 x float>, <256 x float>, <256 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)
define ptx_kernel void @accumulate(ptr %p, i32 %n) "cutile.kernel" {
entry:
  %x = load <256 x float>, ptr %p, align 4
  br label %loop
loop:
  %sum = phi <256 x float> [ zeroinitializer, %entry ], [ %new, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %new = call <256 x float> @cutile.mma.v256f32.v256f32.v256f32.v256f32.12(<256 x float> %x, <256 x float> %x, <256 x float> %sum, i32 1, i32 1, i32 1, i32 16, i32 16, i32 16, i32 11, i32 11, i32 11)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <256 x float> %new, ptr %p, align 4
  ret void
}
