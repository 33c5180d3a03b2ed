; RUN: not %cutile-opt -passes=cutile-lower-to-cpu %s -o /dev/null 2>&1 | FileCheck %s

declare void @elsewhere()

; CHECK: error: 'call' of function 'elsewhere' is not supported on the CPU target
define ptx_kernel void @calls(ptr %p) "cutile.kernel" {
  call void @elsewhere()
  ret void
}
