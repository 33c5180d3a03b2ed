//===- Inline.cpp - everything that a kernel reaches ----------------------===//
//
// Tile code has no calls at run time: a tile lives in registers of all threads
// of a block, which no calling convention describes. Functions of the math
// library and a few of the toolkit stay, they work on scalars.
//
//===----------------------------------------------------------------------===//
#include "ImportDetail.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cutile::import {

namespace {
/// A function that was inlined, and where its call came from.
struct HistoryEntry {
  Function *Callee;
  int Parent;
};
} // namespace

static bool inHistory(const Function *F, int Id, ArrayRef<HistoryEntry> History) {
  for (; Id != -1; Id = History[Id].Parent)
    if (History[Id].Callee == F)
      return true;
  return false;
}

bool staysCall(const Function &F) {
  static const StringSet<> Known = {"vprintf", "__assertfail", "__nvvm_reflect", "malloc", "free"};
  StringRef Name = F.getName();
  return F.isIntrinsic() || Known.contains(Name) || Name.starts_with("__nv_") || Name.starts_with(TileOpPrefix) || !apiOpName(F).empty();
}

static std::string printableName(const Function &F) {
  std::string Name = demangle(F.getName());
  return Name;
}

bool inlineCalls(Function &Kernel, DiagnosticSink &Sink, SmallSetVector<Function *, 16> &Inlined) {
  SmallVector<HistoryEntry, 32> History;
  SmallVector<std::pair<CallBase *, int>, 32> Worklist;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Worklist.push_back({Call, -1});

  SmallPtrSet<const Function *, 4> Reported; // one error per callee
  bool Ok = true;
  auto Reject = [&](CallBase *Call, const Function *Callee, StringRef Why) {
    Ok = false;
    if (Reported.insert(Callee).second)
      Sink.report(Call->getDebugLoc(), diag::err_call_not_inlined,
                  {Callee ? printableName(*Callee) : "a function pointer", printableName(Kernel), Why.str()});
  };

  while (!Worklist.empty()) {
    auto [Call, Id] = Worklist.pop_back_val();
    if (Call->isInlineAsm())
      continue;
    Function *Callee = Call->getCalledFunction();
    if (!Callee)
      Callee = dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts());
    if (!Callee) {
      Reject(Call, nullptr, "the callee is not known at compile time");
      continue;
    }
    if (staysCall(*Callee))
      continue;
    if (Callee == &Kernel || inHistory(Callee, Id, History)) {
      Reject(Call, Callee, "the function is recursive");
      continue;
    }
    if (Callee->isDeclaration()) {
      Reject(Call, Callee, "the function has no definition in this translation unit");
      continue;
    }
    InlineFunctionInfo Info;
    InlineResult Result = InlineFunction(*Call, Info, /*MergeAttributes=*/false,
                                         /*CalleeAAR=*/nullptr,
                                         /*InsertLifetime=*/true);
    if (!Result.isSuccess()) {
      Reject(Call, Callee, Result.getFailureReason());
      continue;
    }
    Inlined.insert(Callee);
    History.push_back({Callee, Id});
    // Innermost calls first would be cheaper to keep in order, but the order
    // changes nothing in the result.
    for (CallBase *New : Info.InlinedCallSites)
      Worklist.push_back({New, static_cast<int>(History.size()) - 1});
  }
  return Ok;
}

} // namespace cutile::import
