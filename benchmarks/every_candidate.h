// Included in front of a performance program (-include): every configuration is measured and printed, not only the fastest.
#pragma once

#include "perf.h"

namespace perf {

/// As tune, but with more samples, and a JSON line for each candidate. They stand before the line of their case.
inline size_t tune_and_print(const std::vector<Candidate> &Candidates) {
  std::vector<Launch> Launches;
  for (const Candidate &C : Candidates)
    Launches.push_back(C.launch);
  const std::vector<double> Times = medians(Launches, /*samples=*/15);
  for (size_t I = 0; I < Times.size(); ++I)
    std::printf("{\"candidate\": \"%s\", \"ms\": %.6f}\n", Candidates[I].name.c_str(), Times[I]);
  return size_t(std::min_element(Times.begin(), Times.end()) - Times.begin());
}

} // namespace perf

#define tune tune_and_print
