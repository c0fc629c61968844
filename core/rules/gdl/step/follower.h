// A game followed move by move, forward and back: only what a move changes is computed anew.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "bits.h"
#include "rules/gdl/build/followed_gates.h"
#include "rules/gdl/build/propnet.h"
#include "rules/gdl/step/effects.h"
#include "rules/gdl/step/machine.h"

namespace boardworth {

// What is legal and what is terminal follows the fluents by counters: every gate knows how many of
// its inputs are not as they must be (the mechanism of Kaneko, Yamaguchi and Kawai's cover
// propagation). Goals are computed when asked for.
class Follower {
  public:
    // Moves are filled into the step, or their consequences are followed as well; which of the two
    // is decided by the size of what is left to compute for a move, if it is not said.
    explicit Follower(const Propnet& propnet, std::optional<bool> follow_moves = {});

    void set_start();
    void set_state(std::span<const std::uint8_t> packed);
    [[nodiscard]] std::vector<std::uint8_t> state() const {
        return packed_state(propnet_, values_);
    }
    [[nodiscard]] bool fluent_holds(std::uint32_t fluent) const { return values_[1 + fluent] != 0; }

    [[nodiscard]] bool terminal() const { return holds(propnet_.terminal); }
    [[nodiscard]] std::vector<std::uint32_t> legal_moves(std::size_t role);
    [[nodiscard]] bool is_legal(std::size_t role, std::uint32_t move) const {
        return std::ranges::any_of(groups_[role], [&](const GuardedMoves& group) {
            return move / 64 < group.bits.size() && has_bit(group.bits, move) && holds(group.guard);
        });
    }
    [[nodiscard]] std::uint32_t legal_count(std::size_t role);
    // One of the legal moves that the last legal_count of this role counted.
    [[nodiscard]] std::uint32_t legal_move(std::size_t role, std::uint32_t number) const;
    // Calls on_move with every move that the last legal_count of this role counted.
    template <class OnMove>
    void each_counted(std::size_t role, const OnMove& on_move) const {
        for_each_bit(legal_[role], on_move);
    }
    [[nodiscard]] std::vector<std::optional<int>> goals();

    // Whether a role has any legal move.
    [[nodiscard]] bool can_move(std::size_t role) const;

    // Changes fluents by hand; there is nothing to take back then.
    void change(std::span<const std::uint32_t> fluents);

    void play(std::span<const std::uint32_t> joint_move);
    // The fluents that the last move changed.
    [[nodiscard]] std::span<const std::uint32_t> last_changes() const {
        return std::span(changed_).subspan(marks_.back());
    }
    // Takes the last move back.
    void undo();
    [[nodiscard]] std::size_t moves() const { return marks_.size(); }

  private:
    // What a slot's value counts for: where the lists begin.
    struct Uses {
        std::uint32_t first_consumer;
        std::uint32_t first_condition;
        std::uint32_t first_next;
    };

    [[nodiscard]] bool holds(GateLiteral literal) const {
        return values_[node_of(literal)] != is_negated(literal);
    }
    // A gate by its slot, or a block by its least one.
    struct Part {
        std::uint32_t slot;
        std::uint32_t block;
    };
    static constexpr std::uint32_t no_block = ~0u;
    // Atoms that depend on each other have no counters.
    struct FollowedBlock {
        GateBlock block;
        std::vector<std::uint8_t> seen;  // the inputs that it was computed from
    };
    struct Level {
        std::vector<std::uint32_t> blocks;
        std::vector<std::uint32_t> waiting;  // gates whose counters have crossed zero
    };

    void order_parts(const GuardedView& view, const FollowedNext& next);
    void connect(const GuardedView& view, const FollowedNext& next);
    void count(const std::vector<bool>& followed);
    template <class Target>
    void move_to(const Target& target);
    void flip(std::uint32_t slot);
    void settle();
    void settle(FollowedBlock& followed);
    void evaluate(FollowedBlock& followed);
    const Effects& effects_of(std::span<const std::uint32_t> joint_move);
    [[nodiscard]] std::optional<std::uint64_t> key_of(
        std::span<const std::uint32_t> joint_move) const;
    void find_changes(const Effects& effects);

    void make_moves(std::span<const std::uint32_t> joint_move);
    void find_followed_changes();

    const Propnet& propnet_;
    std::optional<EffectsOfMoves> effects_;  // unless moves are inputs and followed, too
    std::vector<std::uint8_t> values_;       // by slot
    std::vector<std::int32_t> unmet_;      // by slot of a gate: inputs that are not as they must be
    std::vector<std::uint32_t> level_of_;  // by slot: of a gate, one more than of its inputs
    std::vector<Uses> uses_;               // by slot, and one more
    std::vector<GateLiteral> consumers_;   // gates, negated where they need the negation
    std::vector<LegalCondition> conditions_;
    std::vector<Part> parts_;
    std::vector<FollowedBlock> blocks_;
    std::vector<Level> levels_;
    std::vector<std::vector<GuardedMoves>> groups_;  // by role
    std::vector<std::uint32_t> nexts_;               // fluents whose next value a slot decides
    std::vector<std::uint64_t> differing_;           // bits of followed fluents that will change
    std::vector<std::uint32_t> made_;                // by role: the slot of its move, or 0
    std::vector<std::vector<std::uint64_t>> legal_;  // by role, of the last count
    std::vector<std::uint32_t> changed_;             // fluents of all moves since the start
    std::vector<std::size_t> marks_;                 // where each move's begin

    std::unordered_map<std::uint64_t, Effects> known_;  // by joint move
    std::size_t remembered_ = 0;                        // operands of all known effects
    Effects forgotten_;                                 // of the last joint move, if not known
};

}  // namespace boardworth
