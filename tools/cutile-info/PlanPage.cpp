#include "PlanPage.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cutile {

/// plan-page.html; the data stand where it says so.
static constexpr StringLiteral Page =
#include "PlanPageText.inc"
    ;
static constexpr StringLiteral DataMark = "/*DATA*/null";

/// Adds the text of every file that \p Value names as the place of something.
static void collectSources(const json::Value &Value, json::Object &Sources) {
  if (const json::Array *Array = Value.getAsArray()) {
    for (const json::Value &Element : *Array)
      collectSources(Element, Sources);
  } else if (const json::Object *Object = Value.getAsObject()) {
    if (auto File = Object->getString("file"); File && !File->empty() && !Sources.get(*File))
      if (auto Buffer = MemoryBuffer::getFile(File->str()))
        Sources[File->str()] = json::fixUTF8((*Buffer)->getBuffer());
    for (const auto &Member : *Object)
      collectSources(Member.second, Sources);
  }
}

std::string writePlanPage(const std::string &Path, const json::Array &Kernels) {
  json::Object Sources;
  json::Array Copy(Kernels);
  collectSources(json::Value(json::Array(Kernels)), Sources);
  std::string Data = formatv("{0}", json::Value(json::Object{{"kernels", std::move(Copy)}, {"sources", std::move(Sources)}}));
  // "</script>" in a source must not end the script.
  for (size_t At = 0; (At = Data.find("</", At)) != std::string::npos; At += 3)
    Data.replace(At, 2, "<\\/");
  auto [Before, After] = Page.split(DataMark);
  std::error_code Error;
  raw_fd_ostream OS(Path, Error);
  if (Error)
    return Error.message();
  OS << Before << Data << After;
  return {};
}

} // namespace cutile
