//===- LinearLayout.h - where the elements of a tile live -------*- C++ -*-===//
//
// A tile of 2^n elements is spread over the registers, lanes and warps of a thread block. All four counts are powers of
// two, so the map from a place (register, lane, warp) to an element index is linear over the two-element field: each bit
// of the place contributes one basis vector, and the index is the exclusive or of the basis vectors of the bits that
// are set. (Linear layouts as in Triton; the algebra here is our own.)
//
// Element indices are row major, so a reshape changes nothing. Example: 64 elements over 4 registers and 16 used lanes,
// neighbouring elements in one thread:
//
//   register bits   1, 2            lane bits   4, 8, 16, 32, 0        warp bits   0, 0
//
//   place (register 3, lane 2, warp 1)  ->  1 ^ 2 ^ 8 ^ 0 = 11
//
// A zero basis vector means that places which differ in that bit hold the same element (replication).
// Dimensions of a place: Register is fastest, then Lane, then Warp.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LAYOUT_LINEARLAYOUT_H
#define CUTILE_LAYOUT_LINEARLAYOUT_H

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cutile {

/// A linear map between element indices: basis I is the image of index bit I.
class IndexMap {
public:
  IndexMap(unsigned ResultBits, std::vector<uint32_t> Bases) : ResultBits(ResultBits), Bases(std::move(Bases)) {}
  static IndexMap identity(unsigned Bits);

  unsigned numSourceBits() const { return static_cast<unsigned>(Bases.size()); }
  unsigned numResultBits() const { return ResultBits; }
  uint32_t basis(unsigned Bit) const { return Bases[Bit]; }

  /// \post apply(A ^ B) == apply(A) ^ apply(B)
  uint32_t apply(uint32_t Index) const;

private:
  unsigned ResultBits;
  std::vector<uint32_t> Bases;
};

/// The lengths of a tile's dimensions, all powers of two.
using Shape = std::span<const uint64_t>;

/// Takes an index of a tile of shape \p From to the index of shape \p To with the same coordinates, each modulo the length of its
/// dimension: from a tile to the part at its origin, or from a part to the whole.
IndexMap resizeMap(Shape From, Shape To);

/// These maps take an index of the result of a shape op to the index of the source element that it equals.
IndexMap broadcastSourceMap(Shape Source, Shape Result);
IndexMap permuteSourceMap(Shape Source, Shape Permutation);

/// Bits [First, First + Count) of a row-major index that count one dimension.
struct BitRange {
  unsigned First, Count;
  uint32_t mask() const { return ((1u << Count) - 1) << First; }
};
BitRange dimensionBits(Shape Dims, unsigned Dim);

/// The exponent of the power of two \p N.
unsigned log2Exact(uint64_t N);

class LinearLayout {
public:
  enum Dim : unsigned { Register = 0, Lane = 1, Warp = 2 };
  static constexpr unsigned LaneBits = 5;

  LinearLayout() = default;
  /// \p Lanes has LaneBits entries; every basis is below 2^IndexBits.
  LinearLayout(unsigned IndexBits, std::vector<uint32_t> Registers, std::vector<uint32_t> Lanes, std::vector<uint32_t> Warps);

  /// Elements in order: 2^ElementBits neighbours per thread, then lanes, then warps, the rest in further registers.
  /// Replicated over lanes and warps that are not needed.
  static LinearLayout blocked(unsigned IndexBits, unsigned ElementBits, unsigned WarpBits);

  unsigned numIndexBits() const { return IndexBits; }
  unsigned numBits(Dim D) const { return static_cast<unsigned>(Bases[D].size()); }
  unsigned numRegisters() const { return 1u << numBits(Register); }
  unsigned numWarps() const { return 1u << numBits(Warp); }
  uint32_t basis(Dim D, unsigned Bit) const { return Bases[D][Bit]; }
  const std::vector<uint32_t> &bases(Dim D) const { return Bases[D]; }

  /// The element at a place.
  uint32_t apply(uint32_t RegisterId, uint32_t LaneId, uint32_t WarpId) const;
  /// The part of apply that one dimension contributes.
  uint32_t applyDim(Dim D, uint32_t Position) const;

  /// Whether every element has a place.
  bool isSurjective() const;
  /// Whether every basis vector is zero or a power of two. Kernel plans use only such layouts.
  bool isBitPermutation() const;

  /// For each bit of a dimension: whether places that differ in it are redundant, judged in the order registers, lanes,
  /// warps. \post with redundant bits kept 0, every element of the image has exactly one place.
  std::array<std::vector<bool>, 3> redundantBits() const;

  /// \post compose(M).apply(r, l, w) == M.apply(apply(r, l, w))
  LinearLayout compose(const IndexMap &Map) const;

  /// The same places without register bits of zero basis.
  LinearLayout withoutZeroRegisters() const;

  /// A place for each element: \post apply(place(i)) == i. Needs isSurjective().
  struct Place {
    uint32_t RegisterId, LaneId, WarpId;
  };
  std::vector<Place> inverse() const;

  bool operator==(const LinearLayout &) const = default;

  /// `registers [1, 2] lanes [4, 8, 16, 32, 0] warps [0, 0] of 64`
  std::string str() const;
  /// Grid of a tile with \p Columns columns: each cell names the first place of the element as warp:lane.register.
  std::string grid(uint32_t Columns) const;

private:
  unsigned IndexBits = 0;
  std::array<std::vector<uint32_t>, 3> Bases;
};

/// A layout with a constant offset: the element at a place is Map.apply(place) ^ Offset.
struct AffineLayout {
  LinearLayout Map;
  uint32_t Offset = 0;
};

/// How the elements of a tile get from one layout to another.
struct ConversionPlan {
  enum Kind {
    InThread,     ///< each thread already holds what it needs
    Shuffle,      ///< within the warp
    SharedMemory, ///< across warps
  };
  Kind How = SharedMemory;
  /// For InThread and Shuffle, per register bit of the source: the lane and warp bits of the destination place that the
  /// number of the source register depends on.
  std::vector<uint32_t> RegisterLaneMasks, RegisterWarpMasks;
  /// Number of source registers that one destination register may have to choose from (1 where all masks are empty).
  unsigned Candidates = 1;
};

/// Decides how to convert from \p Source, a bit permutation, to \p Target over the same elements.
ConversionPlan planConversion(const LinearLayout &Source, const AffineLayout &Target);

} // namespace cutile

#endif
