#include "cutile/Target/CPU/HostModule.h"
#include "cutile/IR/TileOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace cutile {

static constexpr StringLiteral Suffix = ".cutile_cpu";
static constexpr StringLiteral StubPrefix = "__device_stub__";

SmallVector<std::string, 1> kernelsOfStub(StringRef Name) {
  if (Name.consume_front(StubPrefix)) // extern "C"
    return {Name.str()};
  // Each source name of a mangled name follows its length. Where digits precede the length, as in _GLOBAL__N_116__device_stub__k, there
  // is more than one way to read it.
  const size_t At = Name.find(StubPrefix);
  if (At == StringRef::npos)
    return {};
  StringRef Rest = Name.drop_front(At + StubPrefix.size());
  SmallVector<std::string, 1> Tails = kernelsOfStub(Rest), Result;
  if (Tails.empty())
    Tails.push_back(Rest.str());
  for (size_t Digits = At; Digits && isDigit(Name[Digits - 1]); --Digits) {
    unsigned Length;
    if (Name.slice(Digits - 1, At).getAsInteger(10, Length) || Length <= StubPrefix.size() || Name[Digits - 1] == '0')
      continue;
    for (const std::string &Tail : Tails)
      Result.push_back((Name.take_front(Digits - 1) + Twine(Length - StubPrefix.size()) + Tail).str());
  }
  return Result;
}

/// Leaves of the functions of \p M the lowered ones and what they call. \returns the names of SIMT kernels.
static StringSet<> keepLoweredFunctions(Module &M) {
  StringSet<> SimtKernels;
  for (StringRef Name : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors", "llvm.global.annotations"})
    if (GlobalVariable *List = M.getNamedGlobal(Name))
      List->eraseFromParent();
  for (Function &F : M) {
    if (F.getCallingConv() == CallingConv::PTX_Kernel && !isTileKernel(F))
      SimtKernels.insert(F.getName());
    if (!F.isDeclaration() && !F.getName().ends_with(Suffix))
      F.deleteBody();
  }
  for (GlobalAlias &A : make_early_inc_range(M.aliases())) {
    A.replaceAllUsesWith(ConstantPointerNull::get(A.getType()));
    A.eraseFromParent();
  }
  for (Function &F : make_early_inc_range(M)) {
    F.removeDeadConstantUsers();
    bool Called = any_of(F.users(), [](User *U) { return isa<CallInst>(U); });
    if (Called || F.getName().ends_with(Suffix))
      continue;
    // Device code's addresses mean nothing on the host.
    F.replaceAllUsesWith(ConstantPointerNull::get(F.getType()));
    F.eraseFromParent();
  }
  return SimtKernels;
}

/// Moves every variable to the address space that the host has.
static void useOneAddressSpace(Module &M) {
  SmallVector<GlobalVariable *> Variables(make_pointer_range(M.globals()));
  for (GlobalVariable *Old : Variables) {
    if (Old->getAddressSpace() == 0)
      continue;
    auto *New = new GlobalVariable(M, Old->getValueType(), Old->isConstant(), Old->getLinkage(), nullptr, "", Old, GlobalValue::NotThreadLocal, 0,
                                   Old->isExternallyInitialized());
    New->takeName(Old);
    New->setAlignment(Old->getAlign());
    New->copyMetadata(Old, 0);
    if (Old->hasInitializer()) {
      New->setInitializer(Old->getInitializer());
      Old->setInitializer(nullptr);
    }
    Old->replaceAllUsesWith(ConstantExpr::getAddrSpaceCast(New, Old->getType()));
    Old->eraseFromParent();
  }
}

static void retarget(Module &M, const Module &Host, const HostTarget &Target) {
  for (NamedMDNode &Node : make_early_inc_range(M.named_metadata()))
    if (Node.getName() != "llvm.dbg.cu")
      Node.eraseFromParent();
  M.setTargetTriple(Host.getTargetTriple());
  M.setDataLayout(Host.getDataLayout());
  for (Function &F : M) {
    F.setCallingConv(CallingConv::C);
    for (StringRef Name : {"target-cpu", "tune-cpu", "target-features"})
      F.removeFnAttr(Name);
    if (F.isDeclaration())
      continue;
    for (auto [Name, Value] :
         {std::pair<StringRef, StringRef>{"target-cpu", Target.Cpu}, {"tune-cpu", Target.TuneCpu}, {"target-features", Target.Features}})
      if (!Value.empty())
        F.addFnAttr(Name, Value);
    F.setUWTableKind(UWTableKind::Default);
    if (Target.SanitizeAddress)
      F.addFnAttr(Attribute::SanitizeAddress);
    if (Target.SanitizeThread)
      F.addFnAttr(Attribute::SanitizeThread);
  }
}

namespace {
/// Builds the tables of ModuleInfo (Abi.h) in the host module.
class Registration {
  Module &M;
  Type *Pointer, *Long;

  Constant *null() const { return ConstantPointerNull::get(cast<PointerType>(Pointer)); }
  Constant *string(StringRef Text) { return constant(ConstantDataArray::getString(M.getContext(), Text)); }
  GlobalVariable *constant(Constant *Value) {
    return new GlobalVariable(M, Value->getType(), true, GlobalValue::PrivateLinkage, Value, "cutile.registration");
  }
  Constant *table(ArrayRef<Constant *> Entries) {
    return Entries.empty() ? null() : constant(ConstantArray::get(ArrayType::get(Entries[0]->getType(), Entries.size()), Entries));
  }

public:
  SmallVector<Constant *> Kernels, Variables;

  explicit Registration(Module &M) : M(M), Pointer(PointerType::getUnqual(M.getContext())), Long(Type::getInt64Ty(M.getContext())) {}

  void addKernel(Function *Stub, StringRef Name, Constant *Info) {
    Kernels.push_back(ConstantStruct::getAnon({Stub, string(Name), Info ? Info : null()}));
  }
  void addVariable(GlobalVariable *Shadow, GlobalVariable *Memory, StringRef Name) {
    const uint64_t Bytes = M.getDataLayout().getTypeAllocSize(Memory->getValueType());
    Variables.push_back(ConstantStruct::getAnon({Shadow, Memory, ConstantInt::get(Long, Bytes), string(Name)}));
  }
  void emit() {
    if (Kernels.empty() && Variables.empty())
      return;
    Constant *Info = constant(ConstantStruct::getAnon(
        {table(Kernels), ConstantInt::get(Long, Kernels.size()), table(Variables), ConstantInt::get(Long, Variables.size())}));
    Function *Constructor =
        Function::Create(FunctionType::get(Type::getVoidTy(M.getContext()), false), GlobalValue::InternalLinkage, "cutile.register", M);
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Constructor));
    B.CreateCall(M.getOrInsertFunction("cutile_cpu_register", B.getVoidTy(), Pointer), {Info});
    B.CreateRetVoid();
    appendToGlobalCtors(M, Constructor, 101); // before the program's own, which may launch kernels
  }
};
} // namespace

