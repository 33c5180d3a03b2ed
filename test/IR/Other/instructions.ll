; What a kernel may contain besides tile ops; SIMT functions may contain anything.
; RUN: split-file %s %t
; RUN: %cutile-opt -passes=cutile-verify -disable-output %t/good.ll
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/shuffle.ll 2>&1 | FileCheck --check-prefix=SHUFFLE %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/asm.ll 2>&1 | FileCheck --check-prefix=ASM %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/api.ll 2>&1 | FileCheck --check-prefix=API %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/unknown.ll 2>&1 | FileCheck --check-prefix=UNKNOWN %s

;--- good.ll
define void @k(<4 x float> %x, float %s, i1 %c, <1 x i32> %one) "cutile.kernel" {
  %i = insertelement <4 x float> poison, float %s, i64 0
  %v = shufflevector <4 x float> %i, <4 x float> poison, <4 x i32> zeroinitializer
  %a = fadd contract <4 x float> %x, %v
  %m = fcmp olt <4 x float> %a, %x
  %b = select <4 x i1> %m, <4 x float> %a, <4 x float> %v
  %z = zext <4 x i1> %m to <4 x i8>
  %f = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %x)
  %e = extractelement <1 x i32> %one, i64 0
  %n = insertelement <1 x i32> poison, i32 %e, i64 0
  ret void
}
define <4 x float> @simt(<4 x float> %x) {
  %r = shufflevector <4 x float> %x, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x float> %r
}

; SHUFFLE: error: invalid tile IR in 'k': shuffle that is no splat:
;--- shuffle.ll
define void @k(<4 x float> %x) "cutile.kernel" {
  %r = shufflevector <4 x float> %x, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret void
}

; ASM: error: invalid tile IR in 'k': inline assembly:
;--- asm.ll
define void @k() "cutile.kernel" {
  call void asm sideeffect "bar.sync 0;", ""()
  ret void
}

; API: error: invalid tile IR in 'k': call of an operation of the API:
;--- api.ll
define void @k() "cutile.kernel" {
  call void @_ZN4cuda5tiles4__op8hint_endIvEEv()
  ret void
}
declare void @_ZN4cuda5tiles4__op8hint_endIvEEv()

; UNKNOWN: error: invalid tile IR in 'k': call of an unknown tile op:
;--- unknown.ll
define void @k() "cutile.kernel" {
  call void @cutile.nonsense.0()
  ret void
}
declare void @cutile.nonsense.0()
