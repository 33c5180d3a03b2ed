//===- KernelLowering.h - one tile kernel, tile by tile ---------*- C++ -*-===//
//
// A tile is in one of these homes while its kernel is lowered:
//
//   scalar      a tile of one element: an SSA value
//   elements    no memory: a function that computes the element at an index where it is needed
//   buffer      memory of the block, row major, i1 as i8
//
// An index of a tile of 2^n elements is n bits. It is kept as a list of fields, each with the loop variable that runs over it, so that
// broadcasting, permuting and slicing are operations on lists of bits and addresses stay affine in the loop variables.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_LIB_TARGET_CPU_KERNELLOWERING_H
#define CUTILE_LIB_TARGET_CPU_KERNELLOWERING_H

#include "cutile/IR/TileOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include <functional>
#include <memory>

namespace cutile {
class DiagnosticSink;
}

namespace cutile::cpu {

using Builder = llvm::IRBuilder<>;

/// Bits of an index and the i64 value that holds them; no value means zero.
struct Field {
  llvm::Value *Var = nullptr;
  unsigned Bits = 0;
};

/// Position in a tile, most significant field first.
class Index {
public:
  Index() = default;
  Index(llvm::ArrayRef<Field> List) {
    for (const Field &F : List)
      push(F);
  }

  void push(Field F) {
    if (F.Bits)
      Fields.push_back(F);
  }
  void append(const Index &Other) { Fields.append(Other.Fields.begin(), Other.Fields.end()); }
  unsigned bits() const;
  /// Bits [\p Low, \p High), counted from the least significant one.
  Index slice(Builder &B, unsigned Low, unsigned High) const;
  /// The number that the bits form, as i64.
  llvm::Value *linear(Builder &B) const;

private:
  llvm::SmallVector<Field, 6> Fields;
};

using Elements = std::function<llvm::Value *(const Index &)>;

/// Memory of a block that holds one tile or one local array.
struct Buffer {
  llvm::Instruction *Pointer = nullptr; ///< placeholder that becomes an address inside the scratch memory
  uint64_t Bytes = 0;
  int Block = -1; ///< the only block that uses it; -2 if several do
  unsigned First = 0, Last = 0;
};

class KernelLowering {
public:
  /// \p F has the type of cpu::BlockFunction and the body of a tile kernel. \p Sink may be null.
  KernelLowering(llvm::Function &F, DiagnosticSink *Sink);

  /// Removes every vector and tile op. Afterwards scratchBytes and mayWait are known.
  void run();
  uint64_t scratchBytes() const { return ScratchBytes; }
  bool mayWait() const { return MayWait; }

  // For the lowerings of ops. Code is inserted in front of the instruction that is being lowered.
  Builder B;

  llvm::Module &module() { return *F.getParent(); }
  llvm::Value *constant(uint64_t V) { return B.getInt64(V); }
  /// A function of runtime/cpu.
  llvm::FunctionCallee runtime(llvm::StringRef Name, llvm::Type *Result, llvm::ArrayRef<llvm::Type *> Arguments);
  /// Reports that \p Op cannot be lowered for its types.
  void unsupported(const TileCall &Op);
  void unsupported(const llvm::Instruction &I, llvm::StringRef What);

  // Reading operands.
  /// The element of \p Tile at \p At; i1 for tiles of i1.
  llvm::Value *element(llvm::Value *Tile, const Index &At);
  /// The only element of a tile of one element.
  llvm::Value *scalar(llvm::Value *Tile) { return element(Tile, {}); }
  /// The element of a tile of addresses, as a pointer.
  llvm::Value *pointer(llvm::Value *Tile, const Index &At);
  /// Memory that holds the elements of \p Tile; for one element a copy.
  llvm::Value *data(llvm::Value *Tile);
  /// Bit positions where a loop over \p Tile should be split to keep addresses affine.
  uint64_t cuts(llvm::Value *Tile) const;
  /// True if \p Tile is in a buffer.
  bool inBuffer(llvm::Value *Tile) const;
  /// True if no use of \p Tile can follow \p User before \p Tile is computed again.
  bool diesAt(llvm::Value *Tile, llvm::Instruction *User) const;

  // Defining results.
  /// \p Result has the elements \p Compute; decides where they live. \p Reindexes: not computed from the operands' elements of the
  /// same index alone. \p Extra are cuts beside those of the operands (which count only if not \p Reindexes).
  void define(llvm::Instruction *Result, Elements Compute, bool Reindexes = false, uint64_t Extra = 0);
  /// \p Result gets a new buffer, or for one element a stack slot that finish reads.
  llvm::Value *allocate(llvm::Instruction *Result);
  /// Ends the definition of \p Result begun by allocate: all elements are stored.
  void finish(llvm::Instruction *Result);
  /// \p Result takes over the buffer of \p Tile, which dies.
  llvm::Value *takeOver(llvm::Instruction *Result, llvm::Value *Tile);
  /// Memory for \p Count elements of \p T used by the current lowering.
  llvm::Value *temporary(llvm::Type *T, uint64_t Count);

