; The seed decides the order of warps, and when the bytes of asynchronous copies arrive; the same seed gives the same run.
; RUN: %cutile-emu %s --kernel order --seed 1 --block 256 buf:i32:1:zero buf:i32:8:none --print 1 > %t.order1
; RUN: %cutile-emu %s --kernel order --seed 1 --block 256 buf:i32:1:zero buf:i32:8:none --print 1 | diff %t.order1 -
; RUN: %cutile-emu %s --kernel order --seed 2 --block 256 buf:i32:1:zero buf:i32:8:none --print 1 > %t.order2
; RUN: not diff %t.order1 %t.order2
; RUN: not %cutile-emu %s --kernel early --seed 1 --block 32 buf:i32:128:iota buf:i32:32:none --print 1 > %t.early1
; RUN: not %cutile-emu %s --kernel early --seed 1 --block 32 buf:i32:128:iota buf:i32:32:none --print 1 | diff %t.early1 -
; RUN: not %cutile-emu %s --kernel early --seed 2 --block 32 buf:i32:128:iota buf:i32:32:none --print 1 > %t.early2
; RUN: not diff %t.early1 %t.early2
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [128 x i32] poison, align 16

; Each warp notes how many came before it.
define ptx_kernel void @order(ptr addrspace(1) %counter, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %count, label %end
count:
  %rank = atomicrmw add ptr addrspace(1) %counter, i32 1 monotonic
  %warp = lshr i32 %t, 5
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %warp
  store i32 %rank, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; Reads what it copies without waiting: some bytes are there, others are not.
define ptx_kernel void @early(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = shl i32 %t, 2
  %to = getelementptr i32, ptr addrspace(3) @s, i32 %at
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  call void @cutile.nvptx.cp.async.cg.16(ptr addrspace(3) %to, ptr addrspace(1) %from)
  call void @cutile.nvptx.cp.async.commit_group()
  %v = load i32, ptr addrspace(3) %to, align 16
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %q
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @cutile.nvptx.cp.async.cg.16(ptr addrspace(3), ptr addrspace(1))
declare void @cutile.nvptx.cp.async.commit_group()
