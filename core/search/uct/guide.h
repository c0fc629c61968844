// What an evaluation tells Guided UCT: F of a state, F(s, a) of its moves, and moves drawn by it.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "evaluators/state_function.h"
#include "rules/network/state_follower.h"
#include "search/uct/settings.h"

namespace boardworth {

class UctGuide {
  public:
    // Points of 0 to 1, role by role or move by move.
    using Points = std::vector<float>;

    // The function may be null: then there is nothing to ask.
    UctGuide(const Network& network, const UctSettings& settings, const StateFunction* function)
        : network_(network), settings_(settings), function_(function) {}

    [[nodiscard]] bool given() const { return function_ != nullptr; }
    // F of a state.
    void judge(std::span<const std::uint64_t> state, std::span<float> points) const;
    // F(s, a) of a role's moves in the follower's state: the mean over what may follow, or over a
    // few draws of it where others have a choice as well. Where the game is over, its goals.
    [[nodiscard]] Points move_points(StateFollower& follower, std::size_t role,
                                     std::span<const std::vector<std::uint32_t>> moves,
                                     std::mt19937_64& random) const;
    // A role's move of a rollout, drawn by F(s, a).
    [[nodiscard]] std::uint32_t draw_move(StateFollower& follower, std::size_t role,
                                          std::span<const std::vector<std::uint32_t>> moves,
                                          std::mt19937_64& random) const;

  private:
    const Network& network_;
    const UctSettings& settings_;
    const StateFunction* function_;
};

// The goals of the follower's state as points; none counts as nothing.
void goal_points(Follower& rules, std::span<float> points);

// A number of 0 to 1, and one below a bound.
inline double random_share(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}
inline std::uint32_t random_below(std::mt19937_64& random, std::size_t bound) {
    return static_cast<std::uint32_t>((random() >> 32) * bound >> 32);
}

}  // namespace boardworth
