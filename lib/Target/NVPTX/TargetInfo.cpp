#include "TargetInfo.h"
#include "cutile/api/op_codes.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace cutile::nvptx {

namespace op = cuda::tiles::__op;

namespace {
struct Limits {
  unsigned SmVersion;
  uint64_t SharedBytes;
};
/// The static shared memory that ptxas allows on any target; only targets for one architecture (sm_90a, from 9.0 on) have all of it without
/// opting in at the launch.
constexpr uint64_t PlainSharedBytes = 48 * 1024;
constexpr Limits Table[] = {{90, 232448}, {100, 232448}, {103, 232448}, {110, 232448}, {120, 101376}, {121, 101376}};
} // namespace

TargetInfo targetOf(const Function &F) {
  TargetInfo Info;
  Info.Name = F.getFnAttribute("target-cpu").getValueAsString().str();
  if (Info.Name.empty())
    Info.Name = "sm_80";
  StringRef Digits = StringRef(Info.Name).drop_front(3);
  Info.ArchSpecific = Digits.consume_back("a");
  Digits.consume_back("f");
  Digits.getAsInteger(10, Info.SmVersion);
  Info.SharedBytes = PlainSharedBytes;
  for (const Limits &Row : Table)
    if (Row.SmVersion <= Info.SmVersion && Info.ArchSpecific)
      Info.SharedBytes = Row.SharedBytes;
  return Info;
}

bool hasMma(int A, int B, int C, unsigned SmVersion) {
  auto isByte = [](int Kind) { return Kind == op::kind_s8 || Kind == op::kind_u8 || Kind == op::kind_bool; };
  if (isByte(A) && isByte(B))
    return C == op::kind_s32;
  if (A != B)
    return false;
  switch (A) {
  case op::kind_f16:
  case op::kind_bf16:
  case op::kind_tf32:
  case op::kind_f64:
    return true;
  case op::kind_e4m3:
  case op::kind_e5m2:
    return SmVersion >= 89;
  default:
    return false;
  }
}

} // namespace cutile::nvptx
