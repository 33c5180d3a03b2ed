//===- KernelInfo.h - the tile kernels of a file, for tools -----*- C++ -*-===//
#ifndef CUTILE_FRONTEND_KERNELINFO_H
#define CUTILE_FRONTEND_KERNELINFO_H

#include "clang/Frontend/FrontendAction.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cutile {

/// What is known about one tile kernel before any code is generated.
struct KernelInfo {
  struct Parameter {
    std::string Name, Type;
  };

  std::string Name;    ///< as written, with template arguments: "gemm<float, 64>"
  std::string Mangled; ///< the symbol of the device code
  std::string File;
  unsigned Line = 0;
  std::vector<Parameter> Parameters;
  /// Architecture (0 for every one) to the kinds and values that were given for it.
  std::map<unsigned, std::map<std::string, int>> Hints;
  /// The types of tiles in the kernel and in the user's functions that it calls: "float[128, 64]".
  std::set<std::string> Tiles;
};

/// Parses a file in the device pass and appends its tile kernels to \p Kernels. Generates no code.
class KernelInfoAction : public clang::ASTFrontendAction {
public:
  explicit KernelInfoAction(std::vector<KernelInfo> &Kernels) : Kernels(Kernels) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef InFile) override;

private:
  std::vector<KernelInfo> &Kernels;
};

std::unique_ptr<clang::ASTConsumer> createKernelInfoConsumer(clang::CompilerInstance &CI, std::vector<KernelInfo> &Kernels);

/// Lines for people.
void printText(llvm::raw_ostream &OS, const KernelInfo &Kernel);

/// The same as a JSON object.
llvm::json::Value toJSON(const KernelInfo &Kernel);

} // namespace cutile

#endif
