; Shape ops of splats are splats; permutes and broadcasts in a row are one; permutes that only move lengths of 1 are nothing.
; RUN: %cutile-opt -passes='function(cutile-simplify)' %s | FileCheck %s

; CHECK-LABEL: define void @splats(
; CHECK-NEXT: call void @use(<32 x i32> splat (i32 7))
; CHECK-NEXT: call void @use(<32 x i32> splat (i32 7))
; CHECK-NEXT: ret void
define void @splats() "cutile.kernel" {
  %b = call <32 x i32> @cutile.broadcast.a(<8 x i32> splat (i32 7), i32 2, i32 8, i32 1, i32 8, i32 4)
  call void @use(<32 x i32> %b)
  %p = call <32 x i32> @cutile.permute.a(<32 x i32> %b, i32 2, i32 8, i32 4, i32 1, i32 0)
  call void @use(<32 x i32> %p)
  ret void
}

; CHECK-LABEL: define void @chains(
; CHECK-NEXT: %[[B:.*]] = call <32 x i32> @cutile.broadcast.v32i32.v1i32.6(<1 x i32> %one, i32 2, i32 1, i32 1, i32 8, i32 4)
; CHECK-NEXT: call void @use(<32 x i32> %[[B]])
; CHECK-NEXT: call void @use(<32 x i32> %x)
; CHECK-NEXT: ret void
define void @chains(<1 x i32> %one, <32 x i32> %x) "cutile.kernel" {
  %a = call <8 x i32> @cutile.broadcast.b(<1 x i32> %one, i32 2, i32 1, i32 1, i32 8, i32 1)
  %b = call <32 x i32> @cutile.broadcast.a(<8 x i32> %a, i32 2, i32 8, i32 1, i32 8, i32 4)
  call void @use(<32 x i32> %b)
  %p = call <32 x i32> @cutile.permute.a(<32 x i32> %x, i32 2, i32 8, i32 4, i32 1, i32 0)
  %q = call <32 x i32> @cutile.permute.a(<32 x i32> %p, i32 2, i32 4, i32 8, i32 1, i32 0)
  call void @use(<32 x i32> %q)
  ret void
}

; CHECK-LABEL: define void @unit(
; CHECK-NEXT: call void @use(<32 x i32> %x)
; CHECK-NEXT: ret void
define void @unit(<32 x i32> %x) "cutile.kernel" {
  %p = call <32 x i32> @cutile.permute.a(<32 x i32> %x, i32 2, i32 1, i32 32, i32 1, i32 0)
  call void @use(<32 x i32> %p)
  ret void
}

; A reshape in between changes what the dimensions are.
; CHECK-LABEL: define void @reshaped(
; CHECK-NEXT: call <32 x i32> @cutile.permute
; CHECK-NEXT: call <32 x i32> @cutile.permute
define void @reshaped(<32 x i32> %x) "cutile.kernel" {
  %p = call <32 x i32> @cutile.permute.a(<32 x i32> %x, i32 2, i32 8, i32 4, i32 1, i32 0)
  %q = call <32 x i32> @cutile.permute.a(<32 x i32> %p, i32 2, i32 8, i32 4, i32 1, i32 0)
  call void @use(<32 x i32> %q)
  ret void
}

declare void @use(<32 x i32>)
declare <32 x i32> @cutile.broadcast.a(<8 x i32>, i32, i32, i32, i32, i32) readnone nounwind willreturn
declare <8 x i32> @cutile.broadcast.b(<1 x i32>, i32, i32, i32, i32, i32) readnone nounwind willreturn
declare <32 x i32> @cutile.permute.a(<32 x i32>, i32, i32, i32, i32, i32) readnone nounwind willreturn

; The largest element is found before elements are extended; a sum is not taken of narrow elements.
; CHECK-LABEL: define void @extended(
; CHECK-NEXT: %v = fpext <8 x bfloat> %x to <8 x float>
; CHECK-NEXT: %[[N:.*]] = call <1 x bfloat> @cutile.reduce.v1bf16.v8bf16.8(<8 x bfloat> %x, i32 1, i32 8, i32 0, i32 2, i32 10, i32 -1, i32 0)
; CHECK-NEXT: %[[W:.*]] = fpext <1 x bfloat> %[[N]] to <1 x float>
; CHECK-NEXT: %s = call <1 x float> @cutile.reduce.a(<8 x float> %v, i32 1, i32 8, i32 0, i32 0, i32 11, i32 -1, i32 0)
; CHECK-NEXT: call void @use2(<1 x float> %[[W]], <1 x float> %s)
define void @extended(<8 x bfloat> %x) "cutile.kernel" {
  %v = fpext <8 x bfloat> %x to <8 x float>
  %m = call <1 x float> @cutile.reduce.a(<8 x float> %v, i32 1, i32 8, i32 0, i32 2, i32 11, i32 -1, i32 0)
  %s = call <1 x float> @cutile.reduce.a(<8 x float> %v, i32 1, i32 8, i32 0, i32 0, i32 11, i32 -1, i32 0)
  call void @use2(<1 x float> %m, <1 x float> %s)
  ret void
}
declare <1 x float> @cutile.reduce.a(<8 x float>, i32, i32, i32, i32, i32, i32, i32)
declare void @use2(<1 x float>, <1 x float>)
