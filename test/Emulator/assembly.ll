; Inline assembly of the toolkit's device library and headers: conversions, arithmetic, carries, packing, comparisons, special registers.
; RUN: %cutile-emu %s --kernel reals buf:f32:8:iota buf:f32:8:none --print 1 | FileCheck %s --check-prefix=REALS
; RUN: %cutile-emu %s --kernel integers --block 40 buf:i32:8:none --print 0 | FileCheck %s --check-prefix=INTEGERS
; RUN: not %cutile-emu %s --kernel unknown_instruction buf:i32:8:none 2>&1 | FileCheck %s --check-prefix=INSTRUCTION
; RUN: not %cutile-emu %s --kernel unknown_register buf:i32:8:none 2>&1 | FileCheck %s --check-prefix=REGISTER
target triple = "nvptx64-nvidia-cuda"

; The half of 3, as a float again; 1/4; -5; the larger of 6 and 7; 2 because 1 < 6.
; REALS: 3 0.25 -5 7 2
define ptx_kernel void @reals(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %p3 = getelementptr float, ptr addrspace(1) %in, i32 3
  %x = load float, ptr addrspace(1) %p3
  %h = call i16 asm "{  cvt.rn.f16.f32 $0, $1;}\0A", "=h,f"(float %x)
  %f = call float asm "{  cvt.f32.f16 $0, $1;}\0A", "=f,h"(i16 %h)
  store float %f, ptr addrspace(1) %out
  %r = call float asm "rcp.approx.ftz.f32 $0,$1;", "=f,f"(float 4.0)
  %q1 = getelementptr float, ptr addrspace(1) %out, i32 1
  store float %r, ptr addrspace(1) %q1
  %d = call float asm "sub.rn.f32 $0, $1, $2;", "=f,f,f"(float %x, float 8.0)
  %q2 = getelementptr float, ptr addrspace(1) %out, i32 2
  store float %d, ptr addrspace(1) %q2
  %m = call float asm "{max.f32 $0,$1,$2;\0A}", "=f,f,f"(float 6.0, float 7.0)
  %q3 = getelementptr float, ptr addrspace(1) %out, i32 3
  store float %m, ptr addrspace(1) %q3
  %s = call double asm "{ .reg .pred __$$temp3;\0A  setp.lt.f64 __$$temp3, $1, $2;\0A  selp.f64 $0, $3, $4, __$$temp3;}", "=d,d,d,d,d"(double 1.0, double 6.0, double 2.0, double 9.0)
  %t = fptrunc double %s to float
  %q4 = getelementptr float, ptr addrspace(1) %out, i32 4
  store float %t, ptr addrspace(1) %q4
  ret void
}

; 0xffffffff * 3 + 2: low and high word; halves packed and taken apart; the sum with carry of two 64-bit numbers, high word; lane 7 of the second warp; a value kept by an empty statement.
; INTEGERS: -1 2 196610 3 8 7 11
define ptx_kernel void @integers(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %last = icmp eq i32 %tid, 39
  br i1 %last, label %work, label %end
work:
  %wide = call { i32, i32 } asm "{\0A\09mad.lo.cc.u32   $0, $2, $3, $4;\0A\09madc.hi.u32     $1, $2, $3,  0;\0A\09}", "=r,=r,r,r,r"(i32 -1, i32 3, i32 2)
  %low = extractvalue { i32, i32 } %wide, 0
  %high = extractvalue { i32, i32 } %wide, 1
  store i32 %low, ptr addrspace(1) %out
  %q1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %high, ptr addrspace(1) %q1
  %pack = call i32 asm "{  mov.b32 $0, {$1,$2};}\0A", "=r,h,h"(i16 2, i16 3)
  %q2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %pack, ptr addrspace(1) %q2
  %part = call i16 asm "{.reg .f16 low,high;\0A mov.b32 {low,high}, $1;\0A mov.b16 $0, high;}", "=h,r"(i32 %pack)
  %part.wide = zext i16 %part to i32
  %q3 = getelementptr i32, ptr addrspace(1) %out, i32 3
  store i32 %part.wide, ptr addrspace(1) %q3
  %sum = call i64 asm "{ .reg .u32 a0, a1, b0, b1;\0A mov.b64 {a0,a1}, $1; mov.b64 {b0,b1}, $2;\0A add.cc.u32 a0, a0, b0; addc.u32 a1, a1, b1;\0A mov.b64 $0, {a0,a1}; }", "=l,l,l"(i64 17179869183, i64 17179869185)
  %sum.high = lshr i64 %sum, 32
  %sum.word = trunc i64 %sum.high to i32
  %q4 = getelementptr i32, ptr addrspace(1) %out, i32 4
  store i32 %sum.word, ptr addrspace(1) %q4
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %q5 = getelementptr i32, ptr addrspace(1) %out, i32 5
  store i32 %lane, ptr addrspace(1) %q5
  %kept = call i32 asm sideeffect "", "=r,0"(i32 11)
  %q6 = getelementptr i32, ptr addrspace(1) %out, i32 6
  store i32 %kept, ptr addrspace(1) %q6
  %q7 = getelementptr i32, ptr addrspace(1) %out, i32 7
  store i32 0, ptr addrspace(1) %q7
  br label %end
end:
  ret void
}

; INSTRUCTION: error: the emulator does not know inline assembly 'bfind.u32 $0, $1;' ({{.*}} in 'unknown_instruction')
define ptx_kernel void @unknown_instruction(ptr addrspace(1) %out) {
  %v = call i32 asm "bfind.u32 $0, $1;", "=r,r"(i32 1)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; REGISTER: error: the emulator does not know inline assembly 'mov.u32 $0, %envreg3;'
define ptx_kernel void @unknown_register(ptr addrspace(1) %out) {
  %v = call i32 asm "mov.u32 $0, %envreg3;", "=r"()
  store i32 %v, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
