#include "TestKernels.h"

#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace {

TEST(MemoryTest, AllocateCopySetFree) {
  char *P = nullptr;
  ASSERT_EQ(cudaMalloc(reinterpret_cast<void **>(&P), 1000), cudaSuccess);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(P) % 256, 0u);
  ASSERT_EQ(cudaMemset(P, 7, 1000), cudaSuccess);
  std::vector<char> Host(1000);
  ASSERT_EQ(cudaMemcpy(Host.data(), P, 1000, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(Host, std::vector<char>(1000, 7));
  cudaPointerAttributes Attributes;
  ASSERT_EQ(cudaPointerGetAttributes(&Attributes, P + 999), cudaSuccess);
  EXPECT_EQ(Attributes.type, cudaMemoryTypeDevice);
  ASSERT_EQ(cudaPointerGetAttributes(&Attributes, Host.data()), cudaSuccess);
  EXPECT_EQ(Attributes.type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(cudaFree(P), cudaSuccess);
  EXPECT_EQ(cudaFree(P), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST(MemoryTest, RefusesWhatCannotBe) {
  void *P = nullptr;
  EXPECT_EQ(cudaMalloc(&P, size_t(1) << 60), cudaErrorMemoryAllocation);
  EXPECT_EQ(P, nullptr);
  EXPECT_EQ(cudaMemcpy(nullptr, &P, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(&P, &P, 8, cudaMemcpyKind(17)), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy2D(&P, 2, &P, 8, 4, 1, cudaMemcpyDefault), cudaErrorInvalidPitchValue);
  cudaGetLastError();
}

TEST(MemoryTest, Rows) {
  int From[3][4], To[3][6];
  for (int I = 0; I < 12; ++I)
    From[I / 4][I % 4] = I;
  std::memset(To, -1, sizeof To);
  ASSERT_EQ(cudaMemcpy2D(To, sizeof To[0], From, sizeof From[0], 8, 3, cudaMemcpyHostToHost), cudaSuccess);
  for (int Y = 0; Y < 3; ++Y)
    for (int X = 0; X < 6; ++X)
      EXPECT_EQ(To[Y][X], X < 2 ? From[Y][X] : -1);
  ASSERT_EQ(cudaMemset2D(To, sizeof To[0], 0, 4, 2), cudaSuccess);
  EXPECT_EQ(To[1][0], 0);
  EXPECT_EQ(To[2][0], 8);
}

TEST(MemoryTest, Symbols) {
  static int Shadow, Memory[4] = {1, 2, 3, 4};
  static const cutile::cpu::VariableEntry Entry{&Shadow, Memory, sizeof Memory, "variable"};
  static const cutile::cpu::ModuleInfo Module{nullptr, 0, &Entry, 1};
  cutile_cpu_register(&Module);
  int Value = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&Value, &Shadow, sizeof Value, 8, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(Value, 3);
  Value = 40;
  ASSERT_EQ(cudaMemcpyToSymbol(&Shadow, &Value, sizeof Value, 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(Memory[0], 40);
  void *Address = nullptr;
  size_t Size = 0;
  ASSERT_EQ(cudaGetSymbolAddress(&Address, &Shadow), cudaSuccess);
  ASSERT_EQ(cudaGetSymbolSize(&Size, &Shadow), cudaSuccess);
  EXPECT_EQ(Address, Memory);
  EXPECT_EQ(Size, sizeof Memory);
  EXPECT_EQ(cudaMemcpyFromSymbol(&Value, &Shadow, 8, 12, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetSymbolSize(&Size, &Value), cudaErrorInvalidSymbol);
  cudaGetLastError();
}

} // namespace
