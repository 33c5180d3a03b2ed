#include "cutile/Frontend/NestedDevice.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace cutile {

void addNestedDevice(CompilerInstance &CI, const FrontendOptions &) {
  CI.getDiagnostics().Report(
      CI.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Error, "this build of the plugin has no CPU target"));
}

} // namespace cutile
