; A row of 32768 elements in two blocks per multiprocessor: each value with one user is computed part by part, and what outlasts a reduction is
; parked in shared memory where registers do not suffice.
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx -cutile-print-plan %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN
; RUN: %cutile-opt -passes=cutile-lower-to-nvptx %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; PLAN: plan of row
; PLAN: threads 512
; PLAN: blocks at least 2 per multiprocessor
; PLAN: 0 + 81920 parked of the block
; PLAN: %v = fpext {{.*}}: in parts, 8 registers
; PLAN: %d = fsub {{.*}}: in parts, 8 registers
; PLAN: %e = exp {{.*}}: registers and shared memory, 24 registers, {{.*}}; 40 registers wait in shared memory
; PLAN: %q = fdiv {{.*}}: in parts, 8 registers

; 40 registers of 512 threads.
; CHECK: @row.shared.parked = internal addrspace(3) global [81920 x i8] poison, align 16
; CHECK-LABEL: define ptx_kernel void @row(
; The maximum of pairs, of what was loaded.
; CHECK: call <2 x bfloat> @llvm.maximumnum.v2bf16(
; The first parts stay in registers, the others are written when computed.
; CHECK: @__nv_expf(
; CHECK: store <4 x float> {{.*}}, ptr addrspace(3) {{.*}}, align 16
; CHECK: @__nv_expf(
; Everyone reads what it wrote.
; CHECK: load volatile <4 x float>, ptr addrspace(3)
; CHECK: store <8 x bfloat>
; CHECK: load volatile <4 x float>, ptr addrspace(3)
; CHECK: store <8 x bfloat>
define ptx_kernel void @row(ptr align 16 %in, ptr align 16 %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = call <32768 x bfloat> @cutile.view_load.v32768bf16.p0.9(ptr %in, i64 32768, i64 1, i64 0, i32 1, i32 32768, i32 0, i32 0, i32 10)
  %m = call <1 x bfloat> @cutile.reduce.a(<32768 x bfloat> %x, i32 1, i32 32768, i32 0, i32 2, i32 10, i32 -1, i32 0)
  %w = fpext <1 x bfloat> %m to <1 x float>
  %b = call <32768 x float> @cutile.broadcast.a(<1 x float> %w, i32 1, i32 1, i32 32768)
  %v = fpext <32768 x bfloat> %x to <32768 x float>
  %d = fsub <32768 x float> %v, %b
  %e = call <32768 x float> @cutile.exp.a(<32768 x float> %d, i32 11, i32 -1, i32 0)
  %s = call <1 x float> @cutile.reduce.b(<32768 x float> %e, i32 1, i32 32768, i32 0, i32 0, i32 11, i32 -1, i32 0)
  %c = call <32768 x float> @cutile.broadcast.a(<1 x float> %s, i32 1, i32 1, i32 32768)
  %q = fdiv <32768 x float> %e, %c
  %r = fptrunc <32768 x float> %q to <32768 x bfloat>
  call void @cutile.view_store.v32768bf16.p0.8(<32768 x bfloat> %r, ptr %out, i64 32768, i64 1, i64 0, i32 1, i32 32768, i32 0, i32 10)
  ret void
}

; A row of floats would not fit twice: one block of 1024 threads, nothing is parked.
; PLAN: plan of floats
; PLAN-NEXT: threads 1024
; PLAN-NOT: shared memory
; CHECK-LABEL: define ptx_kernel void @floats(
define ptx_kernel void @floats(ptr align 16 %in, ptr align 16 %out) "cutile.kernel" "target-cpu"="sm_90a" {
  %x = call <32768 x float> @cutile.view_load.v32768f32.p0.9(ptr %in, i64 32768, i64 1, i64 0, i32 1, i32 32768, i32 0, i32 0, i32 11)
  %s = call <1 x float> @cutile.reduce.b(<32768 x float> %x, i32 1, i32 32768, i32 0, i32 0, i32 11, i32 -1, i32 0)
  %c = call <32768 x float> @cutile.broadcast.a(<1 x float> %s, i32 1, i32 1, i32 32768)
  %q = fdiv <32768 x float> %x, %c
  call void @cutile.view_store.v32768f32.p0.8(<32768 x float> %q, ptr %out, i64 32768, i64 1, i64 0, i32 1, i32 32768, i32 0, i32 11)
  ret void
}

declare <32768 x bfloat> @cutile.view_load.v32768bf16.p0.9(ptr, i64, i64, i64, i32, i32, i32, i32, i32)
declare <32768 x float> @cutile.view_load.v32768f32.p0.9(ptr, i64, i64, i64, i32, i32, i32, i32, i32)
declare <1 x bfloat> @cutile.reduce.a(<32768 x bfloat>, i32, i32, i32, i32, i32, i32, i32)
declare <1 x float> @cutile.reduce.b(<32768 x float>, i32, i32, i32, i32, i32, i32, i32)
declare <32768 x float> @cutile.broadcast.a(<1 x float>, i32, i32, i32)
declare <32768 x float> @cutile.exp.a(<32768 x float>, i32, i32, i32)
declare void @cutile.view_store.v32768bf16.p0.8(<32768 x bfloat>, ptr, i64, i64, i64, i32, i32, i32, i32)
declare void @cutile.view_store.v32768f32.p0.8(<32768 x float>, ptr, i64, i64, i64, i32, i32, i32, i32)
