#include "PrintfFormat.h"

using namespace llvm;

namespace cutile::nvptx {

SmallVector<FormatPiece, 8> parseFormat(StringRef Format) {
  SmallVector<FormatPiece, 8> Pieces;
  std::string Text;
  auto flush = [&] {
    if (!Text.empty())
      Pieces.push_back({std::move(Text), false, 0});
    Text.clear();
  };
  while (!Format.empty()) {
    if (Format.front() != '%' || Format.starts_with("%%")) {
      const size_t Length = Format.front() == '%' ? 2 : 1;
      Text += Format.take_front(Length);
      Format = Format.drop_front(Length);
      continue;
    }
    // Flags, width, precision and length modifiers, then the letter of the conversion.
    size_t End = Format.find_first_not_of("-+ #0123456789.*hljztLq", 1);
    if (End == StringRef::npos) {
      Text += Format;
      break;
    }
    flush();
    StringRef Conversion = Format.take_front(End + 1);
    Pieces.push_back({Conversion.str(), true, static_cast<unsigned>(Conversion.count('*'))});
    Format = Format.drop_front(End + 1);
  }
  flush();
  return Pieces;
}

std::string textBeforeElement(Shape Dims, uint64_t Index) {
  if (Index == 0)
    return std::string(Dims.size(), '[');
  // Dimensions, from the last one, that begin anew at this element.
  unsigned Closed = 0;
  uint64_t Length = 1;
  for (size_t D = Dims.size(); D-- > 1;) {
    Length *= Dims[D];
    if (Index % Length)
      break;
    ++Closed;
  }
  return std::string(Closed, ']') + ", " + std::string(Closed, '[');
}

} // namespace cutile::nvptx
