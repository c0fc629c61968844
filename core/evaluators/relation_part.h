// The part of a sum that relations of kings and pieces have.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "evaluators/part.h"
#include "evaluators/relation_sums.h"
#include "features/relations/view.h"

namespace boardworth {

template <Game G>
class RelationPart final : public EvaluatorPart<G> {
  public:
    RelationPart(G game, std::shared_ptr<const RelationTables> tables,
                 std::vector<std::uint8_t> stages)
        : game_(std::move(game)),
          tables_(std::move(tables)),
          stages_(game_, std::move(stages), tables_->stages()) {
        require_fits(tables_->shape(), fact_shape(game_));
    }

    std::unique_ptr<PartFollower<G>> follower(std::size_t plies) const override {
        return std::make_unique<Follower>(*this, plies);
    }

  private:
    using Position = typename G::Position;

    class Follower final : public PartFollower<G> {
      public:
        Follower(const RelationPart& part, std::size_t plies)
            : part_(part), facts_(part.tables_->shape().atoms()), sums_(part.tables_, plies) {}

        void start(const Position& position) override {
            for (std::size_t atom = 0; atom < facts_.size(); ++atom)
                facts_[atom] =
                    static_cast<std::uint16_t>(part_.game_.fact(position, static_cast<int>(atom)));
            sums_.start(facts_, part_.stages_.of(part_.game_, position));
        }
        void play(std::span<const FactChange> changes) override { sums_.play(changes); }
        void undo(std::span<const FactChange> changes) override { sums_.undo(changes); }
        Value value(const Position& position) const override {
            const Value first = std::clamp(sums_.value(part_.stages_.of(part_.game_, position)),
                                           -max_value, max_value);
            return part_.game_.mover(position) == 0 ? first : -first;
        }

      private:
        // Beyond what any search takes for an estimate, and far from overflow in a sum.
        static constexpr Value max_value = 1 << 23;

        const RelationPart& part_;
        std::vector<std::uint16_t> facts_;
        mutable RelationSums sums_;  // a stage's sums are found when they are asked for
    };

    G game_;
    std::shared_ptr<const RelationTables> tables_;
    StageTable<G> stages_;
};

}  // namespace boardworth
