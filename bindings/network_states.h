// States of networks as they travel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bindings.h"

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

}  // namespace boardworth
