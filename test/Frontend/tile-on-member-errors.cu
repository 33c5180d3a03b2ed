// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify %s
struct Field { __tile__ int x; }; // expected-error {{'__tile__' applies to functions and variables, not to a data member}} expected-warning {{attribute only applies to}}
