// Plans as JSON, and as a page that needs nothing else.
// RUN: %cutile-info --plan --json --html %t.html %s | FileCheck %s --check-prefix=JSON
// RUN: %python %S/Inputs/page-data.py %t.html | FileCheck %s --check-prefix=DATA
// RUN: not %cutile-info --html %t/no-such-folder/page.html %s -- 2>&1 | FileCheck %s --check-prefix=FAILS
#include <cuda_tile.h>
namespace ct = cuda::tiles;

extern "C" __tile_global__ void twice(float *p) {
  auto i = ct::iota<ct::tile<int, ct::shape<1024>>>();
  ct::store(p + i, ct::load(p + i) * 2.0f); // "</script>" in a source does not end the page's script
}

// JSON: "name": "twice"
// JSON: "plan": {
// JSON: "accesses": [
// JSON: "bytes": 16,
// JSON-NEXT: "count": 2,
// JSON: "op": "load",
// JSON: "barriers": [
// JSON: "kernel": "twice"
// JSON: "threads": 128
// JSON: "layout": {

// DATA: other resources: 0
// DATA: kernels: twice
// DATA: lines of accesses: 10 10
// DATA: source line 10: ct::store(p + i, ct::load(p + i) * 2.0f); // "</script>" in a source

// FAILS: cutile-info: file '{{.*}}page.html': No such file or directory
