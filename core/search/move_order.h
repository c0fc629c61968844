// The order in which a search looks at the successors of a position.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "evaluators/evaluator.h"
#include "search/features.h"
#include "search/hooks.h"
#include "search/insertion_sort.h"
#include "search/ply.h"

namespace boardworth {

// Beyond all values.
inline constexpr Value infinity = (1 << 23) - 1;

template <Game G>
class MoveOrder {
  public:
    using Move = typename G::Move;

    // How successors will be searched.
    struct Task {
        int depth;
        bool to_the_end;
        std::optional<Move> first;
    };

    MoveOrder(const G& game, const ValueUnits& units, Features /*features*/)
        : game_(game),
          units_(units),
          history_scores_(static_cast<std::size_t>(game.last_move) + 1) {}

    // The table's move first, then by move-ordering scores: the deeper the search below, the more
    // they may cost. `search_next` is the value of the next ply by a search of one ply.
    template <class Path, class Moves, class Search>
    void expand(Path& path, std::size_t ply, const Moves& moves, const Task& task,
                const Search& search_next) const {
        Ply<G>& here = path[ply];
        here.children.clear();
        for (const Move move : moves) {
            Child<G> child{move, infinity, {}};
            const bool is_first = task.first && move == *task.first;
            if (task.depth >= evaluated && !is_first) {
                path.play(ply, move);
                child.position = path[ply + 1].position;
                child.order = evaluated_score(path, ply, child, task, search_next);
            } else {
                if (has_order_score<G> || task.depth >= evaluated)
                    child.position = path.after(here.position, move);
                if (!is_first) child.order = unevaluated_score(here, child);
            }
            here.children.push_back(child);
        }
        order_children(here);
    }

    // The noisy moves, or all.
    template <class Path>
    void expand_noisy(Path& path, std::size_t ply, bool all) const {
        Ply<G>& here = path[ply];
        here.children.clear();
        for (const Move move : path.legal_moves(here.position)) {
            if (!all && !noisy(game_, here.position, move)) continue;
            Value score = 0;
            if constexpr (has_noisy_order<G>) score = game_.noisy_order(here.position, move);
            here.children.push_back({move, score, {}});
        }
        if constexpr (has_noisy_order<G>) order_children(here);
    }

    // The child at a place of the order.
    static const Child<G>& next(Ply<G>& here, std::size_t i) { return here.children[i]; }

    // Moves that refuted something are looked at early elsewhere.
    void remember_cutoff(Ply<G>& here, std::size_t i, int depth) {
        const Move move = here.children[i].move;
        here.remember_killer(move);
        history_scores_[move] += depth * depth;
        if (history_scores_[move] > units_.scale())
            for (Value& score : history_scores_) score /= 2;
    }

  private:
    // Least depths, tuned on Othello by the time to depth 14 and to solve 22 empties.
    static constexpr int evaluated = 3;  // successors are evaluated to order them
    static constexpr int searched = 12;  // they are searched, one ply
    // How much more the game's own score weighs where the game is searched to its end, and small
    // trees count.
    static constexpr int ending_factor = 3;

    static void order_children(Ply<G>& here) {
        order(here.children.begin(), here.children.end(),
              [](const Child<G>& a, const Child<G>& b) { return a.order > b.order; });
    }

    Value game_score(const Ply<G>& here, const Child<G>& child) const {
        return order_score(game_, here.position, child.move, child.position) * units_.scale() / 100;
    }

    Value unevaluated_score(const Ply<G>& here, const Child<G>& child) const {
        Value value = game_score(here, child);
        if (child.move == here.killers[0] || child.move == here.killers[1]) value += units_.scale();
        return value + history_scores_[child.move];
    }

    template <class Path, class Search>
    Value evaluated_score(Path& path, std::size_t ply, const Child<G>& child, const Task& task,
                          const Search& search_next) const {
        Value value;
        if (game_.over(child.position))
            value = units_.final_value(game_.score(child.position));
        else if (task.depth >= searched)
            value = search_next();
        else
            value = path.estimate(ply + 1);
        value *= sign_of(game_, path[ply].position, child.position);
        const Value own = game_score(path[ply], child);
        return value + (task.to_the_end ? ending_factor * own : own);
    }

    const G& game_;
    const ValueUnits& units_;
    std::vector<Value> history_scores_;  // by move
};

}  // namespace boardworth
