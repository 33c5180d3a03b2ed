; Insert: elements of the sub-tile replace those at its place, by a comparison of index bits.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s

target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @run_time(
; CHECK: and i32 {{.*}}, 16
; CHECK: icmp eq i32
; CHECK: select i1
define ptx_kernel void @run_time(ptr noalias %in, ptr noalias %out, i64 %i) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <32 x float>, ptr %in
  %y = load <16 x float>, ptr %in
  %r = call <32 x float> @cutile.insert.v32float.v32float(<32 x float> %x, <16 x float> %y, i64 %i, i64 0, i32 2, i32 4, i32 8, i32 2, i32 8)
  store <32 x float> %r, ptr %out
  ret void
}

declare <32 x float> @cutile.insert.v32float.v32float(<32 x float>, <16 x float>, i64, i64, i32, i32, i32, i32, i32)
