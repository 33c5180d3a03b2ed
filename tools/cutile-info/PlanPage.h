// The plans of kernels as one HTML page.
#ifndef CUTILE_TOOLS_CUTILE_INFO_PLANPAGE_H
#define CUTILE_TOOLS_CUTILE_INFO_PLANPAGE_H

#include "llvm/Support/JSON.h"
#include <string>

namespace cutile {

/// Writes \p Kernels, what `--plan --json` prints, with the source files that they name, as a page that needs nothing else.
/// \returns what went wrong, or an empty string.
std::string writePlanPage(const std::string &Path, const llvm::json::Array &Kernels);

} // namespace cutile

#endif
