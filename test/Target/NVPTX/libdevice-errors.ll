; Math functions that cannot be had are errors that say what was wanted from where, not unresolved symbols for the assembler.
; RUN: not %cutile-opt -passes=cutile-lower-to-nvptx %s -libdevice=%t.missing.bc -disable-output 2>&1 | FileCheck %s --check-prefix=MISSING
; MISSING: error: math function of kernel 'exponential' is missing: '__nv_expf' is wanted from '{{.*}}.missing.bc', which cannot be read: Could not open input file

; RUN: echo 'define float @__nv_logf(float %x) { ret float %x }' > %t.other.ll
; RUN: not %cutile-opt -passes=cutile-lower-to-nvptx %s -libdevice=%t.other.ll -disable-output 2>&1 | FileCheck %s --check-prefix=OTHER
; OTHER: error: math function of kernel 'exponential' is missing: '__nv_expf' is not in '{{.*}}.other.ll'

; What is there is linked in, for this module alone.
; RUN: echo 'define float @__nv_expf(float %x) #0 { ret float %x } attributes #0 = { "target-cpu"="sm_20" }' > %t.good.ll
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s -libdevice=%t.good.ll | FileCheck %s --check-prefix=GOOD
; GOOD: define internal float @__nv_expf(float %x) {

; A kernel that needs none does not look for it.
; RUN: sed 's/cutile.exp/cutile.sqrt/' %s > %t.none.ll
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %t.none.ll -libdevice=%t.missing.bc -disable-output

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

define ptx_kernel void @exponential(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <64 x float>, ptr %in
  %r = call <64 x float> @cutile.exp.v64f32.v64f32(<64 x float> %x, i32 11, i32 -1, i32 0)
  store <64 x float> %r, ptr %out
  ret void
}
declare <64 x float> @cutile.exp.v64f32.v64f32(<64 x float>, i32, i32, i32) memory(none)
