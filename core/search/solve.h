// Exact values of positions near the end of any game, by alpha-beta to the last move. Games with a
// solver of their own have it as their plain twin.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "interrupt.h"
#include "rules/game.h"
#include "search/hooks.h"
#include "search/insertion_sort.h"
#include "search/limit.h"
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
        : game_(std::move(game)), walker_(walker(game_)), table_(memory) {
        if (counts_repetitions<G>)
            throw std::invalid_argument("solver: games that repeat positions have no last move");
    }

    // The mover's score under perfect play.
    int solve(const Position& position, const Interrupt& interrupt) {
        Clock clock({}, interrupt);
        clock_ = &clock;
        return visit(position, -game_.max_score, game_.max_score);
    }

  private:
    // Below this many plies ordering and storing cost more than they save.
    static constexpr int plain_plies = 5;

    int visit(const Position& position, int alpha, int beta) {
        clock_->count_node();
        const auto moves = walker_.legal_moves(position);
        if (moves.empty()) return game_.score(position);
        if (game_.max_progress - game_.progress(position) <= plain_plies) {
            int best = -game_.max_score - 1;
            for (const Move move : moves) {
                const Position next = after(position, move);
                best = std::max(best, reply(position, next, std::max(alpha, best), beta));
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
        std::vector<Child> children;
        for (const Move move : moves) {
            const Position next = after(position, move);
            const bool first = known && known->move() == move;
            children.push_back(
                {move, first ? -1 : static_cast<int>(walker_.legal_moves(next).size()), next});
        }
        order(children.begin(), children.end(),
              [](const Child& a, const Child& b) { return a.replies < b.replies; });

        int best = -game_.max_score - 1;
        Move best_move{};
        for (const Child& child : children) {
            const int value = reply(position, child.position, std::max(alpha, best), beta);
            if (value <= best) continue;
            best = value;
            best_move = child.move;
            if (best >= beta) break;
        }
        const int plies = std::min(game_.max_progress - game_.progress(position), 255);
        table_.store(key,
                     SearchRecord(best, plies, best_move, bound_of(best, alpha, beta), false, 0));
        return best;
    }

    // A successor's value for the player to move before it.
    int reply(const Position& position, const Position& next, int alpha, int beta) {
        return sign_of(game_, position, next) > 0 ? visit(next, alpha, beta)
                                                  : -visit(next, -beta, -alpha);
    }

    Position after(const Position& position, Move move) {
        return walker_.play_unchecked(position, move, IgnoreChanges{});
    }

    G game_;
    Walker<G> walker_;
    SharedTable<SearchRecord> table_;
    Clock* clock_ = nullptr;
};

}  // namespace boardworth
