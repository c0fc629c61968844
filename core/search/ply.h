// One level of a search's tree.
#pragma once

#include <array>
#include <vector>

#include "evaluators/evaluator.h"
#include "rules/game.h"

namespace boardworth {

template <Game G>
struct Child {
    typename G::Move move;
    Value order;  // larger is searched earlier
    typename G::Position position;
};

template <Game G>
struct Ply {
    using Move = typename G::Move;

    // The best move here, and what follows it.
    void remember_pv(Move move, const std::vector<Move>& rest) {
        pv.assign(1, move);
        pv.insert(pv.end(), rest.begin(), rest.end());
    }

    void remember_killer(Move move) {
        if (killers[0] == move) return;
        killers[1] = killers[0];
        killers[0] = move;
    }

    typename G::Position position;
    std::vector<Child<G>> children;
    std::vector<Move> pv;
    std::array<Move, 2> killers{};
};

}  // namespace boardworth
