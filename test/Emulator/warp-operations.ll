; Shuffles, votes, matches and reductions of one warp.
; RUN: %cutile-emu %s --kernel shuffles --block 32 buf:i32:128:none --print 0 | FileCheck %s
; RUN: %cutile-emu %s --kernel votes --block 32 buf:i32:128:none --print 0 | FileCheck %s --check-prefix=VOTES
; RUN: not %cutile-emu %s --kernel diverged --block 32 buf:i32:1 2>&1 | FileCheck %s --check-prefix=DIVERGED
target triple = "nvptx64-nvidia-cuda"

; Butterfly by 1; up by 1; down by 2 in segments of 8; lane 5 of segments of 16.
; CHECK: 1 0 3 2 5 4 7 6
; CHECK-NEXT: 17 16
; CHECK-NEXT: 0 0 1 2 3 4
; CHECK-NEXT: 15 16
; CHECK-NEXT: 2 3 4 5 6 7 6 7 10 11 12 13 14 15 14 15
; CHECK-NEXT: 18 19
; CHECK-NEXT: 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5
; CHECK-NEXT: 21 21
define ptx_kernel void @shuffles(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  %b = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %t, i32 1, i32 0)
  %c = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 2, i32 6175)
  %d = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %t, i32 5, i32 4127)
  call void @put(ptr addrspace(1) %out, i32 %t, i32 0, i32 %a)
  call void @put(ptr addrspace(1) %out, i32 %t, i32 32, i32 %b)
  call void @put(ptr addrspace(1) %out, i32 %t, i32 64, i32 %c)
  call void @put(ptr addrspace(1) %out, i32 %t, i32 96, i32 %d)
  ret void
}

; Lanes below 3; lanes of equal parity; sum of lanes; leader.
; VOTES: 7 7 7 7
; VOTES: 1431655765 -1431655766 1431655765
; VOTES: 496 496
; VOTES: 1 0 0 0
define ptx_kernel void @votes(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 3
  %a = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %low)
  %parity = and i32 %t, 1
  %b = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %parity)
  %c = call i32 @llvm.nvvm.redux.sync.add(i32 %t, i32 -1)
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %leader = extractvalue { i32, i1 } %e, 1
  %d = zext i1 %leader to i32
  call void @put(ptr addrspace(1) %out, i32 %t, i32 0, i32 %a)
  call void @put(ptr addrspace(1) %out, i32 %t, i32 32, i32 %b)
  call void @put(ptr addrspace(1) %out, i32 %t, i32 64, i32 %c)
  call void @put(ptr addrspace(1) %out, i32 %t, i32 96, i32 %d)
  ret void
}

; DIVERGED: error: warp-divergence: lanes of one warp wait for each other in different operations
define ptx_kernel void @diverged(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 7
  br i1 %low, label %a, label %b
a:
  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
  store i32 %x, ptr addrspace(1) %out
  ret void
b:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
}

define internal void @put(ptr addrspace(1) %out, i32 %t, i32 %at, i32 %v) {
  %i = add i32 %t, %at
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %v, ptr addrspace(1) %p
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
