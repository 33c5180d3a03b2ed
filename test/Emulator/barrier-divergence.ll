; A barrier for the whole block that only some threads reach, in the ways that it goes wrong.
; RUN: not %cutile-emu %s --kernel two_places --block 64 2>&1 | FileCheck %s --check-prefix=PLACES
; RUN: not %cutile-emu %s --kernel early_exit --block 64 2>&1 | FileCheck %s --check-prefix=EXIT
; RUN: not %cutile-emu %s --kernel within_warp --block 64 2>&1 | FileCheck %s --check-prefix=WARP
; RUN: %cutile-emu %s --kernel named --block 96
; RUN: not %cutile-emu %s --kernel named_stuck --block 96 2>&1 | FileCheck %s --check-prefix=STUCK
; RUN: not %cutile-emu %s --kernel counts --block 96 2>&1 | FileCheck %s --check-prefix=COUNTS
target triple = "nvptx64-nvidia-cuda"

; PLACES: error: barrier-divergence: threads wait for all at barrier 0 in two places
define ptx_kernel void @two_places() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 32
  br i1 %low, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; EXIT: error: barrier-divergence: {{.*}}exit
define ptx_kernel void @early_exit() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 32
  br i1 %low, label %a, label %b
a:
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; WARP: error: {{barrier|warp}}-divergence
define ptx_kernel void @within_warp() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 16
  br i1 %low, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %b
b:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
}

; Two warps of three meet; the third only arrives, elsewhere.
define ptx_kernel void @named() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 32
  br i1 %low, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 96)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 96)
  ret void
}

; STUCK: error: deadlock: no thread can run:
; STUCK-NEXT: block (0,0,0):
; STUCK-NEXT: threads 0-31 exited
; STUCK-NEXT: threads 32-95 wait at barrier 1 (64 of 96 came) at
define ptx_kernel void @named_stuck() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 32
  br i1 %low, label %a, label %b
a:
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 96)
  ret void
}

; COUNTS: error: barrier-divergence: barrier 1 expects {{64|96}} threads, this thread says {{64|96}}
define ptx_kernel void @counts() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 32
  br i1 %low, label %a, label %b
a:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  ret void
b:
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 96)
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32, i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
