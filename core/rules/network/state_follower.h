// A follower that knows its state as words and goes to any other by what differs, so that
// neighbours in a tree cost what a move changes.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/network/follower.h"

namespace boardworth {

inline std::size_t state_words(const Network& network) {
    return (network.fluents() + 63) / 64;
}

inline std::uint64_t state_key(std::span<const std::uint64_t> state) {
    std::uint64_t key = 0;
    for (const std::uint64_t word : state) {
        key = (key ^ word) * 0x9E3779B97F4A7C15;
        key ^= key >> 32;
    }
    return key;
}

class StateFollower {
  public:
    explicit StateFollower(const Network& network) : rules_(network), here_(state_words(network)) {
        for (std::size_t fluent = 0; fluent < network.fluents(); ++fluent)
            if (network.initial[fluent] != 0)
                here_[fluent / 64] |= std::uint64_t{1} << (fluent % 64);
    }

    // What may be asked about the state.
    [[nodiscard]] Follower& rules() { return rules_; }
    [[nodiscard]] std::span<const std::uint64_t> state() const { return here_; }

    void go_to(std::span<const std::uint64_t> state) {
        differing_.clear();
        for (std::size_t word = 0; word < here_.size(); ++word) {
            for (std::uint64_t bits = here_[word] ^ state[word]; bits != 0; bits &= bits - 1)
                differing_.push_back(static_cast<std::uint32_t>(
                    64 * word + static_cast<std::size_t>(std::countr_zero(bits))));
            here_[word] = state[word];
        }
        if (!differing_.empty()) rules_.change(differing_);
    }
    void play(std::span<const std::uint32_t> joint_move) {
        rules_.play(joint_move);
        flip_last_changes();
    }
    // Takes the last move back.
    void undo() {
        flip_last_changes();
        rules_.undo();
    }

  private:
    void flip_last_changes() {
        for (const std::uint32_t fluent : rules_.last_changes())
            here_[fluent / 64] ^= std::uint64_t{1} << (fluent % 64);
    }

    Follower rules_;
    std::vector<std::uint64_t> here_;
    std::vector<std::uint32_t> differing_;
};

}  // namespace boardworth
