// A compiled evaluator as a function of states, for searches that ask what a state is worth to
// every role: UCT can be guided by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "evaluators/linear.h"
#include "evaluators/state_function.h"

namespace boardworth {

class ModelFunction final : public StateFunction {
  public:
    // Estimates are clamped to [0.5, 99.5]; 0 and 100 mean proven results.
    static constexpr double margin = 0.5;

    template <Game G>
    explicit ModelFunction(std::shared_ptr<const LinearEvaluator<G>> evaluator);

    [[nodiscard]] std::size_t roles() const override { return roles_; }
    [[nodiscard]] std::size_t state_bits() const override { return state_bits_; }
    void values(std::span<const std::uint64_t> state, std::span<float> by_role) const override;

  private:
    struct Estimate {
        std::size_t mover;
        double points;  // the mover's
    };

    std::size_t roles_;
    std::size_t state_bits_;
    std::function<Estimate(std::span<const std::uint64_t>)> estimate_;
};

}  // namespace boardworth
