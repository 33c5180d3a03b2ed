//===- DumpStages.cpp - kernels as files after every stage ----------------===//
#include "DumpStages.h"
#include "cutile/IR/TileOps.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cutile {

/// Longer symbols are cut and told apart by a hash: file names have a limit of 255 bytes.
static constexpr size_t MaxSymbol = 180;

DumpOptions DumpOptions::fromEnvironment() {
  auto Read = [](StringRef Name) { return sys::Process::GetEnv(Name).value_or(""); };
  return {Read("CUTILE_DUMP_DIR"), Read("CUTILE_OVERRIDE_DIR"), Read("CUTILE_DUMP_KERNEL")};
}

/// A debugging aid does not fail the compilation.
static void complain(StringRef Path, StringRef Why) { errs() << "cutile: file '" << Path << "': " << Why << '\n'; }

std::string DumpStagePass::fileName(StringRef Directory, const Function &Kernel) const {
  std::string Symbol = Kernel.getName().str();
  if (Symbol.size() > MaxSymbol)
    Symbol = Symbol.substr(0, MaxSymbol) + "-" + utohexstr(xxh3_64bits(Kernel.getName()));
  SmallString<256> Path(Directory);
  std::string Name;
  raw_string_ostream(Name) << Symbol << '.' << format("%02u", Number) << '.' << Stage << ".ll";
  sys::path::append(Path, Name);
  return Path.str().str();
}

/// A copy of the module with \p Kernel and the globals that it refers to, directly or not. Functions without a use of the
/// kernel's keep neither a body nor a declaration.
static std::unique_ptr<Module> extract(const Function &Kernel) {
  SmallPtrSet<const GlobalValue *, 32> Needed;
  SmallVector<const Value *, 64> Worklist = {&Kernel};
  SmallPtrSet<const Value *, 32> Seen;
  while (!Worklist.empty()) {
    const Value *V = Worklist.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (auto *Global = dyn_cast<GlobalValue>(V))
      Needed.insert(Global);
    if (auto *F = dyn_cast<Function>(V))
      for (const BasicBlock &Block : *F)
        for (const Instruction &I : Block)
          for (const Value *Operand : I.operands())
            if (isa<Constant>(Operand))
              Worklist.push_back(Operand);
    if (auto *U = dyn_cast<Constant>(V))
      for (const Value *Operand : U->operands())
        Worklist.push_back(Operand);
  }
  ValueToValueMapTy Map;
  auto Copy = CloneModule(*Kernel.getParent(), Map, [&](const GlobalValue *G) { return Needed.contains(G); });
  for (Function &F : make_early_inc_range(*Copy))
    if (F.isDeclaration() && F.use_empty())
      F.eraseFromParent();
  for (GlobalVariable &G : make_early_inc_range(Copy->globals()))
    if (G.use_empty() && (G.isDeclaration() || G.getName().starts_with("llvm.")))
      G.eraseFromParent();
  return Copy;
}

void DumpStagePass::dump(const Function &Kernel) const {
  std::error_code Error = sys::fs::create_directories(Options.DumpDir);
  std::string Path = fileName(Options.DumpDir, Kernel);
  raw_fd_ostream Out(Path, Error, sys::fs::OF_Text);
  if (Error) {
    complain(Path, Error.message());
    return;
  }
  extract(Kernel)->print(Out, nullptr);
}

bool DumpStagePass::replace(Function &Kernel) const {
  std::string Path = fileName(Options.OverrideDir, Kernel), Name = Kernel.getName().str();
  if (!sys::fs::exists(Path))
    return false;
  Module &M = *Kernel.getParent();
  SMDiagnostic Error;
  std::unique_ptr<Module> Other = parseIRFile(Path, Error, M.getContext());
  Function *New = Other ? Other->getFunction(Name) : nullptr;
  if (!New || New->isDeclaration()) {
    complain(Path, Other ? "it does not define '" + Name + "'" : Error.getMessage().str());
    return false;
  }
  // A declaration gives way; a definition in a group of its own would win.
  Kernel.deleteBody();
  Kernel.setComdat(nullptr);
  Other->setDataLayout(M.getDataLayout());
  Other->setTargetTriple(M.getTargetTriple());
  if (Linker::linkModules(M, std::move(Other), Linker::OverrideFromSrc))
    complain(Path, "it cannot be linked into the module");
  return true;
}

PreservedAnalyses DumpStagePass::run(Module &M, ModuleAnalysisManager &AM) {
  SmallVector<std::string, 8> Kernels;
  for (const Function &F : M)
    if (isTileKernel(F) && !F.isDeclaration() && F.getName().contains(Options.Kernel))
      Kernels.push_back(F.getName().str());
  bool Changed = false;
  for (const std::string &Name : Kernels) {
    if (!Options.DumpDir.empty())
      dump(*M.getFunction(Name));
    if (!Options.OverrideDir.empty())
      Changed |= replace(*M.getFunction(Name));
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace cutile
