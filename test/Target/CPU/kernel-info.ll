; What the runtime learns about a kernel, and how parameters arrive.
; RUN: %cutile-opt -passes=cutile-lower-to-cpu %s | FileCheck %s

%pair = type { i32, double }
declare i32 @cutile.bid.1(i32)
declare <1 x i32> @cutile.atomic_load.v1i32.v1i64.v1i8.v1i32.5(<1 x i64>, <1 x i8>, <1 x i32>, i32, i32)

; CHECK-DAG: [[SIZES:@cutile.parameters.*]] = private constant [3 x i64] [i64 8, i64 16, i64 1]
; CHECK-DAG: @parameters.cutile_cpu.info = internal unnamed_addr constant { ptr, ptr, ptr, i64, i64, i64 } { ptr @parameters.cutile_cpu, ptr {{.*}}, ptr [[SIZES]], i64 3, i64 0, i64 0 }
; CHECK-DAG: @waits.cutile_cpu.info = {{.*}}, i64 1, i64 {{[0-9]+}}, i64 1 }

; SIMT kernels stay as they are.
; CHECK: define ptx_kernel void @simt(

; A struct is copied: the function may change it. A bool is a byte in memory.
; CHECK-LABEL: define internal void @parameters.cutile_cpu(
; CHECK: [[COPY:%.*]] = alloca %pair
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 [[COPY]]
; CHECK: [[BYTE:%.*]] = load i8, ptr
; CHECK: trunc i8 [[BYTE]] to i1
; The block's index is read from the block argument.
; CHECK: getelementptr i32, ptr %block, i64 1
define ptx_kernel void @parameters(ptr %p, ptr byval(%pair) align 8 %s, i1 zeroext %b) "cutile.kernel" {
  store i32 1, ptr %s
  %i = call i32 @cutile.bid.1(i32 1)
  %v = select i1 %b, i32 %i, i32 0
  store i32 %v, ptr %p
  ret void
}

; Blocks that spin let others run.
; CHECK-LABEL: define internal void @waits.cutile_cpu(
; CHECK: load atomic i32, ptr {{.*}} acquire
; CHECK: call void @cutile_cpu_yield()
define ptx_kernel void @waits(ptr %p) "cutile.kernel" {
entry:
  %address = ptrtoint ptr %p to i64
  %tile = insertelement <1 x i64> poison, i64 %address, i64 0
  br label %loop
loop:
  %v = call <1 x i32> @cutile.atomic_load.v1i32.v1i64.v1i8.v1i32.5(<1 x i64> %tile, <1 x i8> splat (i8 1), <1 x i32> undef, i32 1, i32 1)
  %x = extractelement <1 x i32> %v, i64 0
  %done = icmp ne i32 %x, 0
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

define ptx_kernel void @simt(ptr %p) {
  ret void
}
