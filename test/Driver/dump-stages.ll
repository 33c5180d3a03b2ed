; CUTILE_DUMP_DIR writes every kernel after every stage, CUTILE_DUMP_KERNEL picks some, and a file in CUTILE_OVERRIDE_DIR
; replaces the kernel at its stage.

; RUN: rm -rf %t && mkdir -p %t
; RUN: env CUTILE_DUMP_DIR=%t/dump %cutile-opt -passes=cutile -disable-output %s
; RUN: ls %t/dump | FileCheck %s --check-prefix=FILES
; FILES:      first.01.import.ll
; FILES-NEXT: first.02.simplify.ll
; FILES-NEXT: first.03.lower-to-nvptx.ll
; FILES-NEXT: first.04.expand-target-ops.ll
; FILES-NEXT: second.01.import.ll
; FILES-NOT: simt

; A file is a module of its own.
; RUN: FileCheck %s --check-prefix=TILES --input-file=%t/dump/first.02.simplify.ll
; TILES-NOT: @second
; TILES-NOT: @simt
; TILES: define ptx_kernel void @first(
; TILES: fadd <128 x float> %x, splat (float 1.000000e+00)
; TILES-NOT: @second
; TILES-NOT: @simt
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %t/dump/first.02.simplify.ll | FileCheck %s --check-prefix=LOWERED
; RUN: FileCheck %s --check-prefix=LOWERED --input-file=%t/dump/first.03.lower-to-nvptx.ll
; LOWERED: define ptx_kernel void @first(
; LOWERED: fadd float %{{.*}}, 1.000000e+00

; One kernel.
; RUN: env CUTILE_DUMP_DIR=%t/one CUTILE_DUMP_KERNEL=second %cutile-opt -passes=cutile -disable-output %s
; RUN: ls %t/one | FileCheck %s --check-prefix=ONE
; ONE-NOT: first
; ONE: second.01.import.ll

; A changed file counts; the other kernel and the SIMT function stay.
; RUN: mkdir %t/edited
; RUN: sed -e 's/splat (float 1.000000e+00)/splat (float 4.000000e+00)/' %t/dump/first.02.simplify.ll > %t/edited/first.02.simplify.ll
; RUN: env CUTILE_OVERRIDE_DIR=%t/edited %cutile-opt -passes=cutile %s | FileCheck %s --check-prefix=EDITED
; EDITED: define void @simt
; EDITED-DAG: fadd float %{{.*}}, 4.000000e+00
; EDITED-DAG: fadd float %{{.*}}, 2.000000e+00
; EDITED-DAG: define ptx_kernel void @first({{.*}} [[ATTRIBUTES:#[0-9]+]]
; EDITED-DAG: define ptx_kernel void @second({{.*}} [[ATTRIBUTES]]

; A file that cannot be used is named, and the kernel stays as it is.
; RUN: mkdir %t/broken
; RUN: echo nonsense > %t/broken/first.02.simplify.ll
; RUN: env CUTILE_OVERRIDE_DIR=%t/broken %cutile-opt -passes=cutile %s 2>&1 | FileCheck %s --check-prefix=BROKEN
; BROKEN: cutile: file '{{.*}}first.02.simplify.ll':
; BROKEN: fadd float %{{.*}}, 1.000000e+00

target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

define void @simt(ptr %p) {
  store i32 1, ptr %p
  ret void
}

define ptx_kernel void @first(ptr noalias align 16 %in, ptr noalias align 16 %out) #0 {
  %x = call <128 x float> @cutile.view_load.v128f32(ptr %in, i64 128, i64 1, i64 0, i32 1, i32 128, i32 0, i32 0, i32 11)
  %y = fadd <128 x float> %x, splat (float 1.0)
  call void @cutile.view_store.v128f32(<128 x float> %y, ptr %out, i64 128, i64 1, i64 0, i32 1, i32 128, i32 0, i32 11)
  ret void
}

define ptx_kernel void @second(ptr noalias align 16 %in, ptr noalias align 16 %out) #0 {
  %x = call <128 x float> @cutile.view_load.v128f32(ptr %in, i64 128, i64 1, i64 0, i32 1, i32 128, i32 0, i32 0, i32 11)
  %y = fadd <128 x float> %x, splat (float 2.0)
  call void @cutile.view_store.v128f32(<128 x float> %y, ptr %out, i64 128, i64 1, i64 0, i32 1, i32 128, i32 0, i32 11)
  ret void
}

declare <128 x float> @cutile.view_load.v128f32(ptr, i64, i64, i64, i32, i32, i32, i32, i32)
declare void @cutile.view_store.v128f32(<128 x float>, ptr, i64, i64, i64, i32, i32, i32, i32)

attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
