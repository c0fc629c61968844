// A model as a function of states, for searches that ask what a state is worth to every role: UCT
// can be guided by it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "evaluators/evaluator.h"
#include "evaluators/state_function.h"
#include "features/index.h"
#include "rules/turn_machine.h"

namespace boardworth {

// The mover's points by what its value adds up to. Where a win counts whatever its margin, a larger
// one is a surer win; the margins of games that add up n points differ by about the root of n.
template <Game G>
double points_of(const G& game, Target target, double value) {
    if (target == Target::win) return 100 / (1 + std::exp(-value));
    if constexpr (requires { game.points(0.0F); })
        return game.points(static_cast<float>(value));
    else
        return 50 + 50 * std::tanh(value / std::sqrt(static_cast<double>(game.max_score)));
}

template <Game G, Evaluator<G> E>
class ModelFunction final : public StateFunction {
  public:
    // Estimates are clamped to [0.5, 99.5]; 0 and 100 mean proven results.
    static constexpr double margin = 0.5;

    explicit ModelFunction(std::shared_ptr<const E> evaluator) : evaluator_(std::move(evaluator)) {}

    std::size_t roles() const override { return game().players.size(); }
    std::size_t state_bits() const override { return boardworth::state_bits(game()); }
    void values(std::span<const std::uint64_t> state, std::span<float> by_role) const override {
        const auto position = position_of(state);
        const double value = static_cast<double>(value_of(position)) / evaluator_->units().scale();
        const double points = points_of(game(), evaluator_->units().target(), value);
        const double own = std::clamp(points, margin, 100 - margin);
        std::ranges::fill(by_role, static_cast<float>(100 - own));
        by_role[static_cast<std::size_t>(game().mover(position))] = static_cast<float>(own);
    }

  private:
    using Position = typename G::Position;

    [[nodiscard]] const G& game() const { return evaluator_->game(); }

    // Fluents that cannot hold together are no error here, in games that can tell.
    [[nodiscard]] Position position_of(std::span<const std::uint64_t> state) const {
        if constexpr (requires { game().without_outcome(std::vector<std::uint64_t>{}); })
            return game().without_outcome({state.begin(), state.end()});
        else
            return unpack_facts(game(), packed_bytes(state, game().packed_size));
    }

    [[nodiscard]] Value value_of(const Position& position) const {
        if constexpr (requires {
                          game().each_fact(position, IgnoreChanges{}), evaluator_->index();
                      })
            return value_of_tables(position);
        else
            return evaluator_->value_plainly(position);
    }

    // Reads the fluents that hold alone, and one value for each atom, even of fluents that cannot
    // hold together: indices stay in tables.
    [[nodiscard]] Value value_of_tables(const Position& position) const {
        // A search asks for every rollout: what a thread has allocated once is used again.
        thread_local std::vector<int> facts;
        thread_local std::vector<std::uint16_t> indices;
        const int first = game().mover(position) * game().atoms;  // of the facts that it sees
        facts.assign(static_cast<std::size_t>(game().atoms), 0);
        game().each_fact(position, [&](int fact, int value) {
            facts[static_cast<std::size_t>(fact - first)] = value;
        });
        const PatternIndex& index = evaluator_->index();
        indices.assign(index.width(), 0);
        for (std::size_t atom = 0; atom < facts.size(); ++atom)
            if (facts[atom] != 0)
                index.change(indices.data(), first + static_cast<int>(atom), facts[atom]);
        return evaluator_->value(position, indices.data());
    }

    std::shared_ptr<const E> evaluator_;
};

}  // namespace boardworth
