; A tile that a thread cannot hold is an error with the numbers; one that takes many threads is not.
; RUN: not %cutile-opt -passes=cutile-lower-to-nvptx %s -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:
; CHECK: error: kernel 'few_threads' has a tile that takes 512 registers of each of its 32 threads; sm_90a allows 255 per thread

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

define ptx_kernel void @few_threads(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" "cutile.hint.num_worker_warps_per_cta"="1" {
  %x = load <8192 x double>, ptr %in
  store <8192 x double> %x, ptr %out
  ret void
}

define ptx_kernel void @many_threads(ptr %in, ptr %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = load <8192 x double>, ptr %in
  store <8192 x double> %x, ptr %out
  ret void
}
