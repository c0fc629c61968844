// The part of a sum that configurations have, wherever they come from: those that hold are followed
// by counters, and with them goes the sum of their weights for every stage.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/part.h"
#include "features/configurations/activation.h"

namespace boardworth {

template <Game G>
class ConfigurationPart final : public EvaluatorPart<G> {
  public:
    ConfigurationPart(G game, std::shared_ptr<const CoverDiagram> diagram,
                      std::vector<Value> constants, std::vector<std::uint8_t> stages)
        : game_(std::move(game)),
          diagram_(std::move(diagram)),
          constants_(std::move(constants)),
          stages_(game_, std::move(stages), constants_.size()),
          nothing_(*diagram_) {
        if (diagram_->shape() != fact_shape(game_))
            throw std::invalid_argument("evaluator: configurations of another game");
        if (diagram_->stages() != constants_.size())
            throw std::invalid_argument("evaluator: one constant is needed for every stage");
    }

    std::unique_ptr<PartFollower<G>> follower(std::size_t /*plies*/) const override {
        return std::make_unique<Follower>(*this);
    }

  private:
    using Position = typename G::Position;

    class Follower final : public PartFollower<G> {
      public:
        explicit Follower(const ConfigurationPart& part) : part_(part), facts_(part.nothing_) {}

        void start(const Position& position) override {
            facts_ = part_.nothing_;
            facts_.start([&](int fact) { return part_.game_.fact(position, fact); });
        }
        void play(std::span<const FactChange> changes) override { facts_.apply(changes, 1); }
        void undo(std::span<const FactChange> changes) override { facts_.apply(changes, -1); }
        Value value(const Position& position) const override {
            const std::size_t stage = part_.stages_.of(part_.game_, position);
            const std::int64_t sum =
                part_.constants_[stage] + facts_.state(part_.game_.mover(position)).sum(stage);
            return static_cast<Value>(std::clamp(sum, -max_value, max_value));
        }

      private:
        // Beyond what any search takes for an estimate, and far from overflow in a sum.
        static constexpr std::int64_t max_value = 1 << 23;

        const ConfigurationPart& part_;
        CoveredFacts facts_;
    };

    G game_;
    std::shared_ptr<const CoverDiagram> diagram_;
    std::vector<Value> constants_;
    StageTable<G> stages_;
    CoveredFacts nothing_;  // copied by every follower: it takes long to make
};

}  // namespace boardworth
