#include "rules/gdl/build/legal_sets.h"

#include <algorithm>
#include <map>

namespace boardworth {

namespace {

// A guard must serve so many moves.
constexpr std::size_t worthwhile = 4;

// How often each slot is used, other than as what makes one move legal.
std::vector<std::size_t> uses(const Propnet& propnet) {
    std::vector<std::size_t> count(propnet.slots, 0);
    for (const GateStage* stage : {&propnet.view, &propnet.goal_view, &propnet.step})
        for (const std::uint32_t slot : stage->operands) ++count[slot];
    for (const GateLiteral literal : propnet.next) ++count[node_of(literal)];
    for (const Propnet::Goal& goal : propnet.goals) ++count[node_of(goal.literal)];
    ++count[node_of(propnet.terminal)];
    std::vector<bool> seen(propnet.slots);
    for (const GateLiteral literal : propnet.legal) {
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

GuardedView::GuardedView(const Propnet& propnet)
    : gates(single_gates(propnet.view)), groups(propnet.roles()), conditions(propnet.slots) {
    const std::vector<std::size_t> used = uses(propnet);
    std::vector<SingleGate*> own_gates(propnet.slots, nullptr);
    for (SingleGate& gate : gates)
        if (used[gate.output] == 0) own_gates[gate.output] = &gate;
    for (std::size_t role = 0; role < propnet.roles(); ++role) add_moves(propnet, role, own_gates);
    std::erase_if(gates, [](const SingleGate& gate) { return gate.inputs.empty(); });
}

void GuardedView::add_moves(const Propnet& propnet, std::size_t role,
                            const std::vector<SingleGate*>& own_gates) {
    const std::size_t first = propnet.role_starts[role];
    const std::size_t last = propnet.role_starts[role + 1];
    std::map<GateLiteral, std::size_t> frequency;
    for (std::size_t move = first; move < last; ++move)
        if (const SingleGate* gate = own_gates[node_of(propnet.legal[move])])
            for (const GateLiteral input : gate->inputs) ++frequency[input];
    std::map<GateLiteral, std::uint32_t> group_of;
    for (std::size_t move = first; move < last; ++move) {
        GateLiteral guard = always;
        GateLiteral condition = propnet.legal[move];
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
