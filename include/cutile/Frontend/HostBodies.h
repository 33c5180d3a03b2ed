//===- HostBodies.h - bodies that the host has no use for -------*- C++ -*-===//
//
// The host pass of a GPU build makes a launch stub of a tile kernel and nothing of a function that only tile code calls. Their
// bodies are passed over there, with everything that they would instantiate; what is wrong in them is found in the device pass.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_FRONTEND_HOSTBODIES_H
#define CUTILE_FRONTEND_HOSTBODIES_H

namespace clang {
class CompilerInstance;
class Decl;
class FunctionDecl;
class Sema;
} // namespace clang

namespace cutile {

/// Makes the parser of \p CI ask its consumer which bodies it may pass over. Called before it is made.
void letBodiesBeSkipped(clang::CompilerInstance &CI);

/// True if the host needs nothing from the body of \p D, a function or a template of functions.
bool isBodyForDeviceOnly(clang::Decl *D);

/// Makes a kernel whose body was passed over a definition, so that the host gets its stub.
void giveStubBody(clang::FunctionDecl *FD);

/// Leaves "unused" warnings about what bodies that were passed over may name to the device pass, which has seen the uses.
void keepUnusedForDevice(clang::Sema &S);

} // namespace cutile

#endif
