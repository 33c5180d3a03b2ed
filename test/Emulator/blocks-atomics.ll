; One block hands data to another through a flag. Release and acquire make it right; relaxed atomics alone are a race, with fences
; they are enough. The second block is started because the first one only looks at memory.
; RUN: %cutile-emu %s --kernel ordered --grid 4 buf:i32:2 buf:i32:1:none --print 1 | FileCheck %s
; RUN: %cutile-emu %s --kernel fenced --grid 4 buf:i32:2 buf:i32:1:none --print 1 | FileCheck %s
; RUN: not %cutile-emu %s --kernel relaxed --grid 4 buf:i32:2 buf:i32:1:none 2>&1 | FileCheck %s --check-prefix=RACE
; RUN: not %cutile-emu %s --kernel relaxed --seed 5 --grid 4 buf:i32:2 buf:i32:1:none 2>&1 | FileCheck %s --check-prefix=RACE
; CHECK: 42
; RACE: error: data-race: reads buffer + 4, which another thread writes, and nothing orders the two
; RACE-NEXT: block (0,0,0)
; RACE: and kernel 'relaxed', block (3,0,0)
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @ordered(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %data = getelementptr i32, ptr addrspace(1) %p, i32 1
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  switch i32 %b, label %end [ i32 0, label %wait
                              i32 3, label %send ]
send:
  store i32 42, ptr addrspace(1) %data
  %old = call i32 @cutile.nvptx.atom.exch.b32.p1(ptr addrspace(1) %p, i32 1, i32 2, i32 1)
  ret void
wait:
  %flag = call i32 @cutile.nvptx.atom.add.u32.p1(ptr addrspace(1) %p, i32 0, i32 1, i32 1)
  %ready = icmp eq i32 %flag, 1
  br i1 %ready, label %read, label %wait
read:
  %v = load i32, ptr addrspace(1) %data
  store i32 %v, ptr addrspace(1) %out
  ret void
end:
  ret void
}

define ptx_kernel void @relaxed(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %data = getelementptr i32, ptr addrspace(1) %p, i32 1
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  switch i32 %b, label %end [ i32 0, label %wait
                              i32 3, label %send ]
send:
  store i32 42, ptr addrspace(1) %data
  %old = call i32 @cutile.nvptx.atom.exch.b32.p1(ptr addrspace(1) %p, i32 1, i32 0, i32 1)
  ret void
wait:
  %flag = call i32 @cutile.nvptx.atom.add.u32.p1(ptr addrspace(1) %p, i32 0, i32 0, i32 1)
  %ready = icmp eq i32 %flag, 1
  br i1 %ready, label %read, label %wait
read:
  %v = load i32, ptr addrspace(1) %data
  store i32 %v, ptr addrspace(1) %out
  ret void
end:
  ret void
}

define ptx_kernel void @fenced(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %data = getelementptr i32, ptr addrspace(1) %p, i32 1
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  switch i32 %b, label %end [ i32 0, label %wait
                              i32 3, label %send ]
send:
  store i32 42, ptr addrspace(1) %data
  fence syncscope("device") acq_rel
  %old = call i32 @cutile.nvptx.atom.exch.b32.p1(ptr addrspace(1) %p, i32 1, i32 0, i32 1)
  ret void
wait:
  %flag = load atomic i32, ptr addrspace(1) %p syncscope("device") monotonic, align 4
  %ready = icmp eq i32 %flag, 1
  br i1 %ready, label %read, label %wait
read:
  fence syncscope("device") acq_rel
  %v = load i32, ptr addrspace(1) %data
  store i32 %v, ptr addrspace(1) %out
  ret void
end:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @cutile.nvptx.atom.exch.b32.p1(ptr addrspace(1), i32, i32, i32)
declare i32 @cutile.nvptx.atom.add.u32.p1(ptr addrspace(1), i32, i32, i32)
