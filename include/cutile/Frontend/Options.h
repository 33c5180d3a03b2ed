//===- Options.h - options of the plugin ------------------------*- C++ -*-===//
#ifndef CUTILE_FRONTEND_OPTIONS_H
#define CUTILE_FRONTEND_OPTIONS_H

#include "cutile/Pipeline/Pipeline.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace cutile {

struct FrontendOptions {
  TargetKind Target = TargetKind::NVPTX;
  bool PrintPlan = false;
  /// Precompiled header to start from: \p UsePch + ".host" in the host pass, + ".device" in the device pass. Empty for none.
  std::string UsePch;
  bool Help = false;

  /// Reads the arguments of -fplugin-arg-cutile-*. Returns an empty string, or what is wrong with them.
  std::string parse(llvm::ArrayRef<std::string> Arguments);
};

/// Prints one line for each option of Options.def.
void printOptions(llvm::raw_ostream &OS);

} // namespace cutile

#endif
