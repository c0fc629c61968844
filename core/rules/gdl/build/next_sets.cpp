#include "rules/gdl/build/next_sets.h"

#include <algorithm>

namespace boardworth {

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
