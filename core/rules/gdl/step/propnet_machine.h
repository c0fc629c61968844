// The state machine of a propnet: a follower that goes to any state by what differs, so that
// neighbours in a tree cost what a move changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "bits.h"
#include "rules/gdl/step/follower.h"
#include "rules/state_machine.h"

namespace boardworth {

// A bit per fluent.
inline std::vector<std::uint64_t> initial_state(const Propnet& propnet) {
    std::vector<std::uint64_t> state((propnet.fluents() + 63) / 64);
    for (std::size_t fluent = 0; fluent < propnet.fluents(); ++fluent)
        if (propnet.initial[fluent] != 0) add_bit(state, fluent);
    return state;
}

class PropnetMachine final : public StateMachine {
  public:
    explicit PropnetMachine(const Propnet& propnet, std::optional<bool> follow_moves = {})
        : propnet_(propnet), rules_(propnet, follow_moves), here_(initial_state(propnet)) {}

    // What else may be asked about the state.
    [[nodiscard]] Follower& rules() { return rules_; }

    std::unique_ptr<StateMachine> another() const override {
        return std::make_unique<PropnetMachine>(propnet_);
    }
    std::size_t roles() const override { return propnet_.roles(); }
    std::size_t state_bits() const override { return propnet_.fluents(); }
    int max_points(std::size_t role) const override;
    // Goals say nothing about games that do not end: such a rollout is lost by all.
    float unfinished_points() const override { return 0; }
    const Propnet* propnet() const override { return &propnet_; }

    std::span<const std::uint64_t> state() const override { return here_; }
    void go_to(std::span<const std::uint64_t> state) override;

    bool terminal() const override { return rules_.terminal(); }
    std::vector<std::uint32_t> legal_moves(std::size_t role) override {
        return rules_.legal_moves(role);
    }
    void points(std::span<float> by_role) override;

    void play(std::span<const std::uint32_t> joint_move) override {
        rules_.play(joint_move);
        flip_last_changes();
    }
    void undo() override {
        flip_last_changes();
        rules_.undo();
    }
    bool roll_out(std::uint64_t max_moves, std::mt19937_64& random) override;

  private:
    // Whether a role has no move.
    [[nodiscard]] bool stuck() const;
    void flip_last_changes() {
        for (const std::uint32_t fluent : rules_.last_changes()) flip_bit(here_, fluent);
    }

    const Propnet& propnet_;
    Follower rules_;
    std::vector<std::uint64_t> here_;
    std::vector<std::uint32_t> differing_;
    std::vector<std::uint32_t> joint_move_;  // of rollouts
};

// A goal's value as points.
inline int goal_points(int value) {
    return std::clamp(value, 0, 100);
}

}  // namespace boardworth
