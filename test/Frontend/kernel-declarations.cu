// Declarations of kernels and tile functions that are allowed.
// RUN: %clang --cuda-device-only -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics
#include <cstddef>
#include <cuda_fp16.h>
enum class Scoped : unsigned char { x };
struct Record { int id; };
inline __tile_global__ void parameters(Scoped b, const Record *r, int **pointers, int array[4], std::nullptr_t, const int limit,
                                       __half h, void (*function)(int), Record &reference, int *__restrict__ out) { *out = r->id; }
__tile_global__ auto trailing(int *out) -> void { *out = 1; }
static __tile_global__ void internal(int *out) { *out = 1; }
namespace { __tile_global__ void unnamed(int *out) { *out = 1; } }
extern "C" __tile_global__ void unmangled(int *out) { *out = 1; }
class Friendly { friend __tile_global__ void uses_private(int *out); static constexpr int secret = 60; };
__tile_global__ void uses_private(int *out) { *out = Friendly::secret; }
template <class T, class... Rest> __tile_global__ void pack(T *p, Rest...) { *p = 1; }
template __tile_global__ void pack(int *, float);
__tile_global__ void never_defined(int *p);
#define EVERYWHERE __tile__ __host__ __device__
EVERYWHERE int everywhere(int x) { return x; }
__device__ __tile__ int device_first(int x) { return everywhere(x); }
__tile__ __device__ int tile_first(int x) { return everywhere(x); }
__device__ int simt(int x) { return device_first(x) + tile_first(x) + everywhere(x); }
int host(int x) { return everywhere(x); }
