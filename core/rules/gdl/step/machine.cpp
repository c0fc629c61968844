#include "rules/gdl/step/machine.h"

#include <algorithm>

#include "rules/gdl/step/evaluation.h"

namespace boardworth {

Machine::Machine(const Propnet& propnet)
    : propnet_(propnet), values_(propnet.slots, 0), next_(propnet.fluents()) {
    set_start();
}

void Machine::set_start() {
    std::ranges::copy(propnet_.initial, values_.begin() + 1);
    evaluate(propnet_.view, values_);
}

void Machine::set_state(std::span<const std::uint8_t> packed) {
    for (std::size_t fluent = 0; fluent < propnet_.fluents(); ++fluent)
        values_[1 + fluent] = packed[fluent / 8] >> (fluent % 8) & 1;
    evaluate(propnet_.view, values_);
}

std::vector<std::uint32_t> Machine::legal_moves(std::size_t role) const {
    std::vector<std::uint32_t> moves;
    const std::size_t first = propnet_.role_starts[role];
    for (std::size_t move = first; move < propnet_.role_starts[role + 1]; ++move)
        if (holds(propnet_.legal[move])) moves.push_back(static_cast<std::uint32_t>(move - first));
    return moves;
}

bool Machine::is_legal(std::size_t role, std::uint32_t move) const {
    const std::size_t first = propnet_.role_starts[role];
    return first + move < propnet_.role_starts[role + 1] && holds(propnet_.legal[first + move]);
}

std::uint32_t Machine::legal_count(std::size_t role) {
    legal_ = legal_moves(role);
    return static_cast<std::uint32_t>(legal_.size());
}

std::vector<std::optional<int>> Machine::goals() {
    evaluate(propnet_.goal_view, values_);
    return unique_goals(propnet_, [&](GateLiteral literal) { return holds(literal); });
}

void Machine::play(std::span<const std::uint32_t> joint_move) {
    const auto chosen = [&](std::size_t role) -> std::uint8_t& {
        return values_[propnet_.first_move() + propnet_.role_starts[role] + joint_move[role]];
    };
    for (std::size_t role = 0; role < joint_move.size(); ++role) chosen(role) = 1;
    evaluate(propnet_.step, values_);
    for (std::size_t fluent = 0; fluent < next_.size(); ++fluent)
        next_[fluent] = holds(propnet_.next[fluent]);
    for (std::size_t role = 0; role < joint_move.size(); ++role) chosen(role) = 0;
    std::ranges::copy(next_, values_.begin() + 1);
    evaluate(propnet_.view, values_);
}

}  // namespace boardworth
