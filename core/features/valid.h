// Which configurations of a large pattern are valid: those seen often enough in some positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/index.h"
#include "features/reading.h"
#include "rules/game.h"

namespace boardworth {

// A symmetry that maps a pattern onto itself: it takes the configuration with halves i1 and i2 to
// the one with the number first[i1] + second[i2].
struct OwnSymmetry {
    std::span<const std::uint32_t> first;
    std::span<const std::uint32_t> second;
};

// The numbers i1 * second_size + i2 that occur at least `least` times among `matches`, ascending.
std::vector<std::uint32_t> frequent(std::span<const std::uint32_t> matches,
                                    std::uint32_t first_size, std::uint32_t second_size,
                                    std::uint64_t least);

// The lanes of `index` are the halves of the pattern's instances, in pairs. A configuration stands
// for its whole orbit under the pattern's own symmetries: the least number in it. Needs six bytes
// for each position and instance.
template <Game G>
std::vector<std::uint32_t> valid_configurations(const G& game, const PatternIndex& index,
                                                std::span<const OwnSymmetry> symmetries,
                                                std::span<const typename G::Position> positions,
                                                std::uint64_t least, int threads) {
    const std::size_t instances = index.instances() / 2;
    const std::uint32_t second_size = index.size(1);
    std::vector<std::uint32_t> matches(positions.size() * instances);
    read_all<G>(game, index, positions, threads,
                [&](std::size_t number, int mover, const std::uint16_t* indices) {
                    for (std::size_t i = 0; i < instances; ++i) {
                        const std::uint32_t i1 = index.seen_by(mover, 2 * i, indices);
                        const std::uint32_t i2 = index.seen_by(mover, 2 * i + 1, indices);
                        std::uint32_t least_image = i1 * second_size + i2;
                        for (const OwnSymmetry& symmetry : symmetries)
                            least_image =
                                std::min(least_image, symmetry.first[i1] + symmetry.second[i2]);
                        matches[number * instances + i] = least_image;
                    }
                });
    return frequent(matches, index.size(0), second_size, least);
}

}  // namespace boardworth
