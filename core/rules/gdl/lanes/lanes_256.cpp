#include "rules/gdl/lanes/lane_loops.h"

namespace boardworth {

namespace {

using Word = std::uint64_t __attribute__((vector_size(32), may_alias));

}  // namespace

LaneKernel lanes_256() {
    return kernel_of<Word>();
}

}  // namespace boardworth
