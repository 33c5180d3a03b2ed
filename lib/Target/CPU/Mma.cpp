//===- Mma.cpp - matrix products through runtime/cpu ----------------------===//
#include "Lowerings.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cutile::cpu {

namespace {
/// The constants that mma and scaled_mma share.
struct Product {
  uint64_t Batches, BatchesA, BatchesB, M, N, K;
};
} // namespace

/// The type products are computed in for accumulators of type \p T.
static Type *workType(Type *T) { return T->isHalfTy() || T->isBFloatTy() ? Type::getFloatTy(T->getContext()) : T; }

/// Memory with the elements of \p X of kind \p Kind as \p Work.
static Value *operand(KernelLowering &K, Value *X, int Kind, Type *Work) {
  if (X->getType()->getScalarType() == Work)
    return K.data(X);
  const unsigned N = tileSize(X->getType());
  Value *To = K.temporary(Work, N);
  K.forEach(Log2_32(N), K.cuts(X), [&](const Index &At) { K.store(widen(K, K.element(X, At), Kind, Work), To, At.linear(K.B)); });
  return To;
}

/// result = c + the product of the matrices in \p A and \p B.
static void multiply(KernelLowering &K, const TileCall &Op, Value *C, Value *A, Value *B, const Product &P) {
  Builder &Build = K.B;
  Type *T = C->getType()->getScalarType(), *Work = workType(T);
  const unsigned N = tileSize(C->getType());
  StringRef Name = Work->isDoubleTy() ? "cutile_cpu_mma_f64" : Work->isIntegerTy() ? "cutile_cpu_mma_i32" : "cutile_cpu_mma_f32";
  Type *Pointer = Build.getPtrTy(), *Long = Build.getInt64Ty();
  FunctionCallee Callee = K.runtime(Name, Build.getVoidTy(), {Pointer, Pointer, Pointer, Long, Long, Long, Long, Long, Long});
  auto Call = [&](Value *Sums) {
    Build.CreateCall(Callee, {Sums, A, B, K.constant(P.Batches), K.constant(P.BatchesA), K.constant(P.BatchesB), K.constant(P.M), K.constant(P.N),
                              K.constant(P.K)});
  };
  auto Fill = [&](Value *To) {
    K.forEach(Log2_32(N), K.cuts(C), [&](const Index &At) {
      Value *V = K.element(C, At);
      K.store(T == Work ? V : Build.CreateFPExt(V, Work), To, At.linear(Build));
    });
  };
  if (T == Work && K.inBuffer(C) && K.diesAt(C, &Op.call())) {
    Call(K.takeOver(&Op.call(), C));
    return;
  }
  if (T == Work) {
    Value *To = K.allocate(&Op.call());
    Fill(To);
    Call(To);
    K.finish(&Op.call());
    return;
  }
  Value *Sums = K.temporary(Work, N);
  Fill(Sums);
  Call(Sums);
  Value *To = K.allocate(&Op.call());
  K.forEach(Log2_32(N), 0, [&](const Index &At) { K.store(Build.CreateFPTrunc(K.load(Work, Sums, At.linear(Build)), T), To, At.linear(Build)); });
  K.finish(&Op.call());
}

void lowerMma(KernelLowering &K, const TileCall &Op) {
  auto Number = [&](unsigned I) { return uint64_t(Op.constant(I)); };
  Type *Work = workType(Op.call().getType()->getScalarType());
  const Product P{Number(3), Number(4), Number(5), Number(6), Number(7), Number(8)};
  Value *A = operand(K, Op.operand(0), Op.constant(9), Work);
  Value *B = operand(K, Op.operand(1), Op.constant(10), Work);
  multiply(K, Op, Op.operand(2), A, B, P);
}

/// Memory with the elements of \p X times the scale factors of blocks of \p Block along the inner dimension.
/// \p Inner says which of the last two dimensions, of \p Rows x \p Columns, that is.
static Value *scaled(KernelLowering &K, Value *X, Value *Scale, int Kind, int ScaleKind, uint64_t Rows, uint64_t Columns, uint64_t ScaleBatches,
                     uint64_t Block, bool InnerIsColumn) {
  Builder &B = K.B;
  const unsigned All = Log2_32(tileSize(X->getType())), R = Log2_64(Rows), C = Log2_64(Columns), S = Log2_64(Block);
  Type *Float = B.getFloatTy();
  Value *To = K.temporary(Float, uint64_t(1) << All);
  K.forEach(All, K.cuts(X) | uint64_t(1) << C | uint64_t(1) << (R + C) | uint64_t(1) << (InnerIsColumn ? S : C + S), [&](const Index &At) {
    Index Factor = ScaleBatches == 1 ? Index() : At.slice(B, R + C, All);
    Factor.append(At.slice(B, InnerIsColumn ? C : C + S, R + C));
    Factor.append(At.slice(B, InnerIsColumn ? S : 0, C));
    K.store(B.CreateFMul(widen(K, K.element(X, At), Kind, Float), widen(K, K.element(Scale, Factor), ScaleKind, Float)), To, At.linear(B));
  });
  return To;
}

void lowerScaledMma(KernelLowering &K, const TileCall &Op) {
  // a, scale_a, b, scale_b, c, B, Ba, Bb, Bsa, Bsb, M, N, K, s, kind a, kind b, kind scale
  auto Number = [&](unsigned I) { return uint64_t(Op.constant(I)); };
  const Product P{Number(5), Number(6), Number(7), Number(10), Number(11), Number(12)};
  const uint64_t Block = Number(13);
  const int Scale = Op.constant(16);
  Value *A = scaled(K, Op.operand(0), Op.operand(1), Op.constant(14), Scale, P.M, P.K, Number(8), Block, true);
  Value *B = scaled(K, Op.operand(2), Op.operand(3), Op.constant(15), Scale, P.K, P.N, Number(9), Block, false);
  multiply(K, Op, Op.operand(4), A, B, P);
}

} // namespace cutile::cpu
