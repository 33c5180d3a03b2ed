; RUN: %cutile-opt -passes=cutile-lower-to-nvptx,verify -cutile-print-plan %s 2>&1 | FileCheck %s
; Loads of a loop that feed a product are copied to shared memory ahead of their iteration.

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; CHECK: plan of aligned
; CHECK: pipelines 4 slots of 8192 bytes
; CHECK-NEXT: %x half[64, 32] by 16 bytes
; CHECK-NEXT: %y half[32, 64] by 16 bytes
; CHECK: plan of masked
; CHECK: pipelines 4 slots of 8192 bytes
; CHECK-NEXT: %x half[64, 32] by 16 bytes
; CHECK-NEXT: %y half[32, 64] by 16 bytes
; CHECK: plan of unaligned
; CHECK-NOT: pipelines
; CHECK: refused loads of the loop are not copied ahead; no 4 bytes are known to be neighbours, aligned and inside the array together
; CHECK: plan of written
; CHECK-NOT: pipelines
; CHECK: refused loads of the loop are not copied ahead; loads cannot pass 'view_store', which writes memory

; Slots, and the copies of the first three iterations.
; CHECK: @aligned.slots = internal addrspace(3) global [32768 x i8]
; CHECK-LABEL: define ptx_kernel void @aligned(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all
; CHECK-COUNT-4: call void @cutile.nvptx.cp.async.cg.16(
; CHECK: call void @cutile.nvptx.cp.async.commit_group()
; CHECK: call void @cutile.nvptx.cp.async.commit_group()
; CHECK: call void @cutile.nvptx.cp.async.commit_group()
; The counter, and whether there is such an iteration, three iterations ahead.
; CHECK: [[REACHED:%ahead[0-9]*]] = phi i1 [ {{%.*}}, %{{.*}} ], [ [[CONTINUES:%.*]], %{{.*}} ]
; CHECK: [[AHEAD:%ahead[0-9]*]] = phi i64 [ {{%.*}}, %{{.*}} ], [ [[NEXT:%.*]], %{{.*}} ]
; CHECK: %slot = phi i32 [ 0, %{{.*}} ], [ {{%.*}}, %{{.*}} ]
; CHECK: call void @cutile.nvptx.cp.async.wait_group(i32 2)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all
; CHECK: [[NEXT]] = add i64 [[AHEAD]], 1
; CHECK: [[MORE:%.*]] = icmp slt i64 [[NEXT]], %n
; CHECK: br i1 [[REACHED]],
; CHECK-COUNT-4: call void @cutile.nvptx.cp.async.cg.16(
; CHECK: call void @cutile.nvptx.cp.async.commit_group()
; CHECK: [[CONTINUES]] = select i1 [[REACHED]], i1 [[MORE]], i1 false
; CHECK: @cutile.nvptx.ldmatrix.x4(
; CHECK: @cutile.nvptx.ldmatrix.x4.trans(
; CHECK: @cutile.nvptx.mma.m16n8k16
; CHECK: br i1 %more
define ptx_kernel void @aligned(ptr noalias align 16 %a, ptr noalias align 16 %b, ptr noalias %c, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi <4096 x float> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %k = shl i64 %i, 5
  %x = call <2048 x half> @cutile.view_load.v2048f16(ptr %a, i64 64, i64 4096, i64 4096, i64 1, i64 0, i64 %k, i32 2, i32 64, i32 32, i32 0, i32 0, i32 9)
  %y = call <2048 x half> @cutile.view_load.v2048f16(ptr %b, i64 4096, i64 64, i64 64, i64 1, i64 %k, i64 0, i32 2, i32 32, i32 64, i32 0, i32 0, i32 9)
  %sum = call <4096 x float> @cutile.mma.f32(<2048 x half> %x, <2048 x half> %y, <4096 x float> %acc, i32 1, i32 1, i32 1, i32 64, i32 64, i32 32, i32 9, i32 9, i32 11)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @cutile.view_store.v4096f32(<4096 x float> %sum, ptr %c, i64 64, i64 64, i64 64, i64 1, i64 0, i64 0, i32 2, i32 64, i32 64, i32 0, i32 11)
  ret void
}

; Elements outside come as zeros. The loop counts down, as ranges of the API do.
; CHECK-LABEL: define ptx_kernel void @masked(
; CHECK: [[END0:%.*]] = icmp eq i64 %n, 0
; CHECK: [[RUNS0:%.*]] = xor i1 [[END0]], true
; CHECK: [[LEFT1:%.*]] = add i64 %n, -1
; CHECK: br i1 [[RUNS0]],
; CHECK: [[END1:%.*]] = icmp eq i64 [[LEFT1]], 0
; CHECK: [[NOT1:%.*]] = xor i1 [[END1]], true
; CHECK: [[RUNS1:%.*]] = select i1 [[RUNS0]], i1 [[NOT1]], i1 false
; CHECK: br i1 [[RUNS1]],
; CHECK: [[BYTES:%.*]] = select i1 {{%.*}}, i32 16, i32 0
; CHECK: call void @cutile.nvptx.cp.async.cg.16.zfill(ptr addrspace(3) {{%.*}}, ptr addrspace(1) {{%.*}}, i32 [[BYTES]])
define ptx_kernel void @masked(ptr noalias align 16 %a, ptr noalias align 16 %b, ptr noalias %c, i64 %n, i64 %m) #0 {
entry:
  br label %loop
loop:
  %left = phi i64 [ %n, %entry ], [ %fewer, %body ]
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %acc = phi <4096 x float> [ zeroinitializer, %entry ], [ %sum, %body ]
  %end = icmp eq i64 %left, 0
  br i1 %end, label %done, label %body
body:
  %x = call <2048 x half> @cutile.view_load.v2048f16(ptr %a, i64 %m, i64 4096, i64 4096, i64 1, i64 0, i64 %k, i32 2, i32 64, i32 32, i32 1, i32 0, i32 9)
  %y = call <2048 x half> @cutile.view_load.v2048f16(ptr %b, i64 %m, i64 64, i64 64, i64 1, i64 %k, i64 0, i32 2, i32 32, i32 64, i32 1, i32 0, i32 9)
  %sum = call <4096 x float> @cutile.mma.f32(<2048 x half> %x, <2048 x half> %y, <4096 x float> %acc, i32 1, i32 1, i32 1, i32 64, i32 64, i32 32, i32 9, i32 9, i32 11)
  %fewer = add i64 %left, -1
  %next = add i64 %k, 32
  br label %loop
done:
  call void @cutile.view_store.v4096f32(<4096 x float> %acc, ptr %c, i64 64, i64 64, i64 64, i64 1, i64 0, i64 0, i32 2, i32 64, i32 64, i32 0, i32 11)
  ret void
}

; Rows that begin anywhere cannot be copied in pieces of 4 bytes or more.
; CHECK-LABEL: define ptx_kernel void @unaligned(
; CHECK-NOT: cp.async
; CHECK: ret void
define ptx_kernel void @unaligned(ptr noalias align 16 %a, ptr noalias align 16 %b, ptr noalias %c, i64 %n, i64 %ld) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi <4096 x float> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %k = shl i64 %i, 5
  %x = call <2048 x half> @cutile.view_load.v2048f16(ptr %a, i64 64, i64 4096, i64 %ld, i64 1, i64 0, i64 %k, i32 2, i32 64, i32 32, i32 0, i32 0, i32 9)
  %y = call <2048 x half> @cutile.view_load.v2048f16(ptr %b, i64 4096, i64 64, i64 %ld, i64 1, i64 %k, i64 0, i32 2, i32 32, i32 64, i32 0, i32 0, i32 9)
  %sum = call <4096 x float> @cutile.mma.f32(<2048 x half> %x, <2048 x half> %y, <4096 x float> %acc, i32 1, i32 1, i32 1, i32 64, i32 64, i32 32, i32 9, i32 9, i32 11)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  call void @cutile.view_store.v4096f32(<4096 x float> %sum, ptr %c, i64 64, i64 64, i64 64, i64 1, i64 0, i64 0, i32 2, i32 64, i32 64, i32 0, i32 11)
  ret void
}

; A loop that writes memory keeps its loads where they are.
; CHECK-LABEL: define ptx_kernel void @written(
; CHECK-NOT: cp.async
; CHECK: ret void
define ptx_kernel void @written(ptr align 16 %a, ptr align 16 %b, ptr %c, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi <4096 x float> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %k = shl i64 %i, 5
  %x = call <2048 x half> @cutile.view_load.v2048f16(ptr %a, i64 64, i64 4096, i64 4096, i64 1, i64 0, i64 %k, i32 2, i32 64, i32 32, i32 0, i32 0, i32 9)
  %y = call <2048 x half> @cutile.view_load.v2048f16(ptr %b, i64 4096, i64 64, i64 64, i64 1, i64 %k, i64 0, i32 2, i32 32, i32 64, i32 0, i32 0, i32 9)
  %sum = call <4096 x float> @cutile.mma.f32(<2048 x half> %x, <2048 x half> %y, <4096 x float> %acc, i32 1, i32 1, i32 1, i32 64, i32 64, i32 32, i32 9, i32 9, i32 11)
  call void @cutile.view_store.v4096f32(<4096 x float> %sum, ptr %c, i64 64, i64 64, i64 64, i64 1, i64 0, i64 0, i32 2, i32 64, i32 64, i32 0, i32 11)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare <2048 x half> @cutile.view_load.v2048f16(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)
declare <4096 x float> @cutile.mma.f32(<2048 x half>, <2048 x half>, <4096 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) memory(none)
declare void @cutile.view_store.v4096f32(<4096 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
