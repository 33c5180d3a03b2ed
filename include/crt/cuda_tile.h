// The API under its second name.
#pragma once

#include "../cuda_tile.h"
