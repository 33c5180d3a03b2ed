// launch CUBIN --kernel NAME [--grid X,Y,Z] [--block X,Y,Z] ARGUMENT...
//
// Runs one kernel on the GPU with the command line of cutile-emu (types i32, f16 and f32 only), for device.py.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <string>
#include <vector>

static void check(CUresult result, const char *what) {
  const char *name = "?";
  if (result == CUDA_SUCCESS)
    return;
  cuGetErrorName(result, &name);
  fprintf(stderr, "%s: %s\n", what, name);
  exit(2);
}

static void parse(const char *text, unsigned *out) { sscanf(text, "%u,%u,%u", out, out + 1, out + 2); }

/// Numbers below 2048 only: exact in half.
static uint16_t half(int value) {
  if (!value)
    return 0;
  const int exponent = 31 - __builtin_clz(value);
  return (exponent + 15) << 10 | (value << (10 - exponent) & 0x3ff);
}

/// "buf:TYPE:COUNT:zero|iota|random|none", with the contents that cutile-emu gives it.
static uint64_t buffer(const std::string &text) {
  const std::string type = text.substr(4, 3);
  const size_t count = strtoull(text.c_str() + 8, nullptr, 10), bytes = type == "f16" ? 2 : 4;
  std::vector<char> host(count * bytes);
  uint32_t random = 12345;
  for (size_t i = 0; i < count; ++i) {
    int value = 0;
    if (text.ends_with("iota"))
      value = i;
    else if (text.ends_with("random"))
      value = (random = random * 1664525 + 1013904223) >> 24;
    const float real = value;
    const uint16_t small = half(value);
    memcpy(&host[i * bytes], type == "f16" ? (const void *)&small : type == "f32" ? (const void *)&real : (const void *)&value, bytes);
  }
  CUdeviceptr memory;
  check(cuMemAlloc(&memory, host.size()), "cuMemAlloc");
  check(cuMemcpyHtoD(memory, host.data(), host.size()), "cuMemcpyHtoD");
  return memory;
}

int main(int count, char **words) {
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  std::string kernel;
  std::vector<uint64_t> values;
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  for (int i = 2; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--kernel")
      kernel = words[++i];
    else if (word == "--grid")
      parse(words[++i], grid);
    else if (word == "--block")
      parse(words[++i], block);
    else if (word.starts_with("buf:"))
      values.push_back(buffer(word));
    else
      values.push_back(strtoull(word.c_str() + 4, nullptr, 10));
  }
  check(cuModuleLoad(&module, words[1]), "cuModuleLoad");
  check(cuModuleGetFunction(&function, module, kernel.c_str()), "cuModuleGetFunction");
  std::vector<void *> arguments;
  for (uint64_t &value : values)
    arguments.push_back(&value);
  check(cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2], 0, nullptr, arguments.data(), nullptr), "cuLaunchKernel");
  check(cuCtxSynchronize(), "cuCtxSynchronize");
}
