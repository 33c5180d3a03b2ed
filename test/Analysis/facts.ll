; RUN: %cutile-opt -passes='print<cutile-facts>' -disable-output %s 2>&1 | FileCheck %s

declare <16 x i32> @cutile.iota.v16i32.0()
declare <4 x i32> @cutile.iota.v4i32.0()
declare i32 @cutile.bid.i32.1(i32)
declare ptr @cutile.assume_aligned.p0.p0.2(ptr, i64)
declare i32 @cutile.assume_divisible.i32.2(i32, i64)
declare i32 @cutile.assume_bounded.i32.6(i32, i64, i64, i32, i32, i32)
declare <64 x i32> @cutile.broadcast.v64i32.v4i32.6(<4 x i32>, i32, i32, i32, i32, i32)
declare <64 x i32> @cutile.broadcast.v64i32.v16i32.6(<16 x i32>, i32, i32, i32, i32, i32)
declare <16 x float> @cutile.load.v16f32.v16i64.v16i8.v16f32.3(<16 x i64>, <16 x i8>, <16 x float>)
declare <64 x float> @cutile.view_load.v64f32.p0.13(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32)

; A vector per block: consecutive elements, aligned as the pointer is; the mask falls and is equal within groups of 8.
; CHECK-LABEL: facts of consecutive
; CHECK: %index: divisible by 2^4 in [0,-2147483648) steps [1, 2, 4, 8]
; CHECK: %wide: divisible by 2^4 in [0,2147483648) steps [1, 2, 4, 8]
; CHECK: %addresses: divisible by 2^4 steps [4, 8, 16, 32]
; CHECK: %inside: {{.*}} steps [0, 0, 0, ?] falling along 0xf
; CHECK: load at divisible by 2^4 steps [4, 8, 16, 32] may wrap where {{.*}} steps [0, 0, 0, ?] falling along 0xf
define ptx_kernel void @consecutive(ptr %p, i32 %n) "cutile.kernel" {
  %q = call ptr @cutile.assume_aligned.p0.p0.2(ptr %p, i64 16)
  %limit = call i32 @cutile.assume_divisible.i32.2(i32 %n, i64 8)
  %i = call <16 x i32> @cutile.iota.v16i32.0()
  %b = call i32 @cutile.bid.i32.1(i32 0)
  %first = mul nsw i32 %b, 16
  %s = insertelement <16 x i32> poison, i32 %first, i64 0
  %firsts = shufflevector <16 x i32> %s, <16 x i32> poison, <16 x i32> zeroinitializer
  %index = add nsw <16 x i32> %i, %firsts
  %l = insertelement <16 x i32> poison, i32 %limit, i64 0
  %limits = shufflevector <16 x i32> %l, <16 x i32> poison, <16 x i32> zeroinitializer
  %wide = sext <16 x i32> %index to <16 x i64>
  %bytes = shl nsw <16 x i64> %wide, splat (i64 2)
  %a = ptrtoint ptr %q to i64
  %v = insertelement <16 x i64> poison, i64 %a, i64 0
  %bases = shufflevector <16 x i64> %v, <16 x i64> poison, <16 x i32> zeroinitializer
  %addresses = add <16 x i64> %bases, %bytes
  %inside = icmp slt <16 x i32> %index, %limits
  %mask = zext <16 x i1> %inside to <16 x i8>
  %x = call <16 x float> @cutile.load.v16f32.v16i64.v16i8.v16f32.3(<16 x i64> %addresses, <16 x i8> %mask, <16 x float> zeroinitializer)
  ret void
}

