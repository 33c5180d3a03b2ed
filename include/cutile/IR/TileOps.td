//===- TileOps.td - every tile operation, described once ------------------===//
//
// The API header calls `cuda::tiles::__op::NAME<R>(operands..., constants...)`; Import turns each call into
// `@cutile.NAME.<types>(operands..., constants...)` with the same arguments (or expands it to LLVM instructions, for
// records of class ImportOp). One record per op; from it follow the enum, the name table, the memory facts, the
// dispatch tables of verifier and lowerings, docs/ops.md and the coverage tests.
//
// Argument notation in `Operands`, in this order:
//   x : tile<E>      an LLVM vector <N x T>, N = number of elements, row major (a scalar of the API is <1 x T>)
//   p : ptr, i : i64 uniform scalars
//   constants        `i32` (or `i64` where said) immediates, written name:enum of api/op_codes.h
//   dims             `rank` stands first: `rank, dims` is rank followed by that many lengths
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"


class Op<string name, string group> {
  string Name = name;
  string Group = group;      // also the folder below test/Ops and the section of docs/ops.md
  string Summary = "";
  string Operands = "";
  string Result = "";
  bits<2> Memory = 0;        // bit 0 reads, bit 1 writes
}

// An op that Import expands to plain LLVM vector instructions; the string names a function of lib/Transforms.
class ImportOp<string name, string group, string expand> : Op<name, group> {
  string Expand = expand;
}

// An op of the tile IR. `Verify` names a function of lib/IR, `Lower` one of each target.
class TileOp<string name, string group, string verify, string lower> : Op<name, group> {
  string Verify = verify;
  string Lower = lower;
}

//===-- Elementwise, expanded or kept --------------------------------------===//
// All have the form (operands..., kind:element_kind, mode:rounding or nan_mode, subnormals:subnormals). Import expands a
// call whose meaning plain LLVM has; what is left (directed rounding, flushing, transcendental functions) stays a call.

class ElementwiseOp<string name, string summary, string operands> : TileOp<name, "Elementwise", "verifyElementwise", "lowerElementwise"> {
  let Summary = summary;
  let Operands = operands # ", kind:element_kind, mode, subnormals";
  let Result = "tile<E>";
}
class BinaryOp<string name, string summary> : ElementwiseOp<name, summary, "a : tile<E>, b : tile<E>">;
class UnaryOp<string name, string summary> : ElementwiseOp<name, summary, "x : tile<E>">;

def Add : BinaryOp<"add", "a + b; exclusive or for bool">;
def Sub : BinaryOp<"sub", "a - b; exclusive or for bool">;
def Mul : BinaryOp<"mul", "a * b; and for bool">;
def Div : BinaryOp<"div", "a / b; integers truncate toward zero">;
def Sqrt : UnaryOp<"sqrt", "square root">;
def Rsqrt : UnaryOp<"rsqrt", "reciprocal square root">;
def Exp : UnaryOp<"exp", "e to the x">;
def Exp2 : UnaryOp<"exp2", "2 to the x">;
def Log : UnaryOp<"log", "natural logarithm">;
def Log2 : UnaryOp<"log2", "logarithm to base 2">;
def Sin : UnaryOp<"sin", "sine">;
def Cos : UnaryOp<"cos", "cosine">;
def Tan : UnaryOp<"tan", "tangent">;
def Sinh : UnaryOp<"sinh", "hyperbolic sine">;
def Cosh : UnaryOp<"cosh", "hyperbolic cosine">;
def Tanh : UnaryOp<"tanh", "hyperbolic tangent">;
def Pow : BinaryOp<"pow", "a to the power b">;
def Powi : ElementwiseOp<"powi", "a to the integer power b", "a : tile<E>, b : tile<i32>">;
def Atan2 : BinaryOp<"atan2", "angle of the point (b, a)">;
def Fma : ElementwiseOp<"fma", "a * b + c, rounded once", "a : tile<E>, b : tile<E>, c : tile<E>">;
def Min : BinaryOp<"min", "smaller element, NaN by nan_mode, -0 < +0">;
def Max : BinaryOp<"max", "larger element, NaN by nan_mode, -0 < +0">;

def Cast : TileOp<"cast", "Elementwise", "verifyCast", "lowerCast"> {
  let Summary = "converts each element; Import expands conversions that LLVM has, restricted and directed ones stay";
  let Operands = "x : tile<E>, from:element_kind, to:element_kind, mode:rounding, saturation:saturation";
  let Result = "tile<F>";
}

class ExpandedElementwise<string name, string expand, string summary, string operands> : ImportOp<name, "Elementwise", expand> {
  let Summary = summary;
  let Operands = operands;
  let Result = "tile<E>";
}
class ExpandedBinary<string name, string expand, string summary>
    : ExpandedElementwise<name, expand, summary, "a : tile<E>, b : tile<E>, kind:element_kind, mode, subnormals">;
