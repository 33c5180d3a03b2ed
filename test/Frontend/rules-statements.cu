// Statements of tile code that the rules for switch, loops and constants allow.
// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
constexpr float pi = 3.25f;
const int answer = 42;
static __tile__ int counter;
__tile__ constexpr int table[3] = {1, 2, 3};
template <class T> __tile__ T shared_value = T(2);
__tile__ int calls() {
  static int count = 0;
  static const int local_table[] = {1, 2};
  ++count;
  return count + local_table[count & 1];
}
__tile_global__ void kernel(int *p, int n) {
  for (int i = 0; i < n; ++i) {
    switch (i) {
    case 0:
      for (int k = 0; k < n; ++k) {
        if (k == 3)
          continue;
        *p += k;
      }
      [[fallthrough]];
    case 1: {
    case 2:
      break;
    }
    default:
      return;
    }
    if (i == 7)
      continue;
  }
  int array[4] = {1, 2, 3, 4};
  constexpr int constants[] = {5, 6};
unused_label:
  *p += array[n] + constants[n & 1] + answer + int(pi) + counter++ + table[n] + calls() + shared_value<int>;
}
