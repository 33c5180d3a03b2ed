//===- Attributes.h - the attributes behind the keywords --------*- C++ -*-===//
//
// The prelude expands __tile_global__ and __tile__ to clang's own CUDA attribute and one of these, which only marks: an
// AnnotateAttr "cutile.kernel" or "cutile.function" that reaches the module as an entry of llvm.global.annotations.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_FRONTEND_ATTRIBUTES_H
#define CUTILE_FRONTEND_ATTRIBUTES_H

#include "clang/Sema/ParsedAttr.h"

namespace clang {
class Decl;
}

namespace cutile {

inline constexpr llvm::StringLiteral KernelAnnotation = "cutile.kernel";
inline constexpr llvm::StringLiteral FunctionAnnotation = "cutile.function";
/// On a `__tile__` function that was declared `__device__` too: clang keeps one device attribute, which does not tell.
inline constexpr llvm::StringLiteral DeviceAnnotation = "cutile.device";

/// True if \p D itself was declared __tile_global__.
bool isTileKernel(const clang::Decl *D);

/// True if \p D itself was declared __tile__.
bool isTileAnnotated(const clang::Decl *D);

/// True if \p D itself was declared __tile__ and __device__.
bool isDeviceAnnotated(const clang::Decl *D);

/// `__attribute__((tile_global))`.
struct TileKernelAttrInfo : clang::ParsedAttrInfo {
  TileKernelAttrInfo();
  AttrHandling handleDeclAttribute(clang::Sema &S, clang::Decl *D, const clang::ParsedAttr &Attr) const override;
};

/// `__attribute__((tile))`.
struct TileAttrInfo : clang::ParsedAttrInfo {
  TileAttrInfo();
  AttrHandling handleDeclAttribute(clang::Sema &S, clang::Decl *D, const clang::ParsedAttr &Attr) const override;
};

/// `__attribute__((simt_device))`, which the prelude puts into `__device__`.
struct DeviceAttrInfo : clang::ParsedAttrInfo {
  DeviceAttrInfo();
  AttrHandling handleDeclAttribute(clang::Sema &S, clang::Decl *D, const clang::ParsedAttr &Attr) const override;
};

} // namespace cutile

#endif
