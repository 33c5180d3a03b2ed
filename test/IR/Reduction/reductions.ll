; RUN: split-file %s %t
; RUN: %cutile-opt -passes=cutile-verify -disable-output %t/good.ll
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/dim.ll 2>&1 | FileCheck --check-prefix=DIM %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/size.ll 2>&1 | FileCheck --check-prefix=SIZE %s

;--- good.ll
define void @k(<32 x float> %x) "cutile.kernel" {
  %r = call <8 x float> @cutile.reduce.x(<32 x float> %x, i32 2, i32 8, i32 4, i32 1, i32 0, i32 11, i32 -1, i32 0)
  %a = call <4 x i32> @cutile.arg_reduce.x(<32 x float> %x, i32 2, i32 8, i32 4, i32 0, i32 2, i32 11)
  %s = call <32 x float> @cutile.scan.x(<32 x float> %x, i32 2, i32 8, i32 4, i32 0, i32 0, i32 11, i32 1, i32 -1, i32 0)
  ret void
}
declare <8 x float> @cutile.reduce.x(<32 x float>, i32, i32, i32, i32, i32, i32, i32, i32)
declare <4 x i32> @cutile.arg_reduce.x(<32 x float>, i32, i32, i32, i32, i32, i32)
declare <32 x float> @cutile.scan.x(<32 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)

; DIM: 'reduce' operand 'dim' is 2, out of range
;--- dim.ll
define void @k(<32 x float> %x) "cutile.kernel" {
  %r = call <8 x float> @cutile.reduce.x(<32 x float> %x, i32 2, i32 8, i32 4, i32 2, i32 0, i32 11, i32 -1, i32 0)
  ret void
}
declare <8 x float> @cutile.reduce.x(<32 x float>, i32, i32, i32, i32, i32, i32, i32, i32)

; SIZE: 'reduce' has a result of the wrong number of elements
;--- size.ll
define void @k(<32 x float> %x) "cutile.kernel" {
  %r = call <8 x float> @cutile.reduce.x(<32 x float> %x, i32 2, i32 8, i32 4, i32 0, i32 0, i32 11, i32 -1, i32 0)
  ret void
}
declare <8 x float> @cutile.reduce.x(<32 x float>, i32, i32, i32, i32, i32, i32, i32, i32)
