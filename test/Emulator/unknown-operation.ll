; Nothing is skipped: assembly and calls that the emulator does not know stop the launch before it begins.
; RUN: not %cutile-emu %s --kernel assembly 2>&1 | FileCheck %s --check-prefix=ASM
; RUN: not %cutile-emu %s --kernel call 2>&1 | FileCheck %s --check-prefix=CALL
; RUN: not %cutile-emu %s --kernel intrinsic 2>&1 | FileCheck %s --check-prefix=INTRINSIC
target triple = "nvptx64-nvidia-cuda"

; ASM: error: the emulator does not know inline assembly 'frobnicate;' (call in 'assembly')
define ptx_kernel void @assembly() {
  call void asm sideeffect "frobnicate;", ""()
  ret void
}

; CALL: error: the emulator does not know call of 'somewhere_else'
define ptx_kernel void @call() {
  call void @somewhere_else()
  ret void
}

; INTRINSIC: error: the emulator does not know call of 'llvm.nvvm.wgmma.fence.sync.aligned'
define ptx_kernel void @intrinsic() {
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  ret void
}

declare void @somewhere_else()
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
