// The principal variation of every legal move of a position, and the position in which it ends.
//
// Each move is searched by itself, with a full window and without a transposition table, so that
// its value is that of minimax with quiescence search whatever was searched before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>

#include "search/hooks.h"
#include "search/limit.h"
#include "search/path.h"
#include "search/plan.h"
#include "search/shared_search.h"
#include "search/tree/leaves.h"
#include "search/tree/pruning.h"
#include "search/tree/quiescence.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class PvLeafSearch {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    PvLeafSearch(const E& evaluator, const SearchSettings& settings, const Interrupt& interrupt)
        : evaluator_(evaluator),
          clock_({}, interrupt),
          shared_(no_table, 1, settings.quiescence.value_or(quiescence_by_default<G>),
                  settings.features, pawn_value<G>(evaluator)),
          path_(evaluator, evaluator.game().start(), {}, max_search_depth + 2),
          order_(evaluator.game(), evaluator.units(), settings.features),
          leaves_(evaluator, path_, shared_, clock_),
          quiescence_(evaluator.game(), path_, leaves_, order_, shared_, clock_) {}

    // Calls on_leaf(move, value, sign, leaf) for every legal move, in the game's order. The value
    // is for the root's mover: `sign` times the leaf's evaluation; the sign is 0 where the value is
    // no evaluation but the end of a game, or an evaluation beyond the bounds of what a search
    // takes.
    template <class OnLeaf>
    void search(const Position& root, int depth, const OnLeaf& on_leaf) {
        path_.restart(root);
        for (const Move move : path_.legal_moves(root)) {
            const Value value = reply(0, move, -infinity, infinity, depth);
            int sign = sign_of(game(), root, path_[1].position);
            const std::size_t last = play_pv(sign);
            if (!evaluated(last, value)) sign = 0;
            on_leaf(move, leaves_.distances().plain(value), sign, path_[last].position);
        }
    }

  private:
    static constexpr std::size_t no_table = 0;

    [[nodiscard]] const G& game() const { return evaluator_.game(); }

    // A move's value for its mover; `depth` includes the move.
    Value reply(std::size_t ply, Move move, Value alpha, Value beta, int depth) {
        const Position& position = path_[ply].position;
        if constexpr (is_tactical<G>)
            path_.play(ply, move, game().gives_check(position, move));
        else
            path_.play(ply, move);
        const int left = depth - 1 + extension(game(), position, move);
        return path_.reply(ply, alpha, beta,
                           [&](Value low, Value high) { return visit(ply + 1, low, high, left); });
    }

    // Plain alpha-beta above quiescence search.
    Value visit(std::size_t ply, Value alpha, Value beta, int depth) {
        if (depth <= 0 || ply >= max_search_depth) return quiescence_.visit(ply, alpha, beta);
        clock_.count_node();
        Ply<G>& here = path_[ply];
        here.pv.clear();
        if (const auto end = leaves_.end_value(ply)) return *end;
        order_.expand(path_, ply, path_.legal_moves(here.position), {depth, false, std::nullopt},
                      [&] { return path_.estimate(ply + 1); });
        Value best = -infinity;
        for (std::size_t i = 0; i < here.children.size() && best < beta; ++i) {
            const Move move = order_.next(here, i).move;
            const Value value = reply(ply, move, std::max(alpha, best), beta, depth);
            if (value <= best) continue;
            best = value;
            if (value > alpha) here.remember_pv(move, path_[ply + 1].pv);
        }
        return best;
    }

    // Stands on the end of the first ply's principal variation: its ply. Every change of the mover
    // turns the sign.
    std::size_t play_pv(int& sign) {
        std::size_t ply = 1;
        for (const Move move : path_[1].pv) {
            path_.play(ply, move);
            sign *= sign_of(game(), path_[ply].position, path_[ply + 1].position);
            ++ply;
        }
        return ply;
    }

    // Whether a value is the evaluation of the position at a ply.
    [[nodiscard]] bool evaluated(std::size_t ply, Value value) const {
        return !game().over(path_[ply].position) && !path_.repeated(ply) &&
               std::abs(value) < evaluator_.units().won() - 1;
    }

    const E& evaluator_;
    Clock clock_;
    SharedSearch<G> shared_;
    SearchPath<G, E> path_;
    Order<G> order_;
    Leaves<G, E> leaves_;
    Quiescence<G, E> quiescence_;
};

}  // namespace boardworth
