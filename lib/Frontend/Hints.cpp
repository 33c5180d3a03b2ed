#include "cutile/Frontend/Hints.h"
#include "cutile/Frontend/Diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cutile {

static constexpr HintInfo HintTable[] = {
#define CUTILE_HINT(Name, Place, Least, Most, PowerOfTwo, Allowed)                                                                                   \
  {llvm::StringLiteral(#Name), HintPlace::Place, Least, Most, PowerOfTwo, llvm::StringLiteral(Allowed)},
#include "cutile/Frontend/Hints.def"
};

/// Architectures that a hint may name, as __CUDA_ARCH__.
static constexpr unsigned Architectures[] = {800, 860, 870, 880, 890, 900, 1000, 1030, 1070, 1100, 1200, 1210};

llvm::ArrayRef<HintInfo> allHints() { return HintTable; }

const HintInfo &hintInfo(HintKind Kind) { return HintTable[static_cast<unsigned>(Kind)]; }

bool HintInfo::allows(int64_t Value) const { return Value >= Least && Value <= Most && (!PowerOfTwo || llvm::isPowerOf2_64(Value)); }

unsigned cudaArch(StringRef CPU) {
  unsigned Number = 0;
  if (!CPU.consume_front("sm_") || CPU.take_while(llvm::isDigit).getAsInteger(10, Number))
    return 0;
  return Number * 10;
}

/// "'occupancy' (1 to 32), ..." for the kinds of \p Place.
static std::string kindsOf(HintPlace Place) {
  std::string Text;
  for (const HintInfo &Info : HintTable)
    if (Info.Place == Place)
      Text += ((Text.empty() ? "'" : ", '") + Info.Name + "' (" + Info.Allowed + ")").str();
  return Text;
}

namespace {
/// Reads the attributes of one construct.
class HintReader {
  Sema &S;
  HintPlace Place;
  llvm::SmallVector<Hint, 4> Hints;

  DiagnosticBuilder say(SourceLocation Loc, fediag::Id Id) { return report(S.getDiagnostics(), Loc, Id); }

  /// The integer that \p E is; none if \p E is not a constant, which clang or HintAttrInfo has diagnosed or is diagnosed here.
  std::optional<int64_t> valueOf(const Expr *E) {
    Expr::EvalResult Result;
    if (E->isValueDependent())
      return std::nullopt;
    if (!E->getType()->isIntegralOrEnumerationType()) {
      // An object such as integral_constant, or an error.
      if (!E->getType()->isRecordType()) {
        say(E->getExprLoc(), fediag::err_hint_value_type) << E->getType();
        return std::nullopt;
      }
      llvm::APSInt Value;
      auto *Plain = const_cast<Expr *>(E);
      if (auto *Constant = dyn_cast<ConstantExpr>(Plain))
        Plain = Constant->getSubExpr();
      if (S.VerifyIntegerConstantExpression(Plain, &Value).isInvalid())
        return std::nullopt;
      return Value.getExtValue();
    }
    if (!E->EvaluateAsInt(Result, S.Context))
      return std::nullopt;
    const llvm::APSInt &Value = Result.Val.getInt();
    return Value.isRepresentableByInt64() ? Value.getExtValue() : INT64_MAX;
  }

  static StringRef kindName(const Expr *E) {
    if (auto *Literal = dyn_cast<StringLiteral>(E->IgnoreParenImpCasts()))
      return Literal->getString();
    if (auto *Constant = dyn_cast<ConstantExpr>(E))
      return kindName(Constant->getSubExpr());
    return {};
  }

  void readPair(unsigned Arch, bool ArchKnown, const Expr *KindExpr, const Expr *ValueExpr) {
    StringRef Name = kindName(KindExpr);
    unsigned PlaceIndex = Place == HintPlace::Statement;
    const HintInfo *Info = llvm::find_if(HintTable, [&](const HintInfo &I) { return I.Name == Name; });
    if (Info == std::end(HintTable)) {
      say(KindExpr->getExprLoc(), fediag::warn_hint_kind) << Name << PlaceIndex << kindsOf(Place);
      return;
    }
    if (Info->Place != Place) {
      say(KindExpr->getExprLoc(), fediag::warn_hint_place) << Name << (Info->Place == HintPlace::Statement) << PlaceIndex << kindsOf(Place);
      return;
    }
    std::optional<int64_t> Value = valueOf(ValueExpr);
    if (!Value)
      return;
    if (!Info->allows(*Value)) {
      say(ValueExpr->getExprLoc(), fediag::warn_hint_range) << std::to_string(*Value) << Name << Info->Allowed;
      return;
    }
    if (!ArchKnown)
      return;
    Hint New{Arch, static_cast<HintKind>(Info - HintTable), static_cast<int>(*Value), KindExpr->getExprLoc()};
    Hint *Old = llvm::find_if(Hints, [&](const Hint &H) { return H.Arch == Arch && H.Kind == New.Kind; });
    if (Old != Hints.end()) {
      say(New.Loc, fediag::warn_hint_duplicate) << Name;
      *Old = New;
    } else {
      Hints.push_back(New);
    }
  }

  void readAttr(const AnnotateAttr *Attr) {
    if (Attr->args_size() < 3)
      return;
    ArrayRef<Expr *> Args(Attr->args_begin(), Attr->args_size());
    std::optional<int64_t> Arch = valueOf(Args[0]);
    if (!Arch)
      return;
    bool Known = *Arch == 0 || llvm::is_contained(Architectures, *Arch);
    if (!Known) {
      std::string List;
      for (unsigned A : Architectures)
        List += (List.empty() ? "" : ", ") + std::to_string(A);
      say(Args[0]->getExprLoc(), fediag::warn_hint_arch) << std::to_string(*Arch) << List;
    }
    for (size_t I = 1; I + 1 < Args.size(); I += 2)
      readPair(static_cast<unsigned>(*Arch), Known, Args[I], Args[I + 1]);
  }

public:
  HintReader(Sema &S, HintPlace Place) : S(S), Place(Place) {}

  llvm::SmallVector<Hint, 4> read(ArrayRef<const Attr *> Attrs) {
    for (const Attr *A : Attrs)
      readAttr(cast<AnnotateAttr>(A));
    return std::move(Hints);
  }
};
} // namespace

llvm::SmallVector<Hint, 4> readHints(Sema &S, llvm::ArrayRef<const Attr *> Attrs, HintPlace Place) { return HintReader(S, Place).read(Attrs); }

llvm::SmallVector<Hint, 4> hintsFor(llvm::ArrayRef<Hint> Hints, unsigned Arch) {
  llvm::SmallVector<Hint, 4> Result;
  for (const Hint &H : Hints) {
    if (H.Arch != 0 && H.Arch != Arch)
      continue;
    Hint *Old = llvm::find_if(Result, [&](const Hint &R) { return R.Kind == H.Kind; });
    if (Old == Result.end())
      Result.push_back(H);
    else if (H.Arch != 0)
      *Old = H;
  }
  return Result;
}

llvm::SmallVector<const Attr *, 4> hintAttributes(const FunctionDecl *FD) {
  llvm::SmallVector<const Attr *, 4> Attrs;
  for (const FunctionDecl *Redecl : FD->redecls())
    for (const auto *A : Redecl->specific_attrs<AnnotateAttr>())
      if (A->getAnnotation() == HintAnnotation && !A->isInherited() && !A->isImplicit())
        Attrs.push_back(A);
  const SourceManager &SM = FD->getASTContext().getSourceManager();
  llvm::sort(Attrs, [&](const Attr *A, const Attr *B) { return SM.isBeforeInTranslationUnit(A->getLocation(), B->getLocation()); });
  return Attrs;
}

} // namespace cutile
