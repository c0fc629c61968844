// Exact values of positions near the end of any game, by alpha-beta to the last move. Games with a
// solver of their own have it as their plain twin.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "interrupt.h"
#include "rules/game.h"
#include "search/limit.h"
#include "search/ordering.h"
#include "search/record.h"
#include "search/shared_table.h"

namespace boardworth {

// Fastest first: successors that leave the opponent few replies are small trees and often good.
template <Game G>
class Solver {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    explicit Solver(G game, std::size_t memory = 1 << 20)
        : game_(std::move(game)), table_(memory) {}

    // The mover's score under perfect play.
    int solve(const Position& position, const Interrupt& interrupt) {
        Clock clock({}, interrupt);
        clock_ = &clock;
        return visit(position, -G::max_score, G::max_score);
    }

  private:
    // Below this many plies ordering and storing cost more than they save.
    static constexpr int plain_plies = 5;

    int visit(const Position& position, int alpha, int beta) {
        clock_->count_node();
        const auto moves = game_.legal_moves(position);
        if (moves.empty()) return game_.score(position);
        if (G::max_progress - game_.progress(position) <= plain_plies) {
            int best = -G::max_score - 1;
            for (const Move move : moves) {
                best = std::max(best, -visit(after(position, move), -beta, -std::max(alpha, best)));
                if (best >= beta) break;
            }
            return best;
        }
        return visit_ordered(position, moves, alpha, beta);
    }

    template <class Moves>
    int visit_ordered(const Position& position, const Moves& moves, int alpha, int beta) {
        const std::uint64_t key = game_.key(position);
        const auto known = table_.find(key);
        if (known && decides(*known, alpha, beta)) return known->value();
        struct Child {
            Move move;
            int replies;
            Position position;
        };
        std::array<Child, Moves::most> children;
        std::size_t count = 0;
        for (const Move move : moves) {
            const Position next = after(position, move);
            const bool first = known && known->move() == move;
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
        table_.store(key, SearchRecord(best, G::max_progress - game_.progress(position), best_move,
                                       bound_of(best, alpha, beta), false, 0));
        return best;
    }

    Position after(const Position& position, Move move) const {
        return game_.play_unchecked(position, move, IgnoreChanges{});
    }

    G game_;
    SharedTable<SearchRecord> table_;
    Clock* clock_ = nullptr;
};

}  // namespace boardworth
