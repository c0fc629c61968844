// The part of a sum that terms have. It follows nothing: every value reads them off its position.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "evaluators/part.h"
#include "evaluators/term_sum.h"

namespace boardworth {

template <Game G>
class TermPart final : public EvaluatorPart<G> {
  public:
    TermPart(G game, TermSum<G> terms) : game_(std::move(game)), terms_(std::move(terms)) {}

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
            return part_.terms_(read_, part_.game_, position);
        }

      private:
        const TermPart& part_;
        TermReader<G> read_;
    };

    G game_;
    TermSum<G> terms_;
};

}  // namespace boardworth
