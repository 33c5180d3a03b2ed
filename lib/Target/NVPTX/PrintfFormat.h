// The format string of a printf taken apart, and the text around the elements of a printed tile.
#ifndef CUTILE_LIB_TARGET_NVPTX_PRINTFFORMAT_H
#define CUTILE_LIB_TARGET_NVPTX_PRINTFFORMAT_H

#include "cutile/Layout/LinearLayout.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace cutile::nvptx {

/// A piece of a format: text without arguments (`%%` included), or one conversion (`%-5.2f`).
struct FormatPiece {
  std::string Text;
  bool IsConversion = false;
  unsigned Stars = 0; ///< arguments for width and precision, before the converted one
};

/// Cuts \p Format, as C defines it. An incomplete conversion at the end is text.
llvm::SmallVector<FormatPiece, 8> parseFormat(llvm::StringRef Format);

/// The text in front of element \p Index of a tile of shape \p Dims: `[[`, `, ` or `], [`.
std::string textBeforeElement(Shape Dims, uint64_t Index);

} // namespace cutile::nvptx

#endif
