#include "Clocks.h"
#include <algorithm>

namespace cutile::emu {

std::shared_ptr<const ClockVector> joinVectors(const std::shared_ptr<const ClockVector> &A, const std::shared_ptr<const ClockVector> &B) {
  if (!A || A == B)
    return B;
  if (!B)
    return A;
  auto Result = std::make_shared<ClockVector>(*A);
  for (size_t I = 0; I < Result->size(); ++I)
    (*Result)[I] = std::max((*Result)[I], (*B)[I]);
  return Result;
}

void Released::join(uint32_t Instance, const Knowledge &K) {
  auto &Own = Of[Instance];
  Own = joinVectors(Own, K.Own);
  for (const auto &[Block, Clocks] : K.Others) {
    auto &Mine = Of[Block];
    Mine = joinVectors(Mine, Clocks);
  }
}

void Released::join(const Released &Other) {
  for (const auto &[Block, Clocks] : Other.Of) {
    auto &Mine = Of[Block];
    Mine = joinVectors(Mine, Clocks);
  }
}

KnowledgeRef acquire(const KnowledgeRef &K, uint32_t Instance, const Released &News) {
  auto Result = std::make_shared<Knowledge>(*K);
  for (const auto &[Block, Clocks] : News.Of) {
    auto &Mine = Block == Instance ? Result->Own : Result->Others[Block];
    Mine = joinVectors(Mine, Clocks);
  }
  return Result;
}

} // namespace cutile::emu
