#include "TileShapes.h"
#include "cutile/IR/TileOps.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cutile {

namespace {
class ShapeFinder {
public:
  explicit ShapeFinder(const Function &F) : F(F) {}

  TileShapes run() {
    for (const Instruction &I : instructions(F))
      if (auto Call = TileCall::match(&I))
        seed(*Call);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Instruction &I : instructions(F))
        Changed |= spread(I);
    }
    return std::move(Shapes);
  }

private:
  const Function &F;
  TileShapes Shapes;

  /// \returns true if that is new.
  bool set(const Value *V, ArrayRef<uint64_t> Dims) {
    uint64_t Count = 1;
    for (uint64_t D : Dims)
      Count *= D;
    if (isa<Constant>(V) || Dims.empty() || tileSize(V->getType()) != Count)
      return false;
    return Shapes.try_emplace(V, Dims.begin(), Dims.end()).second;
  }

  void seed(const TileCall &Call) {
    const CallInst &I = Call.call();
    if (Call.is("view_load") || Call.is("view_pointers") || Call.is("view_mask"))
      set(&I, decodeView(Call).Dims);
    else if (Call.is("view_store"))
      set(Call.operand(0), decodeView(Call).Dims);
    else if (Call.is("mma")) {
      const uint64_t B = Call.constant(3), BA = Call.constant(4), BB = Call.constant(5), M = Call.constant(6), N = Call.constant(7),
                     K = Call.constant(8);
      auto matrix = [](uint64_t Batch, uint64_t Rows, uint64_t Columns) {
        return Batch == 1 ? SmallVector<uint64_t, 4>{Rows, Columns} : SmallVector<uint64_t, 4>{Batch, Rows, Columns};
      };
      set(Call.operand(0), matrix(BA, M, K));
      set(Call.operand(1), matrix(BB, K, N));
      set(Call.operand(2), matrix(B, M, N));
      set(&I, matrix(B, M, N));
    } else if (Call.info().Group == StringRef("Reduction")) {
      const unsigned Rank = Call.constant(1);
      auto Dims = Call.dims(2, Rank);
      set(Call.operand(0), Dims);
      if (tileSize(I.getType()) != tileSize(Call.operand(0)->getType()))
        Dims.erase(Dims.begin() + Call.constant(2 + Rank));
      set(&I, Dims);
    } else if (Call.is("broadcast") || Call.is("permute")) {
      const unsigned Rank = Call.constant(1);
      auto Source = Call.dims(2, Rank), Other = Call.dims(2 + Rank, Rank);
      set(Call.operand(0), Source);
      if (Call.is("permute"))
        for (uint64_t &D : Other)
          D = Source[D];
      set(&I, Other);
    }
  }

  bool spread(const Instruction &I) {
    auto Call = TileCall::match(&I);
    if (Call ? Call->info().Group != StringRef("Elementwise") && Call->info().Group != StringRef("Assumption") &&
                   Call->info().Group != StringRef("Memory") && Call->info().Group != StringRef("Atomic")
             : !isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst, PHINode, FreezeInst, IntrinsicInst>(I))
      return false;
    SmallVector<const Value *, 4> Group;
    if (isTile(&I))
      Group.push_back(&I);
    for (const Value *Operand : I.operands())
      if (isTile(Operand))
        Group.push_back(Operand);
    const Value *Known = nullptr;
    for (const Value *V : Group)
      if (!Known && Shapes.contains(V))
        Known = V;
    bool Changed = false;
    if (Known) {
      const SmallVector<uint64_t, 4> Dims = Shapes[Known];
      for (const Value *V : Group)
        Changed |= set(V, Dims);
    }
    return Changed;
  }
};
} // namespace

TileShapes findTileShapes(const Function &Kernel) { return ShapeFinder(Kernel).run(); }

} // namespace cutile
