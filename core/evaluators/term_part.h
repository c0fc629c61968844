// The part of a sum that numbers about a position have: terms of the game, each times a weight of
// the stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/part.h"
#include "rules/terms.h"

namespace boardworth {

template <Game G>
class TermPart final : public EvaluatorPart<G> {
  public:
    // `terms` are places in terms_of(game); `weights` are in units of a value, by stage and then
    // term.
    TermPart(G game, std::vector<std::size_t> terms, std::vector<Value> weights,
             std::vector<std::uint8_t> stages)
        : game_(std::move(game)),
          terms_(std::move(terms)),
          weights_(std::move(weights)),
          stages_(game_, std::move(stages), terms_.empty() ? 0 : weights_.size() / terms_.size()) {
        for (const std::size_t term : terms_)
            if (term >= terms_of(game_).size())
                throw std::invalid_argument("evaluator: no such term");
        if (weights_.size() % terms_.size() != 0)
            throw std::invalid_argument("evaluator: terms and weights do not fit");
    }

    std::unique_ptr<PartFollower<G>> follower(std::size_t /*plies*/) const override {
        return std::make_unique<Follower>(*this);
    }

  private:
    using Position = typename G::Position;

    class Follower final : public PartFollower<G> {
      public:
        explicit Follower(const TermPart& part) : part_(part), read_(part.game_) {}

        void start(const Position& /*position*/) override {}
        void play(std::span<const FactChange> /*changes*/) override {}
        void undo(std::span<const FactChange> /*changes*/) override {}
        Value value(const Position& position) const override {
            const Value* weight = part_.weights_.data() +
                                  part_.stages_.of(part_.game_, position) * part_.terms_.size();
            Value sum = 0;
            for (const std::size_t term : part_.terms_)
                sum += *weight++ * read_(position, term).number();
            return sum;
        }

      private:
        const TermPart& part_;
        TermReader<G> read_;
    };

    G game_;
    std::vector<std::size_t> terms_;
    std::vector<Value> weights_;
    StageTable<G> stages_;
};

}  // namespace boardworth
