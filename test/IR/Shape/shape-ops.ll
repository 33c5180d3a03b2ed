; RUN: split-file %s %t
; RUN: %cutile-opt -passes=cutile-verify -disable-output %t/good.ll
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/broadcast.ll 2>&1 | FileCheck --check-prefix=BROADCAST %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/permute.ll 2>&1 | FileCheck --check-prefix=PERMUTE %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/extract.ll 2>&1 | FileCheck --check-prefix=EXTRACT %s
; RUN: not %cutile-opt -passes=cutile-verify -disable-output %t/length.ll 2>&1 | FileCheck --check-prefix=LENGTH %s

;--- good.ll
define void @k(<8 x i32> %x, <32 x i32> %y, i64 %i) "cutile.kernel" {
  %b = call <32 x i32> @cutile.broadcast.x(<8 x i32> %x, i32 2, i32 8, i32 1, i32 8, i32 4)
  %p = call <32 x i32> @cutile.permute.x(<32 x i32> %y, i32 2, i32 8, i32 4, i32 1, i32 0)
  %e = call <8 x i32> @cutile.extract.x(<32 x i32> %y, i64 %i, i64 0, i32 2, i32 8, i32 4, i32 4, i32 2)
  %n = call <32 x i32> @cutile.insert.x(<32 x i32> %y, <8 x i32> %x, i64 %i, i64 0, i32 2, i32 8, i32 4, i32 4, i32 2)
  %c = call <16 x i32> @cutile.cat.x(<8 x i32> %x, <8 x i32> %e, i32 1, i32 8, i32 0)
  %i2 = call <16 x i32> @cutile.iota.x()
  ret void
}
declare <32 x i32> @cutile.broadcast.x(<8 x i32>, i32, i32, i32, i32, i32)
declare <32 x i32> @cutile.permute.x(<32 x i32>, i32, i32, i32, i32, i32)
declare <8 x i32> @cutile.extract.x(<32 x i32>, i64, i64, i32, i32, i32, i32, i32)
declare <32 x i32> @cutile.insert.x(<32 x i32>, <8 x i32>, i64, i64, i32, i32, i32, i32, i32)
declare <16 x i32> @cutile.cat.x(<8 x i32>, <8 x i32>, i32, i32, i32)
declare <16 x i32> @cutile.iota.x()

; BROADCAST: 'broadcast' changes a length that is not 1
;--- broadcast.ll
define void @k(<8 x i32> %x) "cutile.kernel" {
  %b = call <32 x i32> @cutile.broadcast.x(<8 x i32> %x, i32 2, i32 2, i32 4, i32 8, i32 4)
  ret void
}
declare <32 x i32> @cutile.broadcast.x(<8 x i32>, i32, i32, i32, i32, i32)

; PERMUTE: 'permute' names a dimension twice
;--- permute.ll
define void @k(<32 x i32> %y) "cutile.kernel" {
  %p = call <32 x i32> @cutile.permute.x(<32 x i32> %y, i32 2, i32 8, i32 4, i32 1, i32 1)
  ret void
}
declare <32 x i32> @cutile.permute.x(<32 x i32>, i32, i32, i32, i32, i32)

; EXTRACT: 'extract' has a number of operands that does not fit its rank
;--- extract.ll
define void @k(<32 x i32> %y) "cutile.kernel" {
  %e = call <8 x i32> @cutile.extract.x(<32 x i32> %y, i64 0, i64 0, i32 3, i32 8, i32 4, i32 4, i32 2)
  ret void
}
declare <8 x i32> @cutile.extract.x(<32 x i32>, i64, i64, i32, i32, i32, i32, i32)

; LENGTH: 'permute' 'source dims' has length 3, which is no power of two
;--- length.ll
define void @k(<32 x i32> %y) "cutile.kernel" {
  %p = call <32 x i32> @cutile.permute.x(<32 x i32> %y, i32 2, i32 3, i32 4, i32 1, i32 0)
  ret void
}
declare <32 x i32> @cutile.permute.x(<32 x i32>, i32, i32, i32, i32, i32)
