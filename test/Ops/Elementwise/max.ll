; max: NaN suppressed or propagated; bool and unsigned compare without sign.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @bool_default(
; CHECK: call i8 @llvm.umax.i8
define ptx_kernel void @bool_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i8>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x i8>, ptr %q
  %r = call <32 x i8> @cutile.max.v32bool(<32 x i8> %x, <32 x i8> %y, i32 0, i32 -1, i32 0)
  store <32 x i8> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @s8_default(
; CHECK: call i8 @llvm.smax.i8
define ptx_kernel void @s8_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i8>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x i8>, ptr %q
  %r = call <32 x i8> @cutile.max.v32s8(<32 x i8> %x, <32 x i8> %y, i32 1, i32 -1, i32 0)
  store <32 x i8> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @u32_default(
; CHECK: call i32 @llvm.umax.i32
define ptx_kernel void @u32_default(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i32>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x i32>, ptr %q
  %r = call <32 x i32> @cutile.max.v32u32(<32 x i32> %x, <32 x i32> %y, i32 6, i32 -1, i32 0)
  store <32 x i32> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_suppress(
; CHECK: call float @llvm.maximumnum.f32
define ptx_kernel void @f32_suppress(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.max.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 0, i32 0)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_propagate(
; CHECK: call float @llvm.maximum.f32
define ptx_kernel void @f32_propagate(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.max.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 1, i32 0)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f64_suppress(
; CHECK: call double @llvm.maximumnum.f64
define ptx_kernel void @f64_suppress(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x double>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x double>, ptr %q
  %r = call <32 x double> @cutile.max.v32f64(<32 x double> %x, <32 x double> %y, i32 12, i32 0, i32 0)
  store <32 x double> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f64_propagate(
; CHECK: call double @llvm.maximum.f64
define ptx_kernel void @f64_propagate(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x double>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x double>, ptr %q
  %r = call <32 x double> @cutile.max.v32f64(<32 x double> %x, <32 x double> %y, i32 12, i32 1, i32 0)
  store <32 x double> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f16_suppress(
; CHECK: call half @llvm.maximumnum.f16
define ptx_kernel void @f16_suppress(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x half>, ptr %q
  %r = call <32 x half> @cutile.max.v32f16(<32 x half> %x, <32 x half> %y, i32 9, i32 0, i32 0)
  store <32 x half> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f16_propagate(
; CHECK: call half @llvm.maximum.f16
define ptx_kernel void @f16_propagate(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x half>, ptr %q
  %r = call <32 x half> @cutile.max.v32f16(<32 x half> %x, <32 x half> %y, i32 9, i32 1, i32 0)
  store <32 x half> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bf16_suppress(
; CHECK: call bfloat @llvm.maximumnum.bf16
define ptx_kernel void @bf16_suppress(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x bfloat>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x bfloat>, ptr %q
  %r = call <32 x bfloat> @cutile.max.v32bf16(<32 x bfloat> %x, <32 x bfloat> %y, i32 10, i32 0, i32 0)
  store <32 x bfloat> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bf16_propagate(
; CHECK: call bfloat @llvm.maximum.bf16
define ptx_kernel void @bf16_propagate(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x bfloat>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x bfloat>, ptr %q
  %r = call <32 x bfloat> @cutile.max.v32bf16(<32 x bfloat> %x, <32 x bfloat> %y, i32 10, i32 1, i32 0)
  store <32 x bfloat> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_suppress_flush(
; CHECK: call float @llvm.maximumnum.f32
; CHECK: call float @cutile.nvptx.mul.rn.ftz.f32(
define ptx_kernel void @f32_suppress_flush(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.max.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 0, i32 1)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @f32_propagate_flush(
; CHECK: call float @llvm.maximum.f32
; CHECK: call float @cutile.nvptx.mul.rn.ftz.f32(
define ptx_kernel void @f32_propagate_flush(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %q = getelementptr i8, ptr %in, i64 256
  %y = load <32 x float>, ptr %q
  %r = call <32 x float> @cutile.max.v32f32(<32 x float> %x, <32 x float> %y, i32 11, i32 1, i32 1)
  store <32 x float> %r, ptr %out
  ret void
}

declare <32 x bfloat> @cutile.max.v32bf16(<32 x bfloat>, <32 x bfloat>, i32, i32, i32)
declare <32 x double> @cutile.max.v32f64(<32 x double>, <32 x double>, i32, i32, i32)
declare <32 x float> @cutile.max.v32f32(<32 x float>, <32 x float>, i32, i32, i32)
declare <32 x half> @cutile.max.v32f16(<32 x half>, <32 x half>, i32, i32, i32)
declare <32 x i32> @cutile.max.v32u32(<32 x i32>, <32 x i32>, i32, i32, i32)
declare <32 x i8> @cutile.max.v32bool(<32 x i8>, <32 x i8>, i32, i32, i32)
declare <32 x i8> @cutile.max.v32s8(<32 x i8>, <32 x i8>, i32, i32, i32)
