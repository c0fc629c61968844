// One state of a rule sheet's game at a time: legal moves, goals, the next state.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/gdl/build/propnet.h"

namespace boardworth {

// The fluents that hold among the values of all slots: a bit each, from the lowest of the first
// byte.
inline std::vector<std::uint8_t> packed_state(const Propnet& propnet,
                                              std::span<const std::uint8_t> values) {
    std::vector<std::uint8_t> packed(propnet.packed_size());
    for (std::size_t fluent = 0; fluent < propnet.fluents(); ++fluent)
        packed[fluent / 8] |= static_cast<std::uint8_t>(values[1 + fluent] << (fluent % 8));
    return packed;
}

class Machine {
  public:
    explicit Machine(const Propnet& propnet);

    void set_start();
    void set_state(std::span<const std::uint8_t> packed);
    [[nodiscard]] std::vector<std::uint8_t> state() const {
        return packed_state(propnet_, values_);
    }

    [[nodiscard]] bool terminal() const { return holds(propnet_.terminal); }
    // Numbers of a role's own moves.
    [[nodiscard]] std::vector<std::uint32_t> legal_moves(std::size_t role) const;
    [[nodiscard]] bool is_legal(std::size_t role, std::uint32_t move) const;
    [[nodiscard]] std::uint32_t legal_count(std::size_t role);
    // One of the legal moves that the last legal_count counted.
    [[nodiscard]] std::uint32_t legal_move(std::size_t, std::uint32_t number) const {
        return legal_[number];
    }
    // What a role gets in this state; nothing unless exactly one goal holds.
    [[nodiscard]] std::vector<std::optional<int>> goals();
    // One legal move for each role.
    void play(std::span<const std::uint32_t> joint_move);

  private:
    [[nodiscard]] bool holds(GateLiteral literal) const {
        return values_[node_of(literal)] != is_negated(literal);
    }

    const Propnet& propnet_;
    std::vector<std::uint8_t> values_;  // by slot, 0 or 1
    std::vector<std::uint8_t> next_;
    std::vector<std::uint32_t> legal_;
};

// What each role gets; nothing unless exactly one of its goals holds.
template <class Holds>
std::vector<std::optional<int>> unique_goals(const Propnet& propnet, const Holds& holds) {
    std::vector<std::optional<int>> found(propnet.roles());
    std::vector<int> count(propnet.roles());
    for (const Propnet::Goal& goal : propnet.goals) {
        if (!holds(goal.literal)) continue;
        found[goal.role] = goal.value;
        ++count[goal.role];
    }
    for (std::size_t role = 0; role < found.size(); ++role)
        if (count[role] != 1) found[role].reset();
    return found;
}

}  // namespace boardworth
