// Quiescence search: beyond the depth of a search noisy moves are played until the position is
// quiet, so that no evaluation is taken in the middle of an exchange.
//
// The mover may always stand pat on the evaluation, unless it must answer a threat: then all its
// moves are searched, in the first `evasion_plies`. After `noisy_plies` only captures on the square
// of the last move go on. Both count plies since the horizon, so that the value depends on the
// position at the horizon alone.
#pragma once

#include <algorithm>
#include <cstddef>

#include "search/move_order.h"
#include "search/tree/leaves.h"
#include "search/tree/pruning.h"
#include "search/tree/tactical_order.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class Quiescence {
  public:
    Quiescence(const G& game, SearchPath<G, E>& path, Leaves<G, E>& leaves, Order<G>& order,
               const SharedSearch<G>& shared, Clock& clock)
        : game_(game),
          path_(path),
          leaves_(leaves),
          order_(order),
          pruning_(shared.features, shared.pawn),
          played_(has_noisy_moves<G> && shared.quiescence),
          clock_(clock) {}

    // Whether anything is played beyond the horizon.
    [[nodiscard]] bool played() const { return played_; }

    // `beyond` counts plies since the horizon.
    Value visit(std::size_t ply, Value alpha, Value beta, int beyond = 0) {
        Ply<G>& here = path_[ply];
        here.pv.clear();
        if (!played_) return leaves_.leaf(ply);
        clock_.count_node();
        leaves_.deepest = std::max(leaves_.deepest, ply);
        if (const auto end = end_value(ply, beyond)) return *end;
        const bool last = ply >= max_search_depth;
        const bool checked = !last && threatened(here, beyond);
        const Value standing = checked ? -infinity : leaves_.evaluate(ply);
        Value best = standing;
        if (last || best >= beta) return best;
        expand(ply, checked, beyond);
        for (std::size_t i = 0; i < here.children.size(); ++i) {
            const Child<G> child = order_.next(here, i);
            const Value low = std::max(alpha, best);
            if constexpr (is_tactical<G>)
                if (!checked && pruned(here, child, standing, low, best)) continue;
            play(ply, child.move, beyond);
            const Value value = path_.reply(ply, low, beta, [&](Value from, Value to) {
                return visit(ply + 1, from, to, beyond + 1);
            });
            if (value <= best) continue;
            best = value;
            if (value > alpha) here.remember_pv(child.move, path_[ply + 1].pv);
            if (best >= beta) break;
        }
        return best;
    }

  private:
    // Captures, promotions and answers to checks repeat nothing within their few plies.
    std::optional<Value> end_value(std::size_t ply, int beyond) {
        if (!is_tactical<G> || beyond == 0) return leaves_.end_value(ply);
        return leaves_.rules_value(ply);
    }

    [[nodiscard]] bool threatened(const Ply<G>& here, int beyond) const {
        if constexpr (is_tactical<G>)
            return here.checked && beyond < evasion_plies<G>;
        else
            return beyond < evasion_plies<G> && in_check(game_, here.position);
    }

    void expand(std::size_t ply, bool all, int beyond) {
        order_.expand_noisy(path_, ply, all);
        if constexpr (is_tactical<G>) {
            Ply<G>& here = path_[ply];
            if (!all && beyond >= noisy_plies<G>)
                std::erase_if(here.children, [&](const Child<G>& child) {
                    return game_.goal(child.move) != game_.goal(here.last);
                });
            if (!all && beyond == 0 && pruning_.features().has(Feature::quiescence_checks))
                order_.add_quiet_checks(path_, ply);
        }
    }

    // Whether a noisy move can hardly matter. A bound on its value is remembered.
    bool pruned(const Ply<G>& here, const Child<G>& child, Value standing, Value alpha,
                Value& best) const {
        if (pruning_.features().has(Feature::exchange_pruning) && Order<G>::loses(child))
            return true;
        if (!pruning_.features().has(Feature::delta_pruning)) return false;
        const Value hoped = pruning_.hoped(standing, game_.gain(here.position, child.move));
        if (hoped > alpha || game_.gives_check(here.position, child.move)) return false;
        best = std::max(best, hoped);
        return true;
    }

    void play(std::size_t ply, typename G::Move move, int beyond) {
        if constexpr (is_tactical<G>) {
            const bool asked = beyond + 1 < evasion_plies<G>;
            path_.play_noisy(ply, move, asked && game_.gives_check(path_[ply].position, move));
        } else {
            path_.play(ply, move);
        }
    }

    const G& game_;
    SearchPath<G, E>& path_;
    Leaves<G, E>& leaves_;
    Order<G>& order_;
    Pruning pruning_;
    bool played_;
    Clock& clock_;
};

}  // namespace boardworth
