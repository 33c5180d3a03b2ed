//===- Memory.cpp - allocation, copies, memory sets -----------------------===//
//
// Device memory is host memory, allocated one by one so that AddressSanitizer sees its bounds.
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"

#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace cutile::cpu;

namespace {

struct Allocation {
  size_t Bytes;
  cudaMemoryType Type;
  bool Registered; ///< by cudaHostRegister: not ours to free
};

struct Allocations {
  std::mutex Mutex;
  std::map<uintptr_t, Allocation> All;
};
Allocations &allocations() {
  static Allocations *Instance = new Allocations;
  return *Instance;
}

size_t physicalBytes() { return size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE)); }

cudaError_t allocate(void **Pointer, size_t Bytes, cudaMemoryType Type) {
  if (stickyError() != cudaSuccess)
    return stickyError();
  if (!Pointer)
    return report(cudaErrorInvalidValue);
  *Pointer = nullptr;
  if (Bytes == 0)
    return cudaSuccess;
  if (Bytes > physicalBytes() || posix_memalign(Pointer, 256, Bytes) != 0) {
    *Pointer = nullptr;
    return report(cudaErrorMemoryAllocation);
  }
  Allocations &A = allocations();
  std::lock_guard Lock(A.Mutex);
  A.All[uintptr_t(*Pointer)] = {Bytes, Type, false};
  if (cutile_cpu_emulator)
    cutile_cpu_emulator->Allocated(*Pointer, Bytes, Type != cudaMemoryTypeDevice);
  return cudaSuccess;
}

/// Forgets the allocation that starts at \p Pointer. \returns false if there is none of a type in \p Host.
bool forget(void *Pointer, bool Host) {
  Allocations &A = allocations();
  std::lock_guard Lock(A.Mutex);
  auto Found = A.All.find(uintptr_t(Pointer));
  if (Found == A.All.end() || Found->second.Registered || (Found->second.Type == cudaMemoryTypeHost) != Host)
    return false;
  A.All.erase(Found);
  if (cutile_cpu_emulator)
    cutile_cpu_emulator->Freed(Pointer);
  return true;
}

cudaError_t release(void *Pointer, bool Host) {
  if (!Pointer)
    return report(stickyError());
  synchronizeAll();
  if (!forget(Pointer, Host))
    return report(cudaErrorInvalidValue);
  std::free(Pointer);
  return report(stickyError());
}

cudaGraphNode_t addNode(cudaGraph_t Graph, cudaGraphNodeType Type) {
  Graph->Nodes.push_back(std::make_unique<CUgraphNode_st>());
  Graph->Nodes.back()->Type = Type;
  return Graph->Nodes.back().get();
}

bool validKind(cudaMemcpyKind Kind) { return Kind >= cudaMemcpyHostToHost && Kind <= cudaMemcpyDefault; }

cudaError_t copy(Work Run, cudaMemcpyKind Kind, bool Wait, cudaStream_t Stream) {
  if (!validKind(Kind))
    return report(cudaErrorInvalidMemcpyDirection);
  if (Wait)
    return submitAndWait(Stream, std::move(Run));
  return submit(Stream, std::move(Run), [](cudaGraph_t G) { return addNode(G, cudaGraphNodeTypeMemcpy); });
}

cudaError_t set(Work Run, bool Wait, cudaStream_t Stream, const cudaMemsetParams &Parameters) {
  if (Wait)
    return submitAndWait(Stream, std::move(Run));
  return submit(Stream, std::move(Run), [&](cudaGraph_t G) {
    cudaGraphNode_t Node = addNode(G, cudaGraphNodeTypeMemset);
    Node->Memset = Parameters;
    return Node;
  });
}

void move(void *To, const void *From, size_t Count) {
  std::memmove(To, From, Count);
  noteWritten(To, Count);
}

cudaError_t copyRows(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width, size_t Height, cudaMemcpyKind Kind, bool Wait,
                     cudaStream_t Stream) {
  if (Width > ToPitch || Width > FromPitch)
    return report(cudaErrorInvalidPitchValue);
  if ((!To || !From) && Width && Height)
    return report(cudaErrorInvalidValue);
  return copy(
      [=] {
        for (size_t I = 0; I < Height; ++I)
          std::memcpy(static_cast<char *>(To) + I * ToPitch, static_cast<const char *>(From) + I * FromPitch, Width);
        for (size_t I = 0; I < Height; ++I)
          noteWritten(static_cast<char *>(To) + I * ToPitch, Width);
      },
      Kind, Wait, Stream);
}

