// cutile-emu FILE [options] ARGUMENT...
//
// Runs one kernel of an NVPTX module in the emulator: for tests, and to look at a kernel without the program around it.
#include "Numbers.h"
#include "Ops.h"
#include "Program.h"
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

using namespace cutile::emu;

static const char *const Usage = R"(usage: cutile-emu FILE [options] ARGUMENT...
  --kernel NAME      the kernel (default: the only one)
  --grid X[,Y[,Z]]   blocks (default 1)
  --block X[,Y[,Z]]  threads of a block (default 1; kernels that require a size get it)
  --shared BYTES     dynamic shared memory
  --seed N           of the order of warps and of asynchronous copies (default 1)
  --limit SECONDS    without the end of a block, before the kernel counts as stuck (default 120)
  --print N          print argument N, a buffer, afterwards
arguments: TYPE:VALUE, or buf:TYPE:COUNT[:zero|iota|random|none]; types i8 i16 i32 i64 f16 f32 f64
)";

namespace {

struct Argument {
  std::string Type;
  unsigned Bytes = 0;
  uint64_t Value = 0; ///< passed to the kernel
  size_t Count = 0;   ///< elements of a buffer
  void *Memory = nullptr;
};

std::vector<std::string> split(const std::string &Text, char By) {
  std::vector<std::string> Parts;
  std::stringstream Stream(Text);
  for (std::string Part; std::getline(Stream, Part, By);)
    Parts.push_back(Part);
  return Parts;
}

void store(const std::string &Type, void *To, double Value) {
  if (Type == "f32") {
    const float V = Value;
    memcpy(To, &V, 4);
  } else if (Type == "f64")
    memcpy(To, &Value, 8);
  else if (Type == "f16") {
    const uint16_t V = encode(Half, Value);
    memcpy(To, &V, 2);
  } else {
    const int64_t V = Value;
    memcpy(To, &V, atoi(Type.c_str() + 1) / 8);
  }
}

bool parseArgument(const std::string &Text, Argument &A) {
  const std::vector<std::string> Parts = split(Text, ':');
  if (Parts.size() < 2)
    return false;
  const bool Buffer = Parts[0] == "buf";
  A.Type = Buffer ? Parts[1] : Parts[0];
  if (A.Type.size() < 2 || !strchr("if", A.Type[0]))
    return false;
  A.Bytes = atoi(A.Type.c_str() + 1) / 8;
  if (!Buffer) {
    store(A.Type, &A.Value, atof(Parts[1].c_str()));
    return true;
  }
  if (Parts.size() < 3)
    return false;
  A.Count = strtoull(Parts[2].c_str(), nullptr, 10);
  const std::string Init = Parts.size() > 3 ? Parts[3] : "zero";
  A.Memory = aligned_alloc(256, (A.Count * A.Bytes + 255) / 256 * 256);
  memset(A.Memory, 0, A.Count * A.Bytes);
  uint32_t Random = 12345;
  for (size_t I = 0; I < A.Count; ++I) {
    char *At = static_cast<char *>(A.Memory) + I * A.Bytes;
    if (Init == "iota")
      store(A.Type, At, I);
    else if (Init == "random")
      store(A.Type, At, (Random = Random * 1664525 + 1013904223) >> 24);
  }
  Machine::get().Memory.add(A.Memory, A.Count * A.Bytes, RegionKind::Device, Init != "none", "buffer");
  A.Value = reinterpret_cast<uint64_t>(A.Memory);
  return true;
}

void print(const Argument &A) {
  for (size_t I = 0; I < A.Count; ++I) {
    const char *At = static_cast<const char *>(A.Memory) + I * A.Bytes;
    if (A.Type == "f32") {
      float V;
      memcpy(&V, At, 4);
      printf("%g", V);
    } else if (A.Type == "f16") {
      uint16_t V;
      memcpy(&V, At, 2);
      printf("%g", halfToFloat(V));
    } else if (A.Type == "f64") {
      double V;
      memcpy(&V, At, 8);
      printf("%g", V);
    } else {
      uint64_t V = 0;
      memcpy(&V, At, A.Bytes);
      const unsigned Shift = 64 - 8 * A.Bytes;
      printf("%" PRId64, static_cast<int64_t>(V << Shift) >> Shift);
    }
    putchar(I % 16 == 15 || I + 1 == A.Count ? '\n' : ' ');
  }
}

void parseTriple(const char *Text, uint32_t *Out) {
  const std::vector<std::string> Parts = split(Text, ',');
  for (size_t I = 0; I < Parts.size() && I < 3; ++I)
    Out[I] = strtoul(Parts[I].c_str(), nullptr, 10);
}

int fail(const std::string &Text) {
  fprintf(stderr, "cutile-emu: error: %s\n", Text.c_str());
  return 2;
}

} // namespace

