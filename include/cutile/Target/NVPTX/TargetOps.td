//===- TargetOps.td - operations of the GPU that lowered kernels call -----===//
//
// Lowered kernels call `@cutile.nvptx.NAME(registers..., immediates...)` for machine operations that tests and the emulator
// must be able to see: matrix products, matrix loads, asynchronous copies, ordered atomics, approximate and directed
// arithmetic. ExpandTargetOpsPass replaces each call by an LLVM intrinsic or by inline assembly; `Emulate` names the
// function of tools/cutile-emu that executes the call on the CPU.
//
// Signature: `RESULT(OPERAND, ...)`, each `[count x]type`; several result registers come back as a struct.
//   i16 i32 i64 f32 f64   registers. b16 pairs travel as i32: the element with the smaller index in the low half
//   f16 bf16              one element
//   p1 p3                 pointers into global and shared memory
//   p*                    a pointer into any address space, which becomes a suffix of the name: `.p0`, `.p1`, `.p3`
//   imm order scope       constant i32; order and scope have the values of api/op_codes.h
//
// Text: the name of an intrinsic, or PTX with `$0`... for registers (results first) and `{order}`, `{scope}`, `{space}`
// for the immediates and the address space of a `p*`.
//
//===----------------------------------------------------------------------===//

include "llvm/TableGen/SearchableTable.td"

class Op<string name, string signature, string text, string emulate> {
  string Name = name;
  string Signature = signature;
  string Text = text;
  string Emulate = emulate;
  bit Asm = 0;          // Text is PTX, not an intrinsic
  bits<2> Memory = 0;   // bit 0 reads, bit 1 writes
  bit Convergent = 0;   // executed by a whole warp together
  bits<8> MinSM = 80;
  bits<8> MinPtx = 70;  // ten times the version
  string Symbol = NAME; // the enumerator, in C++ `target::NAME`
}
class AsmOp<string name, string signature, string text, string emulate> : Op<name, signature, text, emulate> { let Asm = 1; }

//===-- Matrix products: mma.sync, A row major, B column major ---------------===//
// Registers of one lane: A, B: 32 bits packed with consecutive k from the low bits up (f64: one element); C and D: f32, s32
// or f64 one element each, f16 two consecutive columns packed.

class MmaOp<int m, int n, int k, string a, string b, string c, string signature> : Op<"mma.m" # m # "n" # n # "k" # k # "." # c # "." # a # "." # b # "." # c, "",
    "llvm.nvvm.mma.m" # m # "n" # n # "k" # k # ".row.col." # signature, "emulateMma"> {
  let Convergent = 1;
  bits<8> M = m;
  bits<8> N = n;
  bits<8> K = k;
  string KindA = "op::kind_" # a;
  string KindB = "op::kind_" # b;
  string KindC = "op::kind_" # c;
  defvar input_bits = !cond(!eq(a, "f64") : 64, !eq(a, "tf32") : 32, !or(!eq(a, "f16"), !eq(a, "bf16")) : 16, true : 8);
  defvar lane_bits = !mul(32, !if(!eq(a, "f64"), 64, 32));
  defvar count_a = !div(!mul(m, k, input_bits), lane_bits);
  defvar count_b = !div(!mul(n, k, input_bits), lane_bits);
  defvar count_c = !div(!mul(m, n), !if(!eq(c, "f16"), 64, 32));
  bits<8> InputBits = input_bits;
  bits<8> RegistersA = count_a;
  bits<8> RegistersB = count_b;
  bits<8> RegistersC = count_c;
  string InputRegister = !if(!eq(a, "f64"), "f64", "i32");
  string OutputRegister = !cond(!eq(c, "f32") : "f32", !eq(c, "f64") : "f64", true : "i32");
  let Signature = count_c # "x" # OutputRegister # "(" # count_a # "x" # InputRegister # "," # count_b # "x" # InputRegister # "," # count_c # "x" # OutputRegister # ")";
}

foreach k = [8, 16] in {
  foreach c = ["f16", "f32"] in
    def Mma_m16n8k # k # _f16_ # c : MmaOp<16, 8, k, "f16", "f16", c, c # "." # c>;
  def Mma_m16n8k # k # _bf16_f32 : MmaOp<16, 8, k, "bf16", "bf16", "f32", "bf16">;
}
foreach k = [4, 8] in
  def Mma_m16n8k # k # _tf32_f32 : MmaOp<16, 8, k, "tf32", "tf32", "f32", "tf32">;
