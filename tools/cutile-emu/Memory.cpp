#include "Memory.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace cutile::emu {

Region::Region(char *Base, size_t Size, RegionKind Kind, bool Initialised, std::string Name)
    : Base(Base), Size(Size), Kind(Kind), Name(std::move(Name)) {
  // Pages of shadow come into being where a kernel touches the region.
  WordBytes = (Size / 8 + 2) * sizeof(Word);
  Words = static_cast<Word *>(mmap(nullptr, WordBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (Words == MAP_FAILED)
    abort();
  if (!Initialised)
    Bits.assign(Size / 64 + 2, 0);
}

Region::~Region() {
  // Record lists of untouched pages are null; looking at them would bring the pages in, so lists are freed through the
  // pages that exist.
  std::vector<unsigned char> Resident((WordBytes + 4095) / 4096);
  if (mincore(Words, WordBytes, Resident.data()) == 0)
    for (size_t Page = 0; Page < Resident.size(); ++Page)
      if (Resident[Page] & 1)
        for (size_t I = Page * 4096 / sizeof(Word), E = std::min((Page + 1) * 4096 / sizeof(Word), WordBytes / sizeof(Word)); I < E; ++I)
          free(Words[I].Records);
  munmap(Words, WordBytes);
}

uint64_t Region::uninitialised(const void *P, unsigned Count) const {
  if (Bits.empty())
    return 0;
  const size_t At = static_cast<const char *>(P) - Base;
  const unsigned Shift = At % 64;
  uint64_t Set = Bits[At / 64] >> Shift;
  if (Shift)
    Set |= Bits[At / 64 + 1] << (64 - Shift);
  return ~Set & (Count >= 64 ? ~uint64_t(0) : (uint64_t(1) << Count) - 1);
}

void Region::markInitialised(const void *P, size_t Count) {
  if (Bits.empty())
    return;
  size_t At = static_cast<const char *>(P) - Base;
  const size_t End = std::min(At + Count, Size);
  while (At < End) {
    if (At % 64 == 0 && End - At >= 64) {
      const size_t Whole = (End - At) / 64;
      std::fill_n(Bits.begin() + At / 64, Whole, ~uint64_t(0));
      At += Whole * 64;
      continue;
    }
    const size_t Run = std::min<size_t>(64 - At % 64, End - At);
    Bits[At / 64] |= ((Run == 64 ? 0 : uint64_t(1) << Run) - 1) << (At % 64);
    At += Run;
  }
}

void Region::resetInitialised(size_t Bytes) {
  if (!Bits.empty())
    std::fill_n(Bits.begin(), std::min(Bits.size(), Bytes / 64 + 1), 0);
}

void forgetRecords(Word &W) {
  if (!W.AsyncCount) {
    W.Count = W.Writes = 0;
    return;
  }
  for (unsigned I = W.Count; I-- > 0;)
    if (!W.Records[I].async())
      removeRecord(W, I);
}

void addRecord(Word &W, const Record &R) {
  if (W.Count == W.Capacity) {
    if (W.Count == Word::MaxRecords) {
      // Forgetting can miss a race but never invents one. The oldest goes, asynchronous copies stay.
      unsigned Victim = 0;
      while (Victim + 1 < W.Count && W.Records[Victim].async())
        ++Victim;
      removeRecord(W, Victim);
    } else {
      W.Capacity = W.Capacity ? std::min<unsigned>(W.Capacity * 2, Word::MaxRecords) : 2;
      W.Records = static_cast<Record *>(realloc(W.Records, W.Capacity * sizeof(Record)));
    }
  }
  W.Records[W.Count++] = R;
  W.AsyncCount += R.async();
  W.Writes += R.writes();
}

void removeRecord(Word &W, unsigned Index) {
  W.AsyncCount -= W.Records[Index].async();
  W.Writes -= W.Records[Index].writes();
  memmove(&W.Records[Index], &W.Records[Index + 1], (W.Count - Index - 1) * sizeof(Record));
  --W.Count;
}

Region &AddressSpace::add(void *Base, size_t Size, RegionKind Kind, bool Initialised, std::string Name) {
  remove(Base);
  auto *New = new Region(static_cast<char *>(Base), Size, Kind, Initialised, std::move(Name));
  auto At = std::upper_bound(Regions.begin(), Regions.end(), New, [](Region *A, Region *B) { return A->Base < B->Base; });
  Regions.insert(At, New);
  return *New;
}

void AddressSpace::remove(void *Base) {
  for (auto At = Regions.begin(); At != Regions.end(); ++At)
    if ((*At)->Base == Base) {
      if (Latest == *At)
        Latest = nullptr;
      delete *At;
      Regions.erase(At);
      return;
    }
}

Region *AddressSpace::search(const void *P) {
  auto At = std::upper_bound(Regions.begin(), Regions.end(), static_cast<const char *>(P), [](const char *A, Region *B) { return A < B->Base; });
  if (At == Regions.begin() || !(*std::prev(At))->contains(P))
    return nullptr;
  return Latest = *std::prev(At);
}

Region *AddressSpace::nearest(const void *P) {
  Region *Best = nullptr;
  size_t BestDistance = ~size_t(0);
  for (Region *R : Regions) {
    const char *Byte = static_cast<const char *>(P);
    const size_t Distance = Byte < R->Base ? R->Base - Byte : Byte - R->Base - R->Size;
    if (R->contains(P) || Distance < BestDistance) {
      Best = R;
      BestDistance = R->contains(P) ? 0 : Distance;
    }
  }
  return Best;
}

void AddressSpace::markInitialised(const void *P, size_t Count) {
  if (Region *R = find(P))
    R->markInitialised(P, Count);
}

} // namespace cutile::emu
