//===- PlanRecord.cpp - plans as text and JSON ----------------------------===//
#include "cutile/Plan/PlanRecord.h"
#include "cutile/IR/TileOps.h"
#include "cutile/Support/Diagnostics.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cutile {

SourcePlace SourcePlace::of(const DebugLoc &Where) {
  const DebugLoc User = userLocation(Where);
  SourcePlace Place;
  if (!User || !User.getLine())
    return Place;
  SmallString<128> Path(User->getFilename());
  if (sys::path::is_relative(Path) && !User->getDirectory().empty()) {
    Path = User->getDirectory();
    sys::path::append(Path, User->getFilename());
  }
  return {Path.str().str(), User.getLine(), User.getCol(), User.get()};
}

std::string mention(const Instruction &I) {
  auto Call = TileCall::match(&I);
  std::string Text = "'" + (Call ? Call->name().str() : std::string(I.getOpcodeName())) + "'";
  if (const SourcePlace Where = SourcePlace::of(I.getDebugLoc()); Where.Line)
    Text += " of line " + std::to_string(Where.Line);
  return Text;
}

StringRef nameOf(TileHome Home) {
  static constexpr StringLiteral Names[] = {
      "registers", "accumulator", "virtual", "affine", "shared memory", "in parts", "registers and shared memory"};
  return Names[static_cast<int>(Home)];
}

StringRef nameOf(PlannedConversion::Way Way) {
  static constexpr StringLiteral Names[] = {"shuffles", "shared memory", "computed again"};
  return Names[Way];
}

SharedSlot &PlanRecord::slot(StringRef Name) {
  auto It = find_if(Shared, [&](const SharedSlot &S) { return S.Name == Name; });
  if (It == Shared.end())
    It = Shared.insert(Shared.end(), SharedSlot{Name.str(), 0, 0, {}});
  return *It;
}

//===-- Text ----------------------------------------------------------------------===//

namespace {
/// " (line 12)", or nothing.
std::string lineOf(const SourcePlace &Where) { return Where.Line ? " (line " + std::to_string(Where.Line) + ")" : ""; }

/// One fact per line: a heading in front of the first, then what it is, then why.
class Section {
public:
  Section(raw_ostream &OS, StringRef Title) : OS(OS), Title(Title) {}

  void line(const std::string &What, const std::string &Why = "") {
    OS << "  " << left_justify(First ? Title : StringRef(), 12) << What;
    if (!Why.empty())
      OS << "; " << Why;
    OS << '\n';
    First = false;
  }

private:
  raw_ostream &OS;
  StringRef Title;
  bool First = true;
};

/// L0, L1, ... for the layouts of a plan, in the order in which they are mentioned.
class LayoutNames {
public:
  std::string of(const LinearLayout &Layout) {
    const std::string Text = Layout.str();
    for (const auto &[Known, Name] : Names)
      if (Known == Text)
        return Name;
    Names.push_back({Text, "L" + std::to_string(Names.size())});
    return Names.back().second;
  }
  const std::vector<std::pair<std::string, std::string>> &all() const { return Names; }

private:
  std::vector<std::pair<std::string, std::string>> Names;
};

std::string times(unsigned Count, const std::string &What) { return std::to_string(Count) + " x " + What; }
} // namespace

