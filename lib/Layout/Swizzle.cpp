#include "cutile/Layout/Swizzle.h"
#include <algorithm>
#include <bit>
#include <optional>

namespace cutile {

using L = LinearLayout;

namespace {
constexpr unsigned BankBytesLog2 = 2, BankBitsEnd = 7; // address bits [2, 7) select the bank

/// Lanes that one pass serves: all 32 for accesses up to 4 bytes, 16 for 8, 8 for 16.
unsigned lanesPerPassLog2(unsigned AccessBytesLog2) { return L::LaneBits - (AccessBytesLog2 > BankBytesLog2 ? AccessBytesLog2 - BankBytesLog2 : 0); }

struct Side {
  std::vector<uint32_t> High; ///< index bits of the lanes of a pass that select no bank
  uint32_t Covered = 0;       ///< bank bits that lanes of a pass already select
};

/// \p Bank: index bits that select a bank and lie above the vector.
Side sideOf(const L &Layout, unsigned AccessBytesLog2, uint32_t Bank, unsigned FirstBankBit) {
  Side S;
  for (unsigned I = 0; I < lanesPerPassLog2(AccessBytesLog2); ++I) {
    uint32_t Bit = Layout.basis(L::Lane, I);
    if (Bit & Bank)
      S.Covered |= Bit & Bank;
    else if (Bit >> FirstBankBit) // bits within a bank word cost nothing
      S.High.push_back(Bit);
  }
  return S;
}
} // namespace

unsigned contiguousBits(const L &Layout, unsigned Limit) {
  unsigned Bits = 0;
  while (Bits < Limit && Bits < Layout.numBits(L::Register) && Layout.basis(L::Register, Bits) == 1u << Bits)
    ++Bits;
  return Bits;
}

unsigned bankConflicts(const L &Layout, unsigned VectorBits, unsigned ElementBytes) {
  const unsigned Bytes = static_cast<unsigned>(std::countr_zero(ElementBytes));
  // Rank of the bank bits over the lanes of a pass, against the number of lanes at different words.
  std::vector<uint32_t> Words, Banks;
  for (unsigned I = 0; I < lanesPerPassLog2(Bytes + VectorBits); ++I) {
    uint32_t Address = Layout.basis(L::Lane, I) << Bytes;
    uint32_t Granule = std::max(BankBytesLog2, Bytes + VectorBits);
    Words.push_back(Address >> Granule);
    Banks.push_back((Address & ((1u << BankBitsEnd) - 1)) >> Granule);
  }
  auto rank = [](std::vector<uint32_t> Vectors) {
    unsigned Rank = 0;
    for (size_t I = 0; I < Vectors.size(); ++I) {
      if (!Vectors[I])
        continue;
      ++Rank;
      const uint32_t Pivot = std::bit_floor(Vectors[I]);
      for (size_t J = I + 1; J < Vectors.size(); ++J)
        if (Vectors[J] & Pivot)
          Vectors[J] ^= Vectors[I];
    }
    return Rank;
  };
  return rank(Words) - rank(Banks);
}

SharedPath chooseSharedPath(const L &From, const L &To, unsigned ElementBytes) {
  const unsigned Bits = From.numIndexBits(), Bytes = static_cast<unsigned>(std::countr_zero(ElementBytes));
  const unsigned Widest = Bytes < 4 ? 4 - Bytes : 0;
  const unsigned StoreLimit = contiguousBits(From, Widest), LoadLimit = contiguousBits(To, Widest);
  std::optional<SharedPath> Best;
  unsigned BestPasses = 0, BestInstructions = 0;
  for (unsigned StoreBits = 0; StoreBits <= StoreLimit; ++StoreBits)
    for (unsigned LoadBits = 0; LoadBits <= LoadLimit; ++LoadBits) {
      const unsigned Vector = std::max(StoreBits, LoadBits);
      const unsigned FirstBank = std::max(Vector, Bytes < BankBytesLog2 ? BankBytesLog2 - Bytes : 0);
      const unsigned EndBank = std::min(Bits, BankBitsEnd - Bytes);
      const uint32_t Bank = FirstBank < EndBank ? (1u << EndBank) - (1u << FirstBank) : 0;
      Side Store = sideOf(From, Bytes + StoreBits, Bank, FirstBank), Load = sideOf(To, Bytes + LoadBits, Bank, FirstBank);
      std::vector<uint32_t> Bases;
      for (unsigned I = 0; I < Bits; ++I)
        Bases.push_back(1u << I);
      uint32_t StoreFree = Bank & ~Store.Covered, LoadFree = Bank & ~Load.Covered;
      // Bits that both sides need first: they have the fewest targets.
      auto add = [&](uint32_t Bit, bool ForStore, bool ForLoad) {
        uint32_t Free = (ForStore ? StoreFree : ~0u) & (ForLoad ? LoadFree : ~0u) & Bank;
        if (!Free)
          return;
        // Leave the targets that the other side could use.
        uint32_t Others = ForStore && ForLoad ? 0 : ForStore ? LoadFree : StoreFree;
        uint32_t Preferred = Free & ~Others ? Free & ~Others : Free;
        uint32_t Target = Preferred & -Preferred;
        Bases[std::countr_zero(Bit)] |= Target;
        if (ForStore)
          StoreFree &= ~Target;
        if (ForLoad)
          LoadFree &= ~Target;
      };
      auto contains = [](const std::vector<uint32_t> &V, uint32_t Bit) { return std::find(V.begin(), V.end(), Bit) != V.end(); };
      for (uint32_t Bit : Store.High)
        if (contains(Load.High, Bit))
          add(Bit, true, true);
      for (uint32_t Bit : Store.High)
        if (!contains(Load.High, Bit))
          add(Bit, true, false);
      for (uint32_t Bit : Load.High)
        if (!contains(Store.High, Bit))
          add(Bit, false, true);
      IndexMap Slots(Bits, std::move(Bases));
      SharedPath Path{Slots, StoreBits, LoadBits, bankConflicts(From.compose(Slots), StoreBits, ElementBytes),
                      bankConflicts(To.compose(Slots), LoadBits, ElementBytes)};
      // Passes and instructions per warp for all registers, relative to one element per lane and pass.
      auto passes = [&](unsigned Registers, unsigned VectorBits, unsigned Conflicts) {
        unsigned PerAccess = 1u << (L::LaneBits - lanesPerPassLog2(Bytes + VectorBits) + Conflicts);
        return (Registers >> VectorBits) * PerAccess;
      };
      unsigned Passes = passes(From.numRegisters(), StoreBits, Path.StoreConflicts) + passes(To.numRegisters(), LoadBits, Path.LoadConflicts);
      unsigned Instructions = (From.numRegisters() >> StoreBits) + (To.numRegisters() >> LoadBits);
      if (!Best || Passes < BestPasses || (Passes == BestPasses && Instructions < BestInstructions)) {
        Best = Path;
        BestPasses = Passes;
        BestInstructions = Instructions;
      }
    }
  return *Best;
}

} // namespace cutile
