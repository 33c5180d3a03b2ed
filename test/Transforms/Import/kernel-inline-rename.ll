; A kernel calls a tile function: it is inlined, its op becomes a tile op, elementwise arithmetic becomes an instruction, the
; annotations turn into attributes, and the function, which only tile code used, is gone. A SIMT function stays as it was.
; RUN: %cutile-opt -passes=cutile-import %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

@.kernel = private unnamed_addr constant [14 x i8] c"cutile.kernel\00", section "llvm.metadata"
@.function = private unnamed_addr constant [16 x i8] c"cutile.function\00", section "llvm.metadata"
@.other = private unnamed_addr constant [6 x i8] c"other\00", section "llvm.metadata"
@.file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.kernel, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @double, ptr @.function, ptr @.file, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @simt, ptr @.other, ptr @.file, i32 3, ptr null }], section "llvm.metadata"

; CHECK: @llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }]
; CHECK-SAME: @simt

; CHECK-LABEL: define ptx_kernel void @kernel(ptr %p)
; CHECK-SAME: #[[A:[0-9]+]]
; CHECK-NEXT: %[[X:.*]] = call <64 x i64> @cutile.iota.v64i64.0()
; CHECK-NEXT: %[[V:.*]] = call <64 x float> @cutile.load.v64f32.v64i64.v64i8.v64f32.3(<64 x i64> %[[X]], <64 x i8> splat (i8 1), <64 x float> poison)
; CHECK-NEXT: %[[S:.*]] = fadd contract <64 x float> %[[V]], %[[V]]
; CHECK-NEXT: call void @cutile.store.v64i64.v64f32.v64i8.3(<64 x i64> %[[X]], <64 x float> %[[S]], <64 x i8> splat (i8 1))
; CHECK-NEXT: ret void
define ptx_kernel void @kernel(ptr %p) noinline optnone "target-cpu"="sm_90a" {
  %slot = alloca <64 x float>, align 4
  %i = call <64 x i64> @_ZN4cuda5tiles4__op4iotaIv()
  %v = call <64 x float> @_ZN4cuda5tiles4__op4loadIv(<64 x i64> %i, <64 x i8> splat (i8 1), <64 x float> poison)
  store <64 x float> %v, ptr %slot, align 4
  %w = load <64 x float>, ptr %slot, align 4
  %r = call <64 x float> @double(<64 x float> %w)
  call void @_ZN4cuda5tiles4__op5storeIv(<64 x i64> %i, <64 x float> %r, <64 x i8> splat (i8 1))
  ret void
}

; CHECK-NOT: @double
define linkonce_odr <64 x float> @double(<64 x float> %x) noinline optnone {
  %r = call <64 x float> @_ZN4cuda5tiles4__op3addIv(<64 x float> %x, <64 x float> %x, i32 11, i32 -1, i32 0)
  ret <64 x float> %r
}

; CHECK: define void @simt(ptr %p) #[[S:[0-9]+]]
; CHECK-NEXT: %a = alloca i32, align 4
define void @simt(ptr %p) noinline optnone {
  %a = alloca i32, align 4
  store i32 1, ptr %a, align 4
  ret void
}

; CHECK-NOT: cuda5tiles
; CHECK-DAG: attributes #[[A]] = { "cutile.kernel" "target-cpu"="sm_90a" }
; CHECK-DAG: attributes #[[S]] = { noinline optnone }
declare <64 x i64> @_ZN4cuda5tiles4__op4iotaIv() readnone
declare <64 x float> @_ZN4cuda5tiles4__op4loadIv(<64 x i64>, <64 x i8>, <64 x float>) readonly
declare <64 x float> @_ZN4cuda5tiles4__op3addIv(<64 x float>, <64 x float>, i32, i32, i32) readnone
declare void @_ZN4cuda5tiles4__op5storeIv(<64 x i64>, <64 x float>, <64 x i8>)
