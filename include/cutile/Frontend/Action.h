//===- Action.h - what the plugin does in a compilation ---------*- C++ -*-===//
#ifndef CUTILE_FRONTEND_ACTION_H
#define CUTILE_FRONTEND_ACTION_H

#include "cutile/Frontend/Options.h"
#include "clang/Frontend/FrontendAction.h"

namespace cutile {

/// Makes the language extension known to \p CI and adds what \p Options ask for to its passes. \returns the consumer that checks the language rules,
/// which must stand in front of code generation.
std::unique_ptr<clang::ASTConsumer> createTileConsumer(clang::CompilerInstance &CI, const FrontendOptions &Options);

/// Runs beside the main action in both passes of a CUDA compilation: makes the language extension known, checks its rules and
/// adds the compilation of tile kernels to the passes of the device module. In any other language it does nothing.
class TileAction : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef InFile) override;
  bool ParseArgs(const clang::CompilerInstance &CI, const std::vector<std::string> &Arguments) override;
  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  FrontendOptions Options;
};

} // namespace cutile

#endif
