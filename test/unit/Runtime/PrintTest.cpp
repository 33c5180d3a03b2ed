#include "cutile/Target/CPU/Abi.h"
#include "cutile/api/op_codes.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>

namespace op = cuda::tiles::__op;
using cutile::cpu::PrintArgument;

namespace {

template <class F> std::string printed(F Print) {
  testing::internal::CaptureStdout();
  Print();
  return testing::internal::GetCapturedStdout();
}

/// The buffer that NVPTX code passes to vprintf.
class Packed {
  alignas(8) char Bytes[256];
  size_t Used = 0;

public:
  template <class T> Packed &add(T Value) {
    Used = (Used + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    std::memcpy(Bytes + Used, &Value, sizeof(T));
    Used += sizeof(T);
    return *this;
  }
  const void *data() const { return Bytes; }
};

TEST(PrintTest, PackedArguments) {
  Packed P;
  P.add(2).add(3000000000u).add(1ll << 40).add(1.5).add(int('x')).add("text").add(7).add(-1);
  EXPECT_EQ(printed([&] { cutile_cpu_vprintf("%d %u %lld %f %c %s|%*d|%%\n", P.data()); }), "2 3000000000 1099511627776 1.500000 x text|     -1|%\n");
}

TEST(PrintTest, Tiles) {
  const int Numbers[] = {2, 3, 4, 5};
  const int64_t Dims[] = {2, 2};
  const uint16_t Half[] = {0x3c00, 0xc000, 0x0001};
  const int64_t Three[] = {3};
  const unsigned char Bools[] = {1, 0};
  const int64_t Two[] = {2};
  const PrintArgument Arguments[] = {
      {Numbers, op::kind_s32, 2, Dims}, {Numbers + 1, op::kind_s32, 0, nullptr}, {Half, op::kind_f16, 1, Three}, {Bools, op::kind_bool, 1, Two}};
  EXPECT_EQ(printed([&] { EXPECT_EQ(cutile_cpu_printf("%d and %02d, %g, %d\n", 4, Arguments), 4); }),
            "[[2, 3], [4, 5]] and 03, [1, -2, 5.96046e-08], [1, 0]\n");
}

TEST(PrintTest, ScalarsAndStrings) {
  const char *Text = "some text";
  const int64_t Long = -1ll << 40;
  const signed char Small = -3;
  const PrintArgument Arguments[] = {{&Text, op::kind_pointer, -1, nullptr}, {&Long, op::kind_s64, -1, nullptr}, {&Small, op::kind_s8, -1, nullptr}};
  EXPECT_EQ(printed([&] { cutile_cpu_printf("%s %lld %x", 3, Arguments); }), "some text -1099511627776 fffffffd");
}

} // namespace
