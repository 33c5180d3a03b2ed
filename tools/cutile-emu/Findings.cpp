#include "Findings.h"
#include "Site.h"
#include <cstdio>

namespace cutile::emu {

const char *nameOf(Fault Cause) {
  switch (Cause) {
  case Fault::OutOfBounds:
    return "out-of-bounds";
  case Fault::Misaligned:
    return "misaligned";
  case Fault::Uninitialised:
    return "uninitialised";
  case Fault::Race:
    return "data-race";
  case Fault::AsyncRace:
    return "async-copy-race";
  case Fault::BarrierDivergence:
    return "barrier-divergence";
  case Fault::WarpDivergence:
    return "warp-divergence";
  case Fault::Deadlock:
    return "deadlock";
  case Fault::Trap:
    return "trap";
  case Fault::Unknown:
    return "unknown-operation";
  case Fault::Resources:
    return "resources";
  }
  return "?";
}

std::string Site::describe() const {
  std::string Text = Instruction;
  if (!TileOp.empty())
    Text += " [tile op '" + TileOp + "']";
  if (!File.empty())
    Text += " at " + File + ":" + std::to_string(Line) + ":" + std::to_string(Column);
  return Text + " in '" + Function + "'";
}

void Findings::report(Fault Cause, const std::string &Text, const std::string &Thread, const Site *Where, const Site *Other,
                      const std::string &OtherThread) {
  if (!Count++)
    First = Cause;
  if (!Seen[static_cast<int>(Cause)].insert({Where ? Where->describe() : Thread, Other ? Other->describe() : ""}).second)
    return;
  // One loop can be at fault at many places; the first ones say it all.
  static constexpr size_t Limit = 8;
  if (Seen[static_cast<int>(Cause)].size() > Limit)
    return;
  fflush(stdout);
  fprintf(stderr, "cutile-emu: error: %s: %s\n  %s\n", nameOf(Cause), Text.c_str(), Thread.c_str());
  if (Where)
    fprintf(stderr, "  %s\n", Where->describe().c_str());
  if (!OtherThread.empty())
    fprintf(stderr, "  and %s\n", OtherThread.c_str());
  if (Other)
    fprintf(stderr, "  %s\n", Other->describe().c_str());
}

void Findings::clear() {
  Count = 0;
  for (auto &Set : Seen)
    Set.clear();
}

} // namespace cutile::emu
