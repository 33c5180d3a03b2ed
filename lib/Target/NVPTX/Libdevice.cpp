#include "cutile/Target/NVPTX/Libdevice.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace cutile {

bool isLibdeviceDeclaration(const Function &F) { return F.isDeclaration() && F.getName().starts_with("__nv_"); }

Error linkLibdevice(Module &M, StringRef Path) {
  SmallVector<StringRef, 8> Wanted;
  SmallPtrSet<const Function *, 16> Defined;
  for (const Function &F : M) {
    if (isLibdeviceDeclaration(F))
      Wanted.push_back(F.getName());
    else if (!F.isDeclaration())
      Defined.insert(&F);
  }
  if (Wanted.empty())
    return Error::success();
  const std::string First = Wanted.front().str();
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> Library = parseIRFile(Path, Diagnostic, M.getContext());
  if (!Library)
    return createStringError("'" + First + "' is wanted from '" + Path + "', which cannot be read: " + Diagnostic.getMessage());
  for (StringRef Name : Wanted)
    if (const Function *F = Library->getFunction(Name); !F || F->isDeclaration())
      return createStringError("'" + Name + "' is not in '" + Path + "'");
  Library->setTargetTriple(M.getTargetTriple());
  Library->setDataLayout(M.getDataLayout());
  if (Linker::linkModules(M, std::move(Library), Linker::LinkOnlyNeeded))
    return createStringError("'" + First + "' cannot be linked from '" + Path + "'");
  for (Function &F : M)
    if (!F.isDeclaration() && !Defined.contains(&F)) {
      F.setLinkage(GlobalValue::InternalLinkage);
      F.removeFnAttr("target-cpu");
      F.removeFnAttr("target-features");
    }
  return Error::success();
}

} // namespace cutile
