// Passes over the men of leaves: how many more of each kind the root's mover has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fitting/leaf_groups.h"

namespace boardworth {

// Calls on_root(men by kind) for every root, and on_leaf(leaf, kinds, differences) for its leaves.
template <class OnRoot, class OnLeaf>
void for_each_men(const LeafChunk& chunk, std::size_t kinds, const OnRoot& on_root,
                  const OnLeaf& on_leaf) {
    for (std::size_t root = 0; root + 1 < chunk.root_starts.size(); ++root) {
        on_root(std::span(chunk.root_men).subspan(root * kinds, kinds));
        for (std::size_t i = chunk.root_starts[root]; i < chunk.root_starts[root + 1]; ++i) {
            const std::size_t first = chunk.man_starts[i], count = chunk.man_starts[i + 1] - first;
            on_leaf(chunk.first + i, std::span(chunk.men).subspan(first, count),
                    std::span(chunk.man_differences).subspan(first, count));
        }
    }
}

// Adds what men are worth, by kind, to the leaves' values for the root's mover.
inline void add_men_values(const LeafChunk& chunk, std::span<const float> worth,
                           std::span<float> values) {
    float root = 0;
    for_each_men(
        chunk, worth.size(),
        [&](auto men) {
            root = 0;
            for (std::size_t man = 0; man < worth.size(); ++man)
                root += worth[man] * static_cast<float>(men[man]);
        },
        [&](std::size_t leaf, auto kinds, auto differences) {
            float sum = root;
            for (std::size_t i = 0; i < kinds.size(); ++i)
                sum += worth[kinds[i]] * static_cast<float>(differences[i]);
            values[leaf] += sum;
        });
}

// By kind, the sum of the leaves' gains, each as often as the root's mover has more men.
inline std::vector<std::int64_t> men_gains(const LeafChunk& chunk, std::size_t kinds,
                                           std::span<const std::int32_t> gains) {
    std::vector<std::int64_t> sums(kinds);
    std::span<const std::int16_t> root;
    std::int64_t all = 0;
    const auto finish_root = [&] {
        for (std::size_t man = 0; man < root.size(); ++man) sums[man] += all * root[man];
        all = 0;
    };
    for_each_men(
        chunk, kinds,
        [&](auto men) {
            finish_root();
            root = men;
        },
        [&](std::size_t leaf, auto own, auto differences) {
            all += gains[leaf];
            for (std::size_t i = 0; i < own.size(); ++i)
                sums[own[i]] += std::int64_t{gains[leaf]} * differences[i];
        });
    finish_root();
    return sums;
}

// By kind, in how many leaves one player has more men.
inline std::vector<std::int64_t> men_counts(const LeafChunk& chunk, std::size_t kinds) {
    std::vector<std::int64_t> counts(kinds);
    std::vector<int> root;
    for_each_men(
        chunk, kinds, [&](auto men) { root.assign(men.begin(), men.end()); },
        [&](std::size_t, auto own, auto differences) {
            std::vector<int> men = root;
            for (std::size_t i = 0; i < own.size(); ++i) men[own[i]] += differences[i];
            for (std::size_t man = 0; man < kinds; ++man) counts[man] += men[man] != 0 ? 1 : 0;
        });
    return counts;
}

}  // namespace boardworth
