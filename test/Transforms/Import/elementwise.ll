; What plain LLVM expresses becomes instructions: arithmetic in default modes, comparisons, shifts with wide amounts,
; conversions that round once. Modes that LLVM does not have stay ops.
; RUN: %cutile-opt -passes=cutile-import %s | FileCheck %s
@.kernel = private unnamed_addr constant [14 x i8] c"cutile.kernel\00", section "llvm.metadata"
@.file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @arithmetic, ptr @.kernel, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @integers, ptr @.kernel, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @conversions, ptr @.kernel, ptr @.file, i32 1, ptr null }], section "llvm.metadata"

; CHECK-LABEL: define ptx_kernel void @arithmetic(
; CHECK: fadd contract <4 x float> %x, %y
; CHECK: fsub <4 x float> %x, %y
; CHECK: call <4 x float> @cutile.add.v4f32.v4f32.v4f32.5(<4 x float> %x, <4 x float> %y, i32 11, i32 1, i32 0)
; CHECK: call <4 x float> @cutile.add.v4f32.v4f32.v4f32.5(<4 x float> %x, <4 x float> %y, i32 11, i32 0, i32 1)
; CHECK: call <4 x float> @llvm.minimumnum.v4f32(<4 x float> %x, <4 x float> %y)
; CHECK: call <4 x float> @llvm.maximum.v4f32(<4 x float> %x, <4 x float> %y)
; CHECK: fcmp une <4 x float> %x, %y
define ptx_kernel void @arithmetic(ptr %o, <4 x float> %x, <4 x float> %y) {
  %a = call <4 x float> @_ZN4cuda5tiles4__op3addIv(<4 x float> %x, <4 x float> %y, i32 11, i32 -1, i32 0)
  store volatile <4 x float> %a, ptr %o
  %b = call <4 x float> @_ZN4cuda5tiles4__op3subIv(<4 x float> %x, <4 x float> %y, i32 11, i32 0, i32 0)
  store volatile <4 x float> %b, ptr %o
  %c = call <4 x float> @_ZN4cuda5tiles4__op3addIv(<4 x float> %x, <4 x float> %y, i32 11, i32 1, i32 0)
  store volatile <4 x float> %c, ptr %o
  %d = call <4 x float> @_ZN4cuda5tiles4__op3addIv(<4 x float> %x, <4 x float> %y, i32 11, i32 0, i32 1)
  store volatile <4 x float> %d, ptr %o
  %e = call <4 x float> @_ZN4cuda5tiles4__op3minIv(<4 x float> %x, <4 x float> %y, i32 11, i32 0, i32 0)
  store volatile <4 x float> %e, ptr %o
  %f = call <4 x float> @_ZN4cuda5tiles4__op3maxIv(<4 x float> %x, <4 x float> %y, i32 11, i32 1, i32 0)
  store volatile <4 x float> %f, ptr %o
  %g = call <4 x i8> @_ZN4cuda5tiles4__op7compareIv(<4 x float> %x, <4 x float> %y, i32 11, i32 1)
  store volatile <4 x i8> %g, ptr %o
  ret void
}

; CHECK-LABEL: define ptx_kernel void @integers(
; CHECK: sdiv <4 x i32> %x, %y
; CHECK: udiv <4 x i32> %x, %y
; CHECK: icmp ult <4 x i32> %y, splat (i32 32)
; CHECK: shl <4 x i32>
; CHECK: call <4 x i32> @llvm.umin.v4i32(<4 x i32> %y, <4 x i32> splat (i32 31))
; CHECK: ashr <4 x i32> %x
; CHECK: lshr <4 x i64> %{{.*}}, splat (i64 32)
define ptx_kernel void @integers(ptr %o, <4 x i32> %x, <4 x i32> %y) {
  %a = call <4 x i32> @_ZN4cuda5tiles4__op3divIv(<4 x i32> %x, <4 x i32> %y, i32 5, i32 -1, i32 0)
  store volatile <4 x i32> %a, ptr %o
  %b = call <4 x i32> @_ZN4cuda5tiles4__op3divIv(<4 x i32> %x, <4 x i32> %y, i32 6, i32 -1, i32 0)
  store volatile <4 x i32> %b, ptr %o
  %c = call <4 x i32> @_ZN4cuda5tiles4__op3shlIv(<4 x i32> %x, <4 x i32> %y, i32 5, i32 -1, i32 0)
  store volatile <4 x i32> %c, ptr %o
  %d = call <4 x i32> @_ZN4cuda5tiles4__op3shrIv(<4 x i32> %x, <4 x i32> %y, i32 5, i32 -1, i32 0)
  store volatile <4 x i32> %d, ptr %o
  %e = call <4 x i32> @_ZN4cuda5tiles4__op5mulhiIv(<4 x i32> %x, <4 x i32> %y, i32 6, i32 -1, i32 0)
  store volatile <4 x i32> %e, ptr %o
  ret void
}

; double to bf16 goes through a float that is rounded to odd.
; CHECK-LABEL: define ptx_kernel void @conversions(
; CHECK: call <4 x i32> @llvm.fptosi.sat.v4i32.v4f64(<4 x double> %x)
; CHECK: call <4 x i16> @llvm.fptosi.sat.v4i16.v4f64(<4 x double> %x)
; CHECK: trunc <4 x i16>
; CHECK: %[[N:.*]] = fptrunc <4 x double> %x to <4 x float>
; CHECK: fpext <4 x float> %[[N]] to <4 x double>
; CHECK: fptrunc <4 x float> %{{.*}} to <4 x bfloat>
; CHECK: call <4 x float> @cutile.cast.v4f32.v4f64.5(<4 x double> %x, i32 12, i32 11, i32 1, i32 -1)
; CHECK: fcmp une <4 x double> %x, zeroinitializer
define ptx_kernel void @conversions(ptr %o, <4 x double> %x) {
  %a = call <4 x i32> @_ZN4cuda5tiles4__op4castIi(<4 x double> %x, i32 12, i32 5, i32 -1, i32 -1)
  store volatile <4 x i32> %a, ptr %o
  %b = call <4 x i8> @_ZN4cuda5tiles4__op4castIc(<4 x double> %x, i32 12, i32 1, i32 -1, i32 -1)
  store volatile <4 x i8> %b, ptr %o
  %c = call <4 x bfloat> @_ZN4cuda5tiles4__op4castIb(<4 x double> %x, i32 12, i32 10, i32 -1, i32 -1)
  store volatile <4 x bfloat> %c, ptr %o
  %d = call <4 x float> @_ZN4cuda5tiles4__op4castIf(<4 x double> %x, i32 12, i32 11, i32 1, i32 -1)
  store volatile <4 x float> %d, ptr %o
  %e = call <4 x i8> @_ZN4cuda5tiles4__op4castIc(<4 x double> %x, i32 12, i32 0, i32 -1, i32 -1)
  store volatile <4 x i8> %e, ptr %o
  ret void
}

declare <4 x float> @_ZN4cuda5tiles4__op3addIv(<4 x float>, <4 x float>, i32, i32, i32)
declare <4 x float> @_ZN4cuda5tiles4__op3subIv(<4 x float>, <4 x float>, i32, i32, i32)
declare <4 x float> @_ZN4cuda5tiles4__op3minIv(<4 x float>, <4 x float>, i32, i32, i32)
declare <4 x float> @_ZN4cuda5tiles4__op3maxIv(<4 x float>, <4 x float>, i32, i32, i32)
declare <4 x i8> @_ZN4cuda5tiles4__op7compareIv(<4 x float>, <4 x float>, i32, i32)
declare <4 x i32> @_ZN4cuda5tiles4__op3divIv(<4 x i32>, <4 x i32>, i32, i32, i32)
declare <4 x i32> @_ZN4cuda5tiles4__op3shlIv(<4 x i32>, <4 x i32>, i32, i32, i32)
declare <4 x i32> @_ZN4cuda5tiles4__op3shrIv(<4 x i32>, <4 x i32>, i32, i32, i32)
declare <4 x i32> @_ZN4cuda5tiles4__op5mulhiIv(<4 x i32>, <4 x i32>, i32, i32, i32)
declare <4 x i32> @_ZN4cuda5tiles4__op4castIi(<4 x double>, i32, i32, i32, i32)
declare <4 x i8> @_ZN4cuda5tiles4__op4castIc(<4 x double>, i32, i32, i32, i32)
declare <4 x bfloat> @_ZN4cuda5tiles4__op4castIb(<4 x double>, i32, i32, i32, i32)
declare <4 x float> @_ZN4cuda5tiles4__op4castIf(<4 x double>, i32, i32, i32, i32)
