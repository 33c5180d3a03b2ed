; Shared memory beyond what a block may have is an error that names the numbers, per architecture.
; RUN: not %cutile-opt -passes=cutile-lower-to-nvptx %s -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:
; CHECK: error: kernel 'large' needs {{26[0-9]+}} bytes of shared memory; sm_90a allows 232448
; Only targets for one architecture have more than 48 KB of static shared memory.
; RUN: sed 's/sm_90a/sm_120a/' %s | not %cutile-opt -passes=cutile-lower-to-nvptx - -disable-output 2>&1 | FileCheck %s --check-prefix=SM120A --implicit-check-not=error:
; SM120A: error: kernel 'large' needs {{26[0-9]+}} bytes of shared memory; sm_120a allows 101376{{$}}
; SM120A: error: kernel 'medium' needs {{13[0-9]+}} bytes of shared memory; sm_120a allows 101376{{$}}
; RUN: sed 's/sm_90a/sm_90/' %s | not %cutile-opt -passes=cutile-lower-to-nvptx - -disable-output 2>&1 | FileCheck %s --check-prefix=SM90 --implicit-check-not=error:
; SM90: error: kernel 'large' needs {{26[0-9]+}} bytes of shared memory; sm_90 allows 49152; compile for sm_90a, which allows more, or take smaller tiles
; SM90: error: kernel 'medium' needs {{13[0-9]+}} bytes
; RUN: sed 's/sm_90a/sm_86/' %s | not %cutile-opt -passes=cutile-lower-to-nvptx - -disable-output 2>&1 | FileCheck %s --check-prefix=SM86 --implicit-check-not=error:
; SM86: error: kernel 'large' needs {{26[0-9]+}} bytes of shared memory; sm_86 allows 49152{{$}}
; SM86: error: kernel 'medium' needs {{13[0-9]+}} bytes

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

define ptx_kernel void @large(ptr %out, i64 %i) "cutile.kernel" "target-cpu"="sm_90a" {
  %array = alloca [64 x <1024 x float>], align 4
  %place = getelementptr [64 x <1024 x float>], ptr %array, i64 0, i64 %i
  store <1024 x float> splat (float 1.0), ptr %place, align 4
  %x = load <1024 x float>, ptr %array, align 4
  store <1024 x float> %x, ptr %out, align 4
  ret void
}

define ptx_kernel void @medium(ptr %out, i64 %i) "cutile.kernel" "target-cpu"="sm_90a" {
  %array = alloca [32 x <1024 x float>], align 4
  %place = getelementptr [32 x <1024 x float>], ptr %array, i64 0, i64 %i
  store <1024 x float> splat (float 1.0), ptr %place, align 4
  %x = load <1024 x float>, ptr %array, align 4
  store <1024 x float> %x, ptr %out, align 4
  ret void
}
