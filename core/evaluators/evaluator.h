// The contract of an evaluator: a value of the position at each ply of a search, for the side to
// move, kept up to date by the facts that moves change.
//
// An evaluator is immutable and shared by threads; each thread has a stack with an entry per ply.
// Plies are entered in order and may be entered again at any time, which discards all deeper ones:
// there is nothing to leave, and a search that is thrown out of its tree leaves nothing behind.
// Nothing need be computed before a value is asked for.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "rules/game.h"

namespace boardworth {

using Value = std::int32_t;

// What a value estimates: points of score, or the log-odds of a win.
enum class Target { score, win };

// How values, scores and certain wins compare.
class ValueUnits {
  public:
    static constexpr int max_scale = 1 << 15;

    // `scale` units are a point of score, or a unit of log-odds.
    ValueUnits(int scale, Target target, int max_score)
        : scale_(scale),
          target_(target),
          won_(target == Target::win ? decided : max_score * scale) {
        if (scale < 1 || scale > max_scale)
            throw std::invalid_argument("evaluator: a scale of " + std::to_string(scale) +
                                        ", expected 1 to " + std::to_string(max_scale));
    }

    [[nodiscard]] int scale() const { return scale_; }
    [[nodiscard]] Target target() const { return target_; }
    // The value of the best possible end; only ends have it.
    [[nodiscard]] Value won() const { return won_; }

    [[nodiscard]] Value final_value(int score) const {
        if (target_ == Target::score) return score * scale_;
        return score == 0 ? 0 : score > 0 ? decided : -decided;
    }

    // An evaluation as a search takes it: never as good as a certain win, or as bad as a loss.
    [[nodiscard]] Value estimate(Value value) const {
        return std::clamp(value, 1 - won_, won_ - 1);
    }

    // The scores between which final values must be told apart to tell them apart between alpha
    // and beta.
    [[nodiscard]] std::pair<int, int> score_window(Value alpha, Value beta) const {
        if (target_ == Target::win) return {-1, 1};
        const auto floor = [this](Value value) {
            return value / scale_ - (value % scale_ < 0 ? 1 : 0);
        };
        return {floor(alpha), -floor(-beta)};
    }

  private:
    static constexpr Value decided = 1 << 22;

    int scale_;
    Target target_;
    Value won_;
};

template <class E, class G>
concept Evaluator = Game<G> && requires(const E& evaluator, typename E::Stack& stack,
                                        std::size_t ply, const typename G::Position& position) {
    { evaluator.game() } -> std::same_as<const G&>;
    { evaluator.units() } -> std::same_as<const ValueUnits&>;
    requires std::constructible_from<typename E::Stack, const E&, std::size_t>;  // plies
    // From scratch, at ply 0.
    evaluator.start(stack, position);
    // Enters a ply from the one before it; the result must be called with (atom, difference) for
    // every fact that the move changes, before any other use of the stack.
    evaluator.enter(stack, ply)(0, 1);
    // For the side to move of the position that the ply was entered with.
    { evaluator.value(stack, ply, position) } -> std::same_as<Value>;
    // The same in the plainest way there is, for tests and single positions.
    { evaluator.value_plainly(position) } -> std::same_as<Value>;
};

}  // namespace boardworth
