#include <cuda_tile.h>
