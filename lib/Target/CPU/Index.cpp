//===- Index.cpp - positions in a tile as lists of bits -------------------===//
#include "KernelLowering.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

unsigned Index::bits() const {
  unsigned Sum = 0;
  for (const Field &F : Fields)
    Sum += F.Bits;
  return Sum;
}

Index Index::slice(Builder &B, unsigned Low, unsigned High) const {
  Index Result;
  unsigned Top = bits();
  for (const Field &F : Fields) {
    const unsigned Bottom = Top - F.Bits;
    const unsigned From = std::max(Bottom, Low), To = std::min(Top, High);
    if (From < To) {
      Value *V = F.Var;
      if (V && From > Bottom)
        V = B.CreateLShr(V, From - Bottom);
      if (V && To < Top)
        V = B.CreateAnd(V, maskTrailingOnes<uint64_t>(To - From));
      Result.push({V, To - From});
    }
    Top = Bottom;
  }
  return Result;
}

Value *Index::linear(Builder &B) const {
  Value *Sum = nullptr;
  unsigned Top = bits();
  for (const Field &F : Fields) {
    Top -= F.Bits;
    if (!F.Var)
      continue;
    Value *Part = Top ? B.CreateShl(F.Var, Top, "", true, true) : F.Var;
    Sum = Sum ? B.CreateAdd(Sum, Part, "", true, true) : Part;
  }
  return Sum ? Sum : B.getInt64(0);
}

SmallVector<unsigned, 4> dimBits(ArrayRef<uint64_t> Dims) {
  SmallVector<unsigned, 4> Bits;
  for (uint64_t D : Dims)
    Bits.push_back(Log2_64(D));
  return Bits;
}

uint64_t dimCuts(ArrayRef<unsigned> Bits) {
  uint64_t Cuts = 0;
  unsigned At = 0;
  for (unsigned Width : reverse(Bits)) {
    Cuts |= uint64_t(1) << At;
    At += Width;
  }
  return Cuts;
}

SmallVector<Index, 4> splitIndex(Builder &B, const Index &At, ArrayRef<unsigned> Bits) {
  SmallVector<Index, 4> Parts;
  unsigned Top = At.bits();
  for (unsigned Width : Bits) {
    Parts.push_back(At.slice(B, Top - Width, Top));
    Top -= Width;
  }
  return Parts;
}

} // namespace cutile::cpu
