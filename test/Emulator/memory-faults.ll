; Accesses outside memory, at odd addresses, and of bytes that nothing has written.
; RUN: not %cutile-emu %s --kernel global --block 33 buf:i32:32 2>&1 | FileCheck %s --check-prefix=GLOBAL
; RUN: not %cutile-emu %s --kernel shared --block 33 buf:i32:64 2>&1 | FileCheck %s --check-prefix=SHARED
; RUN: not %cutile-emu %s --kernel wide --block 2 buf:f32:64 2>&1 | FileCheck %s --check-prefix=ALIGN
; RUN: not %cutile-emu %s --kernel load --block 1 buf:i32:64:none 2>&1 | FileCheck %s --check-prefix=FRESH
; RUN: %cutile-emu %s --kernel load --block 1 buf:i32:64:zero
; RUN: not %cutile-emu %s --kernel fresh_shared --block 1 buf:i32:64:zero 2>&1 | FileCheck %s --check-prefix=FRESH-SHARED
; RUN: not %cutile-emu %s --kernel odd_shared --block 1 2>&1 | FileCheck %s --check-prefix=ALIGN-SHARED
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [32 x i32] poison, align 16

; GLOBAL: error: out-of-bounds: 4 bytes at 0x{{[0-9a-f]+}} belong to no memory; nearest is buffer + 128, size 128
; GLOBAL-NEXT: kernel 'global', block (0,0,0), thread (32,0,0)
; GLOBAL-NEXT: store i32, addrspace(1) [tile op 'store'] in 'global'
define ptx_kernel void @global(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %t, ptr addrspace(1) %q, !cutile.op !0
  ret void
}

; SHARED: error: out-of-bounds: 4 bytes at 0x{{[0-9a-f]+}}: offset 128 of shared memory, which has 128 bytes
define ptx_kernel void @shared(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store volatile i32 %t, ptr addrspace(3) %q
  ret void
}

; ALIGN: error: misaligned: 0x{{[0-9a-f]+}} (buffer + 4) is not a multiple of 16
; ALIGN: store <4 x float>
define ptx_kernel void @wide(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %t
  store <4 x float> zeroinitializer, ptr addrspace(1) %q, align 16
  ret void
}

; FRESH: error: uninitialised: nothing has written buffer + 8
define ptx_kernel void @load(ptr addrspace(1) %p) {
  %q = getelementptr i32, ptr addrspace(1) %p, i32 2
  %v = load i32, ptr addrspace(1) %q
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; FRESH-SHARED: error: uninitialised: nothing has written shared memory + 12
define ptx_kernel void @fresh_shared(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(3) @s
  %q = getelementptr i32, ptr addrspace(3) @s, i32 3
  %v = load volatile i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; ALIGN-SHARED: error: misaligned: 0x{{[0-9a-f]+}} (shared memory + 6) is not a multiple of 4
define ptx_kernel void @odd_shared() {
  %q = getelementptr i8, ptr addrspace(3) @s, i32 6
  store volatile i32 1, ptr addrspace(3) %q, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!0 = !{!"store"}
