// States of networks as they travel, and the kernels that play many of them at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "bindings.h"
#include "rules/network/lane_kernel.h"

namespace boardworth {

// The bits of a packed state in words, as the core's states are.
inline std::vector<std::uint64_t> state_words(const nb::bytes& packed, std::size_t fluents) {
    if (packed.size() != (fluents + 7) / 8)
        throw FormatError("packed state: expected " + std::to_string((fluents + 7) / 8) +
                          " bytes, found " + std::to_string(packed.size()));
    std::vector<std::uint64_t> words((fluents + 63) / 64);
    const auto* bytes = static_cast<const std::uint8_t*>(packed.data());
    for (std::size_t i = 0; i < fluents; ++i)
        words[i / 64] |= std::uint64_t{bytes[i / 8] >> (i % 8) & 1U} << (i % 64);
    return words;
}

inline const std::vector<LaneKernel>& kernels_here() {
    static const std::vector<LaneKernel> kernels = lane_kernels();
    return kernels;
}

// The widest kernel of at most so many lanes, or the narrowest.
inline const LaneKernel& widest_kernel(std::size_t lanes) {
    const LaneKernel* found = &kernels_here().front();
    for (const LaneKernel& kernel : kernels_here())
        if (kernel.lanes <= lanes) found = &kernel;
    return *found;
}

}  // namespace boardworth
