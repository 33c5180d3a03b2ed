//===- Hints.h - optimisation hints of the source ---------------*- C++ -*-===//
//
//   [[cutile::hint(900, occupancy=2, num_cta_in_cga=N)]]      on a kernel
//   [[using cutile : hint(0, latency=4), hint(900, ...)]]     on a statement or a local variable
//
// A hint passes four places:
//   HintTokens     `kind=value` would parse as an assignment: the tokens become `"kind", value`.
//   HintAttrInfo   the attribute; its arguments stay expressions, in an AnnotateAttr "cutile.hint", so that template
//                  arguments instantiate.
//   readHints      values and kinds of an instantiated attribute, checked against Hints.def.
//   HintRewriter   kernel hints become the annotation that docs/tile-ir.md describes, statements are bracketed by calls.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_FRONTEND_HINTS_H
#define CUTILE_FRONTEND_HINTS_H

#include "clang/Basic/SourceLocation.h"
#include "clang/Sema/ParsedAttr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Decl;
class FunctionDecl;
class Preprocessor;
class Sema;
} // namespace clang

namespace cutile {

inline constexpr llvm::StringLiteral HintAnnotation = "cutile.hint";

enum class HintKind : unsigned {
#define CUTILE_HINT(Name, Place, Least, Most, PowerOfTwo, Allowed) Name,
#include "cutile/Frontend/Hints.def"
};

enum class HintPlace { Kernel, Statement };

struct HintInfo {
  llvm::StringRef Name;
  HintPlace Place;
  int Least, Most;
  bool PowerOfTwo;
  llvm::StringRef Allowed; ///< the values in words

  bool allows(int64_t Value) const;
};

llvm::ArrayRef<HintInfo> allHints();
const HintInfo &hintInfo(HintKind Kind);

/// One `kind=value` of a valid hint.
struct Hint {
  unsigned Arch; ///< as __CUDA_ARCH__; 0 for every architecture
  HintKind Kind;
  int Value;
  clang::SourceLocation Loc;
};

/// The architecture of \p CI as __CUDA_ARCH__ ("sm_90a" is 900); 0 if it is none.
unsigned cudaArch(llvm::StringRef CPU);

/// The valid hints of \p Attrs, which stand on a construct of \p Place. What is not valid is diagnosed as language rules say
/// (a warning that lists what is allowed, or an error) and left out; so are kinds that were given again for the same architecture.
llvm::SmallVector<Hint, 4> readHints(clang::Sema &S, llvm::ArrayRef<const clang::Attr *> Attrs, HintPlace Place);

/// Those of \p Hints that hold on \p Arch: one for each kind, the architecture's own before that of every architecture.
llvm::SmallVector<Hint, 4> hintsFor(llvm::ArrayRef<Hint> Hints, unsigned Arch);

/// The hint attributes of a kernel and of its earlier declarations, in source order.
llvm::SmallVector<const clang::Attr *, 4> hintAttributes(const clang::FunctionDecl *FD);

/// `[[cutile::hint(...)]]` after HintTokens has rewritten it.
struct HintAttrInfo : clang::ParsedAttrInfo {
  HintAttrInfo();
  AttrHandling handleDeclAttribute(clang::Sema &S, clang::Decl *D, const clang::ParsedAttr &Attr) const override;
  AttrHandling handleStmtAttribute(clang::Sema &S, clang::Stmt *St, const clang::ParsedAttr &Attr, class clang::Attr *&Result) const override;
};

/// Rewrites the arguments of hints while \p PP lexes, and diagnoses those that are malformed.
void installHintTokens(clang::Preprocessor &PP);

/// Turns the hints of one function into what Import reads.
class HintRewriter {
  clang::Sema &S;
  unsigned Arch;
  clang::FunctionDecl *Begin = nullptr, *End = nullptr;

public:
  HintRewriter(clang::Sema &S, unsigned Arch) : S(S), Arch(Arch) {}

  /// \p FD is a definition that is not dependent and that code generation has not seen.
  void rewrite(clang::FunctionDecl *FD);

private:
  friend class HintStatements;
  void rewriteKernel(clang::FunctionDecl *FD);
  bool findMarkers();
};

} // namespace cutile

#endif
