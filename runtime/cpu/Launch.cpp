//===- Launch.cpp - launching kernels -------------------------------------===//
#include "Pool.h"
#include "Runtime.h"

#include <cstdio>
#include <cstring>

using namespace cutile::cpu;

namespace cutile::cpu {

void Launch::setArguments(void **Arguments) {
  const KernelInfo &Info = *Function->Info;
  Values.clear();
  for (uint64_t I = 0; I < Info.NumParameters; ++I) {
    const char *From = static_cast<const char *>(Arguments[I]);
    Values.emplace_back(From, From + Info.ParameterBytes[I]);
  }
}

std::vector<void *> Launch::pointers() const {
  std::vector<void *> Result;
  for (const auto &V : Values)
    Result.push_back(const_cast<char *>(V.data()));
  return Result;
}

void Launch::run() const {
  if (stickyError() != cudaSuccess)
    return;
  std::vector<void *> Arguments = pointers();
  if (Function->Info->Flags & KernelEmulated) {
    const uint32_t Blocks[3] = {Grid.x, Grid.y, Grid.z}, Threads[3] = {BlockSize.x, BlockSize.y, BlockSize.z};
    if (int Error = cutile_cpu_emulator->Run(Function->Info, Arguments.data(), Blocks, Threads, SharedBytes))
      setStickyError(cudaError_t(Error));
    return;
  }
  cudaError_t Error = runBlocks(*Function->Info, Arguments.data(), Grid);
  if (Error != cudaSuccess)
    setStickyError(Error);
}

cudaError_t makeLaunch(Launch &L, const void *Function, dim3 Grid, dim3 Block, void **Arguments, size_t SharedBytes) {
  L.Function = findKernel(Function);
  if (!L.Function)
    return report(cudaErrorInvalidDeviceFunction);
  if (!L.Function->Info) {
    std::fprintf(stderr, "cutile: kernel '%s' is a SIMT kernel; the CPU target runs tile kernels only\n", L.Function->Name);
    return report(cudaErrorInvalidDeviceFunction);
  }
  if (!Grid.x || !Grid.y || !Grid.z || Grid.x > 0x7fffffff || Grid.y > 0xffff || Grid.z > 0xffff)
    return report(cudaErrorInvalidValue);
  if (L.Function->Info->Flags & KernelEmulated) {
    const uint32_t Blocks[3] = {Grid.x, Grid.y, Grid.z}, Threads[3] = {Block.x, Block.y, Block.z};
    if (int Error = cutile_cpu_emulator->Check(L.Function->Info, Blocks, Threads, SharedBytes))
      return report(cudaError_t(Error));
  } else if (Block.x != 1 || Block.y != 1 || Block.z != 1 || SharedBytes > 48 * 1024) {
    return report(cudaErrorInvalidValue);
  }
  if (!Arguments && L.Function->Info->NumParameters)
    return report(cudaErrorInvalidValue);
  L.Grid = Grid;
  L.BlockSize = Block;
  L.SharedBytes = unsigned(SharedBytes);
  L.setArguments(Arguments);
  return cudaSuccess;
}

namespace {
/// Configurations of launches whose stubs have not run yet.
struct Configuration {
  dim3 Grid, Block;
  size_t SharedBytes;
  cudaStream_t Stream;
};
thread_local std::vector<Configuration> Configurations;
} // namespace

} // namespace cutile::cpu

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block, size_t SharedBytes, CUstream_st *Stream) {
  Configurations.push_back({Grid, Block, SharedBytes, Stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *Grid, dim3 *Block, size_t *SharedBytes, void *Stream) {
  if (Configurations.empty())
    return report(cudaErrorMissingConfiguration);
  const Configuration C = Configurations.back();
  Configurations.pop_back();
  *Grid = C.Grid;
  *Block = C.Block;
  *SharedBytes = C.SharedBytes;
  *static_cast<cudaStream_t *>(Stream) = C.Stream;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block, void **Arguments, size_t SharedBytes, cudaStream_t Stream) {
  if (stickyError() != cudaSuccess)
    return stickyError();
  auto L = std::make_shared<Launch>();
  if (cudaError_t Error = makeLaunch(*L, Function, Grid, Block, Arguments, SharedBytes); Error != cudaSuccess)
    return Error;
  return submit(
      Stream, [L] { L->run(); },
      [&](cudaGraph_t Graph) {
        Graph->Nodes.push_back(std::make_unique<CUgraphNode_st>());
        cudaGraphNode_t Node = Graph->Nodes.back().get();
        Node->Type = cudaGraphNodeTypeKernel;
        Node->Kernel = *L;
        return Node;
      });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config, const void *Function, void **Arguments) {
  if (!Config || (Config->numAttrs && !Config->attrs))
    return report(cudaErrorInvalidValue);
  return cudaLaunchKernel(Function, Config->gridDim, Config->blockDim, Arguments, Config->dynamicSmemBytes, Config->stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *Function, dim3 Grid, dim3 Block, void **Arguments, size_t SharedBytes, cudaStream_t Stream) {
  if (uint64_t(Grid.x) * Grid.y * Grid.z > MaxConcurrentBlocks)
    return report(cudaErrorCooperativeLaunchTooLarge);
  return cudaLaunchKernel(Function, Grid, Block, Arguments, SharedBytes, Stream);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Attributes, const void *Function) {
  const Kernel *K = findKernel(Function);
  if (!K || !K->Info)
    return report(cudaErrorInvalidDeviceFunction);
  std::memset(Attributes, 0, sizeof *Attributes);
  Attributes->binaryVersion = 90;
  Attributes->ptxVersion = 90;
  Attributes->maxThreadsPerBlock = 1;
  Attributes->localSizeBytes = K->Info->ScratchBytes;
  Attributes->maxDynamicSharedSizeBytes = 48 * 1024;
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *Function, cudaFuncAttribute, int) {
  return findKernel(Function) ? cudaSuccess : report(cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaFuncSetCacheConfig(const void *Function, cudaFuncCache) {
  return findKernel(Function) ? cudaSuccess : report(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncGetParamInfo(const void *Function, size_t Index, size_t *Offset, size_t *Size) {
  const Kernel *K = findKernel(Function);
  if (!K || !K->Info)
    return report(cudaErrorInvalidDeviceFunction);
  if (Index >= K->Info->NumParameters)
    return report(cudaErrorInvalidValue);
  size_t At = 0;
  for (size_t I = 0;; ++I) { // parameters are aligned to their size up to 16 bytes
    const size_t Bytes = K->Info->ParameterBytes[I];
    size_t Alignment = 1;
    while (Alignment < 16 && Bytes % (2 * Alignment) == 0)
      Alignment *= 2;
    At = (At + Alignment - 1) / Alignment * Alignment;
    if (I == Index)
      break;
    At += Bytes;
  }
  *Offset = At;
  if (Size)
    *Size = K->Info->ParameterBytes[Index];
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *Blocks, const void *Function, int BlockSize, size_t, unsigned) {
  const Kernel *K = findKernel(Function);
  if (!K || !K->Info)
    return report(cudaErrorInvalidDeviceFunction);
  if (BlockSize < 1)
    return report(cudaErrorInvalidValue);
  *Blocks = 1; // a core runs one block at a time
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, const void *Function, int BlockSize, size_t SharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Blocks, Function, BlockSize, SharedBytes, 0);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes, const void *, int, int) {
  *Bytes = 48 * 1024;
  return cudaSuccess;
}
}
