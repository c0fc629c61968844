// An evaluation that is a sum of parts of any kinds.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/part.h"

namespace boardworth {

template <Game G>
class SumEvaluator {
  public:
    using Position = typename G::Position;
    using Parts = std::vector<std::unique_ptr<const EvaluatorPart<G>>>;

    // Moves are logged when a ply is entered and told to the parts when a value is asked for: most
    // of what a search plays to order its moves, or to look them up, it never evaluates.
    class Stack {
      public:
        Stack(const SumEvaluator& evaluator, std::size_t plies) : begins_(plies + 1, 0) {
            for (const auto& part : evaluator.parts_) followers_.push_back(part->follower(plies));
        }

      private:
        friend SumEvaluator;

        [[nodiscard]] std::span<const FactChange> changes(std::size_t ply) const {
            const std::size_t end = ply == entered_ ? changes_.size() : begins_[ply + 1];
            return std::span(changes_).subspan(begins_[ply], end - begins_[ply]);
        }

        void undo_to(std::size_t ply) {
            for (; told_ > ply; --told_)
                for (const auto& follower : followers_) follower->undo(changes(told_));
        }

        void play_to(std::size_t ply) {
            while (told_ < ply) {
                ++told_;
                for (const auto& follower : followers_) follower->play(changes(told_));
            }
        }

        std::vector<std::unique_ptr<PartFollower<G>>> followers_;
        std::vector<FactChange> changes_;
        std::vector<std::size_t> begins_;  // by ply: where its changes begin
        std::size_t entered_ = 0;          // the deepest ply of the log
        std::size_t told_ = 0;             // the ply whose position the parts know
    };

    SumEvaluator(G game, Parts parts, int scale, Target target)
        : game_(std::move(game)), units_(scale, target, game_.max_score), parts_(std::move(parts)) {
        if (parts_.empty()) throw std::invalid_argument("evaluator: a sum of nothing");
    }

    [[nodiscard]] const G& game() const { return game_; }
    [[nodiscard]] const ValueUnits& units() const { return units_; }

    void start(Stack& stack, const Position& position) const {
        stack.changes_.clear();
        stack.entered_ = stack.told_ = 0;
        for (const auto& follower : stack.followers_) follower->start(position);
    }

    [[nodiscard]] auto enter(Stack& stack, std::size_t ply) const {
        if (stack.told_ >= ply) stack.undo_to(ply - 1);
        if (stack.entered_ >= ply)
            stack.changes_.resize(stack.begins_[ply]);
        else
            stack.begins_[ply] = stack.changes_.size();
        stack.entered_ = ply;
        return [&changes = stack.changes_](int atom, int difference) {
            changes.push_back({atom, difference});
        };
    }

    [[nodiscard]] Value value(Stack& stack, std::size_t ply, const Position& position) const {
        stack.undo_to(ply);
        stack.play_to(ply);
        Value sum = 0;
        for (const auto& follower : stack.followers_) sum += follower->value(position);
        return sum;
    }

    [[nodiscard]] Value value_plainly(const Position& position) const {
        Stack stack(*this, 1);
        start(stack, position);
        return value(stack, 0, position);
    }

  private:
    G game_;
    ValueUnits units_;
    Parts parts_;
};

}  // namespace boardworth