void PlanRecord::print(raw_ostream &OS) const {
  OS << "plan of " << Kernel << lineOf(Where) << " for " << Target << '\n';
  Section(OS, "threads").line(std::to_string(Threads), ThreadsWhy);
  if (MinBlocks)
    Section(OS, "blocks").line("at least " + std::to_string(MinBlocks) + " per multiprocessor", MinBlocksWhy);
  if (!BlockOrder.empty())
    Section(OS, "order").line(BlockOrder);
  Section(OS, "registers")
      .line("about " + std::to_string(EstimatedRegisters) + " of at most " + std::to_string(RegisterLimit) + " per thread", RegistersWhy);
  Section Memory(OS, "shared");
  Memory.line(std::to_string(SharedBytes) + " of " + std::to_string(SharedLimit) + " bytes");
  for (const SharedSlot &Slot : Shared) {
    Memory.line(std::to_string(Slot.Offset) + " + " + std::to_string(Slot.Bytes) + " " + Slot.Name);
    for (const SharedUse &Use : Slot.Uses)
      Memory.line("  " + std::to_string(Slot.Offset + Use.Offset) + " + " + std::to_string(Use.Bytes) + " " + Use.What + lineOf(Use.Where));
  }
  Section Loops(OS, "pipelines");
  for (const PlannedPipeline &P : Pipelines) {
    Loops.line(std::to_string(P.Stages) + " slots of " + std::to_string(P.SlotBytes) + " bytes", P.Why);
    for (const PlannedPipeline::Load &Load : P.Loads)
      Loops.line("  " + Load.Tile + " " + Load.Type + " by " + std::to_string(Load.ChunkBytes) + " bytes" + lineOf(Load.Where));
  }
  Section Mma(OS, "products");
  for (const PlannedProduct &P : Products)
    Mma.line(P.Tile + " " + P.Type + lineOf(P.Where) + " by " + P.Instruction, P.Why);
  LayoutNames Names;
  Section Values(OS, "tiles");
  for (const PlannedTile &T : Tiles)
    Values.line(T.Name + " = " + T.Op + " " + T.Type + lineOf(T.Where) + ": " + nameOf(T.Home).str() +
                    (T.Layout ? ", " + std::to_string(T.Registers) + " registers, " + Names.of(*T.Layout) : ""),
                T.Why);
  Section Access(OS, "accesses");
  for (const PlannedAccess &A : Accesses)
    Access.line(A.Op + " " + A.Tile + " " + A.Type + lineOf(A.Where) + ": " + times(A.Count, std::to_string(A.Bytes) + " bytes") +
                    (A.Guard.empty() ? "" : ", " + A.Guard),
                A.Why);
  Section Moves(OS, "conversions");
  for (const PlannedConversion &C : Conversions) {
    Moves.line(C.Tile + " " + C.Type + " for " + C.For + lineOf(C.Where) + ": " + nameOf(C.How).str() +
               (C.SharedBytes ? ", " + std::to_string(C.SharedBytes) + " bytes" : "") + ", " + Names.of(C.From) + " to " + Names.of(C.To) +
               (C.InLoop ? ", in a loop" : ""));
  }
  Section Meetings(OS, "barriers");
  for (const PlannedBarrier &B : Barriers)
    Meetings.line(B.Op + lineOf(B.Where) + (B.InLoop ? ", in a loop" : ""), B.Why);
  Section No(OS, "refused");
  for (const PlanRefusal &R : Refused)
    No.line(R.What + lineOf(R.Where), R.Why);
  Section Layouts(OS, "layouts");
  for (const auto &[Text, Name] : Names.all())
    Layouts.line(Name + " " + Text);
}

//===-- JSON ----------------------------------------------------------------------===//

static json::Value toJSON(const SourcePlace &Where) {
  return json::Object{{"file", Where.File}, {"line", int64_t(Where.Line)}, {"column", int64_t(Where.Column)}};
}

static json::Value toJSON(const LinearLayout &Layout) {
  auto bases = [&](LinearLayout::Dim D) {
    json::Array Result;
    for (uint32_t Basis : Layout.bases(D))
      Result.push_back(int64_t(Basis));
    return Result;
  };
  return json::Object{{"index_bits", int64_t(Layout.numIndexBits())},
                      {"registers", bases(LinearLayout::Register)},
                      {"lanes", bases(LinearLayout::Lane)},
                      {"warps", bases(LinearLayout::Warp)}};
}

template <class Entry, class Function> static json::Array arrayOf(const std::vector<Entry> &Entries, Function ToObject) {
  json::Array Result;
  for (const Entry &E : Entries)
    Result.push_back(ToObject(E));
  return Result;
}

