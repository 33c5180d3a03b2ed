// Every target op can be executed as well as expanded; number formats and rounding agree with LLVM's own.
#include "Numbers.h"
#include "Ops.h"
#include "cutile/Target/NVPTX/MmaShapes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Intrinsics.h"
#include "gtest/gtest.h"
#include <set>
#include <string>

using namespace llvm;
using namespace cutile;
using namespace cutile::emu;

TEST(Operations, EveryTargetOpHasItsLoweringAndItsEmulation) {
  for (const TargetOpInfo &Info : targetOps()) {
    EXPECT_NE(nullptr, findEmulation(Info.Emulate)) << Info.Name << " names '" << Info.Emulate << "'";
    if (!Info.Asm)
      EXPECT_NE(Intrinsic::not_intrinsic, Intrinsic::lookupIntrinsicID(Info.Text)) << Info.Name;
  }
}

TEST(Operations, EveryEmulationBelongsToATargetOp) {
  std::set<std::string> Named;
  for (const TargetOpInfo &Info : targetOps())
    Named.insert(Info.Emulate);
  for (const OperationTable &Table : operationTables())
    for (const Operation *Op = Table.Begin; Op != Table.End; ++Op)
      if (StringRef(Op->Name).starts_with("emulate"))
        EXPECT_EQ(1u, Named.count(Op->Name)) << Op->Name;
  // A target op whose record names no emulation would be found missing.
  EXPECT_EQ(nullptr, findEmulation("emulateNothing"));
  EXPECT_EQ(nullptr, findEmulation(""));
}

TEST(Operations, IntrinsicsThatTargetOpsExpandToAreKnownToo) {
  // Device code that calls the intrinsic itself runs as well. Matrix operations come from target ops only.
  for (const TargetOpInfo &Info : targetOps()) {
    const StringRef Text = Info.Text;
    if (!Info.Asm && !Text.starts_with("llvm.nvvm.mma.") && !Text.contains("matrix"))
      EXPECT_NE(nullptr, findOperation(Info.Text)) << Info.Text;
  }
}

TEST(Operations, ExactNamesWinOverPatterns) {
  EXPECT_EQ(nullptr, findOperation("llvm.nvvm.nothing"));
  EXPECT_EQ(nullptr, findOperation("emulateMma"));
  EXPECT_STREQ("llvm.nvvm.d2i.lo", findOperation("llvm.nvvm.d2i.lo")->Name);
  EXPECT_STREQ("llvm.nvvm.d2i.*", findOperation("llvm.nvvm.d2i.rz")->Name);
}

static void compareFormat(const Format &F, const fltSemantics &Semantics, unsigned Width) {
  for (uint32_t Bits = 0; Bits < (1u << Width); ++Bits) {
    const APFloat Expected(Semantics, APInt(Width, Bits));
    const float Value = decode(F, Bits);
    if (Expected.isNaN()) {
      EXPECT_TRUE(std::isnan(Value)) << Bits;
      continue;
    }
    APFloat Wide = Expected;
    bool Lost;
    Wide.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &Lost);
    ASSERT_EQ(Wide.convertToFloat(), Value) << Bits;
    ASSERT_EQ(Bits, encode(F, Value)) << Value;
  }
}

TEST(Numbers, SmallFormatsDecodeAndEncode) {
  compareFormat(Half, APFloat::IEEEhalf(), 16);
  compareFormat(BFloat, APFloat::BFloat(), 16);
  compareFormat(E5M2, APFloat::Float8E5M2(), 8);
  compareFormat(E4M3, APFloat::Float8E4M3FN(), 8);
}

TEST(Numbers, RoundsInEveryDirection) {
  const std::pair<Rounding, APFloat::roundingMode> Modes[] = {{Rounding::Nearest, APFloat::rmNearestTiesToEven},
                                                              {Rounding::Zero, APFloat::rmTowardZero},
                                                              {Rounding::Down, APFloat::rmTowardNegative},
                                                              {Rounding::Up, APFloat::rmTowardPositive}};
  const double Values[] = {0.1,  -0.1,    1.0009765625, 1.00048828125, 65504,  65519.9, 65520,   1e9,  -1e9,
                           5e-8, -2.9e-8, 2.98e-8,      6.1e-5,        1e-300, -1e-30,  3.14159, 2049, 2051};
  for (auto [Mode, Expected] : Modes)
    for (double V : Values) {
      APFloat F(V);
      bool Lost;
      F.convert(APFloat::IEEEhalf(), Expected, &Lost);
      EXPECT_EQ(F.bitcastToAPInt().getZExtValue(), encode(Half, V, Mode)) << V << " mode " << int(Mode);
      APFloat G(V);
      G.convert(APFloat::IEEEsingle(), Expected, &Lost);
      EXPECT_EQ(G.bitcastToAPInt().getZExtValue(), encode(Single, V, Mode)) << V << " mode " << int(Mode);
    }
}

