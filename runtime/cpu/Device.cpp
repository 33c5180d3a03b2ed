//===- Device.cpp - the one device ----------------------------------------===//
//
// The machine presents itself as a device of compute capability 9.0, the first that every element type needs, with one multiprocessor per
// core.
//
//===----------------------------------------------------------------------===//
#include "Pool.h"
#include "Runtime.h"

#include <cstring>

using namespace cutile::cpu;

extern "C" {

cudaError_t cudaDeviceSynchronize() {
  synchronizeAll();
  return report(stickyError());
}

cudaError_t cudaDeviceReset() {
  synchronizeAll();
  clearErrors();
  return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *Count) {
  if (!Count)
    return report(cudaErrorInvalidValue);
  *Count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int *Device) {
  if (!Device)
    return report(cudaErrorInvalidValue);
  *Device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int Device) { return Device == 0 ? cudaSuccess : report(cudaErrorInvalidDevice); }
cudaError_t cudaInitDevice(int Device, unsigned, unsigned) { return cudaSetDevice(Device); }
cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
cudaError_t cudaGetDeviceFlags(unsigned *Flags) {
  *Flags = cudaDeviceScheduleAuto;
  return cudaSuccess;
}
cudaError_t cudaChooseDevice(int *Device, const cudaDeviceProp *) { return cudaGetDevice(Device); }
cudaError_t cudaDeviceCanAccessPeer(int *Can, int, int) {
  *Can = 0;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int Device) {
  if (!P)
    return report(cudaErrorInvalidValue);
  if (Device != 0)
    return report(cudaErrorInvalidDevice);
  std::memset(P, 0, sizeof *P);
  std::strcpy(P->name, "CUDA Tile CPU target");
  size_t Free;
  cudaMemGetInfo(&Free, &P->totalGlobalMem);
  P->sharedMemPerBlock = 48 * 1024;
  P->sharedMemPerBlockOptin = 227 * 1024;
  P->sharedMemPerMultiprocessor = 228 * 1024;
  P->regsPerBlock = P->regsPerMultiprocessor = 65536;
  P->warpSize = 32;
  P->memPitch = 0x7fffffff;
  P->maxThreadsPerBlock = 1024;
  P->maxThreadsPerMultiProcessor = 2048;
  P->maxBlocksPerMultiProcessor = 32;
  P->maxThreadsDim[0] = P->maxThreadsDim[1] = 1024;
  P->maxThreadsDim[2] = 64;
  P->maxGridSize[0] = 0x7fffffff;
  P->maxGridSize[1] = P->maxGridSize[2] = 65535;
  P->totalConstMem = 65536;
  P->major = 9;
  P->minor = 0;
  P->multiProcessorCount = int(numWorkers());
  P->integrated = 1;
  P->canMapHostMemory = 1;
  P->concurrentKernels = 1;
  P->asyncEngineCount = 1;
  P->unifiedAddressing = 1;
  P->memoryBusWidth = 64;
  P->l2CacheSize = 1 << 20;
  P->streamPrioritiesSupported = 1;
  P->globalL1CacheSupported = P->localL1CacheSupported = 1;
  P->managedMemory = 1;
  P->concurrentManagedAccess = 1;
  P->pageableMemoryAccess = 1;
  P->cooperativeLaunch = 1;
  P->hostRegisterSupported = 1;
  P->memoryPoolsSupported = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr Attribute, int Device) {
  cudaDeviceProp P;
  if (!Value)
    return report(cudaErrorInvalidValue);
  if (cudaError_t Error = cudaGetDeviceProperties(&P, Device); Error != cudaSuccess)
    return Error;
  switch (Attribute) {
  case cudaDevAttrMaxThreadsPerBlock:
    *Value = P.maxThreadsPerBlock;
    break;
  case cudaDevAttrMaxBlockDimX:
  case cudaDevAttrMaxBlockDimY:
    *Value = 1024;
    break;
  case cudaDevAttrMaxBlockDimZ:
    *Value = 64;
    break;
  case cudaDevAttrMaxGridDimX:
    *Value = P.maxGridSize[0];
    break;
  case cudaDevAttrMaxGridDimY:
  case cudaDevAttrMaxGridDimZ:
    *Value = P.maxGridSize[1];
    break;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    *Value = int(P.sharedMemPerBlock);
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *Value = int(P.sharedMemPerBlockOptin);
    break;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    *Value = int(P.sharedMemPerMultiprocessor);
    break;
  case cudaDevAttrWarpSize:
    *Value = P.warpSize;
    break;
  case cudaDevAttrMultiProcessorCount:
    *Value = P.multiProcessorCount;
    break;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *Value = P.maxThreadsPerMultiProcessor;
    break;
  case cudaDevAttrMaxBlocksPerMultiprocessor:
    *Value = P.maxBlocksPerMultiProcessor;
    break;
  case cudaDevAttrMaxRegistersPerBlock:
  case cudaDevAttrMaxRegistersPerMultiprocessor:
    *Value = P.regsPerBlock;
    break;
  case cudaDevAttrComputeCapabilityMajor:
    *Value = P.major;
    break;
  case cudaDevAttrComputeCapabilityMinor:
    *Value = P.minor;
    break;
  case cudaDevAttrL2CacheSize:
    *Value = P.l2CacheSize;
    break;
  case cudaDevAttrTotalConstantMemory:
    *Value = int(P.totalConstMem);
    break;
  case cudaDevAttrClockRate:
  case cudaDevAttrMemoryClockRate:
    *Value = 1000000; // kHz
    break;
  case cudaDevAttrGlobalMemoryBusWidth:
    *Value = P.memoryBusWidth;
    break;
  case cudaDevAttrIntegrated:
  case cudaDevAttrCanMapHostMemory:
  case cudaDevAttrConcurrentKernels:
  case cudaDevAttrAsyncEngineCount:
  case cudaDevAttrUnifiedAddressing:
  case cudaDevAttrStreamPrioritiesSupported:
  case cudaDevAttrManagedMemory:
  case cudaDevAttrConcurrentManagedAccess:
  case cudaDevAttrPageableMemoryAccess:
  case cudaDevAttrCooperativeLaunch:
  case cudaDevAttrHostRegisterSupported:
    *Value = 1;
    break;
  default:
    *Value = 0;
  }
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  if (Least)
    *Least = 0;
  if (Greatest)
    *Greatest = -5;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
cudaError_t cudaDeviceGetLimit(size_t *Value, cudaLimit Limit) {
  if (!Value)
    return report(cudaErrorInvalidValue);
  *Value = Limit == cudaLimitStackSize ? 1024 : Limit == cudaLimitPrintfFifoSize ? 1 << 20 : 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *Config) {
  *Config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *Version) {
  *Version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *Version) {
  *Version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
}
