#include "rules/network/legal_sets.h"

#include <algorithm>
#include <map>

namespace boardworth {

namespace {

// A guard must serve so many moves.
constexpr std::size_t worthwhile = 4;

// How often each slot is used, other than as what makes one move legal.
std::vector<std::size_t> uses(const Network& network) {
    std::vector<std::size_t> count(network.slots, 0);
    for (const GateStage* stage : {&network.view, &network.goal_view, &network.step})
        for (const std::uint32_t slot : stage->operands) ++count[slot];
    for (const GateLiteral literal : network.next) ++count[node_of(literal)];
    for (const Network::Goal& goal : network.goals) ++count[node_of(goal.literal)];
    ++count[node_of(network.terminal)];
    std::vector<bool> seen(network.slots);
    for (const GateLiteral literal : network.legal) {
        if (seen[node_of(literal)] || is_negated(literal)) ++count[node_of(literal)];
        seen[node_of(literal)] = true;
    }
    return count;
}

// Takes an input from a gate; what is left of it. A gate of one input is none.
GateLiteral without(SingleGate& gate, GateLiteral input) {
    std::erase(gate.inputs, input);
    if (gate.inputs.size() > 1) return literal_of(gate.output);
    const GateLiteral left = gate.inputs[0];
    gate.inputs.clear();
    return left;
}

}  // namespace

GuardedView::GuardedView(const Network& network)
    : gates(single_gates(network.view)), groups(network.roles()), conditions(network.slots) {
    const std::vector<std::size_t> used = uses(network);
    std::vector<SingleGate*> own_gates(network.slots, nullptr);
    for (SingleGate& gate : gates)
        if (used[gate.output] == 0) own_gates[gate.output] = &gate;
    for (std::size_t role = 0; role < network.roles(); ++role) add_moves(network, role, own_gates);
    std::erase_if(gates, [](const SingleGate& gate) { return gate.inputs.empty(); });
}

void GuardedView::add_moves(const Network& network, std::size_t role,
                            const std::vector<SingleGate*>& own_gates) {
    const std::size_t first = network.role_starts[role];
    const std::size_t last = network.role_starts[role + 1];
    std::map<GateLiteral, std::size_t> frequency;
    for (std::size_t move = first; move < last; ++move)
        if (const SingleGate* gate = own_gates[node_of(network.legal[move])])
            for (const GateLiteral input : gate->inputs) ++frequency[input];
    std::map<GateLiteral, std::uint32_t> group_of;
    for (std::size_t move = first; move < last; ++move) {
        GateLiteral guard = always;
        GateLiteral condition = network.legal[move];
        if (SingleGate* gate = own_gates[node_of(condition)]) {
            const GateLiteral best = *std::ranges::max_element(
                gate->inputs, {}, [&](GateLiteral input) { return frequency[input]; });
            if (frequency[best] >= worthwhile) {
                guard = best;
                condition = without(*gate, best);
            }
        }
        const auto group = group_of.emplace(guard, groups[role].size()).first->second;
        if (group == groups[role].size())
            groups[role].push_back({guard, std::vector<std::uint64_t>((last - first + 63) / 64)});
        conditions[node_of(condition)].push_back({static_cast<std::uint32_t>(role), group,
                                                  static_cast<std::uint32_t>(move - first),
                                                  is_negated(condition)});
    }
}

}  // namespace boardworth
