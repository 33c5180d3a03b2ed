; RUN: split-file %s %t
; RUN: %cutile-opt -passes=cutile-verify -disable-output %t/good.ll
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/mask.ll 2>&1 | FileCheck --check-prefix=MASK %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/padding.ll 2>&1 | FileCheck --check-prefix=PADDING %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/view.ll 2>&1 | FileCheck --check-prefix=VIEW %s

;--- good.ll
define void @k(<8 x i64> %p, <8 x i8> %m, <8 x float> %v, ptr %b, i64 %n) "cutile.kernel" {
  %l = call <8 x float> @cutile.load.x(<8 x i64> %p, <8 x i8> %m, <8 x float> %v)
  call void @cutile.store.x(<8 x i64> %p, <8 x float> %l, <8 x i8> %m)
  %a = call <8 x float> @cutile.atomic_rmw.x(<8 x i64> %p, <8 x float> %l, <8 x i8> %m, i32 0, i32 11, i32 0, i32 1)
  %w = call <8 x float> @cutile.view_load.x(ptr %b, i64 %n, i64 %n, i64 %n, i64 1, i64 0, i64 0, i32 2, i32 2, i32 4, i32 1, i32 0, i32 11)
  call void @cutile.view_store.x(<8 x float> %w, ptr %b, i64 %n, i64 %n, i64 %n, i64 1, i64 0, i64 0, i32 2, i32 2, i32 4, i32 1, i32 11)
  %q = call <8 x i64> @cutile.view_pointers.x(ptr %b, i64 1, i64 %n, i32 1, i32 8, i32 4)
  %k = call <8 x i8> @cutile.view_mask.x(i64 %n, i64 0, i32 1, i32 8)
  ret void
}
declare <8 x float> @cutile.load.x(<8 x i64>, <8 x i8>, <8 x float>)
declare void @cutile.store.x(<8 x i64>, <8 x float>, <8 x i8>)
declare <8 x float> @cutile.atomic_rmw.x(<8 x i64>, <8 x float>, <8 x i8>, i32, i32, i32, i32)
declare <8 x float> @cutile.view_load.x(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32)
declare void @cutile.view_store.x(<8 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)
declare <8 x i64> @cutile.view_pointers.x(ptr, i64, i64, i32, i32, i32)
declare <8 x i8> @cutile.view_mask.x(i64, i64, i32, i32)

; MASK: 'store' operand 'mask' must be a tile of i8
;--- mask.ll
define void @k(<8 x i64> %p, <8 x i1> %m, <8 x float> %v) "cutile.kernel" {
  call void @cutile.store.x(<8 x i64> %p, <8 x float> %v, <8 x i1> %m)
  ret void
}
declare void @cutile.store.x(<8 x i64>, <8 x float>, <8 x i1>)

; PADDING: 'load' has a result of another type than its operands ask for
;--- padding.ll
define void @k(<8 x i64> %p, <8 x i8> %m, <8 x half> %v) "cutile.kernel" {
  %l = call <8 x float> @cutile.load.x(<8 x i64> %p, <8 x i8> %m, <8 x half> %v)
  ret void
}
declare <8 x float> @cutile.load.x(<8 x i64>, <8 x i8>, <8 x half>)

; VIEW: 'view_load' has a result of the wrong number of elements
;--- view.ll
define void @k(ptr %b, i64 %n) "cutile.kernel" {
  %w = call <8 x float> @cutile.view_load.x(ptr %b, i64 %n, i64 %n, i64 %n, i64 1, i64 0, i64 0, i32 2, i32 4, i32 4, i32 1, i32 0, i32 11)
  ret void
}
declare <8 x float> @cutile.view_load.x(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32)
