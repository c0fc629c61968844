// Rows of any length, one after the other: the weights that each position uses.
#pragma once

#include <cstdint>
#include <vector>

namespace boardworth {

// Position i has numbers[starts[i]] up to numbers[starts[i + 1]].
struct CompressedRows {
    std::vector<std::uint64_t> starts;
    std::vector<std::uint32_t> numbers;
};

// The sign of a number: the position uses that weight with -1.
constexpr std::uint32_t negative = std::uint32_t{1} << 31;

// The rows of one part after those of another.
CompressedRows joined(std::vector<CompressedRows>&& parts);

}  // namespace boardworth