int main(int Count, char **Values) {
  std::string File, Kernel;
  uint32_t Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1};
  unsigned Shared = 0;
  std::vector<Argument> Arguments;
  std::vector<unsigned> Printed;
  for (int I = 1; I < Count; ++I) {
    const std::string Word = Values[I];
    if (Word == "--help") {
      fputs(Usage, stdout);
      return 0;
    }
    if (Word.starts_with("--")) {
      if (++I == Count)
        return fail("'" + Word + "' needs a value");
      const char *Value = Values[I];
      if (Word == "--kernel")
        Kernel = Value;
      else if (Word == "--grid")
        parseTriple(Value, Grid);
      else if (Word == "--block")
        parseTriple(Value, Block);
      else if (Word == "--shared")
        Shared = atoi(Value);
      else if (Word == "--seed")
        Machine::get().Settings.Seed = strtoull(Value, nullptr, 10);
      else if (Word == "--limit")
        Machine::get().Settings.MostSeconds = atof(Value);
      else if (Word == "--print")
        Printed.push_back(atoi(Value));
      else
        return fail("unknown option '" + Word + "'");
    } else if (File.empty())
      File = Word;
    else if (!parseArgument(Word, Arguments.emplace_back()))
      return fail("cannot understand argument '" + Word + "'");
  }
  if (File.empty()) {
    fputs(Usage, stderr);
    return 2;
  }
  std::string Text;
  if (File == "-") {
    for (int Byte; (Byte = getchar()) != EOF;)
      Text += static_cast<char>(Byte);
  } else {
    std::ifstream Stream(File, std::ios::binary);
    if (!Stream)
      return fail("cannot read '" + File + "'");
    Text.assign(std::istreambuf_iterator<char>(Stream), {});
  }
  std::string Error;
  std::unique_ptr<Program> P = Program::load(Text.data(), Text.size(), Error);
  if (!P)
    return fail(Error);
  if (Kernel.empty()) {
    if (P->kernels().size() != 1)
      return fail("the module has " + std::to_string(P->kernels().size()) + " kernels; name one with '--kernel'");
    Kernel = P->kernels()[0];
  }
  if (const size_t Wanted = P->parameters(Kernel).size(); Wanted != Arguments.size())
    return fail("kernel '" + Kernel + "' has " + std::to_string(Wanted) + " parameters, " + std::to_string(Arguments.size()) + " given");
  std::vector<void *> Pointers;
  for (Argument &A : Arguments)
    Pointers.push_back(&A.Value);
  const unsigned Found = P->launch(Kernel, Grid, Block, Shared, Pointers.data(), Error);
  if (!Error.empty())
    return fail(Error);
  for (unsigned I : Printed)
    if (I < Arguments.size())
      print(Arguments[I]);
  fflush(stdout);
  if (Found)
    fprintf(stderr, "%u findings, the first: %s\n", Found, nameOf(Machine::get().Faults.first()));
  return Found ? 1 : 0;
}
