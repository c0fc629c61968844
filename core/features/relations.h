// Relations (atom = value, the mover's view) as rows of bits: bit p of a relation's row says
// whether it holds in position p. Relation r is value r % values of atom r / values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/bit_rows.h"
#include "parallel.h"
#include "rules/game.h"

namespace boardworth {

using Relation = std::uint16_t;

template <Game G>
constexpr std::size_t relation_count = static_cast<std::size_t>(atom_count<G> * value_count<G>);

// The relation that a fact, the first player's view, is to a mover.
template <Game G>
constexpr Relation relation_of(int atom, int fact, int mover) {
    const int seen = mover == 0 ? fact : value_count<G> - 1 - fact;
    return static_cast<Relation>(atom * value_count<G> + seen);
}

// Calls on_relation(relation) for everything that holds in a position.
template <Game G, class OnRelation>
void for_each_relation(const G& game, const typename G::Position& position,
                       const OnRelation& on_relation) {
    const int mover = game.mover(position);
    for (int atom = 0; atom < atom_count<G>; ++atom)
        on_relation(relation_of<G>(atom, game.fact(position, atom), mover));
}

template <Game G>
BitRows relation_rows(const G& game, std::span<const typename G::Position> positions, int threads) {
    constexpr std::size_t lines_per_piece = 16;  // a line belongs to one piece, hence one thread
    BitRows rows(relation_count<G>, positions.size());
    in_parallel((rows.lines() + lines_per_piece - 1) / lines_per_piece, threads,
                [&](std::size_t piece) {
                    const std::size_t first = piece * lines_per_piece * BitLine::bits;
                    const std::size_t last =
                        std::min(first + lines_per_piece * BitLine::bits, positions.size());
                    for (std::size_t p = first; p < last; ++p)
                        for_each_relation(game, positions[p], [&](Relation r) { rows.set(r, p); });
                });
    return rows;
}

}  // namespace boardworth
