// The end of the game handed over to the game's own solver, which counts in points of score.
#pragma once

#include <algorithm>
#include <vector>

#include "search/path.h"
#include "search/shared_search.h"

namespace boardworth {

template <Game G, Evaluator<G> E>
class EndingPlay {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    EndingPlay(const E& evaluator, SearchPath<G, E>& path, SharedSearch<G>& shared, Clock& clock)
        : evaluator_(evaluator), path_(path), solver_(shared.ending, clock) {}

    [[nodiscard]] bool reaches(const Position& position) const { return solver_.reaches(position); }

    Value value(const Position& position, Value alpha, Value beta) {
        const auto [low, high] = units().score_window(alpha, beta);
        return units().final_value(solver_.solve(position, low, high));
    }

    // Follows best play from where a principal variation ends to the end of the game, given the
    // root's exact value.
    void complete(std::vector<int>& pv, Value value) {
        Position position = path_[0].position;
        for (const int move : pv) {
            position = path_.after(position, static_cast<Move>(move));
            value = -value;
        }
        while (!game().over(position) && reaches(position)) {
            const Move move = move_worth(position, value);
            pv.push_back(move);
            position = path_.after(position, move);
            value = -value;
        }
    }

  private:
    [[nodiscard]] const G& game() const { return evaluator_.game(); }
    [[nodiscard]] const ValueUnits& units() const { return evaluator_.units(); }

    // A move after which the opponent's value is the opposite of this one.
    Move move_worth(const Position& position, Value worth) {
        const auto moves = path_.legal_moves(position);
        const Move best = solver_.best_move(position);
        const auto fits = [&](Move move) {
            const Position after = path_.after(position, move);
            if (game().over(after)) return units().final_value(game().score(after)) == -worth;
            return value(after, -worth - 1, -worth + 1) == -worth;
        };
        if (std::find(moves.begin(), moves.end(), best) != moves.end() && fits(best)) return best;
        const auto found = std::find_if(moves.begin(), moves.end(), fits);
        return found == moves.end() ? moves[0] : *found;
    }

    const E& evaluator_;
    SearchPath<G, E>& path_;
    Ending<G> solver_;
};

}  // namespace boardworth
