// Matrix products, matrix loads and stores of a warp.
#include "Numbers.h"
#include "Ops.h"
#include "cutile/Target/NVPTX/MmaShapes.h"
#include <bit>

namespace cutile::emu {

//===-- mma.sync: fragments as MmaShapes.h describes them ------------------------===//

/// Largest matrix of any shape: 16 x 32.
template <class T> struct Matrix {
  T At[16][32];
};

static double decodeInput(op::element_kind Kind, uint64_t Bits) {
  switch (Kind) {
  case op::kind_f16:
    return halfToFloat(Bits);
  case op::kind_bf16:
    return bfloatToFloat(Bits);
  case op::kind_tf32:
    // The tensor core ignores the low bits of the mantissa.
    return floatOfBits(uint32_t(Bits) & ~0x1fffu);
  case op::kind_e4m3:
    return decode(E4M3, Bits);
  case op::kind_e5m2:
    return decode(E5M2, Bits);
  case op::kind_s8:
    return int8_t(Bits);
  case op::kind_u8:
    return uint8_t(Bits);
  default: {
    double D;
    memcpy(&D, &Bits, 8);
    return D;
  }
  }
}

/// Reads the registers of A or B of all lanes. B is gathered as [column][k], so that both are [outer][k].
static void gatherInputs(Warp &W, const MmaShape &Shape, op::element_kind Kind, unsigned First, unsigned Registers, bool IsA, Matrix<double> &M) {
  const unsigned PerRegister = Shape.InputBits == 64 ? 1 : 32 / Shape.InputBits;
  const bool TwoRows = IsA && Shape.M == 16;
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned R = 0; R < Registers; ++R) {
      const uint64_t Bits = W.Operands[L].Arguments[First + R];
      const unsigned Outer = L / 4 + (TwoRows ? 8 * (R % 2) : 0);
      const unsigned Step = TwoRows ? R / 2 : R;
      for (unsigned I = 0; I < PerRegister; ++I)
        M.At[Outer][L % 4 * PerRegister + I + 4 * PerRegister * Step] =
            decodeInput(Kind, PerRegister == 1 ? Bits : Bits >> (I * Shape.InputBits) & ((1u << Shape.InputBits) - 1));
    }
}

static void mma(Warp &W, uint32_t, const Call &C) {
  if (!C.Cache)
    for (const TargetOpInfo &Info : targetOps())
      if (C.Name == Info.Name)
        C.Cache = findMmaShape(Info.Op);
  const auto &Shape = *static_cast<const MmaShape *>(C.Cache);
  Matrix<double> A, B;
  gatherInputs(W, Shape, Shape.KindA, 0, Shape.RegistersA, /*IsA=*/true, A);
  gatherInputs(W, Shape, Shape.KindB, Shape.RegistersA, Shape.RegistersB, /*IsA=*/false, B);
  const unsigned FirstC = Shape.RegistersA + Shape.RegistersB;
  for (unsigned L = 0; L < 32; ++L) {
    const uint64_t *Arguments = W.Operands[L].Arguments;
    uint64_t *Results = W.Operands[L].Results;
    const unsigned G = L / 4, T = L % 4;
    // Sums of products of small formats are exact in double; f64 accumulates step by step as the hardware does.
    auto Dot = [&](unsigned Row, unsigned Column, double Start) {
      if (Shape.KindC == op::kind_f64) {
        for (unsigned K = 0; K < Shape.K; ++K)
          Start = std::fma(A.At[Row][K], B.At[Column][K], Start);
        return Start;
      }
      double Sum = 0;
      for (unsigned K = 0; K < Shape.K; ++K)
        Sum += A.At[Row][K] * B.At[Column][K];
      return Sum + Start;
    };
    for (unsigned R = 0; R < Shape.RegistersC; ++R)
      switch (Shape.KindC) {
      case op::kind_f16: {
        const uint32_t Old = slot<uint32_t>(Arguments, FirstC + R);
        const uint32_t Low = floatToHalf(Dot(G + 8 * R, 2 * T, halfToFloat(Old)));
        const uint32_t High = floatToHalf(Dot(G + 8 * R, 2 * T + 1, halfToFloat(Old >> 16)));
        setSlot<uint32_t>(Results, R, Low | High << 16);
        break;
      }
      case op::kind_f32:
        setSlot<float>(Results, R, Dot(G + 8 * (R / 2), 2 * T + R % 2, slot<float>(Arguments, FirstC + R)));
        break;
      case op::kind_s32:
        // Wraps around: the exact sum modulo 2^32.
        setSlot<uint32_t>(Results, R, uint32_t(int64_t(Dot(G + 8 * (R / 2), 2 * T + R % 2, slot<int32_t>(Arguments, FirstC + R)))));
        break;
      default:
        setSlot<double>(Results, R, Dot(G + 8 * (R / 2), 2 * T + R % 2, slot<double>(Arguments, FirstC + R)));
        break;
      }
  }
}

