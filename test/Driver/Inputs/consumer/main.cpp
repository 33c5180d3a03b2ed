#include "scale.h"
#include <cstdio>

int main() {
  float Data[37];
  for (int I = 0; I < 37; ++I)
    Data[I] = float(I);
  scale(Data, 37);
  for (int I = 0; I < 37; ++I)
    if (Data[I] != 3 * I)
      return std::printf("Data[%d] is %g\n", I, Data[I]), 1;
  std::printf("scaled %g\n", Data[36]);
}
