; Iota is computed where it is used.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @iota(
; CHECK: trunc i32 %{{.*}} to i8
; CHECK: store i8
define ptx_kernel void @iota(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %r = call <32 x i8> @cutile.iota.v32i8.0()
  store <32 x i8> %r, ptr %out
  ret void
}

declare <32 x i8> @cutile.iota.v32i8.0()
