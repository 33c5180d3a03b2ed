// Operations that the lanes of a warp execute together: shuffles, votes, matches, reductions, warp barriers.
#include "Ops.h"
#include <bit>

namespace cutile::emu {

template <class F> static void forLanes(uint32_t Lanes, F Body) {
  for (; Lanes; Lanes &= Lanes - 1)
    Body(static_cast<unsigned>(std::countr_zero(Lanes)));
}

/// shfl.sync.MODE(mask, value, b, c) -> value[, in range]. Source: PTX ISA, shfl.sync.
static void shuffle(Warp &W, uint32_t Lanes, const Call &C) {
  const std::string_view Name = C.Name;
  const bool Up = Name.find(".up.") != Name.npos, Down = Name.find(".down.") != Name.npos, Butterfly = Name.find(".bfly.") != Name.npos;
  uint32_t Values[32];
  forLanes(Lanes, [&](unsigned L) { Values[L] = slot<uint32_t>(W.Operands[L].Arguments, 1); });
  forLanes(Lanes, [&](unsigned L) {
    const uint32_t B = slot<uint32_t>(W.Operands[L].Arguments, 2) & 31, Control = slot<uint32_t>(W.Operands[L].Arguments, 3);
    const uint32_t Clamp = Control & 31, SegmentMask = Control >> 8 & 31;
    const int Highest = (L & SegmentMask) | (Clamp & ~SegmentMask), Lowest = L & SegmentMask;
    int From;
    bool InRange;
    if (Up) {
      From = static_cast<int>(L) - static_cast<int>(B);
      InRange = From >= Highest;
    } else if (Down) {
      From = L + B;
      InRange = From <= Highest;
    } else if (Butterfly) {
      From = L ^ B;
      InRange = From <= Highest;
    } else {
      From = Lowest | (B & ~SegmentMask & 31);
      InRange = From <= Highest;
    }
    if (!InRange)
      From = L;
    if (!(Lanes >> From & 1)) {
      Thread &T = *W.lane(L);
      T.Block->Owner->report(T, Fault::WarpDivergence, "the lane takes a value from lane " + std::to_string(From) + ", which does not take part",
                             &C.Where);
      From = L;
    }
    setSlot(W.Operands[L].Results, 0, Values[From]);
    if (C.Op->ResultSlots == 2 || Name.ends_with('p'))
      setSlot<uint64_t>(W.Operands[L].Results, 1, InRange);
  });
}

/// vote.KIND.sync(mask, predicate)
static void vote(Warp &W, uint32_t Lanes, const Call &C) {
  uint32_t True = 0;
  forLanes(Lanes, [&](unsigned L) { True |= uint32_t(W.Operands[L].Arguments[1] & 1) << L; });
  const std::string_view Name = C.Name;
  uint64_t Result = True;
  if (Name.find(".all.") != Name.npos)
    Result = True == Lanes;
  else if (Name.find(".any.") != Name.npos)
    Result = True != 0;
  else if (Name.find(".uni.") != Name.npos)
    Result = True == Lanes || True == 0;
  forLanes(Lanes, [&](unsigned L) { W.Operands[L].Results[0] = Result; });
}

/// match.any.sync(mask, value), match.all.sync(mask, value) -> lanes, predicate
static void match(Warp &W, uint32_t Lanes, const Call &C) {
  const bool All = C.Name.find(".all.") != std::string::npos;
  forLanes(Lanes, [&](unsigned L) {
    uint32_t Same = 0;
    forLanes(Lanes, [&](unsigned Other) { Same |= uint32_t(W.Operands[Other].Arguments[1] == W.Operands[L].Arguments[1]) << Other; });
    if (All) {
      W.Operands[L].Results[0] = Same == Lanes ? Lanes : 0;
      W.Operands[L].Results[1] = Same == Lanes;
    } else {
      W.Operands[L].Results[0] = Same;
    }
  });
}

/// elect.sync(mask) -> leader, is leader
static void elect(Warp &W, uint32_t Lanes, const Call &) {
  const unsigned Leader = std::countr_zero(Lanes);
  forLanes(Lanes, [&](unsigned L) {
    W.Operands[L].Results[0] = Leader;
    W.Operands[L].Results[1] = L == Leader;
  });
}

/// redux.sync.OP(value, mask)
static void redux(Warp &W, uint32_t Lanes, const Call &C) {
  const std::string_view Operation = std::string_view(C.Name).substr(C.Name.rfind('.') + 1);
  const unsigned First = std::countr_zero(Lanes);
  uint32_t Result = slot<uint32_t>(W.Operands[First].Arguments, 0);
  forLanes(Lanes & (Lanes - 1), [&](unsigned L) {
    const uint32_t V = slot<uint32_t>(W.Operands[L].Arguments, 0);
    if (Operation == "add")
      Result += V;
    else if (Operation == "and")
      Result &= V;
    else if (Operation == "or")
      Result |= V;
    else if (Operation == "xor")
      Result ^= V;
    else if (Operation == "umin")
      Result = std::min(Result, V);
    else if (Operation == "umax")
      Result = std::max(Result, V);
    else if (Operation == "min")
      Result = std::min<int32_t>(Result, V);
    else
      Result = std::max<int32_t>(Result, V);
  });
  forLanes(Lanes, [&](unsigned L) { setSlot(W.Operands[L].Results, 0, Result); });
}

static void warpBarrier(Warp &W, uint32_t Lanes, const Call &) { W.Block->Owner->joinWarp(W, Lanes); }

static void activeMask(Thread &T, const Call &, const uint64_t *, uint64_t *Results) { Results[0] = T.InWarp->Exists & ~T.InWarp->Exited; }

OperationTable warpOperations() {
  static constexpr Operation Table[] = {
      {"llvm.nvvm.shfl.sync.*", nullptr, shuffle, 0, 2},    {"llvm.nvvm.vote.all.sync", nullptr, vote, 0, 1},
      {"llvm.nvvm.vote.any.sync", nullptr, vote, 0, 1},     {"llvm.nvvm.vote.uni.sync", nullptr, vote, 0, 1},
      {"llvm.nvvm.vote.ballot.sync", nullptr, vote, 0, 1},  {"llvm.nvvm.match.any.sync.*", nullptr, match, 0, 1},
      {"llvm.nvvm.match.all.sync.*", nullptr, match, 0, 2}, {"llvm.nvvm.elect.sync", nullptr, elect, 0, 2},
      {"llvm.nvvm.redux.sync.*", nullptr, redux, 1, 1},     {"llvm.nvvm.bar.warp.sync", nullptr, warpBarrier, 0, 0},
      {"llvm.nvvm.activemask", activeMask, nullptr, -1, 1},
  };
  return {std::begin(Table), std::end(Table)};
}

} // namespace cutile::emu
