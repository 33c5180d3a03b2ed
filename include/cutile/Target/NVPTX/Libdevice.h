//===- Libdevice.h - the toolkit's device math functions --------*- C++ -*-===//
#ifndef CUTILE_TARGET_NVPTX_LIBDEVICE_H
#define CUTILE_TARGET_NVPTX_LIBDEVICE_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace cutile {

/// Whether \p F is a function of the library that has no body yet.
bool isLibdeviceDeclaration(const llvm::Function &F);

/// Links the functions of the library that \p M declares from the bitcode file \p Path, as internal functions for M's own target.
/// \returns an error, which says what was wanted from which file, if the file cannot be read or lacks one of them.
llvm::Error linkLibdevice(llvm::Module &M, llvm::StringRef Path);

} // namespace cutile

#endif
