// The front end on code in memory, through clang::tooling. A stub stands for the toolkit's headers, so a case takes milliseconds.
#include "cutile/Frontend/Action.h"
#include "cutile/Frontend/KernelInfo.h"
#include "cutile/Frontend/Options.h"
#include "cutile/Frontend/RegisterAttributes.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace cutile;

namespace {

const char Stub[] = R"(
typedef decltype(sizeof(0)) size_t;
#define __host__ __attribute__((host))
struct dim3 { unsigned x, y, z; __attribute__((host, device)) constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {} };
typedef struct CUstream_st *cudaStream_t;
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void * = 0);
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
)";

/// Keeps the texts of errors and warnings.
class Texts : public DiagnosticConsumer {
public:
  std::vector<std::string> Errors, Warnings;
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    if (Level >= DiagnosticsEngine::Error)
      Errors.push_back(std::string(Text));
    else if (Level == DiagnosticsEngine::Warning)
      Warnings.push_back(std::string(Text));
  }
};

Texts run(std::unique_ptr<FrontendAction> Action, const std::string &Code) {
  Texts Result;
  std::vector<std::string> Arguments = {"tool",
                                        "-fsyntax-only",
                                        "-x",
                                        "cuda",
                                        "--cuda-device-only",
                                        "--cuda-gpu-arch=sm_90a",
                                        "-nocudainc",
                                        "-nocudalib",
                                        "-std=c++20",
                                        "-Wno-unknown-cuda-version",
                                        "-include",
                                        "/stub.h",
                                        "/app.cu"};
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Files->pushOverlay(Memory);
  Memory->addFile("/stub.h", 0, llvm::MemoryBuffer::getMemBuffer(Stub));
  Memory->addFile("/app.cu", 0, llvm::MemoryBuffer::getMemBuffer(Code));
  auto Manager = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Files);
  tooling::ToolInvocation Invocation(Arguments, std::move(Action), Manager.get());
  Invocation.setDiagnosticConsumer(&Result);
  Invocation.run();
  return Result;
}

Texts check(const std::string &Code) { return run(std::make_unique<TileAction>(), Code); }

std::vector<KernelInfo> kernels(const std::string &Code) {
  std::vector<KernelInfo> Kernels;
  Texts Result = run(std::make_unique<KernelInfoAction>(Kernels), Code);
  EXPECT_TRUE(Result.Errors.empty()) << Result.Errors.front();
  return Kernels;
}

TEST(FrontendOptions, ReadsValuesAndFlags) {
  cutile::FrontendOptions Options;
  EXPECT_EQ(Options.parse({"target=cpu", "print-plan"}), "");
  EXPECT_EQ(Options.Target, TargetKind::CPU);
  EXPECT_TRUE(Options.PrintPlan);
}

TEST(FrontendOptions, SaysWhatIsWrong) {
  cutile::FrontendOptions Options;
  EXPECT_EQ(Options.parse({"color=red"}), "unknown option 'color'; '-fplugin-arg-cutile-help' lists the options");
  EXPECT_EQ(Options.parse({"target"}), "option 'target' needs a value: nvptx|cpu|emulate");
  EXPECT_EQ(Options.parse({"target=tpu"}), "value 'tpu' of option 'target' is not one of nvptx|cpu|emulate");
  EXPECT_EQ(Options.parse({"help=1"}), "option 'help' takes no value");
}

TEST(Hints, KnowTheirValues) {
  EXPECT_TRUE(hintInfo(HintKind::num_cta_in_cga).allows(16));
  EXPECT_FALSE(hintInfo(HintKind::num_cta_in_cga).allows(6));
  EXPECT_FALSE(hintInfo(HintKind::occupancy).allows(33));
  EXPECT_TRUE(hintInfo(HintKind::allow_tma).allows(0));
  EXPECT_FALSE(hintInfo(HintKind::latency).allows(0));
}

