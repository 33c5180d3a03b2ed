#include "cutile/Frontend/KernelInfo.h"
#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/DeclarationCollector.h"
#include "cutile/Frontend/Hints.h"
#include "cutile/Frontend/Prelude.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cutile {

//===-- Types of tiles ------------------------------------------------------------===//

static bool isInTilesNamespace(const Decl *D) {
  for (const DeclContext *Context = D->getDeclContext(); Context; Context = Context->getParent())
    if (auto *Namespace = dyn_cast<NamespaceDecl>(Context); Namespace && Namespace->getName() == "tiles")
      return true;
  return false;
}

/// "float[128, 64]" for cuda::tiles::tile<float, shape<128, 64>>; empty for any other type.
static std::string tileName(QualType Type, const PrintingPolicy &Policy) {
  auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
  if (!Record || Record->getName() != "tile" || !isInTilesNamespace(Record))
    return {};
  const TemplateArgumentList &Arguments = Record->getTemplateArgs();
  if (Arguments.size() < 2 || Arguments[0].getKind() != TemplateArgument::Type || Arguments[1].getKind() != TemplateArgument::Type)
    return {};
  auto *Shape = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Arguments[1].getAsType()->getAsCXXRecordDecl());
  if (!Shape)
    return {};
  llvm::SmallVector<std::string, 4> Lengths;
  auto Add = [&](const TemplateArgument &Argument) {
    if (Argument.getKind() == TemplateArgument::Integral)
      Lengths.push_back(llvm::toString(Argument.getAsIntegral(), 10));
  };
  for (const TemplateArgument &Argument : Shape->getTemplateArgs().asArray()) {
    Add(Argument);
    if (Argument.getKind() == TemplateArgument::Pack)
      llvm::for_each(Argument.pack_elements(), Add);
  }
  return Arguments[0].getAsType().getAsString(Policy) + "[" + llvm::join(Lengths, ", ") + "]";
}

namespace {
/// Finds the tile types of a body and of the user's functions that it calls.
class TileFinder {
  HeaderOrigin Headers;
  PrintingPolicy Policy;
  llvm::DenseSet<const FunctionDecl *> Seen;
  std::set<std::string> &Tiles;

  void addType(QualType Type) {
    std::string Name = tileName(Type.getNonReferenceType(), Policy);
    if (!Name.empty())
      Tiles.insert(std::move(Name));
  }

  void visit(const Stmt *St) {
    if (!St)
      return;
    if (auto *E = dyn_cast<Expr>(St))
      addType(E->getType());
    if (auto *Call = dyn_cast<CallExpr>(St))
      if (const FunctionDecl *Callee = Call->getDirectCallee())
        visitFunction(Callee);
    if (auto *Lambda = dyn_cast<LambdaExpr>(St); Lambda && Lambda->getCallOperator()->isDependentContext())
      return;
    for (const Stmt *Child : St->children())
      visit(Child);
  }

public:
  TileFinder(ASTContext &Context, std::set<std::string> &Tiles)
      : Headers(Context.getSourceManager()), Policy(Context.getPrintingPolicy()), Tiles(Tiles) {}

  void visitFunction(const FunctionDecl *FD) {
    const FunctionDecl *Definition = FD->getDefinition();
    if (!Definition || !Headers.isUser(Definition) || !Seen.insert(Definition).second)
      return;
    for (const ParmVarDecl *Parameter : Definition->parameters())
      addType(Parameter->getType());
    visit(Definition->getBody());
  }
};

//===-- Kernels -------------------------------------------------------------------===//

class KernelInfoConsumer : public DeclarationCollector {
  std::vector<KernelInfo> &Kernels;

  KernelInfo describe(const FunctionDecl *FD, ASTNameGenerator &Names) {
    ASTContext &Context = FD->getASTContext();
    const PrintingPolicy &Policy = Context.getPrintingPolicy();
    KernelInfo Info;
    llvm::raw_string_ostream OS(Info.Name);
    FD->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
    Info.Mangled = Names.getName(FD);
    PresumedLoc Loc = Context.getSourceManager().getPresumedLoc(FD->getLocation());
    if (Loc.isValid()) {
      Info.File = Loc.getFilename();
      Info.Line = Loc.getLine();
    }
    for (const ParmVarDecl *Parameter : FD->parameters())
      Info.Parameters.push_back({Parameter->getNameAsString(), Parameter->getType().getAsString(Policy)});
    for (const Hint &H : readHints(*S, hintAttributes(FD), HintPlace::Kernel))
      Info.Hints[H.Arch][hintInfo(H.Kind).Name.str()] = H.Value;
    TileFinder(Context, Info.Tiles).visitFunction(FD);
    return Info;
  }

public:
  KernelInfoConsumer(CompilerInstance &CI, std::vector<KernelInfo> &Kernels) : DeclarationCollector(CI), Kernels(Kernels) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    if (CI.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    ASTNameGenerator Names(Context);
    for (const FunctionDecl *FD : Declarations.Functions)
      if (isTileKernel(FD))
        Kernels.push_back(describe(FD, Names));
  }
};
} // namespace

std::unique_ptr<ASTConsumer> createKernelInfoConsumer(CompilerInstance &CI, std::vector<KernelInfo> &Kernels) {
  return std::make_unique<KernelInfoConsumer>(CI, Kernels);
}

std::unique_ptr<ASTConsumer> KernelInfoAction::CreateASTConsumer(CompilerInstance &CI, StringRef) {
  installPrelude(CI);
  installHintTokens(CI.getPreprocessor());
  return createKernelInfoConsumer(CI, Kernels);
}

//===-- Printing ------------------------------------------------------------------===//

void printText(llvm::raw_ostream &OS, const KernelInfo &Kernel) {
  OS << "kernel " << Kernel.Name << '\n';
  OS << "  symbol      " << Kernel.Mangled << '\n';
  OS << "  defined     " << Kernel.File << ':' << Kernel.Line << '\n';
  for (const auto &Parameter : Kernel.Parameters)
    OS << "  parameter   " << Parameter.Type << (Parameter.Type.ends_with('*') ? "" : " ") << Parameter.Name << '\n';
  for (const auto &[Arch, Kinds] : Kernel.Hints) {
    OS << "  hint        " << (Arch ? std::to_string(Arch) : "every architecture") << ':';
    for (const auto &[Kind, Value] : Kinds)
      OS << ' ' << Kind << '=' << Value;
    OS << '\n';
  }
  for (const std::string &Tile : Kernel.Tiles)
    OS << "  tile        " << Tile << '\n';
}

llvm::json::Value toJSON(const KernelInfo &Kernel) {
  llvm::json::Array Parameters, Tiles;
  for (const auto &Parameter : Kernel.Parameters)
    Parameters.push_back(llvm::json::Object{{"name", Parameter.Name}, {"type", Parameter.Type}});
  llvm::json::Object Hints;
  for (const auto &[Arch, Kinds] : Kernel.Hints) {
    llvm::json::Object Values;
    for (const auto &[Kind, Value] : Kinds)
      Values[Kind] = Value;
    Hints[std::to_string(Arch)] = std::move(Values);
  }
  for (const std::string &Tile : Kernel.Tiles)
    Tiles.push_back(Tile);
  return llvm::json::Object{{"name", Kernel.Name},
                            {"symbol", Kernel.Mangled},
                            {"file", Kernel.File},
                            {"line", int64_t(Kernel.Line)},
                            {"parameters", std::move(Parameters)},
                            {"hints", std::move(Hints)},
                            {"tiles", std::move(Tiles)}};
}

} // namespace cutile
