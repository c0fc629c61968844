// What one player sees of a position, as relations need it: kings, pieces and conditions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "features/relations/shape.h"
#include "rules/facts.h"

namespace boardworth {

struct RelationView {
    int own_king = -1;  // its square; -1 if there is none
    int opponent_king = -1;
    std::vector<int> pieces;                // by kind: the own ones less the opponent's
    std::vector<std::uint16_t> conditions;  // in the order of the atoms

    // As the other player sees it.
    [[nodiscard]] RelationView swapped(const RelationShape& shape) const {
        const auto across = [&](int king) {
            return king < 0 ? king : static_cast<int>(shape.across(static_cast<std::size_t>(king)));
        };
        RelationView other{across(opponent_king), across(own_king), pieces, conditions};
        for (int& count : other.pieces) count = -count;
        for (std::uint16_t& c : other.conditions) c = static_cast<std::uint16_t>(shape.swapped(c));
        return other;
    }
};

// Throws invalid_argument unless relations are of a game's facts.
inline void require_fits(const RelationShape& shape, const FactShape& facts) {
    bool fits = !facts.mirrored && static_cast<std::size_t>(facts.atoms()) == shape.atoms();
    for (int atom = 0; fits && atom < facts.atoms(); ++atom)
        fits = shape.facts(static_cast<std::size_t>(atom)).size() ==
               static_cast<std::size_t>(facts.values(atom));
    if (!fits) throw std::invalid_argument("relations of another game");
}

// `facts`: the value of every atom, as the player sees it.
inline RelationView read_relations(const RelationShape& shape, FactsView facts) {
    RelationView seen;
    seen.pieces.resize(shape.pieces());
    for (std::size_t atom = 0; atom < shape.atoms(); ++atom) {
        const RelationFact& fact = shape.facts(atom)[facts[atom]];
        if (fact.condition >= 0)
            seen.conditions.push_back(static_cast<std::uint16_t>(fact.condition));
        if (fact.piece >= 0) seen.pieces[static_cast<std::size_t>(fact.piece)] += fact.count;
        seen.own_king = std::max<int>(seen.own_king, fact.own_king);
        seen.opponent_king = std::max<int>(seen.opponent_king, fact.opponent_king);
    }
    return seen;
}

}  // namespace boardworth