class ExpandedUnary<string name, string expand, string summary>
    : ExpandedElementwise<name, expand, summary, "x : tile<E>, kind:element_kind, mode, subnormals">;

def Rem : ExpandedBinary<"rem", "expandRem", "remainder with the sign of a; truncating for floating point">;
def FloorDiv : ExpandedBinary<"floordiv", "expandFloorDiv", "integer quotient rounded toward minus infinity">;
def CeilDiv : ExpandedBinary<"ceildiv", "expandCeilDiv", "integer quotient rounded toward plus infinity">;
def MulHi : ExpandedBinary<"mulhi", "expandMulHi", "high half of the unsigned product">;
def And : ExpandedBinary<"bit_and", "expandBitwise", "bitwise and">;
def Or : ExpandedBinary<"bit_or", "expandBitwise", "bitwise or">;
def Xor : ExpandedBinary<"bit_xor", "expandBitwise", "bitwise exclusive or">;
def Shl : ExpandedBinary<"shl", "expandShift", "a << b, b of a's width, already clamped to unsigned; amounts of at least the width give 0">;
def Shr : ExpandedBinary<"shr", "expandShift", "a >> b, arithmetic for signed kinds; amounts of at least the width give 0 or the sign">;
def Neg : ExpandedUnary<"neg", "expandNeg", "-x; flips the sign bit for floating point">;
def Not : ExpandedUnary<"bit_not", "expandNot", "~x; logical not for bool">;
def Abs : ExpandedUnary<"abs", "expandAbs", "absolute value">;
def Ceil : ExpandedUnary<"ceil", "expandRounding", "smallest integer not below x">;
def Floor : ExpandedUnary<"floor", "expandRounding", "largest integer not above x">;
def IsNan : ExpandedElementwise<"isnan", "expandIsNan", "1 for NaN", "x : tile<E>, kind:element_kind"> { let Result = "tile<i8>"; }
def IsInf : ExpandedElementwise<"isinf", "expandIsInf", "1 for infinities", "x : tile<E>, kind:element_kind"> { let Result = "tile<i8>"; }
def Compare : ExpandedElementwise<"compare", "expandCompare", "1 where the predicate holds",
                                  "a : tile<E>, b : tile<E>, kind:element_kind, predicate:predicate"> { let Result = "tile<i8>"; }
def Select : ExpandedElementwise<"select", "expandSelect", "a where condition is not 0, else b", "condition : tile<i8>, a : tile<E>, b : tile<E>">;
def Bitcast : ExpandedElementwise<"bitcast", "expandBitcast", "same bits, other element type of the same width", "x : tile<E>">;

//===-- Creation -----------------------------------------------------------===//

def Splat : ImportOp<"splat", "Creation", "expandSplat"> {
  let Summary = "every element is the scalar x (a C++ scalar or pointer; pointers become i64)";
  let Operands = "x : scalar"; let Result = "tile<E>";
}
def Extract1 : ImportOp<"to_scalar", "Creation", "expandToScalar"> {
  let Summary = "the only element of a one-element tile, as a scalar (pointer for pointer tiles)";
  let Operands = "x : tile<E>, N = 1"; let Result = "scalar";
}
def Iota : TileOp<"iota", "Creation", "verifyIota", "lowerIota"> {
  let Summary = "element k, in row major order, is k"; let Result = "tile<iN>";
}

//===-- Shape manipulation (reshape is the identity and needs no op) --------===//

def Broadcast : TileOp<"broadcast", "Shape", "verifyBroadcast", "lowerBroadcast"> {
  let Summary = "repeats along dimensions of length 1; ranks are equal (the header adds leading ones)";
  let Operands = "x : tile<E>, rank, source dims, result dims"; let Result = "tile<E>";
}
def Permute : TileOp<"permute", "Shape", "verifyPermute", "lowerPermute"> {
  let Summary = "result dimension i is source dimension p[i]";
  let Operands = "x : tile<E>, rank, source dims, p[rank]"; let Result = "tile<E>";
}
def Cat : TileOp<"cat", "Shape", "verifyCat", "lowerCat"> {
  let Summary = "a and b, of equal shape, joined along dimension dim";
  let Operands = "a : tile<E>, b : tile<E>, rank, dims of a, dim"; let Result = "tile<E>";
}
def Extract : TileOp<"extract", "Shape", "verifyExtract", "lowerExtract"> {
  let Summary = "the sub-tile at a run-time index, which counts sub-tiles and wraps";
  let Operands = "x : tile<E>, index[rank] : i64, rank, source dims, result dims"; let Result = "tile<E>";
}
def Insert : TileOp<"insert", "Shape", "verifyInsert", "lowerInsert"> {
  let Summary = "x with the sub-tile at a run-time index replaced by y";
  let Operands = "x : tile<E>, y : tile<E>, index[rank] : i64, rank, dims of x, dims of y"; let Result = "tile<E>";
}

