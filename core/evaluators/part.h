// A part of an evaluation that is a sum: one kind of feature, followed move by move behind virtual
// functions. They are called once per move or value, never once per fact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evaluators/evaluator.h"
#include "rules/facts.h"

namespace boardworth {

// What a part knows of one line of play. Moves are taken back in reverse order.
template <Game G>
class PartFollower {
  public:
    using Position = typename G::Position;

    virtual ~PartFollower() = default;

    virtual void start(const Position& position) = 0;
    virtual void play(std::span<const FactChange> changes) = 0;
    virtual void undo(std::span<const FactChange> changes) = 0;
    // For the side to move of the position that the moves have led to.
    [[nodiscard]] virtual Value value(const Position& position) const = 0;
};

// Immutable and shared by threads.
template <Game G>
class EvaluatorPart {
  public:
    virtual ~EvaluatorPart() = default;

    // A line of play of at most `plies` positions, the first one included.
    [[nodiscard]] virtual std::unique_ptr<PartFollower<G>> follower(std::size_t plies) const = 0;
};

// Stages by progress, as all parts have them.
template <Game G>
class StageTable {
  public:
    StageTable(const G& game, std::vector<std::uint8_t> stages, std::size_t count)
        : stages_(std::move(stages)) {
        if (stages_.size() != static_cast<std::size_t>(game.max_progress) + 1)
            throw std::invalid_argument("evaluator: one stage is needed for every progress");
        for (const auto stage : stages_)
            if (stage >= count) throw std::invalid_argument("evaluator: no such stage");
    }

    [[nodiscard]] std::size_t of(const G& game, const typename G::Position& position) const {
        return stages_[static_cast<std::size_t>(game.progress(position))];
    }

  private:
    std::vector<std::uint8_t> stages_;
};

}  // namespace boardworth