bool addToHost(Module &Host, std::unique_ptr<Module> Device, const HostTarget &Target) {
  StringSet<> SimtKernels = keepLoweredFunctions(*Device);
  useOneAddressSpace(*Device);
  retarget(*Device, Host, Target);

  // Device definitions get names of their own, so that linking joins nothing. They become internal afterwards, since the
  // linker moves only what something outside could use.
  StringMap<std::string> Variables, Infos;
  SmallVector<std::string> Moved;
  auto Rename = [&](GlobalValue &G, const Twine &Name) {
    G.setName(Name);
    G.setLinkage(GlobalValue::ExternalLinkage);
    G.setVisibility(GlobalValue::DefaultVisibility);
    if (auto *Object = dyn_cast<GlobalObject>(&G))
      Object->setComdat(nullptr);
    Moved.push_back(G.getName().str());
    return Moved.back();
  };
  for (GlobalVariable &G : Device->globals()) {
    if (G.isDeclaration() || G.hasPrivateLinkage())
      continue;
    std::string Name = G.getName().str();
    if (StringRef(Name).ends_with(".info"))
      Infos[StringRef(Name).drop_back(Suffix.size() + 5)] = Rename(G, Name);
    else
      Variables[Name] = Rename(G, Name + Suffix);
  }
  for (Function &F : *Device)
    if (!F.isDeclaration())
      Rename(F, F.getName());

  if (Linker::linkModules(Host, std::move(Device)))
    return false;
  for (const std::string &Name : Moved)
    if (GlobalValue *G = Host.getNamedValue(Name))
      G->setLinkage(GlobalValue::InternalLinkage);

  Registration Table(Host);
  for (Function &Stub : Host) {
    if (Stub.isDeclaration())
      continue;
    for (const std::string &Name : kernelsOfStub(Stub.getName())) {
      if (auto Info = Infos.find(Name); Info != Infos.end())
        Table.addKernel(&Stub, Name, Host.getNamedGlobal(Info->second));
      else if (SimtKernels.contains(Name))
        Table.addKernel(&Stub, Name, nullptr);
    }
  }
  for (const auto &[Name, Memory] : Variables)
    if (GlobalVariable *Shadow = Host.getNamedGlobal(Name); Shadow && !Shadow->isDeclaration())
      Table.addVariable(Shadow, Host.getNamedGlobal(Memory), Name);
  Table.emit();
  return true;
}

} // namespace cutile