TEST(Hints, OwnArchitectureWins) {
  std::vector<Hint> All = {{900, HintKind::occupancy, 3, {}}, {0, HintKind::occupancy, 2, {}}, {1000, HintKind::occupancy, 5, {}}};
  auto Here = hintsFor(All, 900);
  ASSERT_EQ(Here.size(), 1u);
  EXPECT_EQ(Here[0].Value, 3);
  EXPECT_EQ(hintsFor(All, 800)[0].Value, 2);
}

TEST(Hints, ArchitectureOfTarget) {
  EXPECT_EQ(cudaArch("sm_90a"), 900u);
  EXPECT_EQ(cudaArch("sm_120"), 1200u);
  EXPECT_EQ(cudaArch("x86-64"), 0u);
}

TEST(KernelInfo, ListsInstancesWithTheirHints) {
  auto Found = kernels(R"(
    template <int N, int occupancy> [[using cutile : hint(0, occupancy=occupancy), hint(900, occupancy=occupancy + 1, num_cta_in_cga=2)]]
    __tile_global__ void kernel(const float *in, int n) {}
    template __tile_global__ void kernel<4, 7>(const float *, int);
    namespace inner { extern "C" __tile_global__ void plain() {} }
    __attribute__((global)) void simt(int *p) {}
  )");
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Name, "kernel<4, 7>");
  EXPECT_EQ(Found[0].Mangled, "_Z6kernelILi4ELi7EEvPKfi");
  ASSERT_EQ(Found[0].Parameters.size(), 2u);
  EXPECT_EQ(Found[0].Parameters[0].Type, "const float *");
  EXPECT_EQ(Found[0].Parameters[1].Name, "n");
  EXPECT_EQ(Found[0].Hints[0]["occupancy"], 7);
  EXPECT_EQ(Found[0].Hints[900]["occupancy"], 8);
  EXPECT_EQ(Found[0].Hints[900]["num_cta_in_cga"], 2);
  EXPECT_EQ(Found[1].Name, "inner::plain");
  EXPECT_EQ(Found[1].Mangled, "plain");
}

TEST(HintTokens, SurviveTentativeParsing) {
  // The condition's parenthesis makes clang look ahead over the statement expression and come back.
  Texts Result = check(R"(
    namespace cuda::tiles { __tile__ int load(int *p) { return *p; } }
    __tile_global__ void kernel(int *p) {
      int x;
      if (({ [[cutile::hint(0, latency=2)]] x = cuda::tiles::load(p); x; }) > 3)
        *p = x;
    })");
  EXPECT_TRUE(Result.Errors.empty()) << Result.Errors.front();
  EXPECT_TRUE(Result.Warnings.empty()) << Result.Warnings.front();
}

TEST(LanguageRules, OneMistakeOneError) {
  Texts Result = check(R"(
    __tile__ int f(int x) { return x; }
    __tile_global__ void kernel(int *p) {
      int (*g)(int) = f;
      *p = g(*p) + g(1);
    })");
  EXPECT_EQ(Result.Errors.size(), 1u);
}

TEST(LanguageRules, InstancesReportOnce) {
  Texts Result = check(R"(
    __device__ int simt() { return 1; }
    template <class T> __tile_global__ void kernel(T *p) { *p = simt(); }
    template __tile_global__ void kernel(int *);
    template __tile_global__ void kernel(float *);
  )");
  ASSERT_EQ(Result.Errors.size(), 1u);
  EXPECT_EQ(Result.Errors[0], "tile code cannot call the '__device__' function 'simt'; declare it '__tile__' too");
}

TEST(LanguageRules, SpacesInAnyOrder) {
  Texts Result = check(R"(
    __device__ __tile__ int a() { return 1; }
    __tile__ __device__ int b() { return a(); }
    #define ALL __tile__ __host__ __device__
    ALL int c() { return 1; }
    __device__ int simt() { return a() + b() + c(); }
    __tile_global__ void kernel(int *p) { *p = a() + b() + c(); }
  )");
  EXPECT_TRUE(Result.Errors.empty()) << Result.Errors.front();
}

} // namespace
