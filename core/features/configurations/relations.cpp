#include "features/configurations/relations.h"

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
        return [&, lines = rows.lines()](std::size_t position, FactsView facts) {
            // As BitRows::set, but for what is alike for all relations of a position.
            BitLine* const column = rows.row(0) + position / BitLine::bits;
            const std::size_t word = position / 64 % 8;
            const std::uint64_t bit = std::uint64_t{1} << position % 64;
            for_each_relation(shape, facts,
                              [&](Relation r) { column[r * lines].words[word] |= bit; });
        };
    });
    return rows;
}

}  // namespace boardworth