cudaError_t copyBox(const cudaMemcpy3DParms *P, bool Wait, cudaStream_t Stream) {
  if (!P || P->srcArray || P->dstArray || !P->srcPtr.ptr || !P->dstPtr.ptr)
    return report(cudaErrorInvalidValue);
  const cudaMemcpy3DParms C = *P;
  return copy(
      [C] {
        for (size_t Z = 0; Z < C.extent.depth; ++Z)
          for (size_t Y = 0; Y < C.extent.height; ++Y) {
            char *To = static_cast<char *>(C.dstPtr.ptr) + C.dstPos.x + C.dstPtr.pitch * (C.dstPos.y + Y + C.dstPtr.ysize * (C.dstPos.z + Z));
            const char *From =
                static_cast<const char *>(C.srcPtr.ptr) + C.srcPos.x + C.srcPtr.pitch * (C.srcPos.y + Y + C.srcPtr.ysize * (C.srcPos.z + Z));
            std::memcpy(To, From, C.extent.width);
            noteWritten(To, C.extent.width);
          }
      },
      C.kind, Wait, Stream);
}

cudaError_t setRows(void *To, size_t Pitch, int Value, size_t Width, size_t Height, bool Wait, cudaStream_t Stream) {
  if (!To && Width && Height)
    return report(cudaErrorInvalidValue);
  cudaMemsetParams P = {};
  P.dst = To;
  P.pitch = Pitch;
  P.value = unsigned(Value);
  P.elementSize = 1;
  P.width = Width;
  P.height = Height;
  return set(
      [=] {
        for (size_t I = 0; I < Height; ++I)
          std::memset(static_cast<char *>(To) + I * Pitch, Value, Width);
        for (size_t I = 0; I < Height; ++I)
          noteWritten(static_cast<char *>(To) + I * Pitch, Width);
      },
      Wait, Stream, P);
}

} // namespace

namespace cutile::cpu {
void noteWritten(const void *To, size_t Count) {
  if (cutile_cpu_emulator)
    cutile_cpu_emulator->Written(To, Count);
}
} // namespace cutile::cpu

