#include "rules/network/effects.h"

#include <algorithm>
#include <numeric>

namespace boardworth {

EffectsOfMoves::EffectsOfMoves(const Network& network)
    : network_(network),
      first_slot_(static_cast<std::uint32_t>(network.slots)),
      simple_(network.slots) {
    std::uint32_t operand = 0;
    for (const GateRun& run : network.step.runs)
        for (std::uint32_t gate = 0; gate < run.gates; ++gate) {
            gates_.push_back({run.first_output + gate, operand, run.positive, run.negative});
            operand += run.positive + run.negative;
        }
    if (!gates_.empty()) first_slot_ = gates_.front().output;
    for (std::size_t slot = 0; slot < simple_.size(); ++slot) simple_[slot] = literal_of(slot);
    for (std::size_t move = 0; move < network.moves(); ++move)
        simple_[network.first_move() + move] = never;
}

Effects EffectsOfMoves::of(std::span<const std::uint32_t> move_slots) {
    for (const std::uint32_t slot : move_slots) simple_[slot] = always;
    inputs_.clear();
    input_starts_.assign(1, 0);
    for (const Gate& gate : gates_) fill_in(gate);
    wanted_.assign(gates_.size(), false);
    Effects effects;
    for (std::size_t fluent = 0; fluent < network_.fluents(); ++fluent) {
        const GateLiteral next = network_.next[fluent];
        const GateLiteral value = simple_[node_of(next)] ^ (next & 1);
        if (value == literal_of(1 + fluent)) continue;
        effects.fluents.push_back(static_cast<std::uint32_t>(fluent));
        effects.values.push_back(value);
        want(value);
    }
    for (std::size_t gate = gates_.size(); gate-- > 0;)
        if (wanted_[gate])
            for (std::size_t i = input_starts_[gate]; i < input_starts_[gate + 1]; ++i)
                want(inputs_[i]);
    for (std::size_t gate = 0; gate < gates_.size(); ++gate) {
        if (!wanted_[gate]) continue;
        const auto inputs = std::span(inputs_).subspan(
            input_starts_[gate], input_starts_[gate + 1] - input_starts_[gate]);
        const auto negative = static_cast<std::uint32_t>(std::ranges::count_if(inputs, is_negated));
        effects.gates.push_back(
            {gates_[gate].output, static_cast<std::uint32_t>(inputs.size()) - negative, negative});
        for (const bool negation : {false, true})
            for (const GateLiteral input : inputs)
                if (is_negated(input) == negation)
                    effects.operands.push_back(static_cast<std::uint32_t>(node_of(input)));
    }
    for (const std::uint32_t slot : move_slots) simple_[slot] = never;
    return effects;
}

void EffectsOfMoves::fill_in(const Gate& gate) {
    const std::size_t start = inputs_.size();
    bool impossible = false;
    for (std::uint32_t i = 0; i < gate.positive + gate.negative && !impossible; ++i) {
        const GateLiteral input = simple_[network_.step.operands[gate.first_operand + i]] ^
                                  static_cast<GateLiteral>(i >= gate.positive);
        impossible = input == never;
        if (input != always) inputs_.push_back(input);
    }
    GateLiteral& simple = simple_[gate.output];
    if (impossible)
        simple = never;
    else if (inputs_.size() == start)
        simple = always;
    else if (inputs_.size() == start + 1)
        simple = inputs_.back();
    else
        simple = literal_of(gate.output);
    if (simple != literal_of(gate.output)) inputs_.resize(start);
    input_starts_.push_back(inputs_.size());
}

void EffectsOfMoves::want(GateLiteral literal) {
    const std::size_t slot = node_of(literal);
    if (slot >= first_slot_) wanted_[slot - first_slot_] = true;
}

}  // namespace boardworth
