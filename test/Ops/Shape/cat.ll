; Cat: the halves in the layout of the result, chosen by the top index bit of the dimension.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @rows(
; CHECK: and i32 {{.*}}, 16
; CHECK: select i1
define ptx_kernel void @rows(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <16 x float>, ptr %in
  %y = load <16 x float>, ptr %in
  %r = call <32 x float> @cutile.cat.v32float.v16float(<16 x float> %x, <16 x float> %y, i32 2, i32 4, i32 4, i32 0)
  store <32 x float> %r, ptr %out
  ret void
}

; CHECK-LABEL: define ptx_kernel void @columns(
; CHECK: and i32 {{.*}}, 4
; CHECK: select i1
define ptx_kernel void @columns(ptr noalias %in, ptr noalias %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <16 x float>, ptr %in
  %y = load <16 x float>, ptr %in
  %r = call <32 x float> @cutile.cat.v32float.v16float(<16 x float> %x, <16 x float> %y, i32 2, i32 4, i32 4, i32 1)
  store <32 x float> %r, ptr %out
  ret void
}

declare <32 x float> @cutile.cat.v32float.v16float(<16 x float>, <16 x float>, i32, i32, i32, i32)