json::Value PlanRecord::toJSON() const {
  using cutile::toJSON;
  json::Object Result{{"kernel", Kernel},
                      {"target", Target},
                      {"where", toJSON(Where)},
                      {"threads", int64_t(Threads)},
                      {"threads_why", ThreadsWhy},
                      {"min_blocks", int64_t(MinBlocks)},
                      {"min_blocks_why", MinBlocksWhy},
                      {"block_order", BlockOrder},
                      {"estimated_registers", int64_t(EstimatedRegisters)},
                      {"registers_why", RegistersWhy},
                      {"register_limit", int64_t(RegisterLimit)},
                      {"shared_bytes", int64_t(SharedBytes)},
                      {"shared_limit", int64_t(SharedLimit)}};
  Result["pipelines"] = arrayOf(Pipelines, [](const PlannedPipeline &P) {
    json::Array Loads = arrayOf(P.Loads, [](const PlannedPipeline::Load &L) {
      return json::Object{{"tile", L.Tile}, {"type", L.Type}, {"chunk_bytes", int64_t(L.ChunkBytes)}, {"where", toJSON(L.Where)}};
    });
    return json::Object{{"stages", int64_t(P.Stages)}, {"slot_bytes", int64_t(P.SlotBytes)}, {"loads", std::move(Loads)}, {"why", P.Why}};
  });
  Result["products"] = arrayOf(Products, [](const PlannedProduct &P) {
    return json::Object{{"tile", P.Tile}, {"type", P.Type}, {"instruction", P.Instruction}, {"why", P.Why}, {"where", toJSON(P.Where)}};
  });
  Result["tiles"] = arrayOf(Tiles, [](const PlannedTile &T) {
    json::Array Dims;
    for (uint64_t D : T.Dims)
      Dims.push_back(int64_t(D));
    json::Object O{{"name", T.Name},         {"op", T.Op},
                   {"type", T.Type},         {"dims", std::move(Dims)},
                   {"home", nameOf(T.Home)}, {"registers", int64_t(T.Registers)},
                   {"why", T.Why},           {"where", toJSON(T.Where)}};
    if (T.Layout)
      O["layout"] = toJSON(*T.Layout);
    return O;
  });
  Result["accesses"] = arrayOf(Accesses, [](const PlannedAccess &A) {
    return json::Object{{"op", A.Op},     {"tile", A.Tile},   {"type", A.Type}, {"bytes", int64_t(A.Bytes)}, {"count", int64_t(A.Count)},
                        {"wide", A.Wide}, {"guard", A.Guard}, {"why", A.Why},   {"where", toJSON(A.Where)}};
  });
  Result["conversions"] = arrayOf(Conversions, [](const PlannedConversion &C) {
    return json::Object{{"tile", C.Tile},
                        {"type", C.Type},
                        {"for", C.For},
                        {"how", nameOf(C.How)},
                        {"from", toJSON(C.From)},
                        {"to", toJSON(C.To)},
                        {"shared_bytes", int64_t(C.SharedBytes)},
                        {"in_loop", C.InLoop},
                        {"where", toJSON(C.Where)}};
  });
  Result["barriers"] = arrayOf(Barriers, [](const PlannedBarrier &B) {
    return json::Object{{"op", B.Op}, {"why", B.Why}, {"in_loop", B.InLoop}, {"where", toJSON(B.Where)}};
  });
  Result["shared"] = arrayOf(Shared, [](const SharedSlot &S) {
    json::Array Uses = arrayOf(S.Uses, [](const SharedUse &U) {
      return json::Object{{"what", U.What}, {"offset", int64_t(U.Offset)}, {"bytes", int64_t(U.Bytes)}, {"where", toJSON(U.Where)}};
    });
    return json::Object{{"name", S.Name}, {"offset", int64_t(S.Offset)}, {"bytes", int64_t(S.Bytes)}, {"uses", std::move(Uses)}};
  });
  Result["refused"] =
      arrayOf(Refused, [](const PlanRefusal &R) { return json::Object{{"what", R.What}, {"why", R.Why}, {"where", toJSON(R.Where)}}; });
  return Result;
}

} // namespace cutile
