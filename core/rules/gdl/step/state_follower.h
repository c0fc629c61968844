// A follower that knows its state as words and goes to any other by what differs, so that
// neighbours in a tree cost what a move changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "rules/gdl/step/follower.h"
#include "rules/state_machine.h"

namespace boardworth {

inline std::size_t state_words(const Propnet& propnet) {
    return (propnet.fluents() + 63) / 64;
}

class StateFollower final : public StateMachine {
  public:
    explicit StateFollower(const Propnet& propnet)
        : propnet_(propnet), rules_(propnet), here_(state_words(propnet)) {
        for (std::size_t fluent = 0; fluent < propnet.fluents(); ++fluent)
            if (propnet.initial[fluent] != 0)
                here_[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
    }

    // What else may be asked about the state.
    [[nodiscard]] Follower& rules() { return rules_; }

    [[nodiscard]] std::unique_ptr<StateMachine> another() const override {
        return std::make_unique<StateFollower>(propnet_);
    }
    [[nodiscard]] std::size_t roles() const override { return propnet_.roles(); }
    [[nodiscard]] std::size_t state_bits() const override { return propnet_.fluents(); }
    [[nodiscard]] int max_points(std::size_t role) const override;
    // Goals say nothing about games that do not end: such a rollout is lost by all.
    [[nodiscard]] float unfinished_points() const override { return 0; }
    [[nodiscard]] const Propnet* propnet() const override { return &propnet_; }

    [[nodiscard]] std::span<const std::uint64_t> state() const override { return here_; }
    void go_to(std::span<const std::uint64_t> state) override;

    [[nodiscard]] bool terminal() const override { return rules_.terminal(); }
    [[nodiscard]] std::vector<std::uint32_t> legal_moves(std::size_t role) override {
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
        for (const std::uint32_t fluent : rules_.last_changes())
            here_[fluent / 64] ^= std::uint64_t{1} << (fluent % 64);
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