//===-- Reductions and scans -------------------------------------------------===//

def Reduce : TileOp<"reduce", "Reduction", "verifyReduce", "lowerReduce"> {
  let Summary = "combines along dimension dim, whose length becomes 1";
  let Operands = "x : tile<E>, rank, dims, dim, combiner:combiner, kind:element_kind, mode:rounding or nan_mode, subnormals";
  let Result = "tile<E>";
}
def ArgReduce : TileOp<"arg_reduce", "Reduction", "verifyArgReduce", "lowerArgReduce"> {
  let Summary = "index along dim of the largest (combine_max) or smallest element, the first of equals; NaN anywhere";
  let Operands = "x : tile<E>, rank, dims, dim, combiner:combiner, kind:element_kind"; let Result = "tile<i32>";
}
def Scan : TileOp<"scan", "Reduction", "verifyScan", "lowerScan"> {
  let Summary = "inclusive running sum or product along dim, from the last element when backward is 1";
  let Operands = "x : tile<E>, rank, dims, dim, combiner:combiner, kind:element_kind, backward, mode:rounding, subnormals";
  let Result = "tile<E>";
}

//===-- Matrix multiplication --------------------------------------------------===//

def Mma : TileOp<"mma", "MatrixMultiply", "verifyMma", "lowerMma"> {
  let Summary = "a * b + c over batches; a or b with batch length 1 serve every batch";
  let Operands = "a : tile<[Ba,M,K]>, b : tile<[Bb,K,N]>, c : tile<[B,M,N]>, B, Ba, Bb, M, N, K, kind a, kind b, kind c:element_kind";
  let Result = "type of c";
}
def ScaledMma : TileOp<"scaled_mma", "MatrixMultiply", "verifyScaledMma", "lowerScaledMma"> {
  let Summary = "a * b + c where blocks of k of a and b have scale factors";
  let Operands = "a, scale_a : tile<[Bsa,M,K/s]>, b, scale_b : tile<[Bsb,K/s,N]>, c, B, Ba, Bb, Bsa, Bsb, M, N, K, s, kind a, kind b, kind scale:element_kind";
  let Result = "type of c";
}

//===-- Memory: pointer tiles ----------------------------------------------------===//
// ptrs : tile<i64> addresses in bytes; mask : tile<i8> of the same number of elements, a constant splat of 1 when the
// call has no mask; padding : tile<E>, undef when the call has none.

def Load : TileOp<"load", "Memory", "verifyLoad", "lowerLoad"> {
  let Summary = "weak loads"; let Operands = "ptrs, mask, padding"; let Result = "tile<E>"; let Memory = 1;
}
def Store : TileOp<"store", "Memory", "verifyStore", "lowerStore"> {
  let Summary = "weak stores"; let Operands = "ptrs, value : tile<E>, mask"; let Memory = 2;
}
def AtomicLoad : TileOp<"atomic_load", "Atomic", "verifyAtomicLoad", "lowerAtomicLoad"> {
  let Summary = "strong loads"; let Operands = "ptrs, mask, padding, order:order, scope:scope"; let Result = "tile<E>"; let Memory = 3;
}
def AtomicStore : TileOp<"atomic_store", "Atomic", "verifyAtomicStore", "lowerAtomicStore"> {
  let Summary = "strong stores"; let Operands = "ptrs, value : tile<E>, mask, order:order, scope:scope"; let Memory = 3;
}
def AtomicRmw : TileOp<"atomic_rmw", "Atomic", "verifyAtomicRmw", "lowerAtomicRmw"> {
  let Summary = "read-modify-write, gives the old values";
  let Operands = "ptrs, value : tile<E>, mask, operation:rmw_operation, kind:element_kind, order:order, scope:scope";
  let Result = "tile<E>"; let Memory = 3;
}
def AtomicCas : TileOp<"atomic_cas", "Atomic", "verifyAtomicCas", "lowerAtomicCas"> {
  let Summary = "stores desired where memory equals expected bit for bit, gives the old values";
  let Operands = "ptrs, expected : tile<E>, desired : tile<E>, mask, kind:element_kind, order:order, scope:scope";
  let Result = "tile<E>"; let Memory = 3;
}

//===-- Memory: views --------------------------------------------------------------===//
// base : ptr to the first element; extents, strides and starts count elements, starts is the index of the first element of the
// block. masked = 1: elements outside [0, extent) are padded or dropped.

