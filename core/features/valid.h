// Which configurations of a large pattern are valid: those seen often enough in some positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/index.h"
#include "rules/any_game.h"

namespace boardworth {

// A symmetry that maps a pattern onto itself: it takes the configuration with halves i1 and i2 to
// the one with the number first[i1] + second[i2].
struct OwnSymmetry {
    std::span<const std::uint32_t> first;
    std::span<const std::uint32_t> second;
};

// The instances of `index` are the halves of the pattern's instances, in pairs. A configuration
// stands for its whole orbit under the pattern's own symmetries: the least number in it. Those that
// occur at least `least` times, ascending. Needs six bytes for each position and instance.
std::vector<std::uint32_t> valid_configurations(const AnyGame& game, const PatternIndex& index,
                                                std::span<const OwnSymmetry> symmetries,
                                                const PackedPositions& positions,
                                                std::uint64_t least, int threads);

}  // namespace boardworth