static uint64_t evaluate(const Operation *Op, const char *Name, std::initializer_list<uint64_t> Arguments) {
  EXPECT_NE(nullptr, Op) << Name;
  if (!Op)
    return 0;
  emu::Call C{Op, Name, {}, nullptr};
  Thread T{};
  uint64_t Results[4] = {};
  Op->OnThread(T, C, Arguments.begin(), Results);
  return Results[0];
}

static uint64_t evaluate(const char *Name, std::initializer_list<uint64_t> Arguments) { return evaluate(findOperation(Name), Name, Arguments); }

static uint64_t evaluateAssembly(const char *Opcode, std::initializer_list<uint64_t> Arguments) {
  return evaluate(findAssembly(Opcode), Opcode, Arguments);
}

static uint64_t bits(float F) { return bitsOfFloat(F); }

TEST(Operations, ArithmeticHonoursTheRoundingMode) {
  EXPECT_EQ(bits(1.0f), evaluate("llvm.nvvm.add.rm.f", {bits(1.0f), bits(1e-10f)}));
  EXPECT_EQ(bits(std::nextafter(1.0f, 2.0f)), evaluate("llvm.nvvm.add.rp.f", {bits(1.0f), bits(1e-10f)}));
  EXPECT_EQ(bits(std::nextafter(1.0f, 0.0f)), evaluate("llvm.nvvm.add.rz.f", {bits(1.0f), bits(-1e-10f)}));
  EXPECT_EQ(bits(-0.0f), evaluate("llvm.nvvm.mul.rn.ftz.f", {bits(-1e-30f), bits(1e-10f)}));
  EXPECT_EQ(bits(0.0f), evaluate("llvm.nvvm.saturate.f", {bits(NAN)}));
  EXPECT_EQ(bits(1.0f), evaluate("llvm.nvvm.fmax.f", {bits(NAN), bits(1.0f)}));
  EXPECT_TRUE(std::isnan(floatOfBits(evaluate("llvm.nvvm.fmax.nan.f", {bits(NAN), bits(1.0f)}))));
}

TEST(Operations, ConversionsSaturate) {
  EXPECT_EQ(0x7fffffffu, evaluate("llvm.nvvm.f2i.rz", {bits(1e20f)}));
  EXPECT_EQ(0u, evaluate("llvm.nvvm.f2i.rz", {bits(NAN)}));
  EXPECT_EQ(0u, evaluate("llvm.nvvm.f2ui.rz", {bits(-3.0f)}));
  EXPECT_EQ(uint32_t(-3), evaluate("llvm.nvvm.f2i.rm", {bits(-2.5f)}));
  EXPECT_EQ(bits(16777216.0f), evaluate("llvm.nvvm.i2f.rz", {16777217}));
  EXPECT_EQ(bits(16777218.0f), evaluate("llvm.nvvm.i2f.rp", {16777217}));
  EXPECT_EQ(0x7e7eu, evaluate("llvm.nvvm.ff.to.e4m3x2.rn", {bits(1e9f), bits(448.0f)}));
  EXPECT_EQ(0x3f802000u, evaluate("llvm.nvvm.f2tf32.rna", {0x3f801000}));
}

TEST(Operations, InstructionsOfInlineAssembly) {
  EXPECT_EQ(bits(-4.0f), evaluateAssembly("sub.rn.f32", {bits(1.0f), bits(5.0f)}));
  EXPECT_EQ(0xbc00u, evaluateAssembly("neg.f16", {0x3c00}));
  EXPECT_EQ(0x40003c00u, evaluateAssembly("abs.f16x2", {0xc000bc00}));
  EXPECT_EQ(0x4200u, evaluateAssembly("cvt.rni.f16.f16", {0x4180})); // 2.75 to 3
  EXPECT_EQ(0xfffdu, evaluateAssembly("cvt.rzi.s8.f16", {0xc2c0}));  // -3.375
  EXPECT_EQ(255u, evaluateAssembly("cvt.rzi.u8.f16", {0x5c00}));     // 256 is too large
  EXPECT_EQ(0x40003c00u, evaluateAssembly("cvt.rn.f16x2.f32", {bits(2.0f), bits(1.0f)}));
  EXPECT_EQ(nullptr, findAssembly("bfind.u32"));
  EXPECT_EQ(nullptr, findOperation("ptx.neg.f16"));
}

TEST(Operations, IntegerHelpers) {
  EXPECT_EQ(0xffffffffu, evaluate("llvm.nvvm.mulhi.i", {uint32_t(-1), 1}));
  EXPECT_EQ(0u, evaluate("llvm.nvvm.mulhi.ui", {0xffffffff, 1}));
  EXPECT_EQ(0x44332211u, evaluate("llvm.nvvm.prmt", {0x11223344, 0, 0x0123}));
}
