//===- Event.cpp - events -------------------------------------------------===//
#include "Runtime.h"

using namespace cutile::cpu;

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event, unsigned Flags) {
  if (!Event || (Flags & ~unsigned(cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess)))
    return report(cudaErrorInvalidValue);
  *Event = new CUevent_st;
  (*Event)->Flags = Flags;
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *Event) { return cudaEventCreateWithFlags(Event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t Event) {
  if (!Event)
    return report(cudaErrorInvalidResourceHandle);
  delete Event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream) {
  if (stickyError() != cudaSuccess)
    return stickyError();
  Stream = resolve(Stream);
  if (!Event || !Stream)
    return report(cudaErrorInvalidResourceHandle);
  Event->Capturing = Stream->Capturing;
  Event->CaptureAfter = Stream->CaptureAfter;
  if (!Stream->Capturing)
    Event->Recorded = enqueue(Stream, [] {});
  return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t Event, cudaStream_t Stream, unsigned) { return cudaEventRecord(Event, Stream); }

cudaError_t cudaEventQuery(cudaEvent_t Event) {
  if (!Event)
    return report(cudaErrorInvalidResourceHandle);
  if (Event->Capturing)
    return report(cudaErrorCapturedEvent);
  if (Event->Recorded && !Event->Recorded->isSet())
    return cudaErrorNotReady;
  return report(stickyError());
}

cudaError_t cudaEventSynchronize(cudaEvent_t Event) {
  if (!Event)
    return report(cudaErrorInvalidResourceHandle);
  if (Event->Capturing)
    return report(cudaErrorCapturedEvent);
  if (Event->Recorded)
    Event->Recorded->wait();
  return report(stickyError());
}

cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start, cudaEvent_t End) {
  if (!Milliseconds)
    return report(cudaErrorInvalidValue);
  if (!Start || !End || !Start->Recorded || !End->Recorded || ((Start->Flags | End->Flags) & cudaEventDisableTiming))
    return report(cudaErrorInvalidResourceHandle);
  if (!Start->Recorded->isSet() || !End->Recorded->isSet())
    return cudaErrorNotReady;
  *Milliseconds = std::chrono::duration<float, std::milli>(End->Recorded->time() - Start->Recorded->time()).count();
  return report(stickyError());
}
}