; Rows an unknown distance apart; without nsw the sum may wrap, and after sext only digits that carry nowhere are known.
; CHECK-LABEL: facts of rows
; CHECK: %sum: {{.*}} steps [1, 2, 4, 8, 2^0*?, 2^1*?]
; CHECK: %exact: {{.*}} steps [1, 2, 4, 8, 2^0*?, 2^1*?]
; CHECK: %cut: {{.*}} steps [0, 0, 0, 0, ?, ?]
; CHECK: %aligned: divisible by 2^4 steps [1, 2, 4, 8, 0, 0]
; CHECK: %extended: {{.*}} steps [1, 2, 4, 8, 0, 0]
define ptx_kernel void @rows(i32 %ld, i32 %start) "cutile.kernel" {
  %r = call <4 x i32> @cutile.iota.v4i32.0()
  %c = call <16 x i32> @cutile.iota.v16i32.0()
  %s = insertelement <4 x i32> poison, i32 %ld, i64 0
  %lds = shufflevector <4 x i32> %s, <4 x i32> poison, <4 x i32> zeroinitializer
  %offset = mul nsw <4 x i32> %r, %lds
  %rows = call <64 x i32> @cutile.broadcast.v64i32.v4i32.6(<4 x i32> %offset, i32 2, i32 4, i32 1, i32 4, i32 16)
  %columns = call <64 x i32> @cutile.broadcast.v64i32.v16i32.6(<16 x i32> %c, i32 2, i32 1, i32 16, i32 4, i32 16)
  %sum = add nsw <64 x i32> %rows, %columns
  %exact = sext <64 x i32> %sum to <64 x i64>
  %wraps = add <64 x i32> %rows, splat (i32 7)
  %cut = sext <64 x i32> %wraps to <64 x i64>
  %u = shl i32 %start, 4
  %v = insertelement <64 x i32> poison, i32 %u, i64 0
  %starts = shufflevector <64 x i32> %v, <64 x i32> poison, <64 x i32> zeroinitializer
  %aligned = add <64 x i32> %starts, %columns
  %extended = zext <64 x i32> %aligned to <64 x i64>
  ret void
}

; Digits of an index.
; CHECK-LABEL: facts of digits
; CHECK: %row: {{.*}} in [0,4) steps [0, 0, 1, 2]
; CHECK: %column: {{.*}} in [0,4) steps [1, 2, 0, 0]
define ptx_kernel void @digits() "cutile.kernel" {
  %i = call <16 x i32> @cutile.iota.v16i32.0()
  %row = sdiv <16 x i32> %i, splat (i32 4)
  %column = srem <16 x i32> %i, splat (i32 4)
  ret void
}

; A pointer that advances in a loop stays aligned; a counter stays non-negative.
; CHECK-LABEL: facts of loop
; CHECK: %p: divisible by 2^6
; CHECK: %k: {{.*}} in [0,-2147483648)
define ptx_kernel void @loop(ptr align 128 %base, i32 %n) "cutile.kernel" {
entry:
  br label %body
body:
  %p = phi ptr [ %base, %entry ], [ %next, %body ]
  %k = phi i32 [ 0, %entry ], [ %k1, %body ]
  %next = getelementptr i8, ptr %p, i64 192
  %k1 = add nsw i32 %k, 1
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; A view whose last dimension is contiguous, of a pointer and a row length divisible by 16 and 4.
; CHECK-LABEL: facts of view
; CHECK: view_load at divisible by 2^4 steps [4, 8, 16, 32, 2^4*?, 2^5*?] where {{.*}} steps [0, 0, ?, ?, ?, ?] falling along 0x3f
define ptx_kernel void @view(ptr %p, i32 %rows, i32 %columns) "cutile.kernel" {
  %q = call ptr @cutile.assume_aligned.p0.p0.2(ptr %p, i64 16)
  %n = call i32 @cutile.assume_divisible.i32.2(i32 %columns, i64 4)
  %m64 = zext i32 %rows to i64
  %n64 = zext i32 %n to i64
  %b = call i32 @cutile.bid.i32.1(i32 0)
  %b64 = zext i32 %b to i64
  %row = mul nsw i64 %b64, 4
  %x = call <64 x float> @cutile.view_load.v64f32.p0.13(ptr %q, i64 %m64, i64 %n64, i64 %n64, i64 1, i64 %row, i64 0, i32 2, i32 4, i32 16, i32 1, i32 0, i32 11)
  ret void
}

; CHECK-LABEL: facts of bounded
; CHECK: %m: {{.*}} in [3,101)
define ptx_kernel void @bounded(i32 %n) "cutile.kernel" {
  %m = call i32 @cutile.assume_bounded.i32.6(i32 %n, i64 3, i64 100, i32 1, i32 1, i32 5)
  ret void
}
