; RUN: split-file %s %t
; RUN: %cutile-opt -passes=cutile-verify -disable-output %t/good.ll
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/operands.ll 2>&1 | FileCheck --check-prefix=OPERANDS %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/cast.ll 2>&1 | FileCheck --check-prefix=CAST %s

;--- good.ll
define void @k(<4 x float> %x, <4 x i32> %n) "cutile.kernel" {
  %a = call <4 x float> @cutile.exp.x(<4 x float> %x, i32 11, i32 -1, i32 0)
  %b = call <4 x float> @cutile.add.x(<4 x float> %x, <4 x float> %a, i32 11, i32 1, i32 0)
  %c = call <4 x float> @cutile.powi.x(<4 x float> %x, <4 x i32> %n, i32 11, i32 -1, i32 0)
  %d = call <4 x i8> @cutile.cast.x(<4 x float> %x, i32 11, i32 14, i32 0, i32 -1)
  ret void
}
declare <4 x float> @cutile.exp.x(<4 x float>, i32, i32, i32)
declare <4 x float> @cutile.add.x(<4 x float>, <4 x float>, i32, i32, i32)
declare <4 x float> @cutile.powi.x(<4 x float>, <4 x i32>, i32, i32, i32)
declare <4 x i8> @cutile.cast.x(<4 x float>, i32, i32, i32, i32)

; OPERANDS: 'add' operand 'b' has another type than the first
;--- operands.ll
define void @k(<4 x float> %x, <8 x float> %y) "cutile.kernel" {
  %b = call <4 x float> @cutile.add.x(<4 x float> %x, <8 x float> %y, i32 11, i32 1, i32 0)
  ret void
}
declare <4 x float> @cutile.add.x(<4 x float>, <8 x float>, i32, i32, i32)

; CAST: 'cast' 'to' does not fit the element type of the tile
;--- cast.ll
define void @k(<4 x float> %x) "cutile.kernel" {
  %b = call <4 x half> @cutile.cast.x(<4 x float> %x, i32 11, i32 14, i32 0, i32 -1)
  ret void
}
declare <4 x half> @cutile.cast.x(<4 x float>, i32, i32, i32, i32)
