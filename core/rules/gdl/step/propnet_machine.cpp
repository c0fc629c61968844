#include "rules/gdl/step/propnet_machine.h"

#include "random.h"

namespace boardworth {

int PropnetMachine::max_points(std::size_t role) const {
    int most = 0;
    for (const Propnet::Goal& goal : propnet_.goals)
        if (goal.role == role) most = std::max(most, goal_points(goal.value));
    return most;
}

void PropnetMachine::go_to(std::span<const std::uint64_t> state) {
    for (std::size_t word = 0; word < here_.size(); ++word) here_[word] ^= state[word];
    differing_.clear();
    for_each_bit(here_, [&](std::uint32_t fluent) { differing_.push_back(fluent); });
    std::ranges::copy(state, here_.begin());
    if (!differing_.empty()) rules_.change(differing_);
}

void PropnetMachine::points(std::span<float> by_role) {
    std::ranges::fill(by_role, 0.0F);
    if (!terminal()) return;
    const auto goals = rules_.goals();
    for (std::size_t role = 0; role < by_role.size(); ++role)
        by_role[role] = static_cast<float>(goal_points(goals[role].value_or(0)));
}

bool PropnetMachine::roll_out(std::uint64_t max_moves, std::mt19937_64& random) {
    joint_move_.resize(roles());
    for (std::uint64_t left = max_moves; !terminal() && !stuck(); --left) {
        if (left == 0) return false;
        for (std::size_t role = 0; role < joint_move_.size(); ++role) {
            const std::uint32_t count = rules_.legal_count(role);
            joint_move_[role] = rules_.legal_move(role, random_below(random, count));
        }
        play(joint_move_);
    }
    return true;
}

bool PropnetMachine::stuck() const {
    for (std::size_t role = 0; role < roles(); ++role)
        if (!rules_.can_move(role)) return true;
    return false;
}

}  // namespace boardworth
