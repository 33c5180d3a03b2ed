; Atomics: once per element, order and scope kept, old values for every thread.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx,cutile-expand-target-ops %s | llc -mcpu=sm_90a -mattr=+ptx90 | FileCheck %s --check-prefix=PTX
target triple = "nvptx64-nvidia-cuda"

declare <1 x i32> @cutile.atomic_rmw.v1i32.7(<1 x i64>, <1 x i32>, <1 x i8>, i32, i32, i32, i32)
declare <8 x half> @cutile.atomic_rmw.v8f16.7(<8 x i64>, <8 x half>, <8 x i8>, i32, i32, i32, i32)
declare <1 x i32> @cutile.atomic_load.v1i32.5(<1 x i64>, <1 x i8>, <1 x i32>, i32, i32)
declare void @cutile.atomic_store.5(<1 x i64>, <1 x i32>, <1 x i8>, i32, i32)
declare <1 x double> @cutile.atomic_cas.v1f64.7(<1 x i64>, <1 x double>, <1 x double>, <1 x i8>, i32, i32, i32)

; The result is used: one thread adds, the others get the old value through shared memory.
; CHECK-LABEL: define ptx_kernel void @ticket(
; CHECK: br i1
; CHECK: call i32 @cutile.nvptx.atom.add.u32.p1(ptr addrspace(1) {{.*}}, i32 1, i32 3, i32 1)
; CHECK: store i32 {{.*}}, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.bar
; CHECK: load i32, ptr addrspace(3)
; PTX: atom.acq_rel.gpu.global.add.u32
define ptx_kernel void @ticket(ptr %counter, ptr %out) #0 {
  %a = ptrtoint ptr %counter to i64
  %p = insertelement <1 x i64> poison, i64 %a, i64 0
  %old = call <1 x i32> @cutile.atomic_rmw.v1i32.7(<1 x i64> %p, <1 x i32> splat (i32 1), <1 x i8> splat (i8 1), i32 0, i32 5, i32 3, i32 1)
  %x = extractelement <1 x i32> %old, i64 0
  store i32 %x, ptr %out
  ret void
}

; Nobody reads the old values: no barrier. Subtraction adds the negative.
; CHECK-LABEL: define ptx_kernel void @subtract(
; CHECK: fneg half
; CHECK: call half @cutile.nvptx.atom.add.f16.p1(
; CHECK-NOT: call void @llvm.nvvm.bar
; CHECK: ret void
; PTX: atom.relaxed.sys.global.add.noftz.f16
define ptx_kernel void @subtract(ptr %p, half %v) #0 {
  %a = ptrtoint ptr %p to i64
  %i = insertelement <8 x i64> poison, i64 %a, i64 0
  %as = shufflevector <8 x i64> %i, <8 x i64> poison, <8 x i32> zeroinitializer
  %j = insertelement <8 x half> poison, half %v, i64 0
  %vs = shufflevector <8 x half> %j, <8 x half> poison, <8 x i32> zeroinitializer
  %old = call <8 x half> @cutile.atomic_rmw.v8f16.7(<8 x i64> %as, <8 x half> %vs, <8 x i8> splat (i8 1), i32 1, i32 9, i32 0, i32 0)
  ret void
}

; PTX-LABEL: entry message(
; PTX: ld.acquire.cta.global.b32
; PTX: st.release.gpu.global.b32
; PTX: atom.relaxed.sys.global.cas.b64
define ptx_kernel void @message(ptr %p, double %e, double %d) #0 {
  %a = ptrtoint ptr %p to i64
  %i = insertelement <1 x i64> poison, i64 %a, i64 0
  %x = call <1 x i32> @cutile.atomic_load.v1i32.5(<1 x i64> %i, <1 x i8> splat (i8 1), <1 x i32> poison, i32 1, i32 2)
  call void @cutile.atomic_store.5(<1 x i64> %i, <1 x i32> %x, <1 x i8> splat (i8 1), i32 2, i32 1)
  %j = insertelement <1 x double> poison, double %e, i64 0
  %k = insertelement <1 x double> poison, double %d, i64 0
  %old = call <1 x double> @cutile.atomic_cas.v1f64.7(<1 x i64> %i, <1 x double> %j, <1 x double> %k, <1 x i8> splat (i8 1), i32 12, i32 0, i32 0)
  ret void
}

attributes #0 = { "cutile.kernel" "target-cpu"="sm_90a" }
