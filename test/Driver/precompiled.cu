// A precompiled header changes nothing but the time: the same code on each target, and the same errors.
//
// RUN: %cutilexx --create-pch=%t.gpu %S/Inputs/precompiled.h
// RUN: %cutilexx --cuda-device-only -S %s -o %t.plain.s
// RUN: %cutilexx --cuda-device-only -S --use-pch=%t.gpu %s -o %t.pch.s
// RUN: cmp %t.plain.s %t.pch.s
// RUN: FileCheck %s < %t.pch.s
// CHECK-DAG: .entry _Z5scaleILi4EEvPff
// CHECK-DAG: .entry {{.*}}fill
// CHECK-DAG: .minnctapersm 4
//
// RUN: %cutilexx --cpu --create-pch=%t.cpu %S/Inputs/precompiled.h
// RUN: %cutilexx --cpu --use-pch=%t.cpu %s -o %t.cpu.out && %t.cpu.out
// RUN: %cutilexx --emulate --use-pch=%t.cpu %s -o %t.emulator.out && %t.emulator.out
// RUN: not %cutilexx --cpu --use-pch=%t.cpu -DWRONG=1 -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: not %cutilexx --cpu --use-pch=%t.cpu -DWRONG=2 -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=HINT
//
// RUN: not %cutilexx --use-pch=%t.nothing -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: error: {{.*}}nothing.device
#include "Inputs/precompiled.h"
#include <cuda_runtime.h>

#if WRONG == 1
__tile_global__ void jumps(int *P) {
  // RULE: [[# @LINE + 1]]:3: error: goto in tile code
  goto Done;
Done:
  *P = 1;
}
#elif WRONG == 2
// HINT: [[# @LINE + 1]]:19: error: hint 'occupancy' has no value
[[cutile::hint(0, occupancy)]] __tile_global__ void hinted(int *P) { *P = 1; }
#endif

int main() {
  float *Data, Host[128];
  cudaMalloc(&Data, sizeof Host);
  fill<<<1, 1>>>(Data);
  scale<4><<<1>>>(Data, 2.0f);
  cudaMemcpy(Host, Data, sizeof Host, cudaMemcpyDeviceToHost);
  for (float Value : Host)
    if (Value != 6.0f)
      return 1;
  return 0;
}
