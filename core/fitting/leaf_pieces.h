// Passes over the pieces of leaves: how many more of each kind the root's mover has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fitting/leaf_groups.h"

namespace boardworth {

// Calls on_root(pieces by kind) for every root, and on_leaf(leaf, kinds, differences) for its
// leaves.
template <class OnRoot, class OnLeaf>
void pass_over_pieces(const LeafChunk& chunk, std::size_t kinds, const OnRoot& on_root,
                      const OnLeaf& on_leaf) {
    for (std::size_t root = 0; root + 1 < chunk.root_starts.size(); ++root) {
        on_root(std::span(chunk.root_pieces).subspan(root * kinds, kinds));
        for (std::size_t i = chunk.root_starts[root]; i < chunk.root_starts[root + 1]; ++i) {
            const std::size_t first = chunk.piece_starts[i],
                              count = chunk.piece_starts[i + 1] - first;
            on_leaf(chunk.first + i, std::span(chunk.pieces).subspan(first, count),
                    std::span(chunk.piece_differences).subspan(first, count));
        }
    }
}

// Adds what pieces are worth, by kind, to the leaves' values for the root's mover.
inline void add_material(const LeafChunk& chunk, std::span<const float> piece_values,
                         std::span<float> values) {
    float root = 0;
    pass_over_pieces(
        chunk, piece_values.size(),
        [&](auto pieces) {
            root = 0;
            for (std::size_t piece = 0; piece < piece_values.size(); ++piece)
                root += piece_values[piece] * static_cast<float>(pieces[piece]);
        },
        [&](std::size_t leaf, auto kinds, auto differences) {
            float sum = root;
            for (std::size_t i = 0; i < kinds.size(); ++i)
                sum += piece_values[kinds[i]] * static_cast<float>(differences[i]);
            values[leaf] += sum;
        });
}

// By kind, the sum of the leaves' gains, each as often as the root's mover has more pieces.
inline std::vector<std::int64_t> piece_gains(const LeafChunk& chunk, std::size_t kinds,
                                             std::span<const std::int32_t> gains) {
    std::vector<std::int64_t> sums(kinds);
    std::span<const std::int16_t> root;
    std::int64_t all = 0;
    const auto finish_root = [&] {
        for (std::size_t piece = 0; piece < root.size(); ++piece) sums[piece] += all * root[piece];
        all = 0;
    };
    pass_over_pieces(
        chunk, kinds,
        [&](auto pieces) {
            finish_root();
            root = pieces;
        },
        [&](std::size_t leaf, auto own, auto differences) {
            all += gains[leaf];
            for (std::size_t i = 0; i < own.size(); ++i)
                sums[own[i]] += std::int64_t{gains[leaf]} * differences[i];
        });
    finish_root();
    return sums;
}

// By kind, in how many leaves one player has more pieces.
inline std::vector<std::int64_t> piece_counts(const LeafChunk& chunk, std::size_t kinds) {
    std::vector<std::int64_t> counts(kinds);
    std::vector<int> root;
    pass_over_pieces(
        chunk, kinds, [&](auto pieces) { root.assign(pieces.begin(), pieces.end()); },
        [&](std::size_t, auto own, auto differences) {
            std::vector<int> pieces = root;
            for (std::size_t i = 0; i < own.size(); ++i) pieces[own[i]] += differences[i];
            for (std::size_t piece = 0; piece < kinds; ++piece)
                counts[piece] += pieces[piece] != 0 ? 1 : 0;
        });
    return counts;
}

}  // namespace boardworth
