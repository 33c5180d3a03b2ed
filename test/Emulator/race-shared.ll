; Neighbours exchange values through shared memory. With the barrier the answer is right in every order of warps; without it,
; the emulator names both accesses.
; RUN: %cutile-emu %s --kernel ordered --block 64 buf:i32:64:none --print 0 | FileCheck %s --check-prefix=ORDERED
; RUN: %cutile-emu %s --kernel ordered --seed 7 --block 64 buf:i32:64:none --print 0 | FileCheck %s --check-prefix=ORDERED
; RUN: not %cutile-emu %s --kernel racy --block 64 buf:i32:64:none 2>&1 | FileCheck %s --check-prefix=RACY
; RUN: %cutile-emu %s --kernel warp_ordered --block 64 buf:i32:64:none
; RUN: not %cutile-emu %s --kernel warp_racy --block 64 buf:i32:64:none 2>&1 | FileCheck %s --check-prefix=RACY
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] poison, align 16

; ORDERED: 63 62 61 60
; ORDERED-NOT: error
define ptx_kernel void @ordered(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = sub i32 63, %t
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %u
  %v = load i32, ptr addrspace(3) %q
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; RACY: error: data-race: {{reads|writes}} shared memory + {{[0-9]+}}, which another thread {{reads|writes}}, and nothing orders the two
; RACY-NEXT: kernel '{{.*}}', block (0,0,0), thread ({{[0-9]+}},0,0)
; RACY-NEXT: {{load|store}} i32, addrspace(3){{.*}} in '{{.*}}'
; RACY-NEXT: and kernel '{{.*}}', block (0,0,0), thread ({{[0-9]+}},0,0)
; RACY-NEXT: {{load|store}} i32, addrspace(3)
define ptx_kernel void @racy(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %p
  %u = sub i32 63, %t
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %u
  %v = load i32, ptr addrspace(3) %q
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; The exchange stays within warps: their own barrier is enough. A shuffle is none.
define ptx_kernel void @warp_ordered(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %u = xor i32 %t, 31
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %u
  %v = load i32, ptr addrspace(3) %q
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}

define ptx_kernel void @warp_racy(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %p
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 31, i32 31)
  %u = xor i32 %t, 31
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %u
  %v = load i32, ptr addrspace(3) %q
  %sum = add i32 %v, %w
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %sum, ptr addrspace(1) %o
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
