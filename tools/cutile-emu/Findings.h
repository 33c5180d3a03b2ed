//===- Findings.h - faults of a kernel, as reported -------------*- C++ -*-===//
#ifndef CUTILE_EMU_FINDINGS_H
#define CUTILE_EMU_FINDINGS_H

#include <cstdint>
#include <set>
#include <string>

namespace cutile::emu {

struct Site;

enum class Fault : uint8_t {
  OutOfBounds,
  Misaligned,
  Uninitialised,
  Race,
  AsyncRace, ///< with an asynchronous copy that nothing has waited for
  BarrierDivergence,
  WarpDivergence,
  Deadlock,
  Trap,
  Unknown, ///< an operation without emulation
  Resources,
};

/// "out-of-bounds" and so on: the cause that every message names.
const char *nameOf(Fault Cause);

/// Prints findings to standard error, each pair of places once, and remembers the first cause.
class Findings {
public:
  /// \p Text says what happened; \p Where and \p Other are the instructions (Other may be null), \p Thread reads
  /// "kernel 'k', block (1,0,0), thread (5,0,0)".
  void report(Fault Cause, const std::string &Text, const std::string &Thread, const Site *Where, const Site *Other = nullptr,
              const std::string &OtherThread = {});

  unsigned count() const { return Count; }
  Fault first() const { return First; }
  void clear();

private:
  unsigned Count = 0;
  Fault First = Fault::Unknown;
  std::set<std::pair<std::string, std::string>> Seen[16]; ///< places, by cause
};

} // namespace cutile::emu

#endif
