#include "cutile/Layout/Swizzle.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace cutile;
using L = LinearLayout;

namespace {
/// Passes of one access, counted address by address: lanes of a pass that want different words of one bank wait for each other.
unsigned countPasses(const L &Slots, unsigned VectorBits, unsigned ElementBytes) {
  const unsigned AccessBytes = ElementBytes << VectorBits, LanesPerPass = AccessBytes > 4 ? 32 * 4 / AccessBytes : 32;
  unsigned Worst = 1;
  for (unsigned First = 0; First < 32; First += LanesPerPass) {
    std::map<unsigned, std::set<unsigned>> WordsOfBank;
    for (unsigned Lane = First; Lane < First + LanesPerPass; ++Lane)
      for (unsigned Byte = 0; Byte < AccessBytes; Byte += std::min(4u, AccessBytes)) {
        unsigned Word = (Slots.apply(0, Lane, 0) * ElementBytes + Byte) / 4;
        WordsOfBank[Word % 32].insert(Word);
      }
    for (const auto &[Bank, Words] : WordsOfBank)
      Worst = std::max<unsigned>(Worst, Words.size());
  }
  return Worst;
}

/// A random bit permutation of 2^Bits elements over 2^Warps warps, no replication.
L randomLayout(unsigned Bits, unsigned Warps, std::mt19937 &Random) {
  std::vector<uint32_t> Bases;
  for (unsigned I = 0; I < Bits; ++I)
    Bases.push_back(1u << I);
  std::shuffle(Bases.begin(), Bases.end(), Random);
  std::vector<uint32_t> Lanes(Bases.begin(), Bases.begin() + 5), W(Bases.begin() + 5, Bases.begin() + 5 + Warps),
      Registers(Bases.begin() + 5 + Warps, Bases.end());
  std::sort(Registers.begin(), Registers.end());
  return L(Bits, Registers, Lanes, W);
}
} // namespace

TEST(Swizzle, PredictsConflictsThatCountingFinds) {
  std::mt19937 Random(1);
  for (int I = 0; I < 500; ++I)
    for (unsigned Bytes : {1u, 2u, 4u, 8u}) {
      L From = randomLayout(12, 2, Random), To = randomLayout(12, 2, Random);
      SharedPath Path = chooseSharedPath(From, To, Bytes);
      EXPECT_EQ(1u << Path.StoreConflicts, countPasses(From.compose(Path.Slots), Path.StoreBits, Bytes)) << From.str();
      EXPECT_EQ(1u << Path.LoadConflicts, countPasses(To.compose(Path.Slots), Path.LoadBits, Bytes)) << To.str();
    }
}

TEST(Swizzle, SlotsAreAPermutation) {
  std::mt19937 Random(2);
  for (int I = 0; I < 200; ++I) {
    SharedPath Path = chooseSharedPath(randomLayout(11, 2, Random), randomLayout(11, 2, Random), 4);
    std::vector<bool> Seen(1u << 11);
    for (uint32_t Index = 0; Index < Seen.size(); ++Index) {
      uint32_t Slot = Path.Slots.apply(Index);
      ASSERT_LT(Slot, Seen.size());
      EXPECT_FALSE(Seen[Slot]);
      Seen[Slot] = true;
    }
  }
}

TEST(Swizzle, TransposeOfWordsHasNoConflicts) {
  for (unsigned Side : {5u, 6u, 7u}) {
    const uint64_t Dims[] = {1u << Side, 1u << Side}, Swap[] = {1, 0};
    L Rows = L::blocked(2 * Side, 2, 2);
    L Columns = Rows.compose(permuteSourceMap(Dims, Swap));
    SharedPath Path = chooseSharedPath(Rows, Columns, 4);
    EXPECT_EQ(Path.StoreConflicts, 0u) << Side;
    EXPECT_EQ(Path.LoadConflicts, 0u) << Side;
  }
}
