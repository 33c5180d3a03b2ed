//===- cutile-info.cpp - lists the tile kernels of a file -----------------===//
//
//   cutile-info [--plan] [--json] [--html page.html] app.cu -- -I include -DSIZE=64
//
// Parses the device side of the file as clang would with the plugin and prints for every tile kernel, template instances
// included: its name and symbol, parameters, hints for each architecture, and the types of tiles that it uses. --plan compiles the
// kernels too and adds what was decided about them; --html writes that as one page with the source beside it.
//
//===----------------------------------------------------------------------===//
#include "PlanPage.h"
#include "cutile/Frontend/PlanAction.h"
#include "cutile/Frontend/RegisterAttributes.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace clang::tooling;

static llvm::cl::OptionCategory Category("cutile-info options");
static llvm::cl::opt<bool> Json("json", llvm::cl::desc("print a JSON array instead of text"), llvm::cl::cat(Category));
static llvm::cl::opt<bool> Plan("plan", llvm::cl::desc("add the plan of each kernel"), llvm::cl::cat(Category));
static llvm::cl::opt<std::string> Html("html", llvm::cl::desc("write the plans as one page with the source beside them"),
                                       llvm::cl::value_desc("file"), llvm::cl::cat(Category));

namespace {
class InfoActionFactory : public FrontendActionFactory {
  std::vector<cutile::KernelInfo> &Kernels;
  std::vector<cutile::PlanRecord> *Plans;

public:
  /// \p Plans: null if they are not wanted.
  InfoActionFactory(std::vector<cutile::KernelInfo> &Kernels, std::vector<cutile::PlanRecord> *Plans) : Kernels(Kernels), Plans(Plans) {}
  std::unique_ptr<FrontendAction> create() override {
    if (Plans)
      return std::make_unique<cutile::PlanAction>(Kernels, *Plans);
    return std::make_unique<cutile::KernelInfoAction>(Kernels);
  }
};
} // namespace

/// The device side alone, with the defaults of cutile++ and without the plugin, whose part is linked into this tool.
static CommandLineArguments adjustArguments(const CommandLineArguments &Given, StringRef) {
  CommandLineArguments Result;
  bool HasStandard = false, HasArch = false;
  for (const std::string &Argument : Given) {
    StringRef A = Argument;
    if (A.starts_with("-fplugin"))
      continue;
    HasStandard |= A.starts_with("-std=") || A.starts_with("--std=");
    HasArch |= A.starts_with("--cuda-gpu-arch=") || A.starts_with("--offload-arch=");
    Result.push_back(Argument);
    if (Result.size() == 1)
      for (const char *Own : {"-x", "cuda", "--cuda-device-only", "-Wno-unknown-cuda-version", "-resource-dir", CUTILE_CLANG_RESOURCES})
        Result.push_back(Own);
  }
  if (!HasArch)
    Result.insert(Result.begin() + 1, "--cuda-gpu-arch=sm_90a");
  if (!HasStandard)
    Result.insert(Result.begin() + 1, "-std=c++20");
  return Result;
}

int main(int ArgumentCount, const char **Arguments) {
  llvm::sys::PrintStackTraceOnErrorSignal(Arguments[0]);
  // Without options of the compilation there need not be a compilation database.
  std::vector<const char *> Words(Arguments, Arguments + ArgumentCount);
  if (llvm::none_of(Words, [](llvm::StringRef W) { return W == "--" || W == "-p" || W.starts_with("-p=") || W.starts_with("--help"); }))
    Words.push_back("--");
  ArgumentCount = Words.size();
  auto Parser = CommonOptionsParser::create(ArgumentCount, Words.data(), Category);
  if (!Parser) {
    llvm::errs() << toString(Parser.takeError());
    return 1;
  }
  std::vector<cutile::KernelInfo> Kernels;
  std::vector<cutile::PlanRecord> Plans;
  const bool WantsPlans = Plan || !Html.empty();
  ClangTool Tool(Parser->getCompilations(), Parser->getSourcePathList());
  // The adjusters that a tool has of its own would stop code generation.
  if (WantsPlans)
    Tool.clearArgumentsAdjusters();
  Tool.appendArgumentsAdjuster(getClangStripOutputAdjuster());
  Tool.appendArgumentsAdjuster(adjustArguments);
  InfoActionFactory Factory(Kernels, WantsPlans ? &Plans : nullptr);
  int Status = Tool.run(&Factory);
  auto planOf = [&](const cutile::KernelInfo &Kernel) {
    auto It = llvm::find_if(Plans, [&](const cutile::PlanRecord &P) { return P.Kernel == Kernel.Mangled; });
    return It != Plans.end() ? &*It : nullptr;
  };

  llvm::json::Array All;
  for (const cutile::KernelInfo &Kernel : Kernels) {
    llvm::json::Value Entry = cutile::toJSON(Kernel);
    if (const cutile::PlanRecord *P = planOf(Kernel))
      (*Entry.getAsObject())["plan"] = P->toJSON();
    All.push_back(std::move(Entry));
  }
  if (!Html.empty()) {
    std::string Problem = cutile::writePlanPage(Html, All);
    if (!Problem.empty()) {
      llvm::errs() << "cutile-info: file '" << Html << "': " << Problem << '\n';
      return 1;
    }
    if (!Plan && !Json)
      return Status;
  }
  if (Json) {
    llvm::outs() << llvm::formatv("{0:2}", llvm::json::Value(std::move(All))) << '\n';
    return Status;
  }
  for (const cutile::KernelInfo &Kernel : Kernels) {
    cutile::printText(llvm::outs(), Kernel);
    if (const cutile::PlanRecord *P = planOf(Kernel))
      P->print(llvm::outs());
  }
  return Status;
}
