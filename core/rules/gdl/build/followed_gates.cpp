#include "rules/gdl/build/followed_gates.h"

#include <algorithm>
#include <map>
#include <utility>

namespace boardworth {

namespace {

// Calls visit(run, its number, its first operand).
template <class Visit>
void for_each_run(const GateStage& stage, const Visit& visit) {
    std::size_t operand = 0;
    for (std::size_t i = 0; i < stage.runs.size(); ++i) {
        const GateRun& run = stage.runs[i];
        visit(run, i, operand);
        operand += std::size_t{run.gates} * (run.positive + run.negative);
    }
}

bool within(const GateLoop& loop, std::size_t run) {
    return loop.first_run <= run && run < loop.last_run;
}

// A guard must serve at least this many moves.
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

std::vector<SingleGate> single_gates(const GateStage& stage) {
    std::vector<SingleGate> gates;
    for_each_run(stage, [&](const GateRun& run, std::size_t number, std::size_t operand) {
        if (std::ranges::any_of(stage.loops, [&](auto& loop) { return within(loop, number); }))
            return;
        for (std::uint32_t gate = 0; gate < run.gates; ++gate) {
            SingleGate& added = gates.emplace_back();
            added.output = run.first_output + gate;
            for (std::uint32_t i = 0; i < run.positive + run.negative; ++i)
                added.inputs.push_back(literal_of(stage.operands[operand++]) ^
                                       static_cast<GateLiteral>(i >= run.positive));
        }
    });
    return gates;
}

std::vector<GateBlock> gate_blocks(const GateStage& stage) {
    std::vector<GateBlock> blocks;
    for (const GateLoop& loop : stage.loops) {
        GateBlock block{&stage, &loop, 0, {}, loop.slots};
        for_each_run(stage, [&](const GateRun& run, std::size_t number, std::size_t operand) {
            if (number == loop.first_run) block.first_operand = operand;
            if (!within(loop, number)) return;
            for (std::uint32_t gate = 0; gate < run.gates; ++gate)
                block.members.push_back(run.first_output + gate);
            const auto first = stage.operands.begin() + static_cast<std::ptrdiff_t>(operand);
            block.inputs.insert(block.inputs.end(), first,
                                first + run.gates * (run.positive + run.negative));
        });
        for (const GateLiteral definition : loop.definitions)
            block.inputs.push_back(static_cast<std::uint32_t>(node_of(definition)));
        std::ranges::sort(block.members);
        std::ranges::sort(block.inputs);
        block.inputs.erase(std::unique(block.inputs.begin(), block.inputs.end()),
                           block.inputs.end());
        std::erase_if(block.inputs, [&](std::uint32_t slot) {
            return std::ranges::binary_search(block.members, slot);
        });
        blocks.push_back(std::move(block));
    }
    return blocks;
}

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

FollowedNext::FollowedNext(const Propnet& propnet, bool all) : fluents(propnet.fluents(), all) {
    std::vector<SingleGate> step = single_gates(propnet.step);
    if (all) {
        gates = std::move(step);
        return;
    }
    std::vector<bool> on_moves(propnet.slots);
    std::fill_n(on_moves.begin() + static_cast<std::ptrdiff_t>(propnet.first_move()),
                propnet.moves(), true);
    for (const SingleGate& gate : step)
        on_moves[gate.output] = std::ranges::any_of(
            gate.inputs, [&](GateLiteral input) { return on_moves[node_of(input)]; });
    std::vector<bool> wanted(propnet.slots);
    for (std::size_t fluent = 0; fluent < propnet.fluents(); ++fluent) {
        const std::size_t slot = node_of(propnet.next[fluent]);
        fluents[fluent] = !on_moves[slot];
        if (!on_moves[slot]) wanted[slot] = true;
    }
    for (auto gate = step.rbegin(); gate != step.rend(); ++gate)
        if (wanted[gate->output])
            for (const GateLiteral input : gate->inputs) wanted[node_of(input)] = true;
    for (SingleGate& gate : step)
        if (wanted[gate.output]) gates.push_back(std::move(gate));
}

}  // namespace boardworth
