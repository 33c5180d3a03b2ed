; A masked view has one range of columns inside the array per row, and padding on both sides; a row outside is all padding.
; RUN: %cutile-opt -passes=cutile-lower-to-cpu %s | FileCheck %s

declare <256 x float> @cutile.view_load.v256f32.p0.12(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32)
declare void @cutile.view_store.void.v256f32.p0.12(<256 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)

; CHECK-LABEL: define internal void @block.cutile_cpu(
; CHECK: [[ROW:%.*]] = icmp ult i64 {{.*}}, %rows
; CHECK: call i64 @llvm.smax.i64
; CHECK: select i1 [[ROW]], i64
; CHECK: store float 0x7FF8000000000000
; CHECK: load float, ptr
; CHECK: store float 0x7FF8000000000000
; CHECK: ret void
define ptx_kernel void @block(ptr %p, i64 %rows, i64 %columns, i64 %i, i64 %j) "cutile.kernel" {
  %x = call <256 x float> @cutile.view_load.v256f32.p0.12(ptr %p, i64 %rows, i64 %columns, i64 %columns, i64 1, i64 %i, i64 %j, i32 2, i32 16, i32 16, i32 1, i32 4, i32 11)
  call void @cutile.view_store.void.v256f32.p0.12(<256 x float> %x, ptr %p, i64 %rows, i64 %columns, i64 %columns, i64 1, i64 %i, i64 %j, i32 2, i32 16, i32 16, i32 1, i32 11)
  ret void
}
