#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace cutile {

static bool hasAnnotation(const Decl *D, StringRef Annotation) {
  return llvm::any_of(D->specific_attrs<AnnotateAttr>(), [&](const AnnotateAttr *A) { return A->getAnnotation() == Annotation; });
}

static ParsedAttrInfo::AttrHandling annotate(Sema &S, Decl *D, const ParsedAttr &Attr, StringRef Annotation) {
  if (!hasAnnotation(D, Annotation))
    D->addAttr(AnnotateAttr::Create(S.Context, Annotation, nullptr, 0, Attr));
  return ParsedAttrInfo::AttributeApplied;
}

bool isTileKernel(const Decl *D) { return hasAnnotation(D, KernelAnnotation); }

bool isTileAnnotated(const Decl *D) { return hasAnnotation(D, FunctionAnnotation); }

bool isDeviceAnnotated(const Decl *D) { return hasAnnotation(D, DeviceAnnotation); }

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
  // (Clang rejects its own part of __tile__ on automatic variables.)
  if (!isa<FunctionDecl, VarDecl>(D)) {
    report(S.getDiagnostics(), Attr.getLoc(), fediag::err_tile_misplaced) << unsigned(!isa<FieldDecl>(D));
    return AttributeNotApplied;
  }
  // `__device__` stood first: of the two device attributes clang has kept its.
  if (auto *Device = D->getAttr<CUDADeviceAttr>();
      Device && !Device->isImplicit() && !isDeviceAnnotated(D) &&
      Lexer::getImmediateMacroName(Device->getLocation(), S.getSourceManager(), S.getLangOpts()) != "__tile__")
    annotate(S, D, Attr, DeviceAnnotation);
  return annotate(S, D, Attr, FunctionAnnotation);
}

DeviceAttrInfo::DeviceAttrInfo() {
  static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "simt_device"}};
  Spellings = Names;
}

ParsedAttrInfo::AttrHandling DeviceAttrInfo::handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const {
  if (isTileAnnotated(D))
    annotate(S, D, Attr, DeviceAnnotation);
  return AttributeApplied;
}

} // namespace cutile
