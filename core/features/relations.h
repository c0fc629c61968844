// Relations (atom = value, the mover's view) as rows of bits: bit p of a relation's row says
// whether it holds in position p. Relation r is value r % values of atom r / values, where values
// is the most that any atom has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "errors.h"
#include "features/bit_rows.h"
#include "parallel.h"
#include "rules/game.h"

namespace boardworth {

using Relation = std::uint16_t;

template <Game G>
int most_values(const G& game) {
    int most = 1;
    for (int atom = 0; atom < game.atoms; ++atom) most = std::max(most, game.values(atom));
    return most;
}

template <Game G>
std::size_t relation_count(const G& game) {
    const auto count = static_cast<std::size_t>(game.atoms * most_values(game));
    if (count > std::numeric_limits<Relation>::max())
        throw FormatError(std::string(game.name) + ": too many facts for configurations");
    return count;
}

// Calls on_relation(mover, relation) for every player who sees a fact; what never changes is none.
template <Game G, class OnRelation>
void for_each_view(const G& game, int values, int atom, int fact, const OnRelation& on_relation) {
    const auto relation = [&](int own, int seen) {
        return static_cast<Relation>(own * values + seen);
    };
    if (game.values(atom) == 1) return;
    if constexpr (G::mirrored) {
        on_relation(0, relation(atom, fact));
        on_relation(1, relation(atom, game.values(atom) - 1 - fact));
    } else {
        on_relation(atom / game.atoms, relation(atom % game.atoms, fact));
    }
}

// Calls on_relation(relation) for everything that holds in a position.
template <Game G, class OnRelation>
void for_each_relation(const G& game, const typename G::Position& position,
                       const OnRelation& on_relation) {
    const int mover = game.mover(position), values = most_values(game);
    const int first = G::mirrored ? 0 : mover * game.atoms;
    for (int atom = first; atom < first + game.atoms; ++atom)
        for_each_view(game, values, atom, game.fact(position, atom),
                      [&](int seer, Relation relation) {
                          if (seer == mover) on_relation(relation);
                      });
}

template <Game G>
BitRows relation_rows(const G& game, std::span<const typename G::Position> positions, int threads) {
    constexpr std::size_t lines_per_piece = 16;  // a line belongs to one piece, hence one thread
    BitRows rows(relation_count(game), positions.size());
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
