; Conversions of short formats: machine instructions in pairs where there are some, bits otherwise, an error for fp8 where the
; target has none.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
; RUN: sed 's/sm_90a/sm_80/' %s > %t.ll
; RUN: not %cutile-opt -passes=cutile-lower-to-nvptx %t.ll -disable-output 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: grep -v KERNEL_FP8 %t.ll > %t.80.ll
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %t.80.ll | FileCheck %s --check-prefix=SM80

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @to_e4m3(
; CHECK: %[[PAIR:.*]] = call i16 @cutile.nvptx.cvt.rn.satfinite.e4m3x2.f32(float %[[HIGH:.*]], float %[[LOW:.*]])
; CHECK: trunc i16 %[[PAIR]] to i8
; CHECK: lshr i16 %[[PAIR]], 8
; CHECK: ret void
; ERROR-DAG: 'element_cast' of float to e4m3 is not supported on sm_80
define ptx_kernel void @to_e4m3(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" { ; KERNEL_FP8
  %x = load <512 x float>, ptr %in ; KERNEL_FP8
  %r = call <512 x i8> @cutile.cast.v512i8.v512f32(<512 x float> %x, i32 11, i32 14, i32 -1, i32 -1) ; KERNEL_FP8
  store <512 x i8> %r, ptr %out ; KERNEL_FP8
  ret void ; KERNEL_FP8
} ; KERNEL_FP8

; CHECK-LABEL: define ptx_kernel void @from_e5m2(
; CHECK: call i32 @cutile.nvptx.cvt.rn.f16x2.e5m2x2(i16
; CHECK: fpext half
; CHECK: fpext half
; CHECK: ret void
; ERROR-DAG: 'element_cast' of e5m2 to float is not supported on sm_80
define ptx_kernel void @from_e5m2(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" { ; KERNEL_FP8
  %x = load <512 x i8>, ptr %in ; KERNEL_FP8
  %r = call <512 x float> @cutile.cast.v512f32.v512i8(<512 x i8> %x, i32 15, i32 11, i32 -1, i32 -1) ; KERNEL_FP8
  store <512 x float> %r, ptr %out ; KERNEL_FP8
  ret void ; KERNEL_FP8
} ; KERNEL_FP8

; CHECK-LABEL: define ptx_kernel void @to_tf32(
; CHECK: call i32 @cutile.nvptx.cvt.rn.tf32.f32(
; CHECK: call i32 @cutile.nvptx.cvt.rz.tf32.f32(
; CHECK: call i32 @cutile.nvptx.cvt.rna.tf32.f32(
; SM80-LABEL: define ptx_kernel void @to_tf32(
; SM80: lshr i32 %{{.*}}, 13
; SM80: add i32 %{{.*}}, 4095
; SM80: and i32 %{{.*}}, -8192
; SM80: and i32 %{{.*}}, -8192
; SM80: call i32 @cutile.nvptx.cvt.rna.tf32.f32(
define ptx_kernel void @to_tf32(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %e = call <32 x float> @cutile.cast.v32f32.v32f32(<32 x float> %x, i32 11, i32 13, i32 -1, i32 -1)
  store <32 x float> %e, ptr %out
  %z = call <32 x float> @cutile.cast.v32f32.v32f32(<32 x float> %x, i32 11, i32 13, i32 1, i32 -1)
  store <32 x float> %z, ptr %out
  %a = call <32 x float> @cutile.cast.v32f32.v32f32(<32 x float> %x, i32 11, i32 13, i32 6, i32 -1)
  store <32 x float> %a, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @directed(
; CHECK: call half @cutile.nvptx.cvt.rz.f16.f64(double
; CHECK: call float @cutile.nvptx.cvt.rp.f32.f64(double
; CHECK: call half @cutile.nvptx.cvt.rm.f16.f32(float
; CHECK: call bfloat @cutile.nvptx.cvt.rz.bf16.f32(float
define ptx_kernel void @directed(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %d = load <32 x double>, ptr %in
  %h = call <32 x half> @cutile.cast.v32f16.v32f64(<32 x double> %d, i32 12, i32 9, i32 1, i32 -1)
  store <32 x half> %h, ptr %out
  %f = call <32 x float> @cutile.cast.v32f32.v32f64(<32 x double> %d, i32 12, i32 11, i32 3, i32 -1)
  store <32 x float> %f, ptr %out
  %g = call <32 x half> @cutile.cast.v32f16.v32f32(<32 x float> %f, i32 11, i32 9, i32 2, i32 -1)
  store <32 x half> %g, ptr %out
  %b = call <32 x bfloat> @cutile.cast.v32bf16.v32f32(<32 x float> %f, i32 11, i32 10, i32 1, i32 -1)
  store <32 x bfloat> %b, ptr %out
  ret void
}

; e8m0 and e2m1 are arithmetic on the bits on every target.
; CHECK-LABEL: define ptx_kernel void @block_formats(
; CHECK: call i32 @llvm.umin.i32(i32 %{{.*}}, i32 254)
; CHECK: fcmp ugt float %{{.*}}, 5.000000e+00
; CHECK-NOT: cutile.nvptx
; CHECK: ret void
; SM80-LABEL: define ptx_kernel void @block_formats(
define ptx_kernel void @block_formats(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %e = call <32 x i8> @cutile.cast.v32i8.v32f32(<32 x float> %x, i32 11, i32 16, i32 3, i32 -1)
  %f = call <32 x float> @cutile.cast.v32f32.v32i8(<32 x i8> %e, i32 16, i32 11, i32 -1, i32 -1)
  store <32 x float> %f, ptr %out
  %g = call <32 x i8> @cutile.cast.v32i8.v32f32(<32 x float> %x, i32 11, i32 17, i32 -1, i32 -1)
  %h = call <32 x float> @cutile.cast.v32f32.v32i8(<32 x i8> %g, i32 17, i32 11, i32 -1, i32 -1)
  store <32 x float> %h, ptr %out
  ret void
}

declare <512 x i8> @cutile.cast.v512i8.v512f32(<512 x float>, i32, i32, i32, i32)
declare <512 x float> @cutile.cast.v512f32.v512i8(<512 x i8>, i32, i32, i32, i32)
declare <32 x i8> @cutile.cast.v32i8.v32f32(<32 x float>, i32, i32, i32, i32)
declare <32 x float> @cutile.cast.v32f32.v32i8(<32 x i8>, i32, i32, i32, i32)
declare <32 x float> @cutile.cast.v32f32.v32f32(<32 x float>, i32, i32, i32, i32)
declare <32 x half> @cutile.cast.v32f16.v32f64(<32 x double>, i32, i32, i32, i32)
declare <32 x float> @cutile.cast.v32f32.v32f64(<32 x double>, i32, i32, i32, i32)
declare <32 x half> @cutile.cast.v32f16.v32f32(<32 x float>, i32, i32, i32, i32)
declare <32 x bfloat> @cutile.cast.v32bf16.v32f32(<32 x float>, i32, i32, i32, i32)
