// The indices of many positions, on several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/index.h"
#include "parallel.h"
#include "rules/game.h"

namespace boardworth {

// Calls on_position(number, mover, indices) for every position; what the mover sees of the
// indices, PatternIndex::seen_by tells.
template <Game G, class OnPosition>
void read_all(const G& game, const PatternIndex& index,
              std::span<const typename G::Position> positions, int threads,
              const OnPosition& on_position) {
    constexpr std::size_t positions_per_piece = 8192;
    const std::size_t pieces = (positions.size() + positions_per_piece - 1) / positions_per_piece;
    in_parallel(pieces, threads, [&](std::size_t piece) {
        std::vector<std::uint16_t> indices(index.lanes());
        const std::size_t last = std::min((piece + 1) * positions_per_piece, positions.size());
        for (std::size_t p = piece * positions_per_piece; p < last; ++p) {
            index.read(game, positions[p], indices);
            on_position(p, game.mover(positions[p]), indices.data());
        }
    });
}

}  // namespace boardworth
