//===- Error.cpp - error state, names and texts ---------------------------===//
#include "Runtime.h"

#include <atomic>

namespace cutile::cpu {

static thread_local cudaError_t LastError = cudaSuccess;
static std::atomic<cudaError_t> Sticky{cudaSuccess};

cudaError_t report(cudaError_t Error) {
  if (Error != cudaSuccess && Error != cudaErrorNotReady)
    LastError = Error;
  return Error;
}

cudaError_t stickyError() { return Sticky; }

void setStickyError(cudaError_t Error) {
  cudaError_t None = cudaSuccess;
  Sticky.compare_exchange_strong(None, Error);
}

void clearErrors() {
  Sticky = cudaSuccess;
  LastError = cudaSuccess;
}

namespace {
struct Text {
  cudaError_t Error;
  const char *Name, *Description;
};
#define ENTRY(Name, Description) {Name, #Name, Description}
constexpr Text Texts[] = {
    ENTRY(cudaSuccess, "no error"),
    ENTRY(cudaErrorInvalidValue, "invalid argument"),
    ENTRY(cudaErrorMemoryAllocation, "out of memory"),
    ENTRY(cudaErrorInitializationError, "initialization error"),
    ENTRY(cudaErrorCudartUnloading, "driver shutting down"),
    ENTRY(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    ENTRY(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    ENTRY(cudaErrorInvalidSymbol, "invalid device symbol"),
    ENTRY(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ENTRY(cudaErrorInvalidDeviceFunction, "invalid device function"),
    ENTRY(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    ENTRY(cudaErrorInvalidDevice, "invalid device ordinal"),
    ENTRY(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    ENTRY(cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device"),
    ENTRY(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    ENTRY(cudaErrorSymbolNotFound, "named symbol not found"),
    ENTRY(cudaErrorNotReady, "device not ready"),
    ENTRY(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    ENTRY(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    ENTRY(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    ENTRY(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ENTRY(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ENTRY(cudaErrorAssert, "device-side assert triggered"),
    ENTRY(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped"),
    ENTRY(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    ENTRY(cudaErrorLaunchFailure, "unspecified launch failure"),
    ENTRY(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ENTRY(cudaErrorNotPermitted, "operation not permitted"),
    ENTRY(cudaErrorNotSupported, "operation not supported"),
    ENTRY(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    ENTRY(cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    ENTRY(cudaErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences"),
    ENTRY(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    ENTRY(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    ENTRY(cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    ENTRY(cudaErrorStreamCaptureImplicit, "operation would make the legacy stream depend on a capturing blocking stream"),
    ENTRY(cudaErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream"),
    ENTRY(cudaErrorStreamCaptureWrongThread, "attempt to terminate a thread-local capture sequence from another thread"),
    ENTRY(cudaErrorGraphExecUpdateFailure, "the graph update was not performed because it included changes which violated constraints "
                                           "specific to instantiated graph update"),
    ENTRY(cudaErrorUnknown, "unknown error"),
};
#undef ENTRY

const Text *find(cudaError_t Error) {
  for (const Text &T : Texts)
    if (T.Error == Error)
      return &T;
  return nullptr;
}
} // namespace

} // namespace cutile::cpu

using namespace cutile::cpu;

extern "C" {

cudaError_t cudaGetLastError() {
  cudaError_t Error = stickyError() != cudaSuccess ? stickyError() : LastError;
  LastError = cudaSuccess;
  return Error;
}

cudaError_t cudaPeekAtLastError() { return stickyError() != cudaSuccess ? stickyError() : LastError; }

const char *cudaGetErrorName(cudaError_t Error) {
  const Text *T = find(Error);
  return T ? T->Name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t Error) {
  const Text *T = find(Error);
  return T ? T->Description : "unrecognized error code";
}
}
