// The device code is parsed a second time, but what the host pass has said is said once.
// REQUIRES: plugin
// RUN: %cutilexx --cpu -O0 -c -Wunused-variable %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %cutilexx --cpu -O0 -c -DWRONG %s -o %t.wrong.o 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not ls %t.wrong.o
#include "cuda_tile.h"

__tile_global__ void kernel(int *p) {
  // CHECK: :[[#@LINE+1]]:7: warning: unused variable 'unused'
  int unused = 1;
  *p = 2;
#if defined(WRONG) && defined(__CUDA_ARCH__)
  // WRONG: cpu-diagnostics.cu:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'nothing'
  *p = nothing;
#endif
}
// CHECK-NOT: warning:
// WRONG-NOT: error:
