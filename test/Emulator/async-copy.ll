; Copies into shared memory: right after commit, wait and barrier; a missing wait, a wait for too few groups, a missing barrier and an early
; reuse are found whenever the bytes happen to arrive.
; RUN: %cutile-emu %s --kernel waits --block 32 buf:f32:256:iota buf:f32:256:none --print 1 | FileCheck %s
; RUN: %cutile-emu %s --kernel waits --seed 3 --block 32 buf:f32:256:iota buf:f32:256:none --print 1 | FileCheck %s
; RUN: not %cutile-emu %s --kernel no_wait --block 32 buf:f32:256:iota buf:f32:256:none 2>&1 | FileCheck %s --check-prefix=ASYNC
; RUN: not %cutile-emu %s --kernel no_wait --seed 3 --block 32 buf:f32:256:iota buf:f32:256:none 2>&1 | FileCheck %s --check-prefix=ASYNC
; RUN: not %cutile-emu %s --kernel too_few --block 32 buf:f32:256:iota buf:f32:256:none 2>&1 | FileCheck %s --check-prefix=ASYNC
; RUN: not %cutile-emu %s --kernel no_barrier --block 32 buf:f32:256:iota buf:f32:256:none 2>&1 | FileCheck %s --check-prefix=BARRIER
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [256 x float] poison, align 16

; CHECK: 124 125 126 127 120 121 122 123
; ASYNC: error: async-copy-race: reads shared memory + {{[0-9]+}}, which {{the same|another}} thread writes by an asynchronous copy, and nothing has waited for the copy
; BARRIER: error: data-race: reads shared memory + {{[0-9]+}}, which another thread writes, and nothing orders the two

define internal void @begin(ptr addrspace(1) %in, i32 %t, i32 %part) {
  %at = shl i32 %t, 2
  %offset = shl i32 %part, 7
  %index = or i32 %at, %offset
  %to = getelementptr float, ptr addrspace(3) @s, i32 %index
  %from = getelementptr float, ptr addrspace(1) %in, i32 %index
  call void @cutile.nvptx.cp.async.cg.16(ptr addrspace(3) %to, ptr addrspace(1) %from)
  call void @cutile.nvptx.cp.async.commit_group()
  ret void
}

define internal void @finish(ptr addrspace(1) %out, i32 %t, i32 %part) {
  %u = sub i32 31, %t
  %at = shl i32 %u, 2
  %offset = shl i32 %part, 7
  %index = or i32 %at, %offset
  %p = getelementptr float, ptr addrspace(3) @s, i32 %index
  %v = load <4 x float>, ptr addrspace(3) %p, align 16
  %to = shl i32 %t, 2
  %place = or i32 %to, %offset
  %q = getelementptr float, ptr addrspace(1) %out, i32 %place
  store <4 x float> %v, ptr addrspace(1) %q, align 16
  ret void
}

define ptx_kernel void @waits(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @begin(ptr addrspace(1) %in, i32 %t, i32 0)
  call void @begin(ptr addrspace(1) %in, i32 %t, i32 1)
  call void @cutile.nvptx.cp.async.wait_group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @finish(ptr addrspace(1) %out, i32 %t, i32 0)
  call void @cutile.nvptx.cp.async.wait_group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @finish(ptr addrspace(1) %out, i32 %t, i32 1)
  ret void
}

define ptx_kernel void @no_wait(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @begin(ptr addrspace(1) %in, i32 %t, i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @finish(ptr addrspace(1) %out, i32 %t, i32 0)
  ret void
}

define ptx_kernel void @too_few(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @begin(ptr addrspace(1) %in, i32 %t, i32 0)
  call void @begin(ptr addrspace(1) %in, i32 %t, i32 1)
  call void @cutile.nvptx.cp.async.wait_group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @finish(ptr addrspace(1) %out, i32 %t, i32 1)
  ret void
}

define ptx_kernel void @no_barrier(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @begin(ptr addrspace(1) %in, i32 %t, i32 0)
  call void @cutile.nvptx.cp.async.wait_group(i32 0)
  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %same = xor i32 %x, 1
  call void @finish(ptr addrspace(1) %out, i32 %same, i32 0)
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @cutile.nvptx.cp.async.cg.16(ptr addrspace(3), ptr addrspace(1))
declare void @cutile.nvptx.cp.async.commit_group()
declare void @cutile.nvptx.cp.async.wait_group(i32)