  // Memory. i1 is stored as i8.
  static llvm::Type *storage(llvm::Type *T);
  llvm::Value *load(llvm::Type *T, llvm::Value *Base, llvm::Value *Offset);
  void store(llvm::Value *V, llvm::Value *Base, llvm::Value *Offset);

  // Control flow.
  void loop(llvm::Value *Begin, llvm::Value *End, llvm::function_ref<void(llvm::Value *)> Body);
  /// A loop that carries values: \p Body maps those before to those after an iteration.
  llvm::SmallVector<llvm::Value *, 2>
  loop(uint64_t Count, llvm::ArrayRef<llvm::Value *> Initial,
       llvm::function_ref<llvm::SmallVector<llvm::Value *, 2>(llvm::Value *, llvm::ArrayRef<llvm::Value *>)> Body);
  /// A nest of loops over all indices of \p Bits bits, one loop between two cuts.
  void forEach(unsigned Bits, uint64_t Cuts, llvm::function_ref<void(const Index &)> Body);
  /// \p Then where \p Condition holds, else \p Else.
  llvm::Value *choose(llvm::Value *Condition, llvm::function_ref<llvm::Value *()> Then, llvm::function_ref<llvm::Value *()> Else);
  void when(llvm::Value *Condition, llvm::function_ref<void()> Then);

  /// Moves the builder and keeps its debug location.
  void moveTo(llvm::BasicBlock *Block, llvm::BasicBlock::iterator Where);
  void moveTo(llvm::Instruction *I) { moveTo(I->getParent(), I->getIterator()); }
  void moveTo(llvm::BasicBlock *Block) { moveTo(Block, Block->end()); }

  /// The argument of cpu::BlockFunction.
  llvm::Value *blockInfo() { return F.getArg(1); }

private:
  struct Home {
    enum Kind { Scalar, Computed, InBuffer } Kind = Scalar;
    llvm::Value *Value = nullptr; // Scalar
    Elements Compute;             // Computed
    uint64_t Cuts = 0;
    unsigned Cost = 0;
    bool ReadsMemory = false;
    Buffer *Memory = nullptr;                              // InBuffer
    llvm::SmallVector<std::pair<Buffer *, bool>, 2> Reads; // Computed: buffers, and whether at another index
    llvm::DebugLoc Where;
  };

  void prepare();
  void lower(llvm::Instruction &I);
  void lowerCall(llvm::CallInst &Call);
  bool lowerVectorInstruction(llvm::Instruction &I);
  void lowerVectorLoad(llvm::LoadInst &Load);
  void lowerVectorStore(llvm::StoreInst &Store);
  void lowerInsertElement(llvm::InsertElementInst &I);
  void lowerShuffle(llvm::ShuffleVectorInst &I);
  void definePhi(llvm::PHINode &Phi);
  void completePhis();
  void copyOnEdge(unsigned Predecessor, unsigned Block);
  void materialise(llvm::Instruction *Result, const Home &H);
  void removeTiles();
  void placeBuffers();
  void placeAllocas();

  Buffer *newBuffer(uint64_t Bytes);
  llvm::Value *use(Buffer *M);
  const Home *home(llvm::Value *V) const;
  bool consumedOnce(llvm::Instruction *I) const;
  void touch(Buffer *M);
  llvm::Value *constantElement(llvm::Constant *C, const Index &At);
  llvm::Value *constantData(llvm::Constant *C);

  llvm::Function &F;
  DiagnosticSink *Sink;
  llvm::DenseMap<const llvm::Value *, Home> Homes;
  llvm::DenseMap<llvm::Constant *, llvm::GlobalVariable *> Tables;
  std::vector<std::unique_ptr<Buffer>> Buffers;
  llvm::DenseMap<const llvm::Value *, Buffer *> BufferOf;

  // The control flow before lowering: blocks are numbered in reverse post order.
  std::vector<llvm::SmallVector<llvm::Instruction *, 0>> Blocks;
  std::vector<llvm::SmallVector<unsigned, 2>> Successors, Predecessors;
  llvm::DenseMap<const llvm::Instruction *, unsigned> BlockOf;
  std::vector<unsigned> LastStep;
  std::vector<llvm::Instruction *> Dead;
  unsigned Step = 0;
  unsigned CurrentBlock = 0;
  uint64_t ScratchBytes = 0;
  bool MayWait = false;
};

/// log2 of each length.
llvm::SmallVector<unsigned, 4> dimBits(llvm::ArrayRef<uint64_t> Dims);
/// Cuts between dimensions.
uint64_t dimCuts(llvm::ArrayRef<unsigned> Bits);
/// \p At, an index of a tile with dimensions of \p Bits, as one index per dimension.
llvm::SmallVector<Index, 4> splitIndex(Builder &B, const Index &At, llvm::ArrayRef<unsigned> Bits);

/// Replaces arithmetic, casts, comparisons and intrinsics of half and bfloat by float and integer instructions.
void expandSmallFloats(llvm::Function &F);

} // namespace cutile::cpu

#endif
