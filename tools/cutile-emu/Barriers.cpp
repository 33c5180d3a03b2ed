// CTA barriers and operations that a warp executes together.
#include "Machine.h"
#include "Ops.h"
#include <algorithm>
#include <bit>

namespace cutile::emu {

/// What all of \p Threads know after they met; their clocks move on.
KnowledgeRef Machine::meetKnowledge(Cta &C, const std::vector<Thread *> &Threads) {
  auto Result = std::make_shared<Knowledge>();
  const bool Everybody = Threads.size() == C.Threads.size();
  std::vector<const Knowledge *> Seen;
  std::shared_ptr<const ClockVector> Own;
  for (Thread *T : Threads) {
    const Knowledge *K = T->Knows.get();
    if (std::find(Seen.begin(), Seen.end(), K) != Seen.end())
      continue;
    Seen.push_back(K);
    if (!Everybody)
      Own = joinVectors(Own, K->Own);
    for (const auto &[Instance, Clocks] : K->Others) {
      auto &Mine = Result->Others[Instance];
      Mine = joinVectors(Mine, Clocks);
    }
  }
  auto Clocks = Own ? std::make_shared<ClockVector>(*Own) : std::make_shared<ClockVector>(C.Threads.size(), 0);
  for (Thread *T : Threads)
    (*Clocks)[T->Index] = T->Clock++;
  Result->Own = std::move(Clocks);
  return Result;
}

void Machine::checkBarrier(Thread &T, const Site &S, const Barrier &B, unsigned Id, unsigned Expected, bool Aligned) {
  const std::string Name = "barrier " + std::to_string(Id);
  if (B.Expected != Expected)
    fatal(T, Fault::BarrierDivergence, Name + " expects " + std::to_string(B.Expected) + " threads, this thread says " + std::to_string(Expected), &S,
          B.FirstSite, "threads that came before");
  if (B.All && B.FirstSite != &S)
    fatal(T, Fault::BarrierDivergence, "threads wait for all at " + Name + " in two places", &S, B.FirstSite,
          B.Waiting.empty() ? "a thread that came before" : B.Waiting.front()->describe());
  if (!Aligned)
    return;
  for (const Thread *Other : B.Waiting)
    if (Other->InWarp == T.InWarp && Other->Waiting != &S)
      fatal(T, Fault::BarrierDivergence, "lanes of one warp are at " + Name + " in two places", &S, Other->Waiting, Other->describe());
}

void Machine::releaseBarrier(Cta &C, Barrier &B) {
  std::vector<Thread *> All = B.Waiting;
  All.insert(All.end(), B.Passed.begin(), B.Passed.end());
  KnowledgeRef Met = meetKnowledge(C, All);
  if (B.Waiting.size() == C.Threads.size()) {
    C.Phase = PhaseOwner.size();
    PhaseOwner.push_back(C.Instance);
  }
  for (Thread *T : B.Waiting) {
    T->Knows = Met;
    T->Votes = B.Votes;
    if (T != Current)
      wake(*T);
  }
  B.Waiting.clear();
  B.Passed.clear();
  B.Expected = B.Arrived = 0;
  B.FirstSite = nullptr;
  progress();
}

uint32_t Machine::barrier(Thread &T, const Site &S, unsigned Id, unsigned Expected, bool Aligned, bool Wait, bool Vote) {
  Cta &C = *T.Block;
  maybeComplete(T);
  const unsigned Everybody = C.Threads.size(), Rounded = (Everybody + 31) / 32 * 32;
  if (Id >= 16)
    fatal(T, Fault::BarrierDivergence, "barrier " + std::to_string(Id) + " does not exist; there are 16", &S);
  const bool All = Expected == 0;
  if (Expected > Rounded || Expected % 32)
    fatal(T, Fault::BarrierDivergence,
          "barrier " + std::to_string(Id) + " expects " + std::to_string(Expected) + " threads; the block has " + std::to_string(Everybody), &S);
  if (All || Expected == Rounded)
    Expected = Everybody;
  Barrier &B = C.Barriers[Id];
  if (B.Expected)
    checkBarrier(T, S, B, Id, Expected, Aligned);
  else {
    B.Expected = Expected;
    B.FirstSite = &S;
    B.All = All;
    B.Votes = 0;
  }
  if (All && C.Live != Everybody)
    fatal(T, Fault::BarrierDivergence,
          std::to_string(Everybody - C.Live) + " threads of the block exited before barrier " + std::to_string(Id) + " for all", &S);
  ++B.Arrived;
  B.Votes += Vote;
  (Wait ? B.Waiting : B.Passed).push_back(&T);
  T.Barrier = Id;
  if (B.Arrived < B.Expected) {
    if (!Wait)
      return 0;
    block(T, Thread::AtBarrier, &S);
    return T.Votes;
  }
  releaseBarrier(C, B);
  return T.Votes;
}

void Machine::joinWarp(Warp &W, uint32_t Lanes) {
  std::vector<Thread *> Threads;
  for (unsigned L = 0; L < 32; ++L)
    if (Lanes >> L & 1)
      Threads.push_back(W.lane(L));
  KnowledgeRef Met = meetKnowledge(*W.Block, Threads);
  for (Thread *T : Threads)
    T->Knows = Met;
}

void Machine::runMeeting(Warp &W, size_t Index) {
  const Rendezvous Meeting = W.Meetings[Index];
  W.Meetings.erase(W.Meetings.begin() + Index);
  Meeting.What->Op->OnWarp(W, Meeting.Arrived, *Meeting.What);
  for (unsigned L = 0; L < 32; ++L)
    if ((Meeting.Arrived >> L & 1) && W.lane(L) != Current)
      wake(*W.lane(L));
  progress();
}

void Machine::meet(Thread &T, const Call &What, uint32_t Mask, const uint64_t *Arguments, uint64_t *Results) {
  Warp &W = *T.InWarp;
  const uint32_t Bit = 1u << T.Lane;
  Mask &= W.Exists;
  if (!(Mask & Bit))
    fatal(T, Fault::WarpDivergence, "the thread is not in the mask of lanes that it passes", &What.Where);
  W.Operands[T.Lane] = {Arguments, Results};
  size_t Mine = W.Meetings.size();
  for (size_t I = 0; I < W.Meetings.size(); ++I) {
    const Rendezvous &Other = W.Meetings[I];
    if (Other.What == &What && Other.Mask == Mask)
      Mine = I;
    else if ((Other.Mask & Bit) && (Other.Arrived & Mask))
      fatal(T, Fault::WarpDivergence, "lanes of one warp wait for each other in different operations", &What.Where, &Other.What->Where,
            W.lane(std::countr_zero(Other.Arrived & Mask))->describe());
  }
  if (Mine == W.Meetings.size())
    W.Meetings.push_back({&What, Mask, 0});
  W.Meetings[Mine].Arrived |= Bit;
  if (W.Meetings[Mine].Arrived == (Mask & ~W.Exited))
    runMeeting(W, Mine);
  else
    block(T, Thread::AtWarp, &What.Where);
}

} // namespace cutile::emu
