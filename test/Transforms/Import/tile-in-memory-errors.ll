; Tiles that no pass can bring out of memory are an error at the access, which names the variable by what is known of it.
; RUN: not %cutile-opt -passes=cutile-import %s -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:
target triple = "nvptx64-nvidia-cuda"

@.kernel = private unnamed_addr constant [14 x i8] c"cutile.kernel\00", section "llvm.metadata"
@.file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @named, ptr @.kernel, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @declared, ptr @.kernel, ptr @.file, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @foreign, ptr @.kernel, ptr @.file, i32 3, ptr null }], section "llvm.metadata"

; CHECK: error: variable 'pair' of type '{ <64 x float>, <64 x float> }' stays in memory: an aggregate of tiles is copied as a whole
define ptx_kernel void @named(ptr %p, i64 %i) noinline {
  %pair = alloca [2 x { <64 x float>, <64 x float> }], align 4
  %at = getelementptr { <64 x float>, <64 x float> }, ptr %pair, i64 %i
  store volatile { <64 x float>, <64 x float> } zeroinitializer, ptr %at, align 4
  ret void
}

; CHECK: b.cu:7:5: error: variable 'Tiles' of type '{ <64 x float>, <64 x float> }' stays in memory
define ptx_kernel void @declared(ptr %p, i64 %i) noinline !dbg !4 {
  %1 = alloca [2 x { <64 x float>, <64 x float> }], align 4
    #dbg_declare(ptr %1, !7, !DIExpression(), !8)
  %2 = getelementptr { <64 x float>, <64 x float> }, ptr %1, i64 %i
  store volatile { <64 x float>, <64 x float> } zeroinitializer, ptr %2, align 4, !dbg !8
  ret void
}

; CHECK: error: an object of type '{ <64 x float>, <64 x float> }' stays in memory
define ptx_kernel void @foreign(ptr %p) noinline {
  store volatile { <64 x float>, <64 x float> } zeroinitializer, ptr %p, align 4
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "b.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !6)
!6 = !{null}
!4 = distinct !DISubprogram(name: "declared", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "Tiles", scope: !4, file: !1, line: 6, type: !5)
!8 = !DILocation(line: 7, column: 5, scope: !4)
