; Loads and stores of pointer tiles and views as vectors of up to 16 bytes, decided by facts or by a test.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare <512 x i32> @cutile.iota.v512i32.0()
declare ptr @cutile.assume_aligned.p0.p0.2(ptr, i64)
declare <512 x float> @cutile.load.v512f32.v512i64.v512i8.v512f32.3(<512 x i64>, <512 x i8>, <512 x float>)
declare void @cutile.store.v512i64.v512f32.v512i8.3(<512 x i64>, <512 x float>, <512 x i8>)
declare <512 x half> @cutile.view_load.v512f16.p0.9(ptr, i64, i64, i64, i32, i32, i32, i32, i32)
declare <512 x float> @cutile.view_load.v512f32.p0.13(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v512f32.p0.13(<512 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)

; The load is from an aligned pointer; the store's is tested.
; CHECK-LABEL: define ptx_kernel void @pointers(
; CHECK: load <4 x float>, ptr addrspace(1) {{.*}}, align 16
; CHECK-NOT: load
; CHECK: %aligned = icmp eq i32
; CHECK: br i1 %aligned
; CHECK: store <4 x float> {{.*}}, align 16
; CHECK: call void @cutile.nvptx.st.pred.b32.p1(ptr addrspace(1) {{.*}}, i1 true, i32
define ptx_kernel void @pointers(ptr %a, ptr %b) #0 {
  %p = call ptr @cutile.assume_aligned.p0.p0.2(ptr %a, i64 16)
  %i = call <512 x i32> @cutile.iota.v512i32.0()
  %wide = zext <512 x i32> %i to <512 x i64>
  %bytes = shl <512 x i64> %wide, splat (i64 2)
  %from = ptrtoint ptr %p to i64
  %s = insertelement <512 x i64> poison, i64 %from, i64 0
  %froms = shufflevector <512 x i64> %s, <512 x i64> poison, <512 x i32> zeroinitializer
  %loads = add <512 x i64> %froms, %bytes
  %x = call <512 x float> @cutile.load.v512f32.v512i64.v512i8.v512f32.3(<512 x i64> %loads, <512 x i8> splat (i8 1), <512 x float> poison)
  %to = ptrtoint ptr %b to i64
  %t = insertelement <512 x i64> poison, i64 %to, i64 0
  %tos = shufflevector <512 x i64> %t, <512 x i64> poison, <512 x i32> zeroinitializer
  %stores = add <512 x i64> %tos, %bytes
  call void @cutile.store.v512i64.v512f32.v512i8.3(<512 x i64> %stores, <512 x float> %x, <512 x i8> splat (i8 1))
  ret void
}

; A masked view of an aligned pointer: whole blocks without masks, else whole vectors, else elements.
; CHECK-LABEL: define ptx_kernel void @masked_view(
; CHECK: %whole = and i1
; CHECK: br i1 %whole
; CHECK: load <4 x half>, ptr addrspace(1) {{.*}}, align 8
; CHECK: call { i32, i32 } @cutile.nvptx.ld.pred.v2.b32.p1(ptr addrspace(1)
; CHECK: call i16 @cutile.nvptx.ld.pred.b16.p1(ptr addrspace(1)
define ptx_kernel void @masked_view(ptr align 16 %a, i64 %n, ptr %out) #0 {
  %x = call <512 x half> @cutile.view_load.v512f16.p0.9(ptr %a, i64 %n, i64 1, i64 0, i32 1, i32 512, i32 1, i32 0, i32 9)
  %y = fpext <512 x half> %x to <512 x float>
  call void @cutile.view_store.v512f32.p0.13(<512 x float> %y, ptr %out, i64 16, i64 32, i64 32, i64 1, i64 0, i64 0, i32 2, i32 16, i32 32, i32 0, i32 11)
  ret void
}

; The first dimension is contiguous: neighbours in it go to one thread.
; CHECK-LABEL: define ptx_kernel void @column_major(
; CHECK: load <4 x float>, ptr addrspace(1) {{.*}}, align 16
; CHECK-NOT: load float
; CHECK: ret void
define ptx_kernel void @column_major(ptr align 16 %a, ptr align 16 %out) #0 {
  %x = call <512 x float> @cutile.view_load.v512f32.p0.13(ptr %a, i64 16, i64 32, i64 1, i64 16, i64 0, i64 0, i32 2, i32 16, i32 32, i32 0, i32 0, i32 11)
  call void @cutile.view_store.v512f32.p0.13(<512 x float> %x, ptr %out, i64 16, i64 32, i64 1, i64 16, i64 0, i64 0, i32 2, i32 16, i32 32, i32 0, i32 11)
  ret void
}

attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
