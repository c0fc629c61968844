// Values of proven wins: the sooner a win, the more it is worth, and the later a loss.
//
// A side that wins after n more plies has the value won + max_distance - n, more than any other
// value. Inside a tree n is counted from the root, in the transposition table from the position
// that is stored. What counts as won is what has the value of the best possible end: every win
// under the target "win", the greatest score under the target "score". Games with a solver of
// endings are left out: it finds scores, and their value is the score however far away it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>

#include "evaluators/evaluator.h"
#include "search/hooks.h"

namespace boardworth {

template <class G>
class DistanceValues {
  public:
    static constexpr bool counted = !has_ending<G>;
    static constexpr Value max_distance = 256;

    explicit DistanceValues(const ValueUnits& units) : units_(units) {}

    // The value of a game that ends at a ply.
    [[nodiscard]] Value final_value(int score, std::size_t ply) const {
        const Value value = units_.final_value(score);
        if constexpr (counted)
            if (std::abs(value) == units_.won())
                return value + toward(value, max_distance - static_cast<Value>(ply));
        return value;
    }

    // What a position can be worth at a ply: that of a game that ends there, or with the next move.
    [[nodiscard]] Value least(std::size_t ply) const {
        return -units_.won() - max_distance + static_cast<Value>(ply);
    }
    [[nodiscard]] Value most(std::size_t ply) const { return -least(ply + 1); }

    [[nodiscard]] Value to_table(Value value, std::size_t ply) const {
        if (!proven(value)) return value;
        return value + toward(value, static_cast<Value>(ply));
    }
    [[nodiscard]] Value from_table(Value value, std::size_t ply) const {
        if (!proven(value)) return value;
        return value - toward(value, static_cast<Value>(ply));
    }

    // Whether a value at a ply is a win or a loss that a search of this depth has settled: nothing
    // sooner exists, and a deeper search finds the same.
    [[nodiscard]] bool settled(Value value, std::size_t ply, int depth) const {
        return proven(value) && *distance(to_table(value, ply)) <= depth;
    }

    // A root's value without its distance: that of the game's score.
    [[nodiscard]] Value plain(Value value) const {
        return counted ? std::clamp(value, -units_.won(), units_.won()) : value;
    }
    // How many plies after the root the game is won or lost.
    [[nodiscard]] std::optional<int> distance(Value value) const {
        if (!proven(value)) return std::nullopt;
        return max_distance - (std::abs(value) - units_.won());
    }

    // Whether a value tells who wins and when.
    [[nodiscard]] bool proven(Value value) const {
        return counted && (value > units_.won() || value < -units_.won());
    }

  private:
    static Value toward(Value sign, Value amount) { return sign > 0 ? amount : -amount; }

    const ValueUnits& units_;
};

}  // namespace boardworth
