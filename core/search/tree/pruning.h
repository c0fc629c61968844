// What a search of a tactical game leaves out or searches less deeply because it can hardly matter.
//
// Margins are counted in pawns of the evaluation that is used: what it takes a pawn for is measured
// by what it takes the pieces of the start for.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "evaluators/evaluator.h"
#include "search/features.h"
#include "search/hooks.h"

namespace boardworth {

// What an evaluator takes a pawn for, at least 1.
template <Game G, Evaluator<G> E>
Value pawn_value(const E& evaluator) {
    if constexpr (is_tactical<G>) {
        const G& game = evaluator.game();
        double missed = 0, pieces = 0;
        const Value whole = evaluator.value_plainly(game.start());
        for (const auto& [without, piece_value] : game.handicaps()) {
            missed += whole - evaluator.value_plainly(without);
            pieces += piece_value;
        }
        return std::max(static_cast<Value>(100 * missed / pieces), 1);
    } else {
        return 1;
    }
}

// How deep a move is searched at first; or the most that it can hope for, where it is not searched.
struct Effort {
    int depth;
    std::optional<Value> hope;
};

class Pruning {
  public:
    Pruning(Features features, Value pawn) : features_(features), pawn_(pawn) {}

    [[nodiscard]] const Features& features() const { return features_; }

    // Reverse futility: a position so much better than needed will not get worse than that within
    // a few plies.
    [[nodiscard]] bool beyond_doubt(Value standing, Value beta, int depth) const {
        return features_.has(Feature::reverse_futility) && depth <= 6 &&
               standing - pawn_ * depth >= beta;
    }

    // Null move: how deep the search is after the mover has let the opponent move twice; nothing
    // where that is not tried.
    [[nodiscard]] int depth_after_pass(Value standing, Value beta, int depth) const {
        const int surplus = std::min((standing - beta) / (2 * pawn_), 2);
        return depth - 4 - depth / 5 - surplus;
    }
    [[nodiscard]] bool tries_pass(Value standing, Value beta, int depth) const {
        return features_.has(Feature::null_move) && depth >= 3 && standing >= beta;
    }

    // Delta pruning: what a move that gains this much, in hundredths of a pawn, can hope for.
    [[nodiscard]] Value hoped(Value standing, int gain) const {
        return standing + 2 * pawn_ +
               static_cast<Value>(static_cast<std::int64_t>(pawn_) * gain / 100);
    }

    // Late move reductions, and futility: a quiet move that comes late in a good order is searched
    // less deeply, and one that can hope for nothing close to the horizon not at all. `number`
    // counts the moves before it, `history` is from -1 to 1.
    [[nodiscard]] Effort quiet_effort(int left, std::size_t number, bool narrow, Value standing,
                                      Value alpha, double history) const {
        const int depth = left - reduction(left + 1, number, narrow, history);
        const Value hope = standing + pawn_ + pawn_ * std::max(depth, 0);
        if (features_.has(Feature::futility) && depth <= 6 && hope <= alpha) return {depth, hope};
        return {depth, {}};
    }

  private:
    [[nodiscard]] int reduction(int depth, std::size_t number, bool narrow, double history) const {
        if (!features_.has(Feature::late_move_reductions) || depth < 3 || number < 3) return 0;
        const double plain =
            0.5 + logarithm(static_cast<std::size_t>(depth)) * logarithm(number) / 2.2;
        return std::clamp(static_cast<int>(plain - (narrow ? 0 : 1) - 2 * history), 0, depth - 2);
    }
    static double logarithm(std::size_t number) {
        static const auto table = [] {
            std::array<double, 64> logarithms{};
            for (std::size_t i = 1; i < logarithms.size(); ++i)
                logarithms[i] = std::log(static_cast<double>(i));
            return logarithms;
        }();
        return table[std::min(number, table.size() - 1)];
    }

    Features features_;
    Value pawn_;
};

}  // namespace boardworth
