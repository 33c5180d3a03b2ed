//===- Prelude.h - what every CUDA file sees --------------------*- C++ -*-===//
#ifndef CUTILE_FRONTEND_PRELUDE_H
#define CUTILE_FRONTEND_PRELUDE_H

#include <string>

namespace clang {
class CompilerInstance;
}

namespace cutile {

/// The directory of `cuda_tile.h` that belongs to this plugin: beside the installed library, or the source tree it was built
/// from. Empty if there is none.
std::string includeDirectory();

/// Makes the API headers the first that an `#include <...>` finds, as system headers, and includes `cutile/api/prelude.h` in
/// front of the main file. To be called before the main file is entered.
void installPrelude(clang::CompilerInstance &CI);

} // namespace cutile

#endif
