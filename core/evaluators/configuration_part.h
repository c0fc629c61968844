// The part of a sum that configurations have, wherever they come from and however their sum is
// found.
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
#include "features/configurations/seen_relations.h"
#include "features/configurations/weighed.h"

namespace boardworth {

template <Game G>
class ConfigurationPart final : public EvaluatorPart<G> {
  public:
    ConfigurationPart(G game, std::shared_ptr<const WeighedConfigurations> configurations,
                      std::shared_ptr<const ConfigurationSum> sum, std::vector<Value> constants,
                      std::vector<std::uint8_t> stages)
        : game_(std::move(game)),
          configurations_(std::move(configurations)),
          sum_(std::move(sum)),
          constants_(std::move(constants)),
          stages_(game_, std::move(stages), constants_.size()) {
        if (configurations_->shape() != fact_shape(game_))
            throw std::invalid_argument("evaluator: configurations of another game");
        if (configurations_->stages() != constants_.size())
            throw std::invalid_argument("evaluator: one constant is needed for every stage");
    }

    std::unique_ptr<PartFollower<G>> follower(std::size_t /*plies*/) const override {
        return std::make_unique<Follower>(*this);
    }

  private:
    using Position = typename G::Position;

    class Follower final : public PartFollower<G> {
      public:
        explicit Follower(const ConfigurationPart& part)
            : part_(part),
              seen_(part.configurations_->shape(), part.configurations_->relation_count()),
              sum_(part.sum_->follower()) {}

        void start(const Position& position) override {
            seen_.start([&](int fact) { return part_.game_.fact(position, fact); });
        }
        void play(std::span<const FactChange> changes) override { seen_.apply(changes, 1); }
        void undo(std::span<const FactChange> changes) override { seen_.apply(changes, -1); }
        Value value(const Position& position) const override {
            const std::size_t stage = part_.stages_.of(part_.game_, position);
            const auto mover = static_cast<std::size_t>(part_.game_.mover(position));
            const std::int64_t sum =
                part_.constants_[stage] + sum_->sum(seen_.seen_by(mover), mover, stage);
            return static_cast<Value>(std::clamp(sum, -max_value, max_value));
        }

      private:
        // Beyond what any search takes for an estimate, and far from overflow in a sum.
        static constexpr std::int64_t max_value = 1 << 23;

        const ConfigurationPart& part_;
        SeenRelations seen_;
        std::unique_ptr<FollowedSum> sum_;
    };

    G game_;
    std::shared_ptr<const WeighedConfigurations> configurations_;
    std::shared_ptr<const ConfigurationSum> sum_;
    std::vector<Value> constants_;
    StageTable<G> stages_;
};

}  // namespace boardworth
