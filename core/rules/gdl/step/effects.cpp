#include "rules/gdl/step/effects.h"

#include <algorithm>

namespace boardworth {

EffectsOfMoves::EffectsOfMoves(const Propnet& propnet)
    : propnet_(propnet),
      first_slot_(static_cast<std::uint32_t>(propnet.slots)),
      simple_(propnet.slots),
      users_(propnet.slots),
      nexts_(propnet.slots),
      left_out_(propnet.fluents()) {
    std::uint32_t operand = 0;
    for (const GateRun& run : propnet.step.runs)
        for (std::uint32_t gate = 0; gate < run.gates; ++gate) {
            gates_.push_back({run.first_output + gate, operand, run.positive, run.negative});
            operand += run.positive + run.negative;
        }
    if (!gates_.empty()) first_slot_ = gates_.front().output;
    inputs_.resize(gates_.size());
    seen_.resize(gates_.size());
    for (std::size_t slot = 0; slot < simple_.size(); ++slot) simple_[slot] = literal_of(slot);
    for (std::size_t move = 0; move < propnet.moves(); ++move)
        simple_[propnet.first_move() + move] = never;
    find_users();
    for (std::size_t gate = 0; gate < gates_.size(); ++gate) fill_in(gate);
    for (std::uint32_t fluent = 0; fluent < propnet.fluents(); ++fluent)
        if (simplified(propnet.next[fluent]) != literal_of(1 + fluent)) moving_.push_back(fluent);
}

std::size_t EffectsOfMoves::usual_operands() {
    constexpr std::size_t tries = 8;
    std::size_t operands = 0;
    std::size_t looked_at = 0;
    const std::vector<std::size_t>& starts = propnet_.role_starts;
    const auto slot = [&](std::size_t move) {
        return static_cast<std::uint32_t>(propnet_.first_move() + move);
    };
    for (std::size_t role = 0; role < propnet_.roles(); ++role) {
        const std::size_t moves = starts[role + 1] - starts[role];
        std::vector<std::uint32_t> slots;
        for (std::size_t other = 0; other < propnet_.roles(); ++other)
            if (other != role && starts[other + 1] > starts[other])
                slots.push_back(slot(starts[other + 1] - 1));
        slots.push_back(0);
        for (std::size_t i = 0; i < std::min(tries, moves); ++i, ++looked_at) {
            slots.back() = slot(starts[role] + i * moves / std::min(tries, moves));
            operands += of(slots).operands.size();
        }
    }
    return looked_at == 0 ? 0 : operands / looked_at;
}

void EffectsOfMoves::leave_out(const std::vector<bool>& fluents) {
    left_out_ = fluents;
    std::erase_if(moving_, [&](std::uint32_t fluent) { return fluents[fluent]; });
}

void EffectsOfMoves::find_users() {
    for (std::size_t gate = 0; gate < gates_.size(); ++gate)
        for (std::uint32_t i = 0; i < gates_[gate].positive + gates_[gate].negative; ++i)
            users_[propnet_.step.operands[gates_[gate].first_operand + i]].push_back(
                static_cast<std::uint32_t>(gate));
    for (std::uint32_t fluent = 0; fluent < propnet_.fluents(); ++fluent)
        nexts_[node_of(propnet_.next[fluent])].push_back(fluent);
}

void EffectsOfMoves::fill_in(std::size_t number) {
    const Gate& gate = gates_[number];
    std::vector<GateLiteral>& inputs = inputs_[number];
    inputs.clear();
    bool impossible = false;
    for (std::uint32_t i = 0; i < gate.positive + gate.negative && !impossible; ++i) {
        const GateLiteral input = simple_[propnet_.step.operands[gate.first_operand + i]] ^
                                  static_cast<GateLiteral>(i >= gate.positive);
        impossible = input == never;
        if (input != always) inputs.push_back(input);
    }
    GateLiteral& simple = simple_[gate.output];
    if (impossible)
        simple = never;
    else if (inputs.empty())
        simple = always;
    else if (inputs.size() == 1)
        simple = inputs[0];
    else
        simple = literal_of(gate.output);
}

Effects EffectsOfMoves::of(std::span<const std::uint32_t> move_slots) {
    const std::vector<std::uint32_t> affected = dependents(move_slots);
    for (const std::uint32_t slot : move_slots) simple_[slot] = always;
    for (const std::uint32_t gate : affected) fill_in(gate);
    std::vector<std::uint32_t> touched = moving_;
    const auto touch = [&](std::uint32_t slot) {
        touched.insert(touched.end(), nexts_[slot].begin(), nexts_[slot].end());
    };
    for (const std::uint32_t slot : move_slots) touch(slot);
    for (const std::uint32_t gate : affected) touch(gates_[gate].output);
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    Effects effects;
    add_values(effects, touched);
    add_gates(effects);
    for (const std::uint32_t slot : move_slots) simple_[slot] = never;
    for (const std::uint32_t gate : affected) fill_in(gate);
    return effects;
}

// Gates that depend on moves, each after those that it depends on.
std::vector<std::uint32_t> EffectsOfMoves::dependents(std::span<const std::uint32_t> move_slots) {
    std::vector<std::uint32_t> found;
    const auto visit = [&](std::uint32_t slot) {
        for (const std::uint32_t user : users_[slot])
            if (!seen_[user]) {
                seen_[user] = true;
                found.push_back(user);
            }
    };
    for (const std::uint32_t slot : move_slots) visit(slot);
    for (std::size_t i = 0; i < found.size(); ++i) visit(gates_[found[i]].output);
    for (const std::uint32_t gate : found) seen_[gate] = false;
    std::ranges::sort(found);
    return found;
}

void EffectsOfMoves::add_values(Effects& effects, std::span<const std::uint32_t> touched) const {
    for (const std::uint32_t fluent : touched) {
        const GateLiteral value = simplified(propnet_.next[fluent]);
        if (value == literal_of(1 + fluent) || left_out_[fluent]) continue;
        effects.fluents.push_back(fluent);
        effects.values.push_back(value);
    }
}

// The gates that the values need.
void EffectsOfMoves::add_gates(Effects& effects) {
    std::vector<std::size_t> wanted;
    const auto want = [&](GateLiteral literal) {
        if (!is_gate(node_of(literal))) return;
        const std::size_t gate = node_of(literal) - first_slot_;
        if (!seen_[gate]) {
            seen_[gate] = true;
            wanted.push_back(gate);
        }
    };
    for (const GateLiteral value : effects.values) want(value);
    for (std::size_t i = 0; i < wanted.size(); ++i)
        for (const GateLiteral input : inputs_[wanted[i]]) want(input);
    for (const std::size_t gate : wanted) seen_[gate] = false;
    std::ranges::sort(wanted);
    for (const std::size_t gate : wanted) {
        const std::vector<GateLiteral>& inputs = inputs_[gate];
        const auto negative = static_cast<std::uint32_t>(std::ranges::count_if(inputs, is_negated));
        effects.gates.push_back(
            {gates_[gate].output, static_cast<std::uint32_t>(inputs.size()) - negative, negative});
        for (const bool negation : {false, true})
            for (const GateLiteral input : inputs)
                if (is_negated(input) == negation)
                    effects.operands.push_back(static_cast<std::uint32_t>(node_of(input)));
    }
}

}  // namespace boardworth
