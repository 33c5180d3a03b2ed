#include "Fiber.h"
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>

#if !defined(__x86_64__)
#error "the emulator switches stacks with x86-64 code"
#endif

// void cutile_emu_switch(void **Save, void *Load): System V ABI.
extern "C" void cutile_emu_switch(void **Save, void *Load);
extern "C" void cutile_emu_start();
asm(R"(
  .text
  .globl cutile_emu_switch
  .hidden cutile_emu_switch
  .type cutile_emu_switch, @function
cutile_emu_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size cutile_emu_switch, .-cutile_emu_switch

  .globl cutile_emu_start
  .hidden cutile_emu_start
  .type cutile_emu_start, @function
cutile_emu_start:
  movq %r12, %rdi
  callq *%r13
  ud2
  .size cutile_emu_start, .-cutile_emu_start
)");

namespace cutile::emu {

static constexpr size_t GuardBytes = 4096;

Fiber::Fiber() {
  void *Map = mmap(nullptr, GuardBytes + StackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Map == MAP_FAILED)
    abort();
  mprotect(Map, GuardBytes, PROT_NONE);
  Low = static_cast<char *>(Map) + GuardBytes;
}

Fiber::~Fiber() { munmap(static_cast<char *>(Low) - GuardBytes, GuardBytes + StackBytes); }

void Fiber::prepare(void (*Entry)(void *), void *Argument) {
  // What cutile_emu_switch pops: r15, r14, r13, r12, rbx, rbp, return address. At cutile_emu_start the stack pointer is
  // a multiple of 16, so that its call leaves it as a function expects it.
  auto *Top = reinterpret_cast<uintptr_t *>(static_cast<char *>(Low) + StackBytes);
  Top -= 2;
  *--Top = reinterpret_cast<uintptr_t>(&cutile_emu_start);
  *--Top = 0;                                     // rbp
  *--Top = 0;                                     // rbx
  *--Top = reinterpret_cast<uintptr_t>(Argument); // r12
  *--Top = reinterpret_cast<uintptr_t>(Entry);    // r13
  *--Top = 0;                                     // r14
  *--Top = 0;                                     // r15
  Saved = Top;
}

void Fiber::resume() { cutile_emu_switch(&Caller, Saved); }

void Fiber::suspend() { cutile_emu_switch(&Saved, Caller); }

} // namespace cutile::emu
