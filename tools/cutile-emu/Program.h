//===- Program.h - a module of kernels, compiled on demand ------*- C++ -*-===//
#ifndef CUTILE_EMU_PROGRAM_H
#define CUTILE_EMU_PROGRAM_H

#include "Machine.h"
#include <memory>
#include <string>
#include <string_view>

namespace cutile::emu {

/// One NVPTX module, as bitcode or text, before ExpandTargetOps. Kernels are optimised, instrumented and compiled for the host
/// when first launched; variables exist from the beginning.
class Program {
public:
  /// \returns null and sets \p Error if the module cannot be read.
  static std::unique_ptr<Program> load(const void *Data, size_t Size, std::string &Error);
  ~Program();

  /// Runs \p Kernel. \p Block (1,1,1) stands for the required block size if the kernel has one.
  /// \returns the number of findings; \p Error is set, and nothing runs, if the kernel cannot be executed.
  unsigned launch(const std::string &Kernel, const uint32_t Grid[3], const uint32_t Block[3], unsigned DynamicShared, void **Arguments,
                  std::string &Error);

  /// Whether \p Kernel can be launched so; otherwise \p Problem says why not.
  bool acceptsLaunch(const std::string &Kernel, const uint32_t Block[3], size_t DynamicShared, std::string &Problem) const;

  /// The address of a variable of the module, or null.
  void *variable(std::string_view Name, size_t *Size = nullptr) const;
  std::vector<std::string> kernels() const;
  /// Bytes of each parameter of \p Kernel.
  std::vector<size_t> parameters(const std::string &Kernel) const;

private:
  Program();
  struct State;
  std::unique_ptr<State> S;
};

} // namespace cutile::emu

#endif
