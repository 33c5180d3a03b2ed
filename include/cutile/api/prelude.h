//===- prelude.h - included in front of every CUDA file ---------*- C++ -*-===//
//
// The keywords, the launch without a block size and what the front end itself refers to. The plugin includes this file behind
// clang's CUDA wrapper, whose toolkit headers define the keywords for another compiler.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_API_PRELUDE_H
#define CUTILE_API_PRELUDE_H

#undef __tile_global__
#undef __tile__
#undef __device__
#define __device__ __attribute__((device)) __attribute__((simt_device))
#define __tile_global__ __attribute__((global)) __attribute__((tile_global))
#define __tile__ __attribute__((device)) __attribute__((tile))
#define __CUDACC_TILE__ 1

#ifdef __cplusplus

// Adds a default to the second parameter, so that kernel<<<grid>>>(...) is a launch.
extern "C" unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim = dim3(1, 1, 1), size_t sharedMem, void *stream);

namespace cuda::tiles::__op {
// The statement between the two calls carries a hint of this kind (hint_kind of op_codes.h) and value.
__tile__ void hint_begin(int kind, int value);
__tile__ void hint_end();
} // namespace cuda::tiles::__op

#endif // __cplusplus

#endif // CUTILE_API_PRELUDE_H
