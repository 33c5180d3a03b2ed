; Work on splats is scalar, work on broadcasts is done on the small tile, and masks are logic on bits.
; RUN: %cutile-opt -passes='function(cutile-simplify)' %s | FileCheck %s

; CHECK-LABEL: define void @splats(
; CHECK-NEXT: %[[S:.*]] = fmul contract float %a, %b
; CHECK-NEXT: %[[I:.*]] = insertelement <4 x float> poison, float %[[S]], i64 0
; CHECK-NEXT: %[[V:.*]] = shufflevector <4 x float> %[[I]], <4 x float> poison, <4 x i32> zeroinitializer
; CHECK-NEXT: call void @use4(<4 x float> %[[V]])
define void @splats(float %a, float %b) "cutile.kernel" {
  %ai = insertelement <4 x float> poison, float %a, i64 0
  %av = shufflevector <4 x float> %ai, <4 x float> poison, <4 x i32> zeroinitializer
  %bi = insertelement <4 x float> poison, float %b, i64 0
  %bv = shufflevector <4 x float> %bi, <4 x float> poison, <4 x i32> zeroinitializer
  %m = fmul contract <4 x float> %av, %bv
  call void @use4(<4 x float> %m)
  ret void
}

; CHECK-LABEL: define void @broadcasts(
; CHECK-NEXT: %[[A:.*]] = fadd <4 x float> %x, splat (float 1.000000e+00)
; CHECK-NEXT: %[[E:.*]] = call <4 x float> @cutile.exp.v4f32.v4f32.4(<4 x float> %[[A]], i32 11, i32 -1, i32 0)
; CHECK-NEXT: %[[B:.*]] = call <16 x float> @cutile.broadcast.v16f32.v4f32.6(<4 x float> %[[E]], i32 2, i32 4, i32 1, i32 4, i32 4)
; CHECK-NEXT: call void @use16(<16 x float> %[[B]])
define void @broadcasts(<4 x float> %x) "cutile.kernel" {
  %b = call <16 x float> @cutile.broadcast.a(<4 x float> %x, i32 2, i32 4, i32 1, i32 4, i32 4)
  %a = fadd <16 x float> %b, splat (float 1.0)
  %e = call <16 x float> @cutile.exp.a(<16 x float> %a, i32 11, i32 -1, i32 0)
  call void @use16(<16 x float> %e)
  ret void
}

; Rows and columns stay as they are.
; CHECK-LABEL: define void @outer(
; CHECK: fmul <16 x float>
define void @outer(<4 x float> %x) "cutile.kernel" {
  %r = call <16 x float> @cutile.broadcast.a(<4 x float> %x, i32 2, i32 4, i32 1, i32 4, i32 4)
  %c = call <16 x float> @cutile.broadcast.a(<4 x float> %x, i32 2, i32 1, i32 4, i32 4, i32 4)
  %m = fmul <16 x float> %r, %c
  call void @use16(<16 x float> %m)
  ret void
}

; CHECK-LABEL: define void @masks(
; CHECK-NEXT: %[[L:.*]] = icmp slt <4 x i32> %x, %y
; CHECK-NEXT: %[[G:.*]] = icmp sgt <4 x i32> %x, splat (i32 3)
; CHECK-NEXT: %[[A:.*]] = and <4 x i1> %[[L]], %[[G]]
; CHECK-NEXT: %[[S:.*]] = select <4 x i1> %[[A]], <4 x i32> %x, <4 x i32> %y
; CHECK-NEXT: %[[Z:.*]] = zext <4 x i1> %[[A]] to <4 x i8>
; CHECK-NEXT: call void @cutile.store.a(<4 x i64> %p, <4 x i32> %[[S]], <4 x i8> %[[Z]])
; CHECK-NEXT: ret void
define void @masks(<4 x i32> %x, <4 x i32> %y, <4 x i64> %p) "cutile.kernel" {
  %l = icmp slt <4 x i32> %x, %y
  %lz = zext <4 x i1> %l to <4 x i8>
  %g = icmp sgt <4 x i32> %x, splat (i32 3)
  %gz = zext <4 x i1> %g to <4 x i8>
  %m = and <4 x i8> %lz, %gz
  %t = icmp ne <4 x i8> %m, zeroinitializer
  %s = select <4 x i1> %t, <4 x i32> %x, <4 x i32> %y
  %u = and <4 x i8> %m, splat (i8 1)
  call void @cutile.store.a(<4 x i64> %p, <4 x i32> %s, <4 x i8> %u)
  call void @cutile.store.a(<4 x i64> %p, <4 x i32> %s, <4 x i8> zeroinitializer)
  ret void
}

; Not a tile kernel.
; CHECK-LABEL: define <4 x half> @simt(
; CHECK: fpext
define <4 x half> @simt(<4 x half> %x) {
  %e = fpext <4 x half> %x to <4 x float>
  %t = fptrunc <4 x float> %e to <4 x half>
  ret <4 x half> %t
}

declare void @use4(<4 x float>)
declare void @use16(<16 x float>)
declare void @cutile.store.a(<4 x i64>, <4 x i32>, <4 x i8>)
declare <16 x float> @cutile.broadcast.a(<4 x float>, i32, i32, i32, i32, i32) readnone nounwind willreturn
declare <16 x float> @cutile.exp.a(<16 x float>, i32, i32, i32) readnone nounwind willreturn
