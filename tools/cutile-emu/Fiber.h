//===- Fiber.h - stacks to run GPU threads on -------------------*- C++ -*-===//
//
// A fiber is a stack with a suspended computation. Switching saves the callee-saved registers only (a few nanoseconds); all
// fibers of the process run on the thread that switches to them.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_EMU_FIBER_H
#define CUTILE_EMU_FIBER_H

#include <cstddef>

namespace cutile::emu {

class Fiber {
public:
  /// Usable bytes of a stack: generated code of big kernels spills tens of kilobytes.
  static constexpr size_t StackBytes = 512 * 1024;

  Fiber();
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// The next resume calls \p Entry(\p Argument) on an empty stack. Entry must end with a suspend that is never resumed.
  void prepare(void (*Entry)(void *), void *Argument);

  /// Runs the fiber until it suspends. Called outside any fiber.
  void resume();

  /// Returns to the caller of resume. Called inside this fiber.
  void suspend();

  bool contains(const void *Address) const { return Address >= Low && Address < static_cast<const char *>(Low) + StackBytes; }

private:
  void *Low;              // lowest usable address; an inaccessible page lies below
  void *Saved = nullptr;  // stack pointer while suspended
  void *Caller = nullptr; // stack pointer of the resumer while running
};

} // namespace cutile::emu

#endif
