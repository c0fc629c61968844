// What an evaluation tells Guided UCT: F of a state, F(s, a) of its moves, and moves drawn by it.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "evaluators/state_function.h"
#include "rules/state_machine.h"
#include "search/uct/settings.h"

namespace boardworth {

class UctGuide {
  public:
    // Points of 0 to 1, role by role or move by move.
    using Points = std::vector<float>;

    // The function may be null: then there is nothing to ask.
    UctGuide(const UctSettings& settings, const StateFunction* function)
        : settings_(settings), function_(function) {}

    [[nodiscard]] bool given() const { return function_ != nullptr; }
    // F of a state.
    void evaluate(std::span<const std::uint64_t> state, std::span<float> points) const;
    // F(s, a) of a role's moves in the machine's state: the mean over what may follow, or over a
    // few draws of it where others have a choice as well. Where the game is over, its points.
    [[nodiscard]] Points move_points(StateMachine& machine, std::size_t role,
                                     std::span<const std::vector<std::uint32_t>> moves,
                                     std::mt19937_64& random) const;
    // A role's move of a rollout, drawn by F(s, a).
    [[nodiscard]] std::uint32_t draw_move(StateMachine& machine, std::size_t role,
                                          std::span<const std::vector<std::uint32_t>> moves,
                                          std::mt19937_64& random) const;

  private:
    const UctSettings& settings_;
    const StateFunction* function_;
};

// The points of a game that has ended, of 0 to 1.
inline void final_points(StateMachine& machine, std::span<float> points) {
    machine.points(points);
    for (float& point : points) point /= 100;
}

}  // namespace boardworth
