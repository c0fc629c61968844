// The order in which a search of a tactical game looks at moves, without playing any of them: the
// table's move, captures that lose nothing, killers, the countermove, other quiet moves by their
// history, captures that lose something.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/features.h"
#include "search/move_order.h"

namespace boardworth {

template <Game G>
class TacticalOrder {
  public:
    using Move = typename G::Move;
    using Task = typename MoveOrder<G>::Task;

    TacticalOrder(const G& game, const ValueUnits& /*units*/, Features features)
        : game_(game), features_(features) {
        if (features.has(Feature::history))
            for (auto& scores : history_) scores.resize(moves());
        if (features.has(Feature::countermoves))
            for (auto& answers : countermoves_) answers.resize(moves());
    }

    template <class Path, class Moves, class Search>
    void expand(Path& path, std::size_t ply, const Moves& moves, const Task& task,
                const Search& /*search_next*/) const {
        Ply<G>& here = path[ply];
        here.children.clear();
        for (const Move move : moves) {
            const bool is_first = task.first && move == *task.first;
            here.children.push_back({move, is_first ? infinity : score(here, move), {}});
        }
    }

    // The noisy moves, or all.
    template <class Path>
    void expand_noisy(Path& path, std::size_t ply, bool all) const {
        Ply<G>& here = path[ply];
        here.children.clear();
        const auto add = [&](const auto& moves) {
            for (const Move move : moves) here.children.push_back({move, score(here, move), {}});
        };
        if (all)
            add(path.legal_moves(here.position));
        else
            add(game_.noisy_moves(here.position));
    }
    // Quiet moves that give check and are not lost at once.
    template <class Path>
    void add_quiet_checks(Path& path, std::size_t ply) const {
        Ply<G>& here = path[ply];
        for (const Move move : path.legal_moves(here.position))
            if (!noisy(game_, here.position, move) && game_.gives_check(here.position, move) &&
                !game_.loses_exchange(here.position, move))
                here.children.push_back({move, score(here, move), {}});
    }

    // The best of the children from `i` on, which is brought there. Whether a capture loses an
    // exchange is asked when its turn comes: it then may have to wait for a later one.
    const Child<G>& next(Ply<G>& here, std::size_t i) const {
        const auto first = here.children.begin() + static_cast<std::ptrdiff_t>(i);
        while (true) {
            const auto best = std::max_element(
                first, here.children.end(),
                [](const Child<G>& a, const Child<G>& b) { return a.order < b.order; });
            const bool unasked =
                best->order > winning - noisy_range && best->order < winning + noisy_range;
            if (!unasked || !game_.loses_exchange(here.position, best->move)) {
                std::swap(*first, *best);
                return *first;
            }
            best->order += losing - winning;
        }
    }

    // Whether a child was ordered as a move that loses an exchange.
    static bool loses(const Child<G>& child) { return child.order < losing / 2; }
    // Whether it was ordered as a killer or as the countermove.
    static bool refuted_before(const Child<G>& child) {
        return child.order > history_limit && child.order <= killer + 1;
    }
    // How a quiet move has done elsewhere, from -1 to 1.
    [[nodiscard]] double history(const Ply<G>& here, Move move) const {
        return features_.has(Feature::history) ? history_score(here, move) / double{history_limit}
                                               : 0;
    }

    // The child at `i` has refuted the position: it is looked at early elsewhere, and the quiet
    // moves before it later.
    void remember_cutoff(Ply<G>& here, std::size_t i, int depth) {
        const Move move = here.children[i].move;
        if (noisy(game_, here.position, move)) return;
        here.remember_killer(move);
        if (features_.has(Feature::countermoves) && !here.passed)
            countermoves_[mover(here)][here.last] = move;
        if (!features_.has(Feature::history)) return;
        const Value bonus = std::min(32 * depth * depth, history_limit / 8);
        learn(here, move, bonus);
        for (std::size_t before = 0; before < i; ++before)
            if (!noisy(game_, here.position, here.children[before].move))
                learn(here, here.children[before].move, -bonus);
    }

  private:
    static constexpr Value winning = 1 << 21;
    static constexpr Value noisy_range = 1 << 19;  // more than any noisy_order
    static constexpr Value killer = 1 << 20;
    static constexpr Value history_limit = 1 << 14;
    static constexpr Value losing = -(1 << 21);

    [[nodiscard]] std::size_t moves() const {
        return static_cast<std::size_t>(game_.last_move) + 1;
    }
    [[nodiscard]] std::size_t mover(const Ply<G>& here) const {
        return static_cast<std::size_t>(game_.mover(here.position));
    }

    Value score(const Ply<G>& here, Move move) const {
        const auto& position = here.position;
        if (noisy(game_, position, move)) return winning + game_.noisy_order(position, move);
        if (features_.has(Feature::killers) && (move == here.killers[0] || move == here.killers[1]))
            return killer + (move == here.killers[0] ? 1 : 0);
        if (features_.has(Feature::countermoves) && !here.passed &&
            countermoves_[mover(here)][here.last] == move)
            return killer - 1;
        return features_.has(Feature::history) ? history_score(here, move) : 0;
    }

    [[nodiscard]] Value history_score(const Ply<G>& here, Move move) const {
        return history_[mover(here)][move];
    }
    // The larger a score is, the less it still grows: it stays within its limit.
    void learn(const Ply<G>& here, Move move, Value bonus) {
        auto& score = history_[mover(here)][move];
        score = static_cast<std::int16_t>(score + bonus -
                                          score * (bonus < 0 ? -bonus : bonus) / history_limit);
    }

    const G& game_;
    Features features_;
    std::array<std::vector<std::int16_t>, 2> history_;  // by mover and move
    std::array<std::vector<Move>, 2> countermoves_;     // by mover and the move before
};

template <Game G>
using Order = std::conditional_t<is_tactical<G>, TacticalOrder<G>, MoveOrder<G>>;

}  // namespace boardworth
