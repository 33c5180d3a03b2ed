//===- MemoryAccess.h - the element accesses of a thread --------*- C++ -*-===//
//
// Private to lib/Target/NVPTX. Pointer tiles and views both end as a ThreadAccesses: an address per register, a mask per
// register, and what is known about them. It chooses between vector accesses of up to 16 bytes and accesses of elements,
// with or without a predicate, at compile time where facts decide and else by a test of the thread:
//
//   if (addresses are aligned && all elements of the thread are active)   vectors
//   else if (addresses are aligned && masks are equal within vectors)     vectors under a predicate
//   else                                                                  elements under a predicate
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LIB_TARGET_NVPTX_MEMORYACCESS_H
#define CUTILE_LIB_TARGET_NVPTX_MEMORYACCESS_H

#include "KernelLowering.h"
#include "cutile/Analysis/Facts.h"
#include "cutile/Plan/AccessPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cutile::nvptx {

/// Whether \p Mask, a tile of i8, is constant and nowhere 0.
bool isAllOnes(llvm::Value *Mask);

/// A tile of addresses as pointers into their address space. \p Facts, if given, are about the addresses: pointers that differ by
/// known numbers are computed from one.
Registers pointerRegisters(KernelLowering &K, llvm::Value *Addresses, const LinearLayout &Layout, const ValueFacts *Facts);

/// A tile of i8 as i1 per register; empty if isAllOnes().
Registers maskRegisters(KernelLowering &K, llvm::Value *Mask, const LinearLayout &Layout);

class ThreadAccesses {
public:
  /// \p Facts are about the addresses in bytes and the mask. \p Pointers has one entry per register.
  ThreadAccesses(KernelLowering &K, const LinearLayout &Layout, llvm::Type *Element, const AccessFacts &Facts, Registers Pointers);

  /// \p MaskOf gives the i1 of a register, at the place where the builder stands.
  void setMask(std::function<llvm::Value *(unsigned)> MaskOf) { Mask = std::move(MaskOf); }
  /// \p Condition: i1, whether all elements of the thread are active; cheaper than asking every mask.
  void setAllActive(std::function<llvm::Value *()> Condition) { AllActive = std::move(Condition); }
  /// \p Condition: i1, whether masks are equal within groups of 2^VectorBits registers.
  void setUniformMasks(std::function<llvm::Value *(unsigned VectorBits)> Condition) { UniformMasks = std::move(Condition); }

  /// \p Padding: per register, the values of inactive elements.
  Registers load(const Registers &Padding);
  void store(const RegisterParts &Values);

private:
  KernelLowering &K;
  Builder &B;
  const LinearLayout &Layout;
  llvm::Type *Element;
  const AccessFacts &Facts;
  Registers Pointers;
  std::function<llvm::Value *(unsigned)> Mask; // empty: all elements are active
  std::function<llvm::Value *()> AllActive;
  std::function<llvm::Value *(unsigned)> UniformMasks;

  unsigned ElementBytes;
  unsigned VectorBits = 0;   // low register bits that count neighbours in memory
  bool KnownAligned = false; // vectors are aligned
  bool KnownUniform = false; // masks are equal within vectors

  /// One way through the alternatives: the number of register bits of a vector, and whether a predicate is needed.
  using Body = llvm::function_ref<Registers(unsigned VectorBits, bool Predicated)>;
  Registers choose(Body Access);

  llvm::Value *predicate(unsigned Register) { return Mask ? Mask(Register) : B.getTrue(); }
  llvm::Value *isAligned();
  llvm::Value *areAllActive();
  Registers loadAll(unsigned VectorBits, bool Predicated, const Registers &Padding);
  void storeAll(unsigned VectorBits, bool Predicated, const RegisterParts &Values);
  Registers loadPredicated(llvm::Value *Pointer, llvm::Value *Predicate, llvm::ArrayRef<llvm::Value *> Padding);
  void storePredicated(llvm::Value *Pointer, llvm::Value *Predicate, llvm::ArrayRef<llvm::Value *> Values);
  llvm::Value *pack(llvm::ArrayRef<llvm::Value *> Elements);
  Registers unpack(llvm::Value *Vector, unsigned Count);
};

} // namespace cutile::nvptx

#endif
