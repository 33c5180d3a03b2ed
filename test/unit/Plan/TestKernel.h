// A kernel written as tile IR, planned for an H200 if nothing else is said.
#ifndef CUTILE_TEST_UNIT_PLAN_TESTKERNEL_H
#define CUTILE_TEST_UNIT_PLAN_TESTKERNEL_H

#include "cutile/Plan/KernelPlan.h"
#include "cutile/Plan/PlanRecord.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace cutile {

class TestKernel {
public:
  /// \p Body: what stands in the function; \p Attributes: further ones, such as hints.
  explicit TestKernel(const std::string &Parameters, const std::string &Body, const std::string &Attributes = "") {
    const std::string Text = "target triple = \"nvptx64-nvidia-cuda\"\n" + declarations() + "define ptx_kernel void @kernel(" + Parameters +
                             ") #0 {\n" + Body + "\n}\nattributes #0 = { \"cutile.kernel\" \"target-cpu\"=\"sm_90a\" " + Attributes + " }\n";
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Text, Error, Context);
    if (!M) {
      Error.print("TestKernel", llvm::errs());
      ADD_FAILURE() << "the kernel does not parse";
    }
  }

  const llvm::Function &function() const { return *M->getFunction("kernel"); }
  const llvm::Instruction *value(llvm::StringRef Name) const {
    for (const llvm::Instruction &I : llvm::instructions(function()))
      if (I.getName() == Name)
        return &I;
    return nullptr;
  }

  PlanTarget target(uint64_t SharedBytes = 232448, unsigned MaxStages = 4) const {
    return {[](int, int, int, unsigned) { return true; }, 90, SharedBytes, MaxStages};
  }
  KernelPlan plan(uint64_t SharedBytes = 232448, unsigned MaxStages = 4) const {
    const PlanTarget Target = target(SharedBytes, MaxStages);
    KernelPlan Plan = planKernel(function(), Target);
    describePlan(Plan, Target);
    return Plan;
  }

private:
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;

  static std::string declarations() {
    std::string Text;
    for (const char *Size : {"32", "512", "1024", "2048", "4096", "32768"}) {
      const std::string Type = std::string("<") + Size + " x float>";
      Text += "declare " + Type + " @cutile.view_load." + Size + "(ptr, i64, i64, i64, i32, i32, i32, i32, i32) memory(read)\n";
      Text += "declare void @cutile.view_store." + std::string(Size) + "(" + Type + ", ptr, i64, i64, i64, i32, i32, i32, i32)\n";
      Text += "declare <1 x float> @cutile.reduce." + std::string(Size) + "(" + Type + ", i32, i32, i32, i32, i32, i32, i32) memory(none)\n";
      Text += "declare " + Type + " @cutile.broadcast." + Size + "(<1 x float>, i32, i32, i32) memory(none)\n";
    }
    Text += "declare <1024 x i32> @cutile.iota.1024() memory(none)\n"
            "declare i32 @cutile.bid(i32) memory(none)\n"
            "declare void @cutile.view_store.2d(<1024 x float>, ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32)\n"
            "declare <1024 x float> @cutile.load.1024(<1024 x i64>, <1024 x i8>, <1024 x float>) memory(read)\n"
            "declare void @cutile.store.1024(<1024 x i64>, <1024 x float>, <1024 x i8>)\n"
            "declare <2048 x half> @cutile.view_load.h(ptr, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32) memory(read)\n"
            "declare <4096 x float> @cutile.mma.s(<2048 x half>, <2048 x half>, <4096 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) "
            "memory(none)\n"
            "declare <32768 x float> @cutile.mma.l(<8192 x half>, <4096 x half>, <32768 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32) "
            "memory(none)\n";
    return Text;
  }
};

/// `%x = view_load` of a whole array of \p Size floats from \p From.
inline std::string load(const std::string &Name, int Size, const std::string &From = "%in") {
  const std::string N = std::to_string(Size);
  return "%" + Name + " = call <" + N + " x float> @cutile.view_load." + N + "(ptr " + From + ", i64 " + N + ", i64 1, i64 0, i32 1, i32 " + N +
         ", i32 0, i32 0, i32 11)\n";
}
inline std::string store(const std::string &Name, int Size) {
  const std::string N = std::to_string(Size);
  return "call void @cutile.view_store." + N + "(<" + N + " x float> %" + Name + ", ptr %out, i64 " + N + ", i64 1, i64 0, i32 1, i32 " + N +
         ", i32 0, i32 11)\n";
}
/// `%name = reduce` by sums along the only dimension.
inline std::string reduce(const std::string &Name, const std::string &Of, int Size) {
  const std::string N = std::to_string(Size);
  return "%" + Name + " = call <1 x float> @cutile.reduce." + N + "(<" + N + " x float> %" + Of + ", i32 1, i32 " + N +
         ", i32 0, i32 0, i32 11, i32 -1, i32 0)\n";
}
inline std::string broadcast(const std::string &Name, const std::string &Of, int Size) {
  const std::string N = std::to_string(Size);
  return "%" + Name + " = call <" + N + " x float> @cutile.broadcast." + N + "(<1 x float> %" + Of + ", i32 1, i32 1, i32 " + N + ")\n";
}

} // namespace cutile

#endif
