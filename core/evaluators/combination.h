// Statistical feature combination (Buro 1995): a value as a linear or quadratic function of a few
// numbers about a position, which are the patterns' sums of weights and terms of the game.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/evaluator.h"
#include "rules/game.h"
#include "rules/terms.h"

namespace boardworth {

// f(x) = constant + x linear + x quadratic x', in the units of a search.
struct Coefficients {
    std::vector<double> constants;     // by stage
    std::vector<double> linear;        // by stage, then number
    std::vector<double> quadratic;     // by stage, then two numbers; empty where f is linear
    std::vector<std::uint8_t> stages;  // by progress
};

class Combination {
  public:
    static constexpr std::size_t max_numbers = 64;

    // `ends` tells for every pattern the instance after its last one. The patterns' sums come
    // first among the numbers, then the terms of these places among the game's.
    Combination(std::vector<std::uint32_t> ends, std::vector<std::size_t> terms,
                Coefficients coefficients)
        : ends_(std::move(ends)),
          terms_(std::move(terms)),
          numbers_(ends_.size() + terms_.size()),
          width_((numbers_ + per_vector - 1) / per_vector * per_vector),
          constants_(std::move(coefficients.constants)),
          stages_(std::move(coefficients.stages)) {
        const std::size_t rows = constants_.size() * numbers_;
        if (numbers_ == 0 || numbers_ > max_numbers || coefficients.linear.size() != rows ||
            (!coefficients.quadratic.empty() && coefficients.quadratic.size() != rows * numbers_) ||
            !std::ranges::is_sorted(ends_))
            throw std::invalid_argument("combination: coefficients and numbers do not fit");
        for (const auto stage : stages_)
            if (stage >= constants_.size())
                throw std::invalid_argument("combination: no such stage");
        linear_ = widened(coefficients.linear);
        quadratic_ = widened(coefficients.quadratic);
    }

    // Whether it can value positions of a game under patterns with `instances`, all of them dense.
    template <Game G>
    [[nodiscard]] bool fits(const G& game, std::size_t instances, std::size_t dense) const {
        const auto exists = [&](std::size_t term) { return term < terms_of(game).size(); };
        return std::ranges::all_of(terms_, exists) && instances == dense &&
               (ends_.empty() ? 0 : ends_.back()) == dense &&
               stages_.size() == static_cast<std::size_t>(game.max_progress) + 1;
    }

    [[nodiscard]] bool has_terms() const { return !terms_.empty(); }

    // The mover's value, given the weight of every instance and the number of every term.
    template <Game G, class WeightOf, class TermOf>
    [[nodiscard]] Value value(const G& game, const typename G::Position& position,
                              const WeightOf& weight_of, const TermOf& term_of) const {
        std::array<double, max_numbers> x;
        std::size_t number = 0, instance = 0;
        for (const std::uint32_t end : ends_) {
            Value sum = 0;
            for (; instance < end; ++instance) sum += weight_of(instance);
            x[number++] = sum;
        }
        for (const std::size_t term : terms_) x[number++] = term_of(term);
        std::fill(x.begin() + number, x.begin() + width_, 0.0);
        return rounded(combined(x, stages_[static_cast<std::size_t>(game.progress(position))]));
    }

  private:
    static constexpr std::size_t per_vector = 4;  // doubles
    // Beyond what any search takes for an estimate.
    static constexpr double max_value = 1 << 23;

    // constant + x (linear + quadratic x)
    [[nodiscard]] double combined(const std::array<double, max_numbers>& x,
                                  std::size_t stage) const {
        std::array<double, max_numbers> slopes;
        std::copy_n(linear_.data() + stage * width_, width_, slopes.data());
        if (!quadratic_.empty()) {
            const double* row = quadratic_.data() + stage * numbers_ * width_;
            for (std::size_t i = 0; i < numbers_; ++i, row += width_)
                for (std::size_t block = 0; block < width_; block += per_vector)
                    for (std::size_t j = block; j < block + per_vector; ++j)
                        slopes[j] += row[j] * x[i];
        }
        double value = constants_[stage];
        for (std::size_t i = 0; i < numbers_; ++i) value += slopes[i] * x[i];
        return value;
    }

    // Written so that even what is no number becomes a value.
    static Value rounded(double value) {
        if (!(value > -max_value)) return static_cast<Value>(-max_value);
        return static_cast<Value>(std::floor(std::min(value, max_value) + 0.5));
    }

    // Rows of numbers, each filled up to whole vectors.
    [[nodiscard]] std::vector<double> widened(const std::vector<double>& rows) const {
        std::vector<double> wide(rows.size() / numbers_ * width_, 0.0);
        for (std::size_t i = 0; i < rows.size(); ++i)
            wide[i / numbers_ * width_ + i % numbers_] = rows[i];
        return wide;
    }

    std::vector<std::uint32_t> ends_;
    std::vector<std::size_t> terms_;
    std::size_t numbers_;
    std::size_t width_;
    std::vector<double> constants_;
    std::vector<double> linear_;
    std::vector<double> quadratic_;
    std::vector<std::uint8_t> stages_;
};

}  // namespace boardworth
