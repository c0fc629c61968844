// The lane kernels by their width, each compiled for the instructions that it needs.
#pragma once

#include "rules/gdl/lanes/lane_kernel.h"

namespace boardworth {

LaneKernel lanes_64();
LaneKernel lanes_256();
LaneKernel lanes_512();

}  // namespace boardworth
