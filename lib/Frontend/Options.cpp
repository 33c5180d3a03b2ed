#include "cutile/Frontend/Options.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;

namespace cutile {

namespace {
enum class OptionId {
#define CUTILE_OPTION(Id, Name, Value, Help) Id,
#include "cutile/Frontend/Options.def"
};

struct OptionInfo {
  OptionId Id;
  StringRef Name, Value, Help;
};

constexpr OptionInfo Options[] = {
#define CUTILE_OPTION(Id, Name, Value, Help) {OptionId::Id, Name, Value, Help},
#include "cutile/Frontend/Options.def"
};

std::optional<TargetKind> parseTarget(StringRef Value) {
  return StringSwitch<std::optional<TargetKind>>(Value)
      .Case("nvptx", TargetKind::NVPTX)
      .Case("cpu", TargetKind::CPU)
      .Case("emulate", TargetKind::Emulator)
      .Default(std::nullopt);
}
} // namespace

std::string FrontendOptions::parse(ArrayRef<std::string> Arguments) {
  for (StringRef Argument : Arguments) {
    auto [Name, Value] = Argument.split('=');
    const OptionInfo *Found = find_if(Options, [&](const OptionInfo &O) { return O.Name == Name; });
    if (Found == std::end(Options))
      return ("unknown option '" + Name + "'; '-fplugin-arg-cutile-help' lists the options").str();
    if (Found->Value.empty() != Value.empty())
      return ("option '" + Name + (Found->Value.empty() ? "' takes no value" : "' needs a value: " + Found->Value.str())).str();
    switch (Found->Id) {
    case OptionId::Help:
      Help = true;
      break;
    case OptionId::PrintPlan:
      PrintPlan = true;
      break;
    case OptionId::Target:
      if (auto Kind = parseTarget(Value))
        Target = *Kind;
      else
        return ("value '" + Value + "' of option '" + Name + "' is not one of " + Found->Value).str();
      break;
    case OptionId::UsePch:
      UsePch = Value.str();
      break;
    }
  }
  return {};
}

void printOptions(raw_ostream &OS) {
  for (const OptionInfo &O : Options) {
    std::string Spelling = "-fplugin-arg-cutile-" + O.Name.str() + (O.Value.empty() ? "" : "=" + O.Value.str());
    OS << format("  %-48s ", Spelling.c_str()) << O.Help << '\n';
  }
}

} // namespace cutile
