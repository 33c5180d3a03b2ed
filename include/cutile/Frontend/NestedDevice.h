//===- NestedDevice.h - device code inside the host pass --------*- C++ -*-===//
#ifndef CUTILE_FRONTEND_NESTEDDEVICE_H
#define CUTILE_FRONTEND_NESTEDDEVICE_H

#include "cutile/Frontend/Options.h"

namespace clang {
class CompilerInstance;
}

namespace cutile {

/// Called in the host pass of a compilation whose target is not nvptx, before the main file is entered: compiles the tile code
/// of the same input in device mode and adds it to the host module.
void addNestedDevice(clang::CompilerInstance &CI, const FrontendOptions &Options);

} // namespace cutile

#endif
