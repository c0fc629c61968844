#include "features/relations.h"

#include <limits>

#include "errors.h"
#include "features/reading.h"

namespace boardworth {

std::size_t relation_count(const GameConstants& game) {
    const auto count = static_cast<std::size_t>(game.facts.atoms() * game.facts.max_values());
    if (count > std::numeric_limits<Relation>::max())
        throw FormatError(game.name + ": too many facts for configurations");
    return count;
}

BitRows relation_rows(const AnyGame& game, const PackedPositions& positions, int threads) {
    // A line belongs to one piece, hence one thread.
    static_assert(positions_per_piece % BitLine::bits == 0);
    const FactShape& shape = game.constants().facts;
    BitRows rows(relation_count(game.constants()), positions.count);
    read_facts(game, positions, threads, [&] {
        return [&](std::size_t position, FactsView facts) {
            for_each_relation(shape, facts, [&](Relation r) { rows.set(r, position); });
        };
    });
    return rows;
}

}  // namespace boardworth
