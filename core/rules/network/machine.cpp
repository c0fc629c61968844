#include "rules/network/machine.h"

#include <algorithm>

#include "rules/network/evaluation.h"

namespace boardworth {

Machine::Machine(const Network& network)
    : network_(network), values_(network.slots, 0), next_(network.fluents()) {
    set_start();
}

void Machine::set_start() {
    std::ranges::copy(network_.initial, values_.begin() + 1);
    evaluate(network_.view, values_);
}

void Machine::set_state(std::span<const std::uint8_t> packed) {
    for (std::size_t fluent = 0; fluent < network_.fluents(); ++fluent)
        values_[1 + fluent] = packed[fluent / 8] >> (fluent % 8) & 1;
    evaluate(network_.view, values_);
}

std::vector<std::uint8_t> Machine::state() const {
    std::vector<std::uint8_t> packed(network_.packed_size());
    for (std::size_t fluent = 0; fluent < network_.fluents(); ++fluent)
        packed[fluent / 8] |= static_cast<std::uint8_t>(values_[1 + fluent] << (fluent % 8));
    return packed;
}

std::vector<std::uint32_t> Machine::legal_moves(std::size_t role) const {
    std::vector<std::uint32_t> moves;
    const std::size_t first = network_.role_starts[role];
    for (std::size_t move = first; move < network_.role_starts[role + 1]; ++move)
        if (holds(network_.legal[move])) moves.push_back(static_cast<std::uint32_t>(move - first));
    return moves;
}

bool Machine::is_legal(std::size_t role, std::uint32_t move) const {
    const std::size_t first = network_.role_starts[role];
    return first + move < network_.role_starts[role + 1] && holds(network_.legal[first + move]);
}

std::uint32_t Machine::legal_count(std::size_t role) {
    legal_ = legal_moves(role);
    return static_cast<std::uint32_t>(legal_.size());
}

std::vector<std::optional<int>> Machine::goals() {
    evaluate(network_.goal_view, values_);
    return unique_goals(network_, [&](GateLiteral literal) { return holds(literal); });
}

void Machine::play(std::span<const std::uint32_t> joint_move) {
    const auto chosen = [&](std::size_t role) -> std::uint8_t& {
        return values_[network_.first_move() + network_.role_starts[role] + joint_move[role]];
    };
    for (std::size_t role = 0; role < joint_move.size(); ++role) chosen(role) = 1;
    evaluate(network_.step, values_);
    for (std::size_t fluent = 0; fluent < next_.size(); ++fluent)
        next_[fluent] = holds(network_.next[fluent]);
    for (std::size_t role = 0; role < joint_move.size(); ++role) chosen(role) = 0;
    std::ranges::copy(next_, values_.begin() + 1);
    evaluate(network_.view, values_);
}

}  // namespace boardworth
