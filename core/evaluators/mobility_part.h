// The part of a sum that numbers about a position have: measures of mobility, each times a weight
// of the stage.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/part.h"
#include "features/mobility.h"

namespace boardworth {

template <Game G>
class MobilityPart final : public EvaluatorPart<G> {
  public:
    // `weights` are in units of a value, by stage and then measure.
    MobilityPart(G game, std::vector<Value> weights, std::vector<std::uint8_t> stages)
        : game_(std::move(game)),
          weights_(std::move(weights)),
          stages_(game_, std::move(stages), weights_.size() / measures) {
        if (!has_mobility<G> || weights_.size() % measures != 0)
            throw std::invalid_argument("evaluator: no such measures of mobility");
    }

    std::unique_ptr<PartFollower<G>> follower(std::size_t /*plies*/) const override {
        return std::make_unique<Follower>(*this);
    }

  private:
    using Position = typename G::Position;
    static constexpr std::size_t measures = std::tuple_size_v<MobilityMeasures>;

    class Follower final : public PartFollower<G> {
      public:
        explicit Follower(const MobilityPart& part) : part_(part) {}

        void start(const Position& /*position*/) override {}
        void play(std::span<const FactChange> /*changes*/) override {}
        void undo(std::span<const FactChange> /*changes*/) override {}
        Value value(const Position& position) const override {
            Value sum = 0;
            if constexpr (has_mobility<G>) {
                const Value* weight =
                    part_.weights_.data() + part_.stages_.of(part_.game_, position) * measures;
                for (const int measure : part_.game_.mobility_measures(position))
                    sum += *weight++ * measure;
            }
            return sum;
        }

      private:
        const MobilityPart& part_;
    };

    G game_;
    std::vector<Value> weights_;
    StageTable<G> stages_;
};

}  // namespace boardworth
