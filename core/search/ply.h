// One level of a search's tree.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "evaluators/linear.h"
#include "rules/game.h"

namespace boardworth {

template <Game G>
struct Child {
    typename G::Move move;
    Value promise;  // larger is searched earlier
    typename G::Position position;
};

template <Game G>
struct Ply {
    using Move = typename G::Move;

    // The best move here, and what follows it.
    void remember_line(Move move, const std::vector<Move>& rest) {
        line.assign(1, move);
        line.insert(line.end(), rest.begin(), rest.end());
    }

    void remember_killer(Move move) {
        if (killers[0] == move) return;
        killers[1] = killers[0];
        killers[0] = move;
    }

    typename G::Position position;
    std::vector<std::uint16_t> indices;
    std::vector<Child<G>> children;
    std::vector<Move> line;
    std::array<Move, 2> killers{};
};

}  // namespace boardworth
