; Multiplication.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @bool_default(
; CHECK: and i8
define ptx_kernel void @bool_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i8>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x i8>, ptr %q
  %r = call <32 x i8> @cutile.mul.v32bool(<32 x i8> %x, <32 x i8> %y, i32 0, i32 -1, i32 0)
  store <32 x i8> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @s8_default(
; CHECK: mul i8
define ptx_kernel void @s8_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i8>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x i8>, ptr %q
  %r = call <32 x i8> @cutile.mul.v32s8(<32 x i8> %x, <32 x i8> %y, i32 1, i32 -1, i32 0)
  store <32 x i8> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f64_even(
; CHECK: fmul double
define ptx_kernel void @f64_even(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x double>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x double>, ptr %q
  %r = call <32 x double> @cutile.mul.v32f64(<32 x double> %x, <32 x double> %y, i32 12, i32 0, i32 0)
  store <32 x double> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_zero(
; CHECK: call float @cutile.nvptx.mul.rz.f32(
define ptx_kernel void @f32_zero(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.mul.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 1, i32 0)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f64_zero(
; CHECK: call double @cutile.nvptx.mul.rz.f64(
define ptx_kernel void @f64_zero(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x double>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x double>, ptr %q
  %r = call <32 x double> @cutile.mul.v32f64(<32 x double> %x, <32 x double> %y, i32 12, i32 1, i32 0)
  store <32 x double> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f16_zero(
; CHECK: fpext half {{.*}} to float
; CHECK: call float @cutile.nvptx.mul.rz.f32(
; CHECK: call half @cutile.nvptx.cvt.rz.f16.f32(
define ptx_kernel void @f16_zero(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x half>, ptr %q
  %r = call <32 x half> @cutile.mul.v32f16(<32 x half> %x, <32 x half> %y, i32 9, i32 1, i32 0)
  store <32 x half> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_negative(
; CHECK: call float @cutile.nvptx.mul.rm.f32(
define ptx_kernel void @f32_negative(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.mul.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 2, i32 0)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f64_negative(
; CHECK: call double @cutile.nvptx.mul.rm.f64(
define ptx_kernel void @f64_negative(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x double>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x double>, ptr %q
  %r = call <32 x double> @cutile.mul.v32f64(<32 x double> %x, <32 x double> %y, i32 12, i32 2, i32 0)
  store <32 x double> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f16_negative(
; CHECK: fpext half {{.*}} to float
; CHECK: call float @cutile.nvptx.mul.rm.f32(
; CHECK: call half @cutile.nvptx.cvt.rm.f16.f32(
define ptx_kernel void @f16_negative(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x half>, ptr %q
  %r = call <32 x half> @cutile.mul.v32f16(<32 x half> %x, <32 x half> %y, i32 9, i32 2, i32 0)
  store <32 x half> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_positive(
; CHECK: call float @cutile.nvptx.mul.rp.f32(
define ptx_kernel void @f32_positive(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.mul.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 3, i32 0)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f64_positive(
; CHECK: call double @cutile.nvptx.mul.rp.f64(
define ptx_kernel void @f64_positive(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x double>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x double>, ptr %q
  %r = call <32 x double> @cutile.mul.v32f64(<32 x double> %x, <32 x double> %y, i32 12, i32 3, i32 0)
  store <32 x double> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f16_positive(
; CHECK: fpext half {{.*}} to float
; CHECK: call float @cutile.nvptx.mul.rp.f32(
; CHECK: call half @cutile.nvptx.cvt.rp.f16.f32(
define ptx_kernel void @f16_positive(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x half>, ptr %q
  %r = call <32 x half> @cutile.mul.v32f16(<32 x half> %x, <32 x half> %y, i32 9, i32 3, i32 0)
  store <32 x half> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bf16_zero(
; CHECK: call float @cutile.nvptx.mul.rz.f32(
; CHECK: call bfloat @cutile.nvptx.cvt.rz.bf16.f32(
define ptx_kernel void @bf16_zero(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x bfloat>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x bfloat>, ptr %q
  %r = call <32 x bfloat> @cutile.mul.v32bf16(<32 x bfloat> %x, <32 x bfloat> %y, i32 10, i32 1, i32 0)
  store <32 x bfloat> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bf16_negative(
; CHECK: call float @cutile.nvptx.mul.rm.f32(
; CHECK: bitcast float {{.*}} to i32
; CHECK: icmp slt i32 {{.*}}, 0
; CHECK: select i1 {{.*}}, i32 65535, i32 0
; CHECK: select i1 {{.*}}, i32 2147418112,
; CHECK: bitcast i16 {{.*}} to bfloat
define ptx_kernel void @bf16_negative(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x bfloat>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x bfloat>, ptr %q
  %r = call <32 x bfloat> @cutile.mul.v32bf16(<32 x bfloat> %x, <32 x bfloat> %y, i32 10, i32 2, i32 0)
  store <32 x bfloat> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_even_flush(
; CHECK: call float @cutile.nvptx.mul.rn.ftz.f32(
define ptx_kernel void @f32_even_flush(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.mul.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 0, i32 1)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_zero_flush(
; CHECK: call float @cutile.nvptx.mul.rz.ftz.f32(
define ptx_kernel void @f32_zero_flush(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.mul.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 1, i32 1)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_negative_flush(
; CHECK: call float @cutile.nvptx.mul.rm.ftz.f32(
define ptx_kernel void @f32_negative_flush(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.mul.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 2, i32 1)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_positive_flush(
; CHECK: call float @cutile.nvptx.mul.rp.ftz.f32(
define ptx_kernel void @f32_positive_flush(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.mul.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 3, i32 1)
  store <32 x float> %r, ptr %out
  ret void
}

declare <32 x bfloat> @cutile.mul.v32bf16(<32 x bfloat>, <32 x bfloat>, i32, i32, i32)
declare <32 x double> @cutile.mul.v32f64(<32 x double>, <32 x double>, i32, i32, i32)
declare <32 x float> @cutile.mul.v32f32(<32 x float>, <32 x float>, i32, i32, i32)
declare <32 x half> @cutile.mul.v32f16(<32 x half>, <32 x half>, i32, i32, i32)
declare <32 x i8> @cutile.mul.v32bool(<32 x i8>, <32 x i8>, i32, i32, i32)
declare <32 x i8> @cutile.mul.v32s8(<32 x i8>, <32 x i8>, i32, i32, i32)
