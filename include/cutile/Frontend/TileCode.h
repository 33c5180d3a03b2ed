//===- TileCode.h - which declarations are tile code ------------*- C++ -*-===//
#ifndef CUTILE_FRONTEND_TILECODE_H
#define CUTILE_FRONTEND_TILECODE_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class Decl;
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace cutile {

/// The execution spaces that a function or the memory spaces that a variable was declared with, in the words of the source.
/// (Clang sees __tile__ as __device__ and __tile_global__ as __global__.) What clang adds by itself does not count.
struct Spaces {
  bool TileKernel = false; ///< __tile_global__
  bool Tile = false;       ///< __tile__
  bool Host = false;       ///< __host__
  bool Device = false;     ///< __device__
  bool Global = false;     ///< __global__

  bool isTileCode() const { return TileKernel || Tile; }
};

Spaces spacesOf(const clang::Decl *D);

/// True if the body of \p FD is compiled as tile code: a kernel, a __tile__ function, or a lambda within one.
bool isTileCode(const clang::FunctionDecl *FD);

/// Knows declarations by the header that they stand in.
class HeaderOrigin {
public:
  enum Kind { User, System, Api, FloatTypes };

  explicit HeaderOrigin(const clang::SourceManager &SM) : SM(SM) {}

  Kind of(const clang::Decl *D);
  /// In a header of CUDA Tile C++.
  bool isApi(const clang::Decl *D) { return of(D) == Api; }
  /// In a header of half, bfloat16 and the other small floating-point types.
  bool isFloatTypes(const clang::Decl *D) { return of(D) == FloatTypes; }
  bool isUser(const clang::Decl *D) { return of(D) == User; }

private:
  const clang::SourceManager &SM;
  llvm::DenseMap<clang::FileID, Kind> Cache;
};

} // namespace cutile

#endif
