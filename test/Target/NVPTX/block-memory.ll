; Local variables: scalars stay private to the threads, what tile ops address or holds tiles is memory of the block.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare <64 x i32> @cutile.iota.v64i32.0()
declare <64 x i32> @cutile.load.v64i32.v64i64.v64i8.v64i32.3(<64 x i64>, <64 x i8>, <64 x i32>)
declare void @cutile.store.v64i64.v64i32.v64i8.3(<64 x i64>, <64 x i32>, <64 x i8>)
declare void @llvm.lifetime.start.p0(ptr)

; CHECK: @array.shared.buffer = internal addrspace(3) global [64 x i32]
; CHECK: @tiles.shared.held = internal addrspace(3) global [2 x <64 x i32>]

; CHECK-LABEL: define ptx_kernel void @array(
; CHECK: %counts = alloca
; CHECK-NOT: lifetime
; The tile's elements are read by scalar code of every thread only after all have written; scalar stores by one thread.
; CHECK: store i32 {{.*}}, ptr %{{.*}}
; CHECK: barrier
; CHECK: load i32, ptr
; CHECK: store i32 {{.*}}, ptr %counts
define ptx_kernel void @array(i32 %k, ptr %out) #0 {
  %buffer = alloca [64 x i32], align 4
  %counts = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %buffer)
  %i = call <64 x i32> @cutile.iota.v64i32.0()
  %wide = zext <64 x i32> %i to <64 x i64>
  %bytes = shl <64 x i64> %wide, splat (i64 2)
  %a = ptrtoint ptr %buffer to i64
  %s = insertelement <64 x i64> poison, i64 %a, i64 0
  %as = shufflevector <64 x i64> %s, <64 x i64> poison, <64 x i32> zeroinitializer
  %addresses = add <64 x i64> %as, %bytes
  call void @cutile.store.v64i64.v64i32.v64i8.3(<64 x i64> %addresses, <64 x i32> %i, <64 x i8> splat (i8 1))
  %x = load i32, ptr %buffer
  store i32 %x, ptr %counts
  %y = load i32, ptr %counts
  store i32 %y, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @tiles(
; CHECK: store i32
; CHECK: barrier
; CHECK: load i32
define ptx_kernel void @tiles(i64 %k, ptr %out) #0 {
  %held = alloca [2 x <64 x i32>], align 4
  %i = call <64 x i32> @cutile.iota.v64i32.0()
  %p = getelementptr [2 x <64 x i32>], ptr %held, i64 0, i64 %k
  store <64 x i32> %i, ptr %p, align 4
  %x = load <64 x i32>, ptr %held, align 4
  %e = extractelement <64 x i32> %x, i64 3
  store i32 %e, ptr %out
  ret void
}

; Written arguments lose noalias: other threads of the block access the same elements.
; CHECK-LABEL: define ptx_kernel void @restrict(ptr %p, ptr noalias %q)
define ptx_kernel void @restrict(ptr noalias %p, ptr noalias %q) #0 {
  %x = load i32, ptr %q
  store i32 %x, ptr %p
  ret void
}

attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
