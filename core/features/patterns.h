// Instances of patterns over a game's atoms, and the sparse rows that positions become under them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "features/index.h"
#include "features/sparse_table.h"
#include "rules/any_game.h"

namespace boardworth {

struct Patterns {
    // The table of a sparse instance, and which of the instances are its halves.
    using SparseHalves = std::tuple<std::shared_ptr<SparseTable>, std::size_t, std::size_t>;

    // The instances are dense ones, then halves of sparse ones. The game must outlive the patterns.
    Patterns(const AnyGame& of_game, std::vector<std::vector<std::uint16_t>> instances,
             const std::vector<SparseHalves>& sparse_halves);

    // Every dense instance's index from the mover's view, then its orbit: the weight it shares with
    // its mirror images. `orbits` are all patterns' tables one after the other, `offsets` where
    // each instance's starts.
    [[nodiscard]] std::vector<std::uint16_t> rows(const PackedPositions& positions,
                                                  std::span<const std::uint16_t> orbits,
                                                  std::span<const std::uint32_t> offsets,
                                                  int threads) const;

    // The weight of every sparse instance's configuration, or `none`. `weights` are those of all
    // patterns' valid configurations one after the other, `offsets` where each instance's start.
    [[nodiscard]] std::vector<std::uint32_t> sparse_rows(const PackedPositions& positions,
                                                         std::span<const std::uint32_t> weights,
                                                         std::span<const std::uint32_t> offsets,
                                                         std::uint32_t none, int threads) const;

    // One position's indices, mover's view.
    [[nodiscard]] std::vector<std::uint16_t> indices(PackedPosition position) const;

    const AnyGame& game;
    PatternIndex index;
    std::vector<SparseInstance> sparse;
};

}  // namespace boardworth
