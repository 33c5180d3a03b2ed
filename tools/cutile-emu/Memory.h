//===- Memory.h - memory that kernels may touch -----------------*- C++ -*-===//
//
// Every address that a kernel uses belongs to a region: an allocation of the host program, a variable of the module, the
// shared memory of a CTA. A region knows which of its bytes were written and, per eight bytes, the accesses that a later one
// could race with.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_EMU_MEMORY_H
#define CUTILE_EMU_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cutile::emu {

struct Site;

/// An access that later ones are compared with.
struct Record {
  enum Kind : uint8_t { Read, Write, StrongRead, StrongWrite, AsyncRead, AsyncWrite };
  uint32_t Instance; ///< CTA that did it
  uint32_t Clock;    ///< of the thread
  uint16_t Thread;   ///< within the CTA
  uint8_t Mask;      ///< bytes of the word
  Kind What;
  uint8_t Scope; ///< of strong accesses
  const Site *Where;

  bool writes() const { return What == Write || What == StrongWrite || What == AsyncWrite; }
  bool strong() const { return What == StrongRead || What == StrongWrite; }
  bool async() const { return What == AsyncRead || What == AsyncWrite; }
};

/// The accesses to eight bytes that something now could race with.
struct Word {
  uint32_t Phase = 0; ///< the barrier interval of the latest access; see Cta::Phase
  uint8_t Count = 0;
  uint8_t AsyncCount = 0;
  uint8_t Capacity = 0;
  uint8_t Writes = 0;        ///< records that write
  Record *Records = nullptr; ///< malloc'ed

  static constexpr unsigned MaxRecords = 40;
};

enum class RegionKind : uint8_t { Device, Host, Variable, Constant, Shared };

class Region {
public:
  Region(char *Base, size_t Size, RegionKind Kind, bool Initialised, std::string Name);
  ~Region();
  Region(const Region &) = delete;

  char *const Base;
  size_t Size; ///< bytes that may be touched
  const RegionKind Kind;
  const std::string Name;

  bool contains(const void *P) const { return size_t(static_cast<const char *>(P) - Base) < Size; }
  Word &wordAt(const void *P) { return Words[size_t(static_cast<const char *>(P) - Base) / 8]; }

  /// Which bytes are not yet initialised among the \p Count (at most 64) at \p P: bit i for byte i.
  uint64_t uninitialised(const void *P, unsigned Count) const;
  void markInitialised(const void *P, size_t Count);
  /// Forgets contents: all bytes of [0, Bytes) become uninitialised.
  void resetInitialised(size_t Bytes);
  bool tracksInitialisation() const { return !Bits.empty(); }

private:
  Word *Words;
  size_t WordBytes;
  std::vector<uint64_t> Bits; ///< one per byte, empty when everything counts as initialised
};

/// Drops the records of \p W but those of outstanding asynchronous copies.
void forgetRecords(Word &W);
void addRecord(Word &W, const Record &R);
void removeRecord(Word &W, unsigned Index);

/// The regions that the host program and the modules made known.
class AddressSpace {
public:
  Region &add(void *Base, size_t Size, RegionKind Kind, bool Initialised, std::string Name);
  /// Ignores addresses that no region begins at.
  void remove(void *Base);
  /// The host wrote or cleared bytes.
  void markInitialised(const void *P, size_t Count);

  Region *find(const void *P) {
    if (Latest && Latest->contains(P))
      return Latest;
    return search(P);
  }
  /// The region nearest to \p P, for messages.
  Region *nearest(const void *P);

private:
  Region *search(const void *P);
  std::vector<Region *> Regions; // by address
  Region *Latest = nullptr;
};

} // namespace cutile::emu

#endif
