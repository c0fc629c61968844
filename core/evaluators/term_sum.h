// Numbers about a position in a value: terms of the game, each times a weight of the stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/part.h"
#include "rules/terms.h"

namespace boardworth {

template <Game G>
class TermSum {
  public:
    // `terms` are places in terms_of(game); `weights` are in units of a value, by stage and then
    // term.
    TermSum(const G& game, std::vector<std::size_t> terms, std::vector<Value> weights,
            std::vector<std::uint8_t> stages)
        : terms_(std::move(terms)),
          weights_(std::move(weights)),
          stages_(game, std::move(stages), terms_.empty() ? 0 : weights_.size() / terms_.size()) {
        for (const std::size_t term : terms_)
            if (term >= terms_of(game).size())
                throw std::invalid_argument("evaluator: no such term");
        if (weights_.size() % terms_.size() != 0)
            throw std::invalid_argument("evaluator: terms and weights do not fit");
    }

    [[nodiscard]] Value operator()(const TermReader<G>& read, const G& game,
                                   const typename G::Position& position) const {
        const Value* weight = weights_.data() + stages_.of(game, position) * terms_.size();
        Value sum = 0;
        for (const std::size_t term : terms_) sum += *weight++ * read(position, term).number();
        return sum;
    }

  private:
    std::vector<std::size_t> terms_;
    std::vector<Value> weights_;
    StageTable<G> stages_;
};

}  // namespace boardworth