extern "C" {

cudaError_t cudaMalloc(void **Pointer, size_t Bytes) { return allocate(Pointer, Bytes, cudaMemoryTypeDevice); }
cudaError_t cudaMallocManaged(void **Pointer, size_t Bytes, unsigned) { return allocate(Pointer, Bytes, cudaMemoryTypeManaged); }
cudaError_t cudaMallocHost(void **Pointer, size_t Bytes) { return allocate(Pointer, Bytes, cudaMemoryTypeHost); }
cudaError_t cudaHostAlloc(void **Pointer, size_t Bytes, unsigned) { return allocate(Pointer, Bytes, cudaMemoryTypeHost); }
cudaError_t cudaFree(void *Pointer) { return release(Pointer, false); }
cudaError_t cudaFreeHost(void *Pointer) { return release(Pointer, true); }

cudaError_t cudaMallocPitch(void **Pointer, size_t *Pitch, size_t Width, size_t Height) {
  if (!Pitch)
    return report(cudaErrorInvalidValue);
  *Pitch = (Width + 511) / 512 * 512;
  return cudaMalloc(Pointer, *Pitch * Height);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *Pointer, cudaExtent Extent) {
  if (!Pointer)
    return report(cudaErrorInvalidValue);
  Pointer->xsize = Extent.width;
  Pointer->ysize = Extent.height;
  return cudaMallocPitch(&Pointer->ptr, &Pointer->pitch, Extent.width, Extent.height * Extent.depth);
}

cudaError_t cudaMallocAsync(void **Pointer, size_t Bytes, cudaStream_t) { return cudaMalloc(Pointer, Bytes); }

cudaError_t cudaFreeAsync(void *Pointer, cudaStream_t Stream) {
  if (!Pointer)
    return cudaSuccess;
  if (!forget(Pointer, false))
    return report(cudaErrorInvalidValue);
  return submit(Stream, [=] { std::free(Pointer); }, [](cudaGraph_t G) { return addNode(G, cudaGraphNodeTypeMemFree); });
}

cudaError_t cudaHostRegister(void *Pointer, size_t Bytes, unsigned) {
  if (!Pointer || !Bytes)
    return report(cudaErrorInvalidValue);
  Allocations &A = allocations();
  std::lock_guard Lock(A.Mutex);
  if (!A.All.insert({uintptr_t(Pointer), {Bytes, cudaMemoryTypeHost, true}}).second)
    return report(cudaErrorHostMemoryAlreadyRegistered);
  if (cutile_cpu_emulator)
    cutile_cpu_emulator->Allocated(Pointer, Bytes, true);
  return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *Pointer) {
  Allocations &A = allocations();
  std::lock_guard Lock(A.Mutex);
  auto Found = A.All.find(uintptr_t(Pointer));
  if (Found == A.All.end() || !Found->second.Registered)
    return report(cudaErrorHostMemoryNotRegistered);
  A.All.erase(Found);
  if (cutile_cpu_emulator)
    cutile_cpu_emulator->Freed(Pointer);
  return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **Device, void *Host, unsigned) {
  if (!Device || !Host)
    return report(cudaErrorInvalidValue);
  *Device = Host;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *Flags, void *) {
  *Flags = cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  if (!Free || !Total)
    return report(cudaErrorInvalidValue);
  *Total = physicalBytes();
  *Free = size_t(sysconf(_SC_AVPHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE));
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Attributes, const void *Pointer) {
  if (!Attributes)
    return report(cudaErrorInvalidValue);
  std::memset(Attributes, 0, sizeof *Attributes);
  Attributes->type = cudaMemoryTypeUnregistered;
  Attributes->device = cudaInvalidDeviceId;
  Attributes->hostPointer = const_cast<void *>(Pointer);
  Allocations &A = allocations();
  std::lock_guard Lock(A.Mutex);
  auto Next = A.All.upper_bound(uintptr_t(Pointer));
  if (Next == A.All.begin())
    return cudaSuccess;
  auto [Start, Found] = *std::prev(Next);
  if (uintptr_t(Pointer) - Start >= Found.Bytes)
    return cudaSuccess;
  Attributes->type = Found.Type;
  Attributes->device = 0;
  Attributes->devicePointer = const_cast<void *>(Pointer);
  if (Found.Type == cudaMemoryTypeDevice)
    Attributes->hostPointer = nullptr;
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t Stream) {
  return resolve(Stream) ? cudaSuccess : report(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }

cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Count, cudaMemcpyKind Kind, cudaStream_t Stream) {
  if ((!To || !From) && Count)
    return report(cudaErrorInvalidValue);
  return copy([=] { move(To, From, Count); }, Kind, false, Stream);
}
cudaError_t cudaMemcpy(void *To, const void *From, size_t Count, cudaMemcpyKind Kind) {
  if ((!To || !From) && Count)
    return report(cudaErrorInvalidValue);
  return copy([=] { move(To, From, Count); }, Kind, true, nullptr);
}
cudaError_t cudaMemcpyPeer(void *To, int, const void *From, int, size_t Count) { return cudaMemcpy(To, From, Count, cudaMemcpyDeviceToDevice); }
cudaError_t cudaMemcpyPeerAsync(void *To, int, const void *From, int, size_t Count, cudaStream_t Stream) {
  return cudaMemcpyAsync(To, From, Count, cudaMemcpyDeviceToDevice, Stream);
}
cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width, size_t Height, cudaMemcpyKind Kind) {
  return copyRows(To, ToPitch, From, FromPitch, Width, Height, Kind, true, nullptr);
}
cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Width, size_t Height, cudaMemcpyKind Kind,
                              cudaStream_t Stream) {
  return copyRows(To, ToPitch, From, FromPitch, Width, Height, Kind, false, Stream);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *P) { return copyBox(P, true, nullptr); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *P, cudaStream_t Stream) { return copyBox(P, false, Stream); }

cudaError_t cudaMemset(void *To, int Value, size_t Count) { return setRows(To, Count, Value, Count, 1, true, nullptr); }
cudaError_t cudaMemsetAsync(void *To, int Value, size_t Count, cudaStream_t Stream) { return setRows(To, Count, Value, Count, 1, false, Stream); }
cudaError_t cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width, size_t Height) {
  return setRows(To, Pitch, Value, Width, Height, true, nullptr);
}
cudaError_t cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width, size_t Height, cudaStream_t Stream) {
  return setRows(To, Pitch, Value, Width, Height, false, Stream);
}
}
