//===- Plugin.cpp - registration of the clang plugin ----------------------===//
#include "cutile/Frontend/Action.h"
#include "cutile/Frontend/RegisterAttributes.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

static clang::FrontendPluginRegistry::Add<cutile::TileAction> Action("cutile", "compiles CUDA Tile C++");
