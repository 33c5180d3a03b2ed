// The emulator under a host program: takes the modules that its translation units register, gives their kernels to the CPU
// runtime, and runs what the runtime launches. One launch runs at a time.
//
// Environment: CUTILE_EMU_SEED (order of warps and asynchronous copies), CUTILE_EMU_DUMP (a folder that registered modules are written to),
// CUTILE_EMU_OVERRIDE (a module to run in place of the registered one), CUTILE_EMU_TIME (prints the time of every launch).
#include "Findings.h"
#include "Program.h"
#include "cutile/Target/CPU/Abi.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <mutex>

// Of the runtime, which programs link; the command-line tool and the tests do not.
extern "C" {
__attribute__((weak)) extern const cutile::cpu::Emulator *cutile_cpu_emulator;
__attribute__((weak)) void cutile_cpu_register(const cutile::cpu::ModuleInfo *);
}

using namespace cutile::emu;
using cutile::cpu::EmulatedModule;
using cutile::cpu::KernelInfo;

namespace {

/// Values of cudaError_t.
enum Error : int {
  Success = 0,
  InvalidValue = 1,
  InvalidConfiguration = 9,
  IllegalAddress = 700,
  Assert = 710,
  MisalignedAddress = 716,
  LaunchFailure = 719,
};

struct EmulatedKernel {
  KernelInfo Info; ///< what the runtime hands back
  std::vector<uint64_t> ParameterBytes;
  std::shared_ptr<Program> Module;
};

struct Host {
  std::recursive_mutex Mutex; ///< of the machine
  std::deque<EmulatedKernel> Kernels;
  unsigned Modules = 0;
};
/// Never destroyed: the program may launch while it exits.
Host &host() {
  static Host *Instance = new Host;
  return *Instance;
}

const EmulatedKernel *findKernel(const KernelInfo *Info) {
  for (const EmulatedKernel &K : host().Kernels)
    if (&K.Info == Info)
      return &K;
  return nullptr;
}

int check(const KernelInfo *Info, const uint32_t *, const uint32_t *Block, size_t SharedBytes) {
  std::lock_guard Lock(host().Mutex);
  const EmulatedKernel *K = findKernel(Info);
  std::string Problem;
  if (K->Module->acceptsLaunch(Info->Name, Block, SharedBytes, Problem))
    return Success;
  fprintf(stderr, "cutile-emu: %s\n", Problem.c_str());
  return InvalidValue;
}

int run(const KernelInfo *Info, void *const *Arguments, const uint32_t *Grid, const uint32_t *Block, size_t SharedBytes) {
  std::lock_guard Lock(host().Mutex);
  const EmulatedKernel *K = findKernel(Info);
  std::string Problem;
  const auto Start = std::chrono::steady_clock::now();
  Machine::get().Faults.clear();
  const unsigned Found = K->Module->launch(Info->Name, Grid, Block, SharedBytes, const_cast<void **>(Arguments), Problem);
  if (getenv("CUTILE_EMU_TIME"))
    fprintf(stderr, "cutile-emu: %.3f s in '%s'\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count(), Info->Name);
  if (!Problem.empty()) {
    fprintf(stderr, "cutile-emu: error: %s\n", Problem.c_str());
    return LaunchFailure;
  }
  if (!Found)
    return Success;
  switch (Machine::get().Faults.first()) {
  case Fault::OutOfBounds:
    return IllegalAddress;
  case Fault::Misaligned:
    return MisalignedAddress;
  case Fault::Trap:
    return Assert;
  default:
    return LaunchFailure;
  }
}

void allocated(void *Memory, size_t Bytes, bool IsHost) {
  std::lock_guard Lock(host().Mutex);
  Machine::get().Memory.add(Memory, Bytes, IsHost ? RegionKind::Host : RegionKind::Device, /*Initialised=*/IsHost,
                            (IsHost ? "host allocation of " : "allocation of ") + std::to_string(Bytes) + " bytes");
}

void freed(void *Memory) {
  std::lock_guard Lock(host().Mutex);
  Machine::get().Memory.remove(Memory);
}

void written(const void *Memory, size_t Bytes) {
  std::lock_guard Lock(host().Mutex);
  Machine::get().Memory.markInitialised(Memory, Bytes);
}

constexpr cutile::cpu::Emulator TheEmulator = {check, run, allocated, freed, written};

std::string readFile(const char *Path) {
  std::ifstream Stream(Path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(Stream), {});
}

} // namespace

extern "C" void cutile_emu_register(const EmulatedModule *Module) {
  Host &H = host();
  std::lock_guard Lock(H.Mutex);
  cutile_cpu_emulator = &TheEmulator;
  if (const char *Seed = getenv("CUTILE_EMU_SEED"))
    Machine::get().Settings.Seed = strtoull(Seed, nullptr, 10);
  if (const char *Folder = getenv("CUTILE_EMU_DUMP"))
    std::ofstream(std::string(Folder) + "/module" + std::to_string(H.Modules) + ".bc", std::ios::binary)
        .write(static_cast<const char *>(Module->Bitcode), static_cast<std::streamsize>(Module->Bytes));
  ++H.Modules;
  std::string Text;
  if (const char *Path = getenv("CUTILE_EMU_OVERRIDE"))
    Text = readFile(Path);

  std::string Problem;
  std::shared_ptr<Program> P =
      Text.empty() ? Program::load(Module->Bitcode, Module->Bytes, Problem) : Program::load(Text.data(), Text.size(), Problem);
  if (!P) {
    fprintf(stderr, "cutile-emu: error: %s\n", Problem.c_str());
    abort();
  }
  // The runtime keeps pointers to what it is given.
  auto *Kernels = new std::vector<cutile::cpu::KernelEntry>;
  auto *Variables = new std::vector<cutile::cpu::VariableEntry>;
  for (uint64_t I = 0; I < Module->NumKernels; ++I) {
    const auto &[Stub, Name] = Module->Kernels[I];
    EmulatedKernel &K = H.Kernels.emplace_back();
    for (size_t Bytes : P->parameters(Name))
      K.ParameterBytes.push_back(Bytes);
    K.Module = P;
    K.Info = {nullptr, Name, K.ParameterBytes.data(), K.ParameterBytes.size(), 0, cutile::cpu::KernelEmulated};
    Kernels->push_back({Stub, Name, &K.Info});
  }
  for (uint64_t I = 0; I < Module->NumVariables; ++I) {
    const auto &[Shadow, Name] = Module->Variables[I];
    size_t Bytes = 0;
    if (void *Memory = P->variable(Name, &Bytes))
      Variables->push_back({Shadow, Memory, Bytes, Name});
  }
  auto *Info = new cutile::cpu::ModuleInfo{Kernels->data(), Kernels->size(), Variables->data(), Variables->size()};
  cutile_cpu_register(Info);
}
