//===- OpTable.h - records of constant tables, by name ----------*- C++ -*-===//
#ifndef CUTILE_IR_OPTABLE_H
#define CUTILE_IR_OPTABLE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <type_traits>

namespace cutile {

/// The record of \p Name in \p Table, an array of constants with a field Name, as TableGen makes of TileOps.td and TargetOps.td; null if there is
/// none. (The lookup that TableGen would generate ignores case.)
template <const auto &Table> auto *findRecord(llvm::StringRef Name) {
  using Record = std::remove_reference_t<decltype(Table[0])>;
  static const llvm::StringMap<Record *> Map = [] {
    llvm::StringMap<Record *> Result;
    for (Record &R : Table)
      Result[R.Name] = &R;
    return Result;
  }();
  return Map.lookup(Name);
}

} // namespace cutile

#endif
