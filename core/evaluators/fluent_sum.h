// A function per role that adds up weights of the fluents that hold: what counts of expressions and
// their differences come to, however many of them there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluators/state_function.h"

namespace boardworth {

class FluentSum final : public StateFunction {
  public:
    // `weights` has a row per role with a number per fluent.
    FluentSum(std::vector<float> weights, std::vector<float> constants);

    std::size_t roles() const override { return constants_.size(); }
    std::size_t state_bits() const override { return fluents(); }
    [[nodiscard]] std::size_t fluents() const { return weights_.size() / constants_.size(); }
    [[nodiscard]] float constant(std::size_t role) const { return constants_[role]; }
    // A role's weights, fluent by fluent: a search follows its sum by them.
    [[nodiscard]] std::span<const float> weights(std::size_t role) const {
        return std::span(weights_).subspan(role * fluents(), fluents());
    }
    // A sum as points of goal.
    [[nodiscard]] static float points(float sum) {
        return sum < 0.0F ? 0.0F : sum > 100.0F ? 100.0F : sum;
    }

    void values(std::span<const std::uint64_t> state, std::span<float> by_role) const override;

  private:
    std::vector<float> weights_;
    std::vector<float> constants_;
};

}  // namespace boardworth
