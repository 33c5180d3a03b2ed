; A kernel can only reach functions with a known body. Each cause is reported once, at the call, and the kernel is emptied.
; RUN: not %cutile-opt -passes=cutile-import %s 2>&1 | FileCheck %s --implicit-check-not=error:
target triple = "nvptx64-nvidia-cuda"

@.kernel = private unnamed_addr constant [14 x i8] c"cutile.kernel\00", section "llvm.metadata"
@.file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.kernel, ptr @.file, i32 1, ptr null }], section "llvm.metadata"

; CHECK-DAG: a.cu:{{[34]}}:5: error: call to 'undefined' cannot be inlined into tile kernel 'kernel': the function has no definition in this translation unit
; CHECK-DAG: a.cu:5:5: error: call to 'a function pointer' cannot be inlined into tile kernel 'kernel': the callee is not known at compile time
; CHECK-DAG: a.cu:9:5: error: call to 'recursive' cannot be inlined into tile kernel 'kernel': the function is recursive
; CHECK-DAG: a.cu:11:5: error: call to '{{even|odd}}' cannot be inlined into tile kernel 'kernel': the function is recursive
define ptx_kernel void @kernel(ptr %f) !dbg !4 {
  call void @undefined(), !dbg !7
  call void @undefined(), !dbg !8
  call void %f(), !dbg !9
  call void @recursive(), !dbg !10
  call void @even(), !dbg !10
  ret void
}

define void @even() !dbg !13 {
  call void @odd(), !dbg !14
  ret void
}

define void @odd() !dbg !15 {
  call void @even(), !dbg !16
  ret void
}

define void @recursive() !dbg !11 {
  call void @recursive(), !dbg !12
  ret void
}

declare void @undefined()

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.cu", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 3, column: 5, scope: !4)
!8 = !DILocation(line: 4, column: 5, scope: !4)
!9 = !DILocation(line: 5, column: 5, scope: !4)
!10 = !DILocation(line: 6, column: 5, scope: !4)
!11 = distinct !DISubprogram(name: "recursive", file: !2, line: 8, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 9, column: 5, scope: !11)
!13 = distinct !DISubprogram(name: "mutual", file: !2, line: 10, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!14 = !DILocation(line: 11, column: 5, scope: !13)
!15 = distinct !DISubprogram(name: "odd", file: !2, line: 10, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!16 = !DILocation(line: 11, column: 5, scope: !15)
