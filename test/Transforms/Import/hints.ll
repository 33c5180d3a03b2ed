; Kernel hints: one for this architecture beats one for all; others are ignored. Statement hints move to the accesses between
; their markers.
; RUN: %cutile-opt -passes=cutile-import %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

@.kernel = private unnamed_addr constant [14 x i8] c"cutile.kernel\00", section "llvm.metadata"
@.hint = private unnamed_addr constant [12 x i8] c"cutile.hint\00", section "llvm.metadata"
@.file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@.occupancy = private unnamed_addr constant [10 x i8] c"occupancy\00"
@.cta = private unnamed_addr constant [15 x i8] c"num_cta_in_cga\00"
@.all = private unnamed_addr constant { i32, ptr, i32, ptr, i32 } { i32 0, ptr @.occupancy, i32 1, ptr @.cta, i32 2 }
@.hopper = private unnamed_addr constant { i32, ptr, i32 } { i32 900, ptr @.occupancy, i32 4 }
@.other = private unnamed_addr constant { i32, ptr, i32 } { i32 1000, ptr @.occupancy, i32 8 }
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.kernel, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.hint, ptr @.file, i32 1, ptr @.hopper },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.hint, ptr @.file, i32 1, ptr @.all },
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.hint, ptr @.file, i32 1, ptr @.other }], section "llvm.metadata"

; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK: call <8 x float> @cutile.load.{{.*}}, !cutile.latency ![[FOUR:[0-9]+]]
; CHECK: call <8 x float> @cutile.load.{{.*}}, !cutile.latency ![[TWO:[0-9]+]], !cutile.allow_tma ![[ZERO:[0-9]+]]
; CHECK: call void @cutile.store.{{.*}}, <8 x i8> splat (i8 1)){{$}}
; CHECK: attributes #{{.*}} "cutile.hint.num_cta_in_cga"="2" "cutile.hint.occupancy"="4" "cutile.kernel"
; CHECK: ![[FOUR]] = !{i32 4}
; CHECK: ![[TWO]] = !{i32 2}
; CHECK: ![[ZERO]] = !{i32 0}
define ptx_kernel void @kernel(<8 x i64> %p, i1 %c) "target-cpu"="sm_90a" {
  call void @_ZN4cuda5tiles4__op10hint_beginIv(i32 0, i32 4)
  %x = call <8 x float> @_ZN4cuda5tiles4__op4loadIv(<8 x i64> %p, <8 x i8> splat (i8 1), <8 x float> poison)
  call void @_ZN4cuda5tiles4__op10hint_beginIv(i32 1, i32 0)
  call void @_ZN4cuda5tiles4__op10hint_beginIv(i32 0, i32 2)
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %y = call <8 x float> @_ZN4cuda5tiles4__op4loadIv(<8 x i64> %p, <8 x i8> splat (i8 1), <8 x float> %x)
  call void @_ZN4cuda5tiles4__op8hint_endIv()
  call void @_ZN4cuda5tiles4__op8hint_endIv()
  call void @_ZN4cuda5tiles4__op8hint_endIv()
  call void @_ZN4cuda5tiles4__op5storeIv(<8 x i64> %p, <8 x float> %y, <8 x i8> splat (i8 1))
  ret void
}

declare void @_ZN4cuda5tiles4__op10hint_beginIv(i32, i32)
declare void @_ZN4cuda5tiles4__op8hint_endIv()
declare <8 x float> @_ZN4cuda5tiles4__op4loadIv(<8 x i64>, <8 x i8>, <8 x float>) readonly
declare void @_ZN4cuda5tiles4__op5storeIv(<8 x i64>, <8 x float>, <8 x i8>)