def ViewLoad : TileOp<"view_load", "Memory", "verifyViewLoad", "lowerViewLoad"> {
  let Summary = "loads a block of a strided array";
  let Operands = "base : ptr, extents[rank] : i64, strides[rank] : i64, starts[rank] : i64, rank, dims, masked, padding:padding, kind:element_kind";
  let Result = "tile<E>"; let Memory = 1;
}
def ViewStore : TileOp<"view_store", "Memory", "verifyViewStore", "lowerViewStore"> {
  let Summary = "stores a block of a strided array";
  let Operands = "value : tile<E>, base : ptr, extents[rank] : i64, strides[rank] : i64, starts[rank] : i64, rank, dims, masked, kind:element_kind";
  let Memory = 2;
}
def ViewPointers : TileOp<"view_pointers", "Memory", "verifyViewPointers", "lowerViewPointers"> {
  let Summary = "addresses of the elements of a block, for atomics on views";
  let Operands = "base : ptr, strides[rank] : i64, starts[rank] : i64, rank, dims, element bytes"; let Result = "tile<i64>";
}
def ViewMask : TileOp<"view_mask", "Memory", "verifyViewMask", "lowerViewMask"> {
  let Summary = "1 where the element of a block lies inside the extents";
  let Operands = "extents[rank] : i64, starts[rank] : i64, rank, dims"; let Result = "tile<i8>";
}

//===-- Assumptions: the result is x, with a promise ---------------------------------===//
// x is a scalar integer, a scalar pointer or a tile (of integers or addresses).

class AssumeOp<string name, string summary, string constants> : TileOp<name, "Assumption", "verifyAssume", "lowerAssume"> {
  let Summary = summary; let Operands = "x, " # constants; let Result = "type of x";
}
def AssumeAligned : AssumeOp<"assume_aligned", "addresses divisible by n bytes", "n : i64">;
def AssumeAlignedStrided : AssumeOp<"assume_aligned_strided", "the first of every `every` addresses along dim is divisible by n", "n : i64, every : i64, dim, rank, dims">;
def AssumeDivisible : AssumeOp<"assume_divisible", "divisible by n", "n : i64">;
def AssumeDivisibleStrided : AssumeOp<"assume_divisible_strided", "the first of every `every` values along dim is divisible by n", "n : i64, every : i64, dim, rank, dims">;
def AssumeBounded : AssumeOp<"assume_bounded", "lower <= x <= upper where has_lower, has_upper; compared as kind says",
                             "lower : i64, upper : i64, has_lower, has_upper, kind:element_kind">;
def AssumeBlocked : AssumeOp<"assume_blocked", "elements equal within aligned blocks", "rank, dims, block dims">;

//===-- Grid, printing, hints ------------------------------------------------------------===//

def BlockIndex : TileOp<"bid", "Grid", "verifyGrid", "lowerBlockIndex"> {
  let Summary = "index of this block"; let Operands = "dim"; let Result = "i32";
}
def NumBlocks : TileOp<"num_blocks", "Grid", "verifyGrid", "lowerNumBlocks"> {
  let Summary = "number of blocks"; let Operands = "dim"; let Result = "i32";
}
def Printf : TileOp<"printf", "Print", "verifyPrintf", "lowerPrintf"> {
  let Summary = "prints; a tile takes one conversion and prints as nested lists";
  let Operands = "format : ptr, count, then per argument: value (tile, scalar or pointer), kind:element_kind, rank (-1 for a C++ scalar or pointer), dims";
  let Result = "i32, number of arguments"; let Memory = 3;
}
// Brackets around the statement that carries a hint; Import moves the hint to the accesses in between as metadata
// !cutile.latency / !cutile.allow_tma and removes the markers.
def HintBegin : ImportOp<"hint_begin", "Hint", "expandHint"> {
  let Summary = "begins a hinted statement"; let Operands = "hint:hint_kind, value"; let Memory = 3;
}
def HintEnd : ImportOp<"hint_end", "Hint", "expandHint"> {
  let Summary = "ends a hinted statement"; let Memory = 3;
}

//===-- Tables -------------------------------------------------------------------------------===//

def OpKind : GenericEnum { let FilterClass = "Op"; }
def TileOpTable : GenericTable {
  let FilterClass = "TileOp";
  let CppTypeName = "TileOpInfo";
  let Fields = ["Name", "Group", "Summary", "Operands", "Result", "Memory"];
}
def ImportOpTable : GenericTable {
  let FilterClass = "ImportOp";
  let CppTypeName = "ImportOpInfo";
  let Fields = ["Name", "Group", "Summary", "Expand"];
  string TypeOf_Expand = "code";
}
def VerifyTable : GenericTable {
  let FilterClass = "TileOp";
  let CppTypeName = "VerifyInfo";
  let Fields = ["Name", "Verify"];
  string TypeOf_Verify = "code";
}
def LowerTable : GenericTable {
  let FilterClass = "TileOp";
  let CppTypeName = "LowerInfo";
  let Fields = ["Name", "Lower"];
  string TypeOf_Lower = "code";
}
