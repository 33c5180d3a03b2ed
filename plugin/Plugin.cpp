//===- Plugin.cpp - registration of the clang plugin ----------------------===//
#include "cutile/Frontend/Action.h"
#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/Hints.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

// Attributes first: they are parsed by name, whether or not the action runs.
static clang::ParsedAttrInfoRegistry::Add<cutile::TileKernelAttrInfo> KernelAttr("cutile-tile-global", "marks tile kernels");
static clang::ParsedAttrInfoRegistry::Add<cutile::TileAttrInfo> TileAttr("cutile-tile", "marks tile functions and variables");
static clang::ParsedAttrInfoRegistry::Add<cutile::DeviceAttrInfo> DeviceAttr("cutile-device", "marks what is SIMT and tile code");
static clang::ParsedAttrInfoRegistry::Add<cutile::HintAttrInfo> HintAttr("cutile-hint", "optimisation hints");
static clang::FrontendPluginRegistry::Add<cutile::TileAction> Action("cutile", "compiles CUDA Tile C++");
