// Exact values of positions near the end of a game, by alpha-beta to the last move.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "interrupt.h"
#include "rules/game.h"
#include "search/limit.h"
#include "search/ordering.h"
#include "search/table.h"

namespace boardworth {

// Fastest first: successors that leave the opponent few replies are small trees and often good.
template <Game G>
class Solver {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    explicit Solver(G game, std::size_t table_entries = 1 << 16)
        : game_(std::move(game)), table_(table_entries) {}

    [[nodiscard]] const G& game() const { return game_; }

    struct Solution {
        int score;  // the mover's under perfect play
        Move move;  // meaningless when the game is over
        std::uint64_t nodes;
    };

    Solution solve(const Position& position, const Interrupt& interrupt) {
        Clock clock({}, interrupt);
        clock_ = &clock;
        table_.new_search();
        best_at_root_ = {};
        const int score = visit(position, -G::max_score, G::max_score, true);
        return {score, best_at_root_, clock.nodes()};
    }

  private:
    // Below this many plies ordering and storing cost more than they save.
    static constexpr int plain_plies = 5;

    int visit(const Position& position, int alpha, int beta, bool root = false) {
        clock_->count_node();
        const auto moves = game_.legal_moves(position);
        if (moves.empty()) return game_.score(position);
        if (!root && G::max_progress - game_.progress(position) <= plain_plies) {
            int best = -G::max_score - 1;
            for (const Move move : moves) {
                best = std::max(best, -visit(after(position, move), -beta, -std::max(alpha, best)));
                if (best >= beta) break;
            }
            return best;
        }
        return visit_ordered(position, moves, alpha, beta, root);
    }

    template <class Moves>
    int visit_ordered(const Position& position, const Moves& moves, int alpha, int beta,
                      bool root) {
        const std::uint64_t key = game_.key(position);
        const auto* known = table_.find(key);
        if (known && !root) {
            if (known->bound == Bound::exact) return known->value;
            if (known->bound == Bound::lower && known->value >= beta) return known->value;
            if (known->bound == Bound::upper && known->value <= alpha) return known->value;
        }
        struct Child {
            Move move;
            int replies;
            Position position;
        };
        std::array<Child, Moves::most> children;
        std::size_t count = 0;
        for (const Move move : moves) {
            const Position next = after(position, move);
            const bool first = known && known->move == move;
            children[count++] = {
                move, first ? -1 : static_cast<int>(game_.legal_moves(next).size()), next};
        }
        const auto end = children.begin() + static_cast<std::ptrdiff_t>(count);
        order(children.begin(), end,
              [](const Child& a, const Child& b) { return a.replies < b.replies; });

        int best = -G::max_score - 1;
        Move best_move{};
        for (auto child = children.begin(); child != end; ++child) {
            const int value = -visit(child->position, -beta, -std::max(alpha, best));
            if (value <= best) continue;
            best = value;
            best_move = child->move;
            if (best >= beta) break;
        }
        const Bound bound = best >= beta   ? Bound::lower
                            : best > alpha ? Bound::exact
                                           : Bound::upper;
        table_.store(key, {.value = best, .move = best_move, .bound = bound});
        if (root) best_at_root_ = best_move;
        return best;
    }

    Position after(const Position& position, Move move) const {
        return game_.play_unchecked(position, move, IgnoreChanges{});
    }

    G game_;
    TranspositionTable<Move> table_;
    Clock* clock_ = nullptr;
    Move best_at_root_{};
};

}  // namespace boardworth