foreach k = [16, 32] in
  foreach a = ["s8", "u8"] in
    foreach b = ["s8", "u8"] in
      def Mma_m16n8k # k # _ # a # _ # b # _s32 : MmaOp<16, 8, k, a, b, "s32", !if(!eq(a, b), a, a # "." # b)>;
let MinSM = 89, MinPtx = 84 in
  foreach a = ["e4m3", "e5m2"] in
    foreach b = ["e4m3", "e5m2"] in
      foreach c = ["f16", "f32"] in
        def Mma_m16n8k32_ # a # _ # b # _ # c : MmaOp<16, 8, 32, a, b, c, c # "." # a # "." # b # "." # c> {
          let MinPtx = !if(!eq(c, "f16"), 87, 84);
        }
def Mma_m8n8k4_f64 : MmaOp<8, 8, 4, "f64", "f64", "f64", "f64">;
let MinSM = 90, MinPtx = 78 in
  foreach k = [4, 8, 16] in
    def Mma_m16n8k # k # _f64 : MmaOp<16, 8, k, "f64", "f64", "f64", "f64">;

//===-- Matrix loads and stores: 8 x 8 matrices of 16-bit elements ------------===//
// Lane 8 * i + r gives the address of row r (16 bytes, 16-byte aligned) of matrix i. Register i of lane l holds elements
// 2 * (l % 4) and + 1 of row l / 4 of matrix i, or of its transpose.

foreach n = [1, 2, 4] in
  foreach t = ["", "_trans"] in {
    defvar trans = !subst("_", ".", t);
    def Ldmatrix_x # n # t : Op<"ldmatrix.x" # n # trans, n # "xi32(p3)", "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x" # n # trans # ".b16", "emulateLdmatrix"> {
      let Convergent = 1;
      let Memory = 1;
      let MinSM = 75;
    }
    def Stmatrix_x # n # t : Op<"stmatrix.x" # n # trans, "void(p3," # n # "xi32)", "llvm.nvvm.stmatrix.sync.aligned.m8n8.x" # n # trans # ".b16", "emulateStmatrix"> {
      let Convergent = 1;
      let Memory = 2;
      let MinSM = 90;
      let MinPtx = 78;
    }
  }

//===-- Asynchronous copies from global to shared memory ----------------------===//
// `.zfill` copies only the last operand's number of bytes and writes zeros behind them. `cg` bypasses the first-level cache.

class CopyOp<string kind, int bytes, string suffix, string last>
    : Op<"cp.async." # kind # "." # bytes # suffix, "void(p3,p1" # last # ")",
         "llvm.nvvm.cp.async." # kind # ".shared.global." # bytes # !if(!eq(last, ""), "", ".s"), "emulateCopyAsync"> {
  let Memory = 3;
}
foreach bytes = [4, 8] in {
  def CpAsync_ca_ # bytes : CopyOp<"ca", bytes, "", "">;
  def CpAsync_ca_ # bytes # _zfill : CopyOp<"ca", bytes, ".zfill", ",i32">;
}
def CpAsync_cg_16 : CopyOp<"cg", 16, "", "">;
def CpAsync_cg_16_zfill : CopyOp<"cg", 16, ".zfill", ",i32">;

let Memory = 3 in {
  def CpAsync_commit_group : Op<"cp.async.commit_group", "void()", "llvm.nvvm.cp.async.commit.group", "emulateCommitGroup">;
  // Returns when at most `imm` groups of this thread are still under way.
  def CpAsync_wait_group : Op<"cp.async.wait_group", "void(imm)", "llvm.nvvm.cp.async.wait.group", "emulateWaitGroup">;
}

//===-- Atomics with order and scope -------------------------------------------===//
// LLVM 22 drops order and scope of atomicrmw (it prints the relaxed, device-wide instruction). cmpxchg of 32 and 64 bits,
// atomic loads and stores, and fences keep both and need no operation here.

class AtomOp<string operation, string type, string register, string emulate = "emulateAtomic">
    : AsmOp<"atom." # operation # "." # type, register # "(p*," # register # ",order,scope)",
            "atom.{order}.{scope}{space}." # operation # !if(!or(!eq(type, "f16"), !eq(type, "bf16")), ".noftz.", ".") # type # " $0, [$1], $2;", emulate> {
  let Memory = 3;
}
foreach t = ["u32", "u64"] in
  def Atom_add_ # t : AtomOp<"add", t, !subst("u", "i", t)>;
