// One level of a search's tree.
#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "evaluators/evaluator.h"
#include "search/hooks.h"

namespace boardworth {

inline constexpr int max_search_depth = 200;

struct NoPosition {};

template <Game G>
struct Child {
    typename G::Move move;
    Value order;  // larger is searched earlier
    // Moves of tactical games are ordered without being played.
    [[no_unique_address]] std::conditional_t<is_tactical<G>, NoPosition, typename G::Position>
        position;
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
    // Of tactical games: the move that led here, if it was not a pass, and whether it gave check.
    Move last{};
    bool passed = false;
    bool checked = false;
    Value standing = 0;  // the evaluation, where the mover is not in check
};

}  // namespace boardworth
