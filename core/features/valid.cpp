#include "features/valid.h"

#include <algorithm>

#include "features/reading.h"

namespace boardworth {

namespace {

// The numbers i1 * second_size + i2 that occur at least `least` times among `matches`, ascending.
// Matches are gathered by i1, so that the counters of one i1 fit the cache.
std::vector<std::uint32_t> frequent(std::span<const std::uint32_t> matches,
                                    std::uint32_t first_size, std::uint32_t second_size,
                                    std::uint64_t least) {
    std::vector<std::size_t> ends(first_size, 0);
    for (const std::uint32_t match : matches) ++ends[match / second_size];
    std::size_t end = 0;
    for (std::size_t& count : ends) count = end += count;
    std::vector<std::uint16_t> seconds(matches.size());
    for (const std::uint32_t match : matches)  // from each end backwards: ends become starts
        seconds[--ends[match / second_size]] = static_cast<std::uint16_t>(match % second_size);

    std::vector<std::uint32_t> found;
    std::vector<std::uint64_t> counts(second_size);
    for (std::uint32_t i1 = 0; i1 < first_size; ++i1) {
        const std::size_t start = ends[i1];
        const std::size_t stop = i1 + 1 < first_size ? ends[i1 + 1] : seconds.size();
        if (stop - start < least) continue;
        std::ranges::fill(counts, 0);
        for (std::size_t match = start; match < stop; ++match) ++counts[seconds[match]];
        for (std::uint32_t i2 = 0; i2 < second_size; ++i2)
            if (counts[i2] >= least) found.push_back(i1 * second_size + i2);
    }
    return found;
}

}  // namespace

std::vector<std::uint32_t> valid_configurations(const AnyGame& game, const PatternIndex& index,
                                                std::span<const OwnSymmetry> symmetries,
                                                const PackedPositions& positions,
                                                std::uint64_t least, int threads) {
    const std::size_t instances = index.instances() / 2;
    const std::uint32_t second_size = index.size(1);
    std::vector<std::uint32_t> matches(positions.count * instances);
    read_indices(
        game, index, positions, threads, [&](std::size_t number, const std::uint16_t* indices) {
            for (std::size_t i = 0; i < instances; ++i) {
                const std::uint32_t i1 = indices[2 * i];
                const std::uint32_t i2 = indices[2 * i + 1];
                std::uint32_t least_image = i1 * second_size + i2;
                for (const OwnSymmetry& symmetry : symmetries)
                    least_image = std::min(least_image, symmetry.first[i1] + symmetry.second[i2]);
                matches[number * instances + i] = least_image;
            }
        });
    return frequent(matches, index.size(0), second_size, least);
}

}  // namespace boardworth
