; Reductions: registers, lanes by butterfly shuffles, then warps through shared memory with one barrier, as nobody has
; used it before; none where a warp holds all.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @row(
; CHECK: fadd float
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 2, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 4, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 8, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 16, i32 31)
; CHECK-NOT: barrier
; CHECK: store float
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load <4 x float>
; CHECK: fadd float
; CHECK-NOT: barrier
; CHECK: store float
define ptx_kernel void @row(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <4096 x float>, ptr %in
  %r = call <1 x float> @cutile.reduce.v1float.v4096float(<4096 x float> %x, i32 2, i32 1, i32 4096, i32 1, i32 0, i32 11, i32 -1, i32 0)
  store <1 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @small(
; CHECK-NOT: barrier
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 2, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 4, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 8, i32 31)
; CHECK-NOT: bfly
; CHECK: add i32
; CHECK-NOT: shared
define ptx_kernel void @small(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <16 x i32>, ptr %in
  %r = call <1 x i32> @cutile.reduce.v1i32.v16i32(<16 x i32> %x, i32 1, i32 16, i32 0, i32 0, i32 5, i32 -1, i32 0)
  store <1 x i32> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @half_sum(
; CHECK: fpext half
; CHECK: fadd float
; CHECK: fadd float
; CHECK: fptrunc float {{.*}} to half
define ptx_kernel void @half_sum(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %r = call <1 x half> @cutile.reduce.v1half.v32half(<32 x half> %x, i32 1, i32 32, i32 0, i32 0, i32 9, i32 -1, i32 0)
  store <1 x half> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @half_max(
; CHECK-NOT: fpext
; CHECK: call half @llvm.maximumnum.f16
define ptx_kernel void @half_max(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x half>, ptr %in
  %r = call <1 x half> @cutile.reduce.v1half.v32half(<32 x half> %x, i32 1, i32 32, i32 0, i32 2, i32 9, i32 0, i32 0)
  store <1 x half> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bool_sum(
; CHECK: xor i8
define ptx_kernel void @bool_sum(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i8>, ptr %in
  %r = call <1 x i8> @cutile.reduce.v1i8.v32i8(<32 x i8> %x, i32 1, i32 32, i32 0, i32 0, i32 0, i32 -1, i32 0)
  store <1 x i8> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @bool_prod(
; CHECK: and i8
define ptx_kernel void @bool_prod(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i8>, ptr %in
  %r = call <1 x i8> @cutile.reduce.v1i8.v32i8(<32 x i8> %x, i32 1, i32 32, i32 0, i32 1, i32 0, i32 -1, i32 0)
  store <1 x i8> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @unsigned_max(
; CHECK: call i16 @llvm.umax.i16
define ptx_kernel void @unsigned_max(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x i16>, ptr %in
  %r = call <1 x i16> @cutile.reduce.v1i16.v32i16(<32 x i16> %x, i32 1, i32 32, i32 0, i32 2, i32 4, i32 -1, i32 0)
  store <1 x i16> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @directed(
; CHECK: call float @cutile.nvptx.add.rp.f32(
define ptx_kernel void @directed(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %r = call <1 x float> @cutile.reduce.v1float.v32float(<32 x float> %x, i32 1, i32 32, i32 0, i32 0, i32 11, i32 3, i32 0)
  store <1 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @wide(
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %{{.*}}, i32 1, i32 31)
; CHECK: call double @llvm.minimum.f64(
define ptx_kernel void @wide(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x double>, ptr %in
  %r = call <1 x double> @cutile.reduce.v1double.v32double(<32 x double> %x, i32 1, i32 32, i32 0, i32 3, i32 12, i32 1, i32 0)
  store <1 x double> %r, ptr %out
  ret void
}

declare <1 x double> @cutile.reduce.v1double.v32double(<32 x double>, i32, i32, i32, i32, i32, i32, i32)
declare <1 x float> @cutile.reduce.v1float.v32float(<32 x float>, i32, i32, i32, i32, i32, i32, i32)
declare <1 x float> @cutile.reduce.v1float.v4096float(<4096 x float>, i32, i32, i32, i32, i32, i32, i32, i32)
declare <1 x half> @cutile.reduce.v1half.v32half(<32 x half>, i32, i32, i32, i32, i32, i32, i32)
declare <1 x i16> @cutile.reduce.v1i16.v32i16(<32 x i16>, i32, i32, i32, i32, i32, i32, i32)
declare <1 x i32> @cutile.reduce.v1i32.v16i32(<16 x i32>, i32, i32, i32, i32, i32, i32, i32)
declare <1 x i8> @cutile.reduce.v1i8.v32i8(<32 x i8>, i32, i32, i32, i32, i32, i32, i32)
