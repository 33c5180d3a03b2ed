; A product of matrices that say where each element went: A has 1 at (row, row), B is column major with B[k][n] = 16 * k + n, so that
; D = B for the first 16 values of k. A comes through ldmatrix, D goes through stmatrix.
; RUN: %cutile-emu %s --kernel product --block 32 buf:f32:128:none --print 0 | FileCheck %s
; RUN: %cutile-emu %s --kernel matrices --block 32 buf:i16:64:iota buf:i16:64:none --print 1 | FileCheck %s --check-prefix=TRANSPOSED
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global [256 x half] poison, align 16
@m = internal addrspace(3) global [64 x i16] poison, align 16

; CHECK: 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
; CHECK-NEXT: 32 33 34 35 36 37 38 39 48
; CHECK: 240 241 242 243 244 245 246 247
define ptx_kernel void @product(ptr addrspace(1) %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %fill
fill:                                    ; A, row major, eight elements of each lane
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %lane8 = shl i32 %t, 3
  %at = or i32 %lane8, %i
  %row = lshr i32 %at, 4
  %column = and i32 %at, 15
  %diagonal = icmp eq i32 %row, %column
  %one = select i1 %diagonal, half 1.0, half 0.0
  %p = getelementptr half, ptr addrspace(3) @a, i32 %at
  store half %one, ptr addrspace(3) %p
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 8
  br i1 %more, label %fill, label %go
go:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ; matrices: rows 0-7 k 0-7, rows 8-15 k 0-7, rows 0-7 k 8-15, rows 8-15 k 8-15
  %r = and i32 %t, 15
  %h = lshr i32 %t, 4
  %r16 = shl i32 %r, 4
  %h8 = shl i32 %h, 3
  %index = or i32 %r16, %h8
  %q = getelementptr half, ptr addrspace(3) @a, i32 %index
  %as = call { i32, i32, i32, i32 } @cutile.nvptx.ldmatrix.x4(ptr addrspace(3) %q)
  %a0 = extractvalue { i32, i32, i32, i32 } %as, 0
  %a1 = extractvalue { i32, i32, i32, i32 } %as, 1
  %a2 = extractvalue { i32, i32, i32, i32 } %as, 2
  %a3 = extractvalue { i32, i32, i32, i32 } %as, 3
  %g = lshr i32 %t, 2
  %l = and i32 %t, 3
  %k0 = shl i32 %l, 1
  %k1 = or i32 %k0, 1
  %k8 = or i32 %k0, 8
  %k9 = or i32 %k0, 9
  %b0 = call i32 @pair(i32 %k0, i32 %k1, i32 %g)
  %b1 = call i32 @pair(i32 %k8, i32 %k9, i32 %g)
  %d = call { float, float, float, float } @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float 0.0, float 0.0, float 0.0, float 0.0)
  %d0 = extractvalue { float, float, float, float } %d, 0
  %d1 = extractvalue { float, float, float, float } %d, 1
  %d2 = extractvalue { float, float, float, float } %d, 2
  %d3 = extractvalue { float, float, float, float } %d, 3
  %g8 = shl i32 %g, 3
  %o = or i32 %g8, %k0
  %o0 = getelementptr float, ptr addrspace(1) %out, i32 %o
  %o1 = getelementptr float, ptr addrspace(1) %o0, i32 1
  %o2 = getelementptr float, ptr addrspace(1) %o0, i32 64
  %o3 = getelementptr float, ptr addrspace(1) %o0, i32 65
  store float %d0, ptr addrspace(1) %o0
  store float %d1, ptr addrspace(1) %o1
  store float %d2, ptr addrspace(1) %o2
  store float %d3, ptr addrspace(1) %o3
  ret void
}

define internal i32 @pair(i32 %k0, i32 %k1, i32 %n) {
  %x0 = shl i32 %k0, 4
  %x1 = shl i32 %k1, 4
  %y0 = or i32 %x0, %n
  %y1 = or i32 %x1, %n
  %f0 = uitofp i32 %y0 to half
  %f1 = uitofp i32 %y1 to half
  %v0 = insertelement <2 x half> poison, half %f0, i32 0
  %v1 = insertelement <2 x half> %v0, half %f1, i32 1
  %bits = bitcast <2 x half> %v1 to i32
  ret i32 %bits
}

; An 8 x 8 matrix, loaded transposed and stored as it is.
; TRANSPOSED: 0 8 16 24 32 40 48 56 1 9 17 25 33 41 49 57
define ptx_kernel void @matrices(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t2 = shl i32 %t, 1
  %p = getelementptr i16, ptr addrspace(1) %in, i32 %t2
  %v = load i32, ptr addrspace(1) %p
  %s = getelementptr i16, ptr addrspace(3) @m, i32 %t2
  store i32 %v, ptr addrspace(3) %s
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %row = and i32 %t, 7
  %row8 = shl i32 %row, 3
  %q = getelementptr i16, ptr addrspace(3) @m, i32 %row8
  %x = call i32 @cutile.nvptx.ldmatrix.x1.trans(ptr addrspace(3) %q)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @cutile.nvptx.stmatrix.x1(ptr addrspace(3) %q, i32 %x)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %w = load i32, ptr addrspace(3) %s
  %o = getelementptr i16, ptr addrspace(1) %out, i32 %t2
  store i32 %w, ptr addrspace(1) %o
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare { i32, i32, i32, i32 } @cutile.nvptx.ldmatrix.x4(ptr addrspace(3))
declare i32 @cutile.nvptx.ldmatrix.x1.trans(ptr addrspace(3))
declare void @cutile.nvptx.stmatrix.x1(ptr addrspace(3), i32)
declare { float, float, float, float } @cutile.nvptx.mma.m16n8k16.f32.f16.f16.f32(i32, i32, i32, i32, i32, i32, float, float, float, float)
