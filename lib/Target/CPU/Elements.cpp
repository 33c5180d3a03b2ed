//===- Elements.cpp - the elements of tiles, from where they live ---------===//
#include "KernelLowering.h"
#include "Lowerings.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

Value *KernelLowering::constantElement(Constant *C, const Index &At) {
  Type *T = C->getType()->getScalarType();
  if (isa<PoisonValue>(C) || isa<UndefValue>(C))
    return Constant::getNullValue(T);
  if (Constant *Splat = C->getSplatValue(/*AllowPoison=*/true))
    return Splat;
  if (tileSize(C->getType()) == 1)
    return C->getAggregateElement(0u);
  return load(T, constantData(C), At.linear(B));
}

Value *KernelLowering::constantData(Constant *C) {
  GlobalVariable *&Table = Tables[C];
  if (!Table) {
    Type *T = storage(C->getType()->getScalarType());
    SmallVector<Constant *> List;
    for (unsigned I = 0; I < tileSize(C->getType()); ++I) {
      Constant *Element = C->getAggregateElement(I);
      if (isa<UndefValue>(Element))
        Element = Constant::getNullValue(Element->getType());
      List.push_back(Element->getType() == T ? Element : ConstantInt::get(T, Element->isOneValue()));
    }
    auto *Type = ArrayType::get(T, List.size());
    Table = new GlobalVariable(module(), Type, true, GlobalValue::PrivateLinkage, ConstantArray::get(Type, List), "cutile.table");
    Table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  }
  return Table;
}

Value *KernelLowering::element(Value *Tile, const Index &At) {
  if (auto *C = dyn_cast<Constant>(Tile))
    return constantElement(C, At);
  if (Value *Splat = splatValue(Tile))
    return Splat;
  const Home *H = home(Tile);
  if (!H) // after an error
    return Constant::getNullValue(Tile->getType()->getScalarType());
  switch (H->Kind) {
  case Home::Scalar:
    return H->Value;
  case Home::InBuffer:
    return load(Tile->getType()->getScalarType(), use(H->Memory), At.linear(B));
  case Home::Computed: {
    DebugLoc Outer = B.getCurrentDebugLocation();
    B.SetCurrentDebugLocation(H->Where);
    Elements Compute = H->Compute; // Homes may grow
    Value *V = Compute(At);
    B.SetCurrentDebugLocation(Outer);
    return V;
  }
  }
  llvm_unreachable("unknown home");
}

Value *KernelLowering::pointer(Value *Tile, const Index &At) {
  if (Value *Splat = splatValue(Tile))
    if (auto *Cast = dyn_cast<PtrToIntOperator>(Splat))
      return Cast->getPointerOperand();
  const Home *H = home(Tile);
  const bool Computed = H && H->Kind == Home::Computed;
  if (auto *Add = dyn_cast<BinaryOperator>(Tile); Add && Add->getOpcode() == Instruction::Add && (Computed || tileSize(Tile->getType()) == 1))
    for (unsigned I : {0, 1})
      if (isAddress(Add->getOperand(I)))
        return B.CreateGEP(B.getInt8Ty(), pointer(Add->getOperand(I), At), element(Add->getOperand(1 - I), At));
  if (std::optional<TileCall> Op = TileCall::match(Tile); Op && Computed)
    if (Value *Base = viewPointer(*this, *Op, At))
      return Base;
  return B.CreateIntToPtr(element(Tile, At), B.getPtrTy());
}

Value *KernelLowering::data(Value *Tile) {
  Type *T = Tile->getType()->getScalarType();
  const unsigned N = tileSize(Tile->getType());
  if (auto *C = dyn_cast<Constant>(Tile); C && !C->getSplatValue(true) && N > 1)
    return constantData(C);
  if (inBuffer(Tile))
    return use(home(Tile)->Memory);
  Value *To = temporary(T, N);
  forEach(Log2_32(N), cuts(Tile), [&](const Index &At) { store(element(Tile, At), To, At.linear(B)); });
  return To;
}

Type *KernelLowering::storage(Type *T) { return T->isIntegerTy(1) ? Type::getInt8Ty(T->getContext()) : T; }

Value *KernelLowering::load(Type *T, Value *Base, Value *Offset) {
  Type *Stored = storage(T);
  Value *Address = B.CreateGEP(Stored, Base, Offset);
  Value *V = B.CreateAlignedLoad(Stored, Address, module().getDataLayout().getABITypeAlign(Stored));
  return Stored == T ? V : B.CreateTrunc(V, T);
}

void KernelLowering::store(Value *V, Value *Base, Value *Offset) {
  Type *Stored = storage(V->getType());
  if (Stored != V->getType())
    V = B.CreateZExt(V, Stored);
  B.CreateAlignedStore(V, B.CreateGEP(Stored, Base, Offset), module().getDataLayout().getABITypeAlign(Stored));
}

} // namespace cutile::cpu
