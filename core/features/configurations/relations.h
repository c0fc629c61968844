// Relations (atom = value, the mover's view) as rows of bits: bit p of a relation's row says
// whether it holds in position p. Relation r is value r % values of atom r / values, where values
// is the most that any atom has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "features/mining/bit_rows.h"
#include "rules/any_game.h"

namespace boardworth {

using Relation = std::uint16_t;

// Throws FormatError if there are too many for configurations.
std::size_t relation_count(const GameConstants& game);

inline Relation relation_of(const FactShape& shape, int atom, int value) {
    return static_cast<Relation>(atom * shape.max_values() + value);
}

// Calls on_relation(relation) for everything that a mover sees; what never changes is none.
template <class OnRelation>
void for_each_relation(const FactShape& shape, FactsView seen, const OnRelation& on_relation) {
    for (int atom = 0; atom < shape.atoms(); ++atom)
        if (shape.values(atom) > 1)
            on_relation(relation_of(shape, atom, seen[static_cast<std::size_t>(atom)]));
}

BitRows relation_rows(const AnyGame& game, const PackedPositions& positions, int threads);

}  // namespace boardworth
