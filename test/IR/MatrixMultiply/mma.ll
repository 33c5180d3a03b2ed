; Operand sizes follow from B, Ba, Bb, M, N, K.
; RUN: split-file %s %t
; RUN: %cutile-opt -passes=cutile-verify -disable-output %t/good.ll
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/size.ll 2>&1 | FileCheck --check-prefix=SIZE %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/kind.ll 2>&1 | FileCheck --check-prefix=KIND %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/constant.ll 2>&1 | FileCheck --check-prefix=CONSTANT %s

;--- good.ll
define void @k(<512 x half> %a, <512 x half> %b, <1024 x float> %c) "cutile.kernel" {
  %r = call <1024 x float> @cutile.mma.x(<512 x half> %a, <512 x half> %b, <1024 x float> %c, i32 1, i32 1, i32 1, i32 32, i32 32, i32 16, i32 9, i32 9, i32 11)
  ret void
}
declare <1024 x float> @cutile.mma.x(<512 x half>, <512 x half>, <1024 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; SIZE: error: invalid tile IR in 'k': 'mma' operand 'a' must have 1024 elements: {{.*}}%r = call
;--- size.ll
define void @k(<512 x half> %a, <512 x half> %b, <1024 x float> %c) "cutile.kernel" {
  %r = call <1024 x float> @cutile.mma.x(<512 x half> %a, <512 x half> %b, <1024 x float> %c, i32 1, i32 1, i32 1, i32 32, i32 32, i32 32, i32 9, i32 9, i32 11)
  ret void
}
declare <1024 x float> @cutile.mma.x(<512 x half>, <512 x half>, <1024 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; KIND: error: invalid tile IR in 'k': 'mma' 'kind a' does not fit the element type of the tile
;--- kind.ll
define void @k(<512 x half> %a, <512 x half> %b, <1024 x float> %c) "cutile.kernel" {
  %r = call <1024 x float> @cutile.mma.x(<512 x half> %a, <512 x half> %b, <1024 x float> %c, i32 1, i32 1, i32 1, i32 32, i32 32, i32 16, i32 10, i32 9, i32 11)
  ret void
}
declare <1024 x float> @cutile.mma.x(<512 x half>, <512 x half>, <1024 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; CONSTANT: error: invalid tile IR in 'k': 'mma' operand 'B, Ba, Bb, M, N, K' must be a constant
;--- constant.ll
define void @k(<512 x half> %a, <512 x half> %b, <1024 x float> %c, i32 %m) "cutile.kernel" {
  %r = call <1024 x float> @cutile.mma.x(<512 x half> %a, <512 x half> %b, <1024 x float> %c, i32 1, i32 1, i32 1, i32 %m, i32 32, i32 16, i32 9, i32 9, i32 11)
  ret void
}
declare <1024 x float> @cutile.mma.x(<512 x half>, <512 x half>, <1024 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)