//===-- ldmatrix, stmatrix -----------------------------------------------------------===//

static Site rowSite(const Call &C, Access Kind) {
  Site S = C.Where;
  S.Size = S.Align = 16;
  S.Kind = Kind;
  return S;
}

static const Site &cachedRowSite(const Call &C, Access Kind) {
  if (!C.Cache)
    C.Cache = new Site(rowSite(C, Kind)); // lives as long as the code of the kernel
  return *static_cast<const Site *>(C.Cache);
}

/// "ldmatrix.x4.trans" has 4.
static unsigned matrixCount(const Call &C) { return C.Name[C.Name.find(".x") + 2] - '0'; }

static void ldmatrix(Warp &W, uint32_t, const Call &C) {
  const unsigned Count = matrixCount(C);
  const bool Transposed = C.Name.find(".trans") != std::string::npos;
  const Site &S = cachedRowSite(C, Access::Read);
  uint16_t Rows[32][8];
  for (unsigned L = 0; L < 8 * Count; ++L) {
    char *Address = pointerSlot(W.Operands[L].Arguments, 0);
    W.Block->Owner->access(*W.lane(L), S, Address, 16);
    memcpy(Rows[L], Address, 16);
  }
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned I = 0; I < Count; ++I) {
      const unsigned Row = L / 4, Column = L % 4 * 2;
      const uint32_t Low = Transposed ? Rows[8 * I + Column][Row] : Rows[8 * I + Row][Column];
      const uint32_t High = Transposed ? Rows[8 * I + Column + 1][Row] : Rows[8 * I + Row][Column + 1];
      setSlot<uint32_t>(W.Operands[L].Results, I, Low | High << 16);
    }
}

static void stmatrix(Warp &W, uint32_t, const Call &C) {
  const unsigned Count = matrixCount(C);
  const bool Transposed = C.Name.find(".trans") != std::string::npos;
  const Site &S = cachedRowSite(C, Access::Write);
  uint16_t Rows[32][8];
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned I = 0; I < Count; ++I) {
      const uint32_t Pair = slot<uint32_t>(W.Operands[L].Arguments, 1 + I);
      const unsigned Row = L / 4, Column = L % 4 * 2;
      (Transposed ? Rows[8 * I + Column][Row] : Rows[8 * I + Row][Column]) = Pair;
      (Transposed ? Rows[8 * I + Column + 1][Row] : Rows[8 * I + Row][Column + 1]) = Pair >> 16;
    }
  for (unsigned L = 0; L < 8 * Count; ++L) {
    char *Address = pointerSlot(W.Operands[L].Arguments, 0);
    W.Block->Owner->access(*W.lane(L), S, Address, 16);
    memcpy(Address, Rows[L], 16);
  }
}

OperationTable matrixOperations() {
  static constexpr Operation Table[] = {
      {"emulateMma", nullptr, mma, -1, 4},
      {"emulateLdmatrix", nullptr, ldmatrix, -1, 4},
      {"emulateStmatrix", nullptr, stmatrix, -1, 0},
  };
  return {std::begin(Table), std::end(Table)};
}

} // namespace cutile::emu
