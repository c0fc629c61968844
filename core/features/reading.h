// The facts and pattern indices of many positions, on several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "features/index.h"
#include "parallel.h"
#include "rules/any_game.h"

namespace boardworth {

constexpr std::size_t positions_per_piece = 8192;

// make_reader() is called for every piece of work; what it returns is called with (number, facts)
// for every position of the piece. The facts are those that the mover sees.
template <class MakeReader>
void read_facts(const AnyGame& game, const PackedPositions& positions, int threads,
                const MakeReader& make_reader) {
    constexpr std::size_t positions_per_call = 32;  // their facts leave room in the cache
    const std::size_t pieces = (positions.count + positions_per_piece - 1) / positions_per_piece;
    const auto atoms = static_cast<std::size_t>(game.constants().facts.atoms());
    game.check(positions);
    in_parallel(pieces, threads, [&](std::size_t piece) {
        auto reader = make_reader();
        const std::size_t end = std::min((piece + 1) * positions_per_piece, positions.count);
        for (std::size_t p = piece * positions_per_piece; p < end; p += positions_per_call) {
            const std::size_t last = std::min(p + positions_per_call, end);
            const auto facts = game.seen_facts(positions.part(p, last));
            for (std::size_t i = p; i < last; ++i)
                reader(i, FactsView(facts).subspan((i - p) * atoms, atoms));
        }
    });
}

// Calls on_position(number, indices) for every position; the indices are those that the mover sees.
template <class OnPosition>
void read_indices(const AnyGame& game, const PatternIndex& index, const PackedPositions& positions,
                  int threads, const OnPosition& on_position) {
    read_facts(game, positions, threads, [&] {
        return [&, indices = std::vector<std::uint16_t>(index.width())](std::size_t number,
                                                                        FactsView facts) mutable {
            index.read(facts, indices);
            on_position(number, indices.data());
        };
    });
}

}  // namespace boardworth
