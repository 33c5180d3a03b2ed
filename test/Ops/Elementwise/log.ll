; log: libdevice, half types through float.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @f32_default(
; CHECK: call float @__nv_logf(
define ptx_kernel void @f32_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %r = call <32 x float> @cutile.log.v32f32(<32 x float> %x, i32 11, i32 -1, i32 0)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f64_default(
; CHECK: call double @__nv_log(
define ptx_kernel void @f64_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x double>, ptr %in
  %r = call <32 x double> @cutile.log.v32f64(<32 x double> %x, i32 12, i32 -1, i32 0)
  store <32 x double> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f16_default(
; CHECK: fpext half {{.*}} to float
; CHECK: call float @__nv_logf(
; CHECK: fptrunc float {{.*}} to half
define ptx_kernel void @f16_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %r = call <32 x half> @cutile.log.v32f16(<32 x half> %x, i32 9, i32 -1, i32 0)
  store <32 x half> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bf16_default(
; CHECK: fpext bfloat {{.*}} to float
; CHECK: call float @__nv_logf(
; CHECK: fptrunc float {{.*}} to bfloat
define ptx_kernel void @bf16_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x bfloat>, ptr %in
  %r = call <32 x bfloat> @cutile.log.v32bf16(<32 x bfloat> %x, i32 10, i32 -1, i32 0)
  store <32 x bfloat> %r, ptr %out
  ret void
}

declare <32 x bfloat> @cutile.log.v32bf16(<32 x bfloat>, i32, i32, i32)
declare <32 x double> @cutile.log.v32f64(<32 x double>, i32, i32, i32)
declare <32 x float> @cutile.log.v32f32(<32 x float>, i32, i32, i32)
declare <32 x half> @cutile.log.v32f16(<32 x half>, i32, i32, i32)
