// What the examples share: device buffers and a comparison. Not part of the language.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <random>
#include <vector>

namespace example {

inline void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", What, cudaGetErrorString(Error));
  std::exit(1);
}

/// An array on the device.
template <class T> class Buffer {
public:
  explicit Buffer(size_t Count) : Count(Count) { check(cudaMalloc(&Data, Count * sizeof(T)), "cudaMalloc"); }
  explicit Buffer(const std::vector<T> &Host) : Buffer(Host.size()) {
    check(cudaMemcpy(Data, Host.data(), Count * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  ~Buffer() { cudaFree(Data); }
  Buffer(const Buffer &) = delete;
  T *get() const { return Data; }
  std::vector<T> host() const {
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernel");
    std::vector<T> Host(Count);
    check(cudaMemcpy(Host.data(), Data, Count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return Host;
  }

private:
  T *Data = nullptr;
  size_t Count;
};

/// Normally distributed numbers with a fixed seed.
template <class T> std::vector<T> normal(size_t Count, unsigned Seed) {
  std::mt19937 Generator(Seed);
  std::normal_distribution<float> Distribution;
  std::vector<T> Result(Count);
  for (T &X : Result)
    X = T(Distribution(Generator));
  return Result;
}

/// Prints one line and returns the exit status. \p Tolerance bounds |got - want| relative to 1 + |want|.
template <class T> int report(const char *Name, const std::vector<T> &Got, const std::vector<double> &Want, double Tolerance) {
  double Worst = 0;
  for (size_t I = 0; I < Got.size(); ++I) {
    double Error = std::fabs(double(float(Got[I])) - Want[I]) / (1 + std::fabs(Want[I]));
    Worst = std::isnan(Error) ? INFINITY : std::fmax(Worst, Error);
  }
  const bool Right = Worst <= Tolerance;
  std::printf("%s %s: %zu results, largest error %.1e (allowed %.1e)\n", Right ? "right" : "WRONG", Name, Got.size(), Worst, Tolerance);
  return Right ? 0 : 1;
}

} // namespace example