def Atom_add_f16 : AtomOp<"add", "f16", "f16">;
def Atom_add_bf16 : AtomOp<"add", "bf16", "bf16"> {
  let MinSM = 90;
  let MinPtx = 78;
}
foreach t = ["f32", "f64"] in
  def Atom_add_ # t : AtomOp<"add", t, t>;
foreach operation = ["min", "max"] in
  foreach t = ["s32", "u32", "s64", "u64"] in
    def Atom_ # operation # _ # t : AtomOp<operation, t, !subst("s", "i", !subst("u", "i", t))>;
foreach t = ["b32", "b64"] in {
  defvar register = !subst("b", "i", t);
  foreach operation = ["and", "or", "xor", "exch"] in
    def Atom_ # operation # _ # t : AtomOp<operation, t, register>;
}

//===-- Accesses under a predicate ---------------------------------------------===//
// Where the predicate is 0, memory is not accessed and a load gives its last operands. Bytes travel as i16.

foreach t = ["b8", "b16", "b32", "b64", "v2.b32", "v4.b32", "v2.b64"] in {
  defvar count = !cond(!eq(t, "v4.b32") : 4, !or(!eq(t, "v2.b32"), !eq(t, "v2.b64")) : 2, true : 1);
  defvar width = !cond(!or(!eq(t, "b8"), !eq(t, "b16")) : 16, !or(!eq(t, "b64"), !eq(t, "v2.b64")) : 64, true : 32);
  defvar suffix = !subst(".", "_", t);
  def Ld_pred_ # suffix
      : AsmOp<"ld.pred." # t, count # "xi" # width # "(p*,i1," # count # "xi" # width # ")",
              !cond(!eq(count, 1) : "mov.b" # width # " $0, $3; @$2 ld{space}." # t # " $0, [$1];",
                    !eq(count, 2) : "mov.b" # width # " $0, $4; mov.b" # width # " $1, $5; @$3 ld{space}." # t # " {$0, $1}, [$2];",
                    true : "mov.b32 $0, $6; mov.b32 $1, $7; mov.b32 $2, $8; mov.b32 $3, $9; @$5 ld{space}." # t # " {$0, $1, $2, $3}, [$4];"),
              "emulateLoadPredicated"> {
    let Memory = 1;
  }
  def St_pred_ # suffix : AsmOp<"st.pred." # t, "void(p*,i1," # count # "xi" # width # ")",
                                "@$1 st{space}." # t # " [$0], " # !cond(!eq(count, 1) : "$2;", !eq(count, 2) : "{$2, $3};", true : "{$2, $3, $4, $5};"),
                                "emulateStorePredicated"> {
    let Memory = 2;
  }
}

//===-- Approximate functions -----------------------------------------------------===//

class Approximate1<string name, string intrinsic> : Op<name, "f32(f32)", intrinsic, "emulateApproximate">;
foreach ftz = ["", "_ftz"] in {
  defvar f = !subst("_", ".", ftz);
  def Ex2_approx # ftz : Approximate1<"ex2.approx" # f # ".f32", "llvm.nvvm.ex2.approx" # f # ".f32">;
  def Sqrt_approx # ftz : Approximate1<"sqrt.approx" # f # ".f32", "llvm.nvvm.sqrt.approx" # f # ".f">;
  def Rsqrt_approx # ftz : Approximate1<"rsqrt.approx" # f # ".f32", "llvm.nvvm.rsqrt.approx" # f # ".f">;
  def Div_approx # ftz : Op<"div.approx" # f # ".f32", "f32(f32,f32)", "llvm.nvvm.div.approx" # f # ".f", "emulateApproximate">;
  def Div_full # ftz : Op<"div.full" # f # ".f32", "f32(f32,f32)", "llvm.nvvm.div.full" # f, "emulateApproximate">;
}
def Rcp_approx_ftz : AsmOp<"rcp.approx.ftz.f32", "f32(f32)", "rcp.approx.ftz.f32 $0, $1;", "emulateApproximate">;
def Tanh_approx : AsmOp<"tanh.approx.f32", "f32(f32)", "tanh.approx.f32 $0, $1;", "emulateApproximate">;

//===-- Arithmetic with a rounding mode: even, zero, minus and plus infinity ---------===//

class Directed<string operation, string mode, string ftz, string type, string operands>
    : Op<operation # "." # mode # ftz # "." # type, type # "(" # operands # ")",
         "llvm.nvvm." # operation # "." # mode # ftz # !if(!eq(type, "f32"), ".f", ".d"), "emulateDirected">;
foreach mode = ["rn", "rz", "rm", "rp"] in {
  foreach ftz = ["", "_ftz"] in {
    defvar f = !subst("_", ".", ftz);
    foreach operation = ["add", "mul", "div"] in
      def Rounded_ # operation # _ # mode # ftz # _f32 : Directed<operation, mode, f, "f32", "f32,f32">;
    def Rounded_fma_ # mode # ftz # _f32 : Directed<"fma", mode, f, "f32", "f32,f32,f32">;
    def Rounded_sqrt_ # mode # ftz # _f32 : Directed<"sqrt", mode, f, "f32", "f32">;
  }
  foreach operation = ["add", "mul", "div"] in
    def Rounded_ # operation # _ # mode # _f64 : Directed<operation, mode, "", "f64", "f64,f64">;
  def Rounded_fma_ # mode # _f64 : Directed<"fma", mode, "", "f64", "f64,f64,f64">;
  def Rounded_sqrt_ # mode # _f64 : Directed<"sqrt", mode, "", "f64", "f64">;
}

//===-- Conversions ---------------------------------------------------------------------===//

// cvt.MODE.TO.FROM
foreach mode = ["rn", "rz", "rm", "rp"] in {
  def Cvt_ # mode # _f32_f64 : Op<"cvt." # mode # ".f32.f64", "f32(f64)", "llvm.nvvm.d2f." # mode, "emulateConvert">;
  def Cvt_ # mode # _f16_f32 : AsmOp<"cvt." # mode # ".f16.f32", "f16(f32)", "cvt." # mode # ".f16.f32 $0, $1;", "emulateConvert">;
  def Cvt_ # mode # _f16_f64 : AsmOp<"cvt." # mode # ".f16.f64", "f16(f64)", "cvt." # mode # ".f16.f64 $0, $1;", "emulateConvert">;
}
def Cvt_rz_bf16_f32 : AsmOp<"cvt.rz.bf16.f32", "bf16(f32)", "cvt.rz.bf16.f32 $0, $1;", "emulateConvert">;

// Nearest, ties away; the result has the bits of a float whose low 13 bits are zero.
def Cvt_rna_tf32_f32 : Op<"cvt.rna.tf32.f32", "i32(f32)", "llvm.nvvm.f2tf32.rna", "emulateConvertTf32">;
let MinSM = 90, MinPtx = 78 in
  foreach mode = ["rn", "rz"] in
    def Cvt_ # mode # _tf32_f32 : Op<"cvt." # mode # ".tf32.f32", "i32(f32)", "llvm.nvvm.f2tf32." # mode, "emulateConvertTf32">;

// Two elements, the first operand in the high byte; finite values too large become the largest one.
let MinSM = 89, MinPtx = 81 in
  foreach t = ["e4m3x2", "e5m2x2"] in {
    def Cvt_rn_satfinite_ # t # _f32 : Op<"cvt.rn.satfinite." # t # ".f32", "i16(f32,f32)", "llvm.nvvm.ff.to." # t # ".rn", "emulateConvertFp8">;
    def Cvt_rn_f16x2_ # t : Op<"cvt.rn.f16x2." # t, "i32(i16)", "llvm.nvvm." # t # ".to.f16x2.rn", "emulateConvertFp8">;
  }

//===-- Tables ------------------------------------------------------------------------------===//

def TargetOp : GenericEnum { let FilterClass = "Op"; }
def TargetOpTable : GenericTable {
  let FilterClass = "Op";
  let CppTypeName = "TargetOpInfo";
  let Fields = ["Symbol", "Name", "Signature", "Text", "Emulate", "Asm", "Memory", "Convergent", "MinSM", "MinPtx"];
  string TypeOf_Symbol = "code";
}

def MmaShapeTable : GenericTable {
  let FilterClass = "MmaOp";
  let CppTypeName = "MmaShape";
  let Fields = ["Symbol", "M", "N", "K", "KindA", "KindB", "KindC", "RegistersA", "RegistersB", "RegistersC", "InputBits", "MinSM", "MinPtx"];
  string TypeOf_Symbol = "code";
  string TypeOf_KindA = "code";
  string TypeOf_KindB = "code";
  string TypeOf_KindC = "code";
}
