// The layouts of matrix fragments against the formulas of the PTX ISA (9.0, section "Matrix multiply-accumulate operation
// using mma instruction", figures of each shape), and whole products executed by those formulas.
#include "cutile/Layout/MmaLayout.h"
#include <gtest/gtest.h>
#include <random>

using namespace cutile;
using L = LinearLayout;

namespace {

struct Cell {
  unsigned Row, Column;
};

// As in the PTX ISA: i counts the elements of a lane, groupID = laneid >> 2, threadID_in_group = laneid % 4.

// .f16 / .bf16 m16n8k16: row = groupID for ai where 0 <= i < 2 || 4 <= i < 6, groupID + 8 otherwise;
// col = threadID_in_group * 2 + (i & 1) for i < 4, + 8 for i >= 4.
Cell halfA(unsigned I, unsigned Lane) {
  return {(I < 2 || (I >= 4 && I < 6)) ? Lane >> 2 : (Lane >> 2) + 8, (Lane % 4) * 2 + (I & 1) + (I < 4 ? 0 : 8)};
}
// row = threadID_in_group * 2 + (i & 1) for i < 2, + 8 for i >= 2; col = groupID.
Cell halfB(unsigned I, unsigned Lane) { return {(Lane % 4) * 2 + (I & 1) + (I < 2 ? 0 : 8), Lane >> 2}; }
// row = groupID for ci where i < 2, groupID + 8 for i >= 2; col = threadID_in_group * 2 + (i & 1). The same for all m16n8.
Cell wideC(unsigned I, unsigned Lane) { return {(Lane >> 2) + (I < 2 ? 0 : 8), (Lane % 4) * 2 + (I & 1)}; }

// .tf32 m16n8k8: row = groupID for a0 and a2, groupID + 8 for a1 and a3; col = threadID_in_group for a0 and a1, + 4 for a2 and a3.
Cell tf32A(unsigned I, unsigned Lane) { return {(Lane >> 2) + (I == 0 || I == 2 ? 0 : 8), (Lane % 4) + (I < 2 ? 0 : 4)}; }
// row = threadID_in_group for b0, + 4 for b1; col = groupID.
Cell tf32B(unsigned I, unsigned Lane) { return {(Lane % 4) + (I == 0 ? 0 : 4), Lane >> 2}; }

// .u8 / .s8 / .e4m3 / .e5m2 m16n8k32: row = groupID for 0 <= i < 4 || 8 <= i < 12, groupID + 8 otherwise;
// col = threadID_in_group * 4 + (i & 3) for i < 8, + 16 for i >= 8.
Cell byteA(unsigned I, unsigned Lane) {
  return {(I < 4 || (I >= 8 && I < 12)) ? Lane >> 2 : (Lane >> 2) + 8, (Lane % 4) * 4 + (I & 3) + (I < 8 ? 0 : 16)};
}
// row = threadID_in_group * 4 + (i & 3) for i < 4, + 16 for i >= 4; col = groupID.
Cell byteB(unsigned I, unsigned Lane) { return {(Lane % 4) * 4 + (I & 3) + (I < 4 ? 0 : 16), Lane >> 2}; }

// .f64 m8n8k4: a: row = groupID, col = threadID_in_group; b: row = threadID_in_group, col = groupID;
// c: row = groupID, col = threadID_in_group * 2 + (i & 1).
Cell doubleA(unsigned, unsigned Lane) { return {Lane >> 2, Lane % 4}; }
Cell doubleB(unsigned, unsigned Lane) { return {Lane % 4, Lane >> 2}; }
Cell doubleC(unsigned I, unsigned Lane) { return {Lane >> 2, (Lane % 4) * 2 + (I & 1)}; }

struct Fragments {
  unsigned Bits;
  Cell (*A)(unsigned, unsigned), (*B)(unsigned, unsigned), (*C)(unsigned, unsigned);
};
const Fragments All[] = {{8, byteA, byteB, wideC}, {16, halfA, halfB, wideC}, {32, tf32A, tf32B, wideC}, {64, doubleA, doubleB, doubleC}};

class MmaFragments : public testing::TestWithParam<Fragments> {};

TEST_P(MmaFragments, OneInstructionIsTheFigureOfThePtxIsa) {
  const Fragments &P = GetParam();
  const MmaInstruction I = mmaInstructionFor(P.Bits);
  const MmaTiling T = tileMma({1, 1, 1, I.M, I.N, I.K}, P.Bits, 0);
  auto check = [](const L &Layout, Cell (*Formula)(unsigned, unsigned), unsigned Columns, unsigned Elements) {
    ASSERT_EQ(Layout.numRegisters(), Elements / 32);
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      for (unsigned R = 0; R < Layout.numRegisters(); ++R) {
        const Cell Expected = Formula(R, Lane);
        EXPECT_EQ(Layout.apply(R, Lane, 0), Expected.Row * Columns + Expected.Column) << "register " << R << " lane " << Lane;
      }
  };
  check(T.A, P.A, I.K, I.M * I.K);
  check(T.B, P.B, I.N, I.K * I.N);
  check(T.C, P.C, I.N, I.M * I.N);
  EXPECT_EQ(T.PaddingRegistersA | T.PaddingRegistersB | T.PaddingLanes, 0u);
}

/// Executes a product as the lowering does: each warp multiplies the fragments that its registers hold.
void expectProduct(const ProductShape &S, const Fragments &P, unsigned WarpBits, WarpSplit Split = WarpSplit::Square) {
  SCOPED_TRACE(testing::Message() << "batch " << S.Batch << " (" << S.BatchA << ", " << S.BatchB << ") m " << S.M << " n " << S.N << " k " << S.K
                                  << " bits " << P.Bits << " warps " << (1 << WarpBits));
  const MmaTiling T = tileMma(S, P.Bits, WarpBits, Split);
  for (const L *Layout : {&T.A, &T.B, &T.C}) {
    EXPECT_TRUE(Layout->isBitPermutation());
    EXPECT_EQ(Layout->numWarps(), 1u << WarpBits);
  }
  ASSERT_TRUE(T.C.isSurjective());
  const MmaInstruction I = T.Instruction;
  std::mt19937 Random(1);
  auto numbers = [&](uint64_t Count) {
    std::vector<int> Result(Count);
    for (int &V : Result)
      V = static_cast<int>(Random() % 15) - 7;
    return Result;
  };
  const std::vector<int> A = numbers(S.BatchA * S.M * S.K), B = numbers(S.BatchB * S.K * S.N);

  for (uint32_t Warp = 0; Warp < T.C.numWarps(); ++Warp)
    for (unsigned Batch = 0; Batch < 1u << T.BatchBits; ++Batch)
      for (unsigned Row = 0; Row < 1u << T.RowBits; ++Row)
        for (unsigned Column = 0; Column < 1u << T.ColumnBits; ++Column) {
          std::vector<int> Sum(I.M * I.N);
          for (unsigned Depth = 0; Depth < 1u << T.DepthBits; ++Depth) {
            std::vector<int> Left(I.M * I.K), Right(I.K * I.N);
            for (uint32_t Lane = 0; Lane < 32; ++Lane) {
              const bool LanePadded = Lane & T.PaddingLanes;
              for (unsigned R = 0; R < 1u << T.FragmentBitsA; ++R) {
                const Cell At = P.A(R, Lane);
                Left[At.Row * I.K + At.Column] =
                    LanePadded || (R & T.PaddingRegistersA) ? 0 : A[T.A.apply(fragmentA(T, Batch, Row, Depth) + R, Lane, Warp)];
              }
              for (unsigned R = 0; R < 1u << T.FragmentBitsB; ++R) {
                const Cell At = P.B(R, Lane);
                Right[At.Row * I.N + At.Column] =
                    LanePadded || (R & T.PaddingRegistersB) ? 0 : B[T.B.apply(fragmentB(T, Batch, Depth, Column) + R, Lane, Warp)];
              }
            }
            for (unsigned M = 0; M < I.M; ++M)
              for (unsigned N = 0; N < I.N; ++N)
                for (unsigned K = 0; K < I.K; ++K)
                  Sum[M * I.N + N] += Left[M * I.K + K] * Right[K * I.N + N];
          }
          for (uint32_t Lane = 0; Lane < 32; ++Lane)
            for (unsigned R = 0; R < 1u << T.FragmentBitsC; ++R) {
              const uint32_t Index = T.C.apply(fragmentC(T, Batch, Row, Column) + R, Lane, Warp);
              const uint64_t Z = Index / (S.M * S.N), M = Index / S.N % S.M, N = Index % S.N;
              int Expected = 0;
              for (uint64_t K = 0; K < S.K; ++K)
                Expected += A[((S.BatchA == 1 ? 0 : Z) * S.M + M) * S.K + K] * B[((S.BatchB == 1 ? 0 : Z) * S.K + K) * S.N + N];
              const Cell At = P.C(R, Lane);
              ASSERT_EQ(Sum[At.Row * I.N + At.Column], Expected) << "element " << Index << " lane " << Lane << " register " << R << " warp " << Warp;
            }
        }
}

TEST_P(MmaFragments, ProductsOfEveryShape) {
  for (uint64_t M : {1, 2, 4, 8, 16, 32, 64})
    for (uint64_t N : {1, 2, 4, 8, 16, 64})
      for (uint64_t K : {1, 2, 4, 8, 16, 32, 64})
        for (unsigned WarpBits : {0, 2})
          expectProduct({1, 1, 1, M, N, K}, GetParam(), WarpBits);
}

TEST_P(MmaFragments, LargeTiles) {
  expectProduct({1, 1, 1, 128, 128, 32}, GetParam(), 2);
  expectProduct({1, 1, 1, 128, 256, 16}, GetParam(), 3);
  expectProduct({1, 1, 1, 256, 32, 64}, GetParam(), 3);
  expectProduct({1, 1, 1, 16, 512, 64}, GetParam(), 4);
  expectProduct({1, 1, 1, 128, 128, 32}, GetParam(), 2, WarpSplit::Rows);
  expectProduct({1, 1, 1, 32, 256, 32}, GetParam(), 3, WarpSplit::Rows);
}

TEST(WarpSplit, PartsOfOneWarp) {
  auto part = [](ProductShape S, unsigned WarpBits, WarpSplit Split) {
    const MmaTiling T = tileMma(S, 16, WarpBits, Split);
    return std::pair(16u << T.RowBits, 8u << T.ColumnBits);
  };
  EXPECT_EQ(part({1, 1, 1, 128, 128, 64}, 2, WarpSplit::Square), std::pair(64u, 64u));
  EXPECT_EQ(part({1, 1, 1, 128, 256, 64}, 3, WarpSplit::Square), std::pair(64u, 64u));
  EXPECT_EQ(part({1, 1, 1, 64, 256, 64}, 2, WarpSplit::Square), std::pair(64u, 64u));
  EXPECT_EQ(part({1, 1, 1, 128, 128, 64}, 2, WarpSplit::Rows), std::pair(32u, 128u));
  EXPECT_EQ(part({1, 1, 1, 16, 128, 64}, 2, WarpSplit::Rows), std::pair(16u, 32u));
}

TEST_P(MmaFragments, Batches) {
  for (ProductShape S : {ProductShape{2, 2, 2, 16, 16, 16}, {4, 4, 4, 8, 16, 32}, {2, 1, 2, 32, 8, 16}, {4, 4, 1, 16, 8, 4}, {8, 1, 1, 4, 4, 4}})
    for (unsigned WarpBits : {0, 1, 2})
      expectProduct(S, GetParam(), WarpBits);
}

INSTANTIATE_TEST_SUITE_P(Widths, MmaFragments, testing::ValuesIn(All),
                         [](const testing::TestParamInfo<Fragments> &Info) { return std::to_string(Info.param.Bits) + "bit"; });

// ldmatrix: row r of matrix i comes from the address of lane 8 * i + r; a lane receives elements 2 * (lane % 4) and + 1 of row
// lane / 4 of each matrix. Four 8 x 8 matrices (rows 0-7 and 8-15, columns 0-7 and 8-15, rows first) are the fragment a of
// m16n8k16; two transposed ones are b.
TEST(Ldmatrix, FourMatricesAreTheFragmentA) {
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    for (unsigned I = 0; I < 8; ++I) {
      const unsigned Matrix = I / 2, Row = Lane / 4 + 8 * (Matrix % 2), Column = 2 * (Lane % 4) + I % 2 + 8 * (Matrix / 2);
      EXPECT_EQ(halfA(I, Lane).Row, Row);
      EXPECT_EQ(halfA(I, Lane).Column, Column);
    }
}

TEST(Ldmatrix, TransposedMatricesAreTheFragmentB) {
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    for (unsigned I = 0; I < 4; ++I) {
      // .trans: the lane receives rows 2 * (lane % 4) and + 1 of column lane / 4.
      const unsigned Matrix = I / 2, Row = 2 * (Lane % 4) + I % 2 + 8 * Matrix, Column = Lane / 4;
      EXPECT_EQ(halfB(I, Lane).Row, Row);
      EXPECT_EQ(halfB(I, Lane).Column, Column);
    }
}

TEST(PatchLayout, HoldsEveryElementOnce) {
  for (uint64_t Batch : {1, 4})
    for (uint64_t M : {1, 2, 8, 64})
      for (uint64_t N : {1, 4, 16, 128})
        for (unsigned WarpBits : {0, 2, 3}) {
          const L Layout = patchLayout({Batch, Batch, Batch, M, N, 8}, WarpBits);
          EXPECT_TRUE(Layout.isSurjective());
          EXPECT_TRUE(Layout.isBitPermutation());
          const uint64_t Threads = 32u << WarpBits, Elements = Batch * M * N;
          EXPECT_EQ(Layout.numRegisters(), Elements > Threads ? Elements / Threads : 1);
        }
}

TEST(PatchLayout, FourByFour) {
  const L Layout = patchLayout({1, 1, 1, 64, 64, 8}, 2);
  for (unsigned R = 0; R < 16; ++R)
    EXPECT_EQ(Layout.applyDim(L::Register, R), R % 4 + 64 * (R / 4));
}

} // namespace
