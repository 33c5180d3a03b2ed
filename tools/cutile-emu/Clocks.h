//===- Clocks.h - what a thread knows of the others -------------*- C++ -*-===//
//
// Happens-before by vector clocks. Every thread counts its own releases; an access of thread u at clock c happened before what
// thread t does now if t knows of u at least c. Threads that met at a barrier share one immutable vector, so a barrier costs
// one pass over the threads, not one per pair.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_EMU_CLOCKS_H
#define CUTILE_EMU_CLOCKS_H

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace cutile::emu {

/// Clocks of the threads of one CTA.
using ClockVector = std::vector<uint32_t>;

/// What is known about the own CTA, and about others where atomics brought news.
struct Knowledge {
  std::shared_ptr<const ClockVector> Own;
  std::map<uint32_t, std::shared_ptr<const ClockVector>> Others; ///< by CTA instance
};
using KnowledgeRef = std::shared_ptr<const Knowledge>;

std::shared_ptr<const ClockVector> joinVectors(const std::shared_ptr<const ClockVector> &A, const std::shared_ptr<const ClockVector> &B);

/// Knowledge that a thread of CTA instance \p Instance leaves at a release.
struct Released {
  std::map<uint32_t, std::shared_ptr<const ClockVector>> Of; ///< by CTA instance
  void join(uint32_t Instance, const Knowledge &K);
  void join(const Released &Other);
};

/// \p K of a thread of \p Instance, extended by \p News.
KnowledgeRef acquire(const KnowledgeRef &K, uint32_t Instance, const Released &News);

} // namespace cutile::emu

#endif
