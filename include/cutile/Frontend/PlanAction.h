//===- PlanAction.h - the plans of a file's kernels, for tools --*- C++ -*-===//
#ifndef CUTILE_FRONTEND_PLANACTION_H
#define CUTILE_FRONTEND_PLANACTION_H

#include "cutile/Frontend/KernelInfo.h"
#include "cutile/Plan/PlanRecord.h"
#include "clang/CodeGen/CodeGenAction.h"

namespace cutile {

/// Compiles a file in the device pass as far as the plans of its tile kernels, and appends the kernels and their plans; a kernel that cannot be
/// compiled has none. Errors are clang diagnostics. Generates no code.
class PlanAction : public clang::EmitLLVMOnlyAction {
public:
  PlanAction(std::vector<KernelInfo> &Kernels, std::vector<PlanRecord> &Plans) : Kernels(Kernels), Plans(Plans) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef InFile) override;

private:
  std::vector<KernelInfo> &Kernels;
  std::vector<PlanRecord> &Plans;
};

} // namespace cutile

#endif
