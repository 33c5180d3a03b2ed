//===- RegisterAttributes.h - makes the attributes known --------*- C++ -*-===//
//
// To be included in one file of the plugin, or of a tool that parses CUDA Tile C++ by itself: registers the attributes with
// clang's parser.
//
//===----------------------------------------------------------------------===//
#ifndef CUTILE_FRONTEND_REGISTERATTRIBUTES_H
#define CUTILE_FRONTEND_REGISTERATTRIBUTES_H

#include "cutile/Frontend/Attributes.h"
#include "cutile/Frontend/Hints.h"

static clang::ParsedAttrInfoRegistry::Add<cutile::TileKernelAttrInfo> CuTileKernelAttr("cutile-tile-global", "marks tile kernels");
static clang::ParsedAttrInfoRegistry::Add<cutile::TileAttrInfo> CuTileTileAttr("cutile-tile", "marks tile functions and variables");
static clang::ParsedAttrInfoRegistry::Add<cutile::DeviceAttrInfo> CuTileDeviceAttr("cutile-device", "marks what is SIMT and tile code");
static clang::ParsedAttrInfoRegistry::Add<cutile::HintAttrInfo> CuTileHintAttr("cutile-hint", "optimisation hints");

#endif
