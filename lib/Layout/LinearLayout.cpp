#include "cutile/Layout/LinearLayout.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <sstream>

namespace cutile {

unsigned log2Exact(uint64_t N) {
  assert(std::has_single_bit(N) && "not a power of two");
  return static_cast<unsigned>(std::countr_zero(N));
}

static uint32_t applyBases(const std::vector<uint32_t> &Bases, uint32_t Position) {
  uint32_t Result = 0;
  for (size_t Bit = 0; Bit < Bases.size(); ++Bit)
    if (Position >> Bit & 1)
      Result ^= Bases[Bit];
  return Result;
}

IndexMap IndexMap::identity(unsigned Bits) {
  std::vector<uint32_t> Bases(Bits);
  for (unsigned I = 0; I < Bits; ++I)
    Bases[I] = 1u << I;
  return IndexMap(Bits, std::move(Bases));
}

uint32_t IndexMap::apply(uint32_t Index) const { return applyBases(Bases, Index); }

BitRange dimensionBits(Shape Dims, unsigned Dim) {
  unsigned First = 0;
  for (size_t I = Dims.size(); I-- > Dim + 1;)
    First += log2Exact(Dims[I]);
  return {First, log2Exact(Dims[Dim])};
}

static unsigned totalBits(Shape Dims) {
  unsigned Bits = 0;
  for (uint64_t D : Dims)
    Bits += log2Exact(D);
  return Bits;
}

IndexMap resizeMap(Shape From, Shape To) {
  assert(From.size() == To.size() && "ranks differ");
  std::vector<uint32_t> Bases(totalBits(From), 0);
  for (unsigned D = 0; D < From.size(); ++D) {
    const BitRange Source = dimensionBits(From, D), Result = dimensionBits(To, D);
    for (unsigned I = 0; I < std::min(Source.Count, Result.Count); ++I)
      Bases[Source.First + I] = 1u << (Result.First + I);
  }
  return IndexMap(totalBits(To), std::move(Bases));
}

IndexMap broadcastSourceMap(Shape Source, Shape Result) {
  for (size_t D = 0; D < Result.size(); ++D)
    assert((Source[D] == Result[D] || Source[D] == 1) && "not a broadcast");
  return resizeMap(Result, Source);
}

IndexMap permuteSourceMap(Shape Source, Shape Permutation) {
  std::vector<uint64_t> Result;
  for (uint64_t P : Permutation)
    Result.push_back(Source[P]);
  std::vector<uint32_t> Bases(totalBits(Result), 0);
  for (unsigned D = 0; D < Result.size(); ++D) {
    BitRange To = dimensionBits(Result, D), From = dimensionBits(Source, static_cast<unsigned>(Permutation[D]));
    for (unsigned I = 0; I < To.Count; ++I)
      Bases[To.First + I] = 1u << (From.First + I);
  }
  return IndexMap(totalBits(Source), std::move(Bases));
}

LinearLayout::LinearLayout(unsigned IndexBits, std::vector<uint32_t> Registers, std::vector<uint32_t> Lanes, std::vector<uint32_t> Warps)
    : IndexBits(IndexBits), Bases{std::move(Registers), std::move(Lanes), std::move(Warps)} {
  assert(Bases[Lane].size() == LaneBits && "a warp has 32 lanes");
}

LinearLayout LinearLayout::blocked(unsigned IndexBits, unsigned ElementBits, unsigned WarpBits) {
  unsigned Next = 0;
  auto take = [&]() -> uint32_t { return Next < IndexBits ? 1u << Next++ : 0; };
  std::vector<uint32_t> Registers, Lanes, Warps;
  for (unsigned I = 0; I < ElementBits && Next < IndexBits; ++I)
    Registers.push_back(take());
  for (unsigned I = 0; I < LaneBits; ++I)
    Lanes.push_back(take());
  for (unsigned I = 0; I < WarpBits; ++I)
    Warps.push_back(take());
  while (Next < IndexBits)
    Registers.push_back(take());
  return LinearLayout(IndexBits, std::move(Registers), std::move(Lanes), std::move(Warps));
}

uint32_t LinearLayout::applyDim(Dim D, uint32_t Position) const { return applyBases(Bases[D], Position); }

uint32_t LinearLayout::apply(uint32_t RegisterId, uint32_t LaneId, uint32_t WarpId) const {
  return applyDim(Register, RegisterId) ^ applyDim(Lane, LaneId) ^ applyDim(Warp, WarpId);
}

bool LinearLayout::isSurjective() const {
  unsigned Independent = 0;
  for (const auto &Flags : redundantBits())
    Independent += static_cast<unsigned>(std::count(Flags.begin(), Flags.end(), false));
  return Independent == IndexBits;
}

bool LinearLayout::isBitPermutation() const {
  for (const auto &Dim : Bases)
    for (uint32_t B : Dim)
      if (B & (B - 1))
        return false;
  return true;
}

std::array<std::vector<bool>, 3> LinearLayout::redundantBits() const {
  std::array<std::vector<bool>, 3> Result;
  std::array<uint32_t, 32> Echelon{}; // entry I has I as its highest bit
  for (unsigned D = 0; D < 3; ++D)
    for (uint32_t Rest : Bases[D]) {
      while (Rest) {
        unsigned Top = 31 - static_cast<unsigned>(std::countl_zero(Rest));
        if (!Echelon[Top]) {
          Echelon[Top] = Rest;
          break;
        }
        Rest ^= Echelon[Top];
      }
      Result[D].push_back(Rest == 0);
    }
  return Result;
}

LinearLayout LinearLayout::compose(const IndexMap &Map) const {
  assert(Map.numSourceBits() == IndexBits && "sizes differ");
  LinearLayout Result = *this;
  Result.IndexBits = Map.numResultBits();
  for (auto &Dim : Result.Bases)
    for (uint32_t &B : Dim)
      B = Map.apply(B);
  return Result;
}

LinearLayout LinearLayout::withoutZeroRegisters() const {
  LinearLayout Result = *this;
  std::erase(Result.Bases[Register], 0u);
  return Result;
}

std::vector<LinearLayout::Place> LinearLayout::inverse() const {
  std::vector<Place> Places(size_t(1) << IndexBits);
  // The independent bits span the index space: enumerate their combinations.
  struct Bit {
    unsigned D;
    uint32_t Position, Basis;
  };
  std::vector<Bit> Bits;
  auto Redundant = redundantBits();
  for (unsigned D = 0; D < 3; ++D)
    for (unsigned I = 0; I < Bases[D].size(); ++I)
      if (!Redundant[D][I])
        Bits.push_back({D, 1u << I, Bases[D][I]});
  assert(Bits.size() == IndexBits && "layout does not cover the tile");
  for (uint32_t Combination = 0; Combination < Places.size(); ++Combination) {
    uint32_t Position[3] = {0, 0, 0}, Index = 0;
    for (unsigned I = 0; I < Bits.size(); ++I)
      if (Combination >> I & 1) {
        Position[Bits[I].D] |= Bits[I].Position;
        Index ^= Bits[I].Basis;
      }
    Places[Index] = {Position[0], Position[1], Position[2]};
  }
  return Places;
}

std::string LinearLayout::str() const {
  std::ostringstream OS;
  static constexpr const char *Names[] = {"registers", "lanes", "warps"};
  for (unsigned D = 0; D < 3; ++D) {
    OS << (D ? " " : "") << Names[D] << " [";
    for (size_t I = 0; I < Bases[D].size(); ++I)
      OS << (I ? ", " : "") << Bases[D][I];
    OS << ']';
  }
  OS << " of " << (1u << IndexBits);
  return OS.str();
}

std::string LinearLayout::grid(uint32_t Columns) const {
  std::ostringstream OS;
  auto Places = inverse();
  for (uint32_t I = 0; I < Places.size(); ++I) {
    OS << Places[I].WarpId << ':' << Places[I].LaneId << '.' << Places[I].RegisterId;
    OS << ((I + 1) % Columns ? ' ' : '\n');
  }
  return OS.str();
}

ConversionPlan planConversion(const LinearLayout &Source, const AffineLayout &Target) {
  using L = LinearLayout;
  assert(Source.isBitPermutation() && Source.numIndexBits() == Target.Map.numIndexBits());
  ConversionPlan Plan;
  // Bits of the destination place, by dimension, that an index bit depends on.
  auto dependence = [&](L::Dim D, uint32_t Bit) {
    uint32_t Mask = 0;
    for (unsigned I = 0; I < Target.Map.numBits(D); ++I)
      if (Target.Map.basis(D, I) & Bit)
        Mask |= 1u << I;
    return Mask;
  };
  // Whether an index bit that the source keeps in bit I of dimension D comes from the same bit of the destination.
  auto stays = [&](L::Dim D, unsigned I) {
    uint32_t Bit = Source.basis(D, I);
    if (!Bit)
      return true;
    L::Dim Other = D == L::Lane ? L::Warp : L::Lane;
    return dependence(D, Bit) == 1u << I && !dependence(Other, Bit) && !dependence(L::Register, Bit) && !(Target.Offset & Bit);
  };
  for (unsigned I = 0; I < Source.numBits(L::Warp); ++I)
    if (!stays(L::Warp, I))
      return Plan;
  Plan.How = ConversionPlan::InThread;
  for (unsigned I = 0; I < L::LaneBits; ++I)
    if (!stays(L::Lane, I))
      Plan.How = ConversionPlan::Shuffle;
  for (uint32_t Bit : Source.bases(L::Register)) {
    Plan.RegisterLaneMasks.push_back(dependence(L::Lane, Bit));
    Plan.RegisterWarpMasks.push_back(dependence(L::Warp, Bit));
    if (Plan.RegisterLaneMasks.back() || Plan.RegisterWarpMasks.back())
      Plan.Candidates *= 2;
  }
  // Choosing among many registers costs more than a trip through shared memory.
  const bool TooMany =
      Plan.How == ConversionPlan::Shuffle ? Plan.Candidates > 2 && Plan.Candidates * Target.Map.numRegisters() > 32 : Plan.Candidates > 16;
  return TooMany ? ConversionPlan() : Plan;
}

} // namespace cutile
