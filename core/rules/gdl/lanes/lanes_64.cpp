#include "rules/gdl/lanes/lane_loops.h"

namespace boardworth {

namespace {

using Word = std::uint64_t __attribute__((may_alias));

}  // namespace

LaneKernel lanes_64() {
    return kernel_of<Word>();
}

}  // namespace boardworth
