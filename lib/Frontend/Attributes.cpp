#include "cutile/Frontend/Attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace cutile {

static bool hasAnnotation(const Decl *D, StringRef Annotation) {
  return llvm::any_of(D->specific_attrs<AnnotateAttr>(),
                      [&](const AnnotateAttr *A) { return A->getAnnotation() == Annotation; });
}

static ParsedAttrInfo::AttrHandling annotate(Sema &S, Decl *D, const ParsedAttr &Attr, StringRef Annotation) {
  if (!hasAnnotation(D, Annotation))
    D->addAttr(AnnotateAttr::Create(S.Context, Annotation, nullptr, 0, Attr));
  return ParsedAttrInfo::AttributeApplied;
}

bool isTileKernel(const Decl *D) { return hasAnnotation(D, KernelAnnotation); }

bool isTileAnnotated(const Decl *D) { return hasAnnotation(D, FunctionAnnotation); }

TileKernelAttrInfo::TileKernelAttrInfo() {
  static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "tile_global"}};
  Spellings = Names;
}

ParsedAttrInfo::AttrHandling TileKernelAttrInfo::handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const {
  return annotate(S, D, Attr, KernelAnnotation);
}

TileAttrInfo::TileAttrInfo() {
  static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "tile"}};
  Spellings = Names;
}

ParsedAttrInfo::AttrHandling TileAttrInfo::handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const {
  return annotate(S, D, Attr, FunctionAnnotation);
}

} // namespace cutile
