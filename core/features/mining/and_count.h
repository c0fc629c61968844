// How many positions two rows of bits share: the inner loop of GenConf. It is long enough to be
// called through a pointer, so the instruction set is chosen at run time, beyond what the whole
// core is built for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "features/mining/bit_rows.h"

namespace boardworth {

// counts[i] = popcount(row & others[i * stride ...]) over `lines` lines, for all i < count.
using AndCount = void (*)(const BitLine* row, const BitLine* others, std::size_t stride,
                          std::size_t lines, std::size_t count, std::uint32_t* counts);

struct AndCountKernel {
    std::string_view name;
    AndCount count;
};

// Those that this processor can run, the plain one first and the fastest last.
std::vector<AndCountKernel> and_count_kernels();

}  // namespace boardworth
