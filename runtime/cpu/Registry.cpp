//===- Registry.cpp - kernels and variables of the program ----------------===//
#include "Runtime.h"

#include <cstring>
#include <unordered_map>

using namespace cutile::cpu;

/// What cudaGetFuncBySymbol hands out.
struct CUfunc_st {
  Kernel Function;
};

namespace {
/// Filled by constructors before main and by libraries that are loaded later; never destroyed.
struct Registry {
  std::mutex Mutex;
  std::unordered_map<const void *, CUfunc_st> Kernels;
  std::unordered_map<const void *, VariableEntry> Variables;
};
Registry &registry() {
  static Registry *Instance = new Registry;
  return *Instance;
}

/// The memory of the variable \p Symbol and \p Count bytes from \p Offset on; null if there is none.
char *symbolMemory(const void *Symbol, size_t Count, size_t Offset, cudaError_t &Error) {
  Registry &R = registry();
  std::lock_guard Lock(R.Mutex);
  auto Found = R.Variables.find(Symbol);
  if (Found == R.Variables.end()) {
    Error = cudaErrorInvalidSymbol;
    return nullptr;
  }
  if (Offset > Found->second.Bytes || Count > Found->second.Bytes - Offset) {
    Error = cudaErrorInvalidValue;
    return nullptr;
  }
  return static_cast<char *>(Found->second.Address) + Offset;
}
} // namespace

namespace cutile::cpu {
const Kernel *findKernel(const void *Stub) {
  Registry &R = registry();
  std::lock_guard Lock(R.Mutex);
  auto Found = R.Kernels.find(Stub);
  if (Found != R.Kernels.end())
    return &Found->second.Function;
  for (const auto &[Key, Entry] : R.Kernels) // a cudaFunction_t
    if (&Entry == Stub)
      return &Entry.Function;
  return nullptr;
}
} // namespace cutile::cpu

extern "C" {

const Emulator *cutile_cpu_emulator = nullptr;

void cutile_cpu_register(const ModuleInfo *Module) {
  Registry &R = registry();
  std::lock_guard Lock(R.Mutex);
  for (uint64_t I = 0; I < Module->NumKernels; ++I) {
    const KernelEntry &K = Module->Kernels[I];
    R.Kernels.insert_or_assign(K.Stub, CUfunc_st{{K.Stub, K.Name, K.Info}});
  }
  for (uint64_t I = 0; I < Module->NumVariables; ++I)
    R.Variables.insert_or_assign(Module->Variables[I].Shadow, Module->Variables[I]);
}

// Objects compiled for the GPU register themselves too; their kernels cannot run here.
void **__cudaRegisterFatBinary(void *) {
  static void *Handle;
  return &Handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
char __cudaInitModule(void **) { return 1; }
void __cudaRegisterFunction(void **, const char *Stub, char *, const char *Name, int, uint3 *, uint3 *, dim3 *, dim3 *, int *) {
  Registry &R = registry();
  std::lock_guard Lock(R.Mutex);
  R.Kernels.insert({Stub, CUfunc_st{{Stub, Name, nullptr}}});
}
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int) {}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *Function, const void *Symbol) {
  if (!Function)
    return report(cudaErrorInvalidValue);
  Registry &R = registry();
  std::lock_guard Lock(R.Mutex);
  auto Found = R.Kernels.find(Symbol);
  if (Found == R.Kernels.end())
    return report(cudaErrorInvalidDeviceFunction);
  *Function = &Found->second;
  return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **Name, const void *Function) {
  const Kernel *K = findKernel(Function);
  if (!K || !Name)
    return report(cudaErrorInvalidDeviceFunction);
  *Name = K->Name;
  return cudaSuccess;
}

cudaError_t cudaGetSymbolAddress(void **Address, const void *Symbol) {
  cudaError_t Error = cudaSuccess;
  if (!Address)
    return report(cudaErrorInvalidValue);
  *Address = symbolMemory(Symbol, 0, 0, Error);
  return report(Error);
}

cudaError_t cudaGetSymbolSize(size_t *Size, const void *Symbol) {
  Registry &R = registry();
  std::lock_guard Lock(R.Mutex);
  auto Found = R.Variables.find(Symbol);
  if (!Size || Found == R.Variables.end())
    return report(cudaErrorInvalidSymbol);
  *Size = Found->second.Bytes;
  return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *From, size_t Count, size_t Offset, cudaMemcpyKind Kind) {
  cudaError_t Error = cudaSuccess;
  char *To = symbolMemory(Symbol, Count, Offset, Error);
  return To ? cudaMemcpy(To, From, Count, Kind) : report(Error);
}
cudaError_t cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Count, size_t Offset, cudaMemcpyKind Kind) {
  cudaError_t Error = cudaSuccess;
  char *From = symbolMemory(Symbol, Count, Offset, Error);
  return From ? cudaMemcpy(To, From, Count, Kind) : report(Error);
}
cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol, const void *From, size_t Count, size_t Offset, cudaMemcpyKind Kind, cudaStream_t Stream) {
  cudaError_t Error = cudaSuccess;
  char *To = symbolMemory(Symbol, Count, Offset, Error);
  return To ? cudaMemcpyAsync(To, From, Count, Kind, Stream) : report(Error);
}
cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Count, size_t Offset, cudaMemcpyKind Kind, cudaStream_t Stream) {
  cudaError_t Error = cudaSuccess;
  char *From = symbolMemory(Symbol, Count, Offset, Error);
  return From ? cudaMemcpyAsync(To, From, Count, Kind, Stream) : report(Error);
}
}
