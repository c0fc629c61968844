#include "rules/network/next_sets.h"

#include <algorithm>

namespace boardworth {

FollowedNext::FollowedNext(const Network& network, bool all) : fluents(network.fluents(), all) {
    std::vector<SingleGate> step = single_gates(network.step);
    if (all) {
        gates = std::move(step);
        return;
    }
    std::vector<bool> on_moves(network.slots);
    std::fill_n(on_moves.begin() + static_cast<std::ptrdiff_t>(network.first_move()),
                network.moves(), true);
    for (const SingleGate& gate : step)
        on_moves[gate.output] = std::ranges::any_of(
            gate.inputs, [&](GateLiteral input) { return on_moves[node_of(input)]; });
    std::vector<bool> wanted(network.slots);
    for (std::size_t fluent = 0; fluent < network.fluents(); ++fluent) {
        const std::size_t slot = node_of(network.next[fluent]);
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
