// Any rule sheet's game as one of two sides: a role, and all others together. They choose after the
// role, knowing its move of the same turn (Waledzik and Mandziuk 2014, section IV.B).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluators/fluent_sum.h"
#include "rules/gdl/build/propnet.h"
#include "rules/gdl/step/follower.h"

namespace boardworth {

// A turn is a joint move, chosen role by role: a role with more than one move
// makes a decision.
class TwoSides {
  public:
    // Throws FormatError for a function of another game, or of weights too large to add up.
    TwoSides(const Propnet& propnet, const FluentSum& function);

    // Throws IllegalMove for a state in which the role has no move to make.
    void begin(std::span<const std::uint8_t> packed, std::size_t role);
    // One of the role's moves, between turns.
    [[nodiscard]] std::uint32_t first_move();

    // Whether a role has already chosen in this turn.
    [[nodiscard]] bool mid_turn() const { return turns_[turn_].chosen > 0; }
    [[nodiscard]] bool terminal() const { return follower_.terminal(); }
    // What the role has in the end; nothing where the rules do not say.
    [[nodiscard]] int goal();
    // What its function says of the state: the sum that was followed, and the same one computed
    // anew. Sums are whole numbers, so that they do not depend on the way to a state.
    [[nodiscard]] std::int64_t sum() const { return sum_; }
    [[nodiscard]] std::int64_t sum_from_scratch() const;
    static constexpr double one_point = 1 << 30;
    // Differs wherever states, or choices of an unfinished turn, do.
    [[nodiscard]] std::uint64_t key() const { return key_; }

    enum class Next { decision, stuck, endless };
    // Between turns: plays on while no role has a choice, unless that lasts too long; the game may
    // be terminal then. Stuck is a game in which a role has no move.
    [[nodiscard]] Next open_turn();
    [[nodiscard]] std::size_t turns() const { return turn_; }
    // Takes whole turns back until this many are left.
    void return_to(std::size_t turns);

    // In an open turn: the role that chooses next, whether it is ours, and its moves.
    [[nodiscard]] std::size_t chooser() const {
        return turns_[turn_].choosers[turns_[turn_].chosen];
    }
    [[nodiscard]] bool ours() const { return chooser() == role_; }
    void add_moves(std::vector<std::uint32_t>& moves);
    // Plies that the next decision takes: all others together make one.
    [[nodiscard]] int plies() const;
    // A number for every move of every role.
    [[nodiscard]] std::uint32_t number_of(std::size_t role, std::uint32_t move) const {
        return static_cast<std::uint32_t>(propnet_.role_starts[role]) + move;
    }

    void decide(std::uint32_t move);
    void take_back();
    // The moves of a turn since the beginning, as far as they are chosen.
    [[nodiscard]] std::span<const std::uint32_t> joint_move(std::size_t turn) const {
        return turns_[turn].joint_move;
    }

  private:
    struct Turn {
        std::vector<std::uint32_t> joint_move;
        std::vector<std::size_t> choosers;  // our role first
        std::size_t chosen = 0;
        std::uint64_t key = 0;           // before anyone chose
        std::uint64_t complete_key = 0;  // when all had chosen, before it was played
        std::int64_t sum = 0;
    };

    [[nodiscard]] bool find_choosers(Turn& turn);
    void play();
    void undo();
    [[nodiscard]] std::uint64_t choice_key(std::size_t role, std::uint32_t move) const;

    const Propnet& propnet_;
    const FluentSum& function_;
    Follower follower_;
    std::vector<std::uint64_t> fluent_keys_;
    std::size_t role_ = 0;
    std::vector<std::int64_t> weights_;  // of the role
    std::uint64_t key_ = 0;
    std::int64_t sum_ = 0;
    std::vector<Turn> turns_;
    std::size_t turn_ = 0;
};

}  // namespace boardworth
