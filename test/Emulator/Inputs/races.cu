// A SIMT kernel with a race, for device.py: the barrier between writing and reading shared memory is missing.
extern "C" __global__ void simt(const int *in, int *out) {
  __shared__ int block[256];
  block[threadIdx.x] = in[threadIdx.x];
#ifdef CORRECT
  __syncthreads();
#endif
  out[threadIdx.x] = block[255 - threadIdx.x];
}
