; The inline PTX of the toolkit's half, bfloat and fp8 headers becomes instructions on scalars; anything else is an error.
; RUN: split-file %s %t
; RUN: %cutile-opt -passes=cutile-import %t/known.ll | FileCheck %s
; RUN: not %cutile-opt -passes=cutile-import %t/unknown.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN

; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK-NOT: asm
; CHECK-DAG: fadd half
; CHECK-DAG: fptrunc <1 x float> %{{.*}} to <1 x half>
; CHECK-DAG: fcmp olt bfloat
; CHECK-DAG: fcmp uno half
; CHECK-DAG: call float @llvm.trunc.f32
; CHECK-DAG: call <1 x i8> @cutile.cast.v1i8.v1f32.5(<1 x float> {{.*}}, i32 11, i32 14, i32 0, i32 -1)
; CHECK-DAG: call <1 x float> @cutile.cast.v1f32.v1i8.5(<1 x i8> {{.*}}, i32 14, i32 11, i32 -1, i32 -1)
; CHECK-DAG: call <1 x float> @cutile.exp2.v1f32.v1f32.4(<1 x float> {{.*}}, i32 11, i32 -1, i32 1)
; CHECK: ret void
;--- known.ll
@.kernel = private unnamed_addr constant [14 x i8] c"cutile.kernel\00", section "llvm.metadata"
@.file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.kernel, ptr @.file, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @kernel(i16 %a, i16 %b, float %f, ptr %o) {
  %sum = call i16 asm "{add.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %a, i16 %b)
  store volatile i16 %sum, ptr %o
  %half = call i16 asm "{  cvt.rn.f16.f32 $0, $1;}\0A", "=h,f"(float %f)
  store volatile i16 %half, ptr %o
  %less = call i16 asm "{ .reg .pred __$$temp3;\0A  setp.lt.bf16  __$$temp3, $1, $2;\0A  selp.u16 $0, 1, 0, __$$temp3;}", "=h,h,h"(i16 %a, i16 %b)
  store volatile i16 %less, ptr %o
  %nan = call i16 asm "{set.nan.f16.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %a, i16 %a)
  store volatile i16 %nan, ptr %o
  %round = call float asm "cvt.rzi.f32.f32 $0, $1;", "=f,f"(float %f)
  store volatile float %round, ptr %o
  %pair = call i16 asm "{cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;}\0A", "=h,f,f"(float %f, float 0.0)
  store volatile i16 %pair, ptr %o
  %back = call i32 asm "{cvt.rn.f16x2.e4m3x2 $0, $1;}\0A", "=r,h"(i16 %a)
  store volatile i32 %back, ptr %o
  %exp = call i16 asm "{.reg.b32         f, ULP;         \0A .reg.b16         r;              \0A  mov.b16         r,$1;           \0A  cvt.f32.f16     f,r;            \0A  ex2.approx.ftz.f32      f,f;    \0A  mov.b32         ULP, 0x33800000U;\0A  fma.rn.f32      f,f,ULP,f;      \0A  cvt.rn.f16.f32      r,f;        \0A  mov.b16         $0,r;           \0A}", "=h,h"(i16 %a)
  store volatile i16 %exp, ptr %o
  ret void
}

; UNKNOWN: error: inline assembly 'bar.sync 0;' in tile code has no meaning for a tile block
;--- unknown.ll
@.kernel = private unnamed_addr constant [14 x i8] c"cutile.kernel\00", section "llvm.metadata"
@.file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.kernel, ptr @.file, i32 1, ptr null }], section "llvm.metadata"
define ptx_kernel void @kernel() {
  call void asm sideeffect "bar.sync 0;", ""()
  ret void
}
