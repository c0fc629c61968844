// States of state machines and limits of searches as they cross the border.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bindings.h"
#include "rules/gdl/step/propnet_machine.h"
#include "search/limit.h"

namespace boardworth {

// A packed state has a bit for each fact.
inline std::span<const std::uint8_t> to_state(const nb::bytes& packed, std::size_t bits) {
    if (packed.size() != (bits + 7) / 8)
        throw FormatError("packed state: expected " + std::to_string((bits + 7) / 8) +
                          " bytes, found " + std::to_string(packed.size()));
    return {static_cast<const std::uint8_t*>(packed.data()), packed.size()};
}

// The same in words, as the core's states are; what is left of the last byte does not count.
inline std::vector<std::uint64_t> state_words(const nb::bytes& packed, std::size_t bits) {
    std::vector<std::uint64_t> words((bits + 63) / 64);
    fill_words(to_state(packed, bits), words);
    if (bits % 64 != 0) words.back() &= (std::uint64_t{1} << bits % 64) - 1;
    return words;
}

// When a search ends: whatever is given.
inline Limit to_limit(std::optional<int> depth, std::optional<std::uint64_t> nodes,
                      std::optional<double> seconds, const StopSign* stop) {
    Limit limit;
    limit.depth = depth.value_or(limit.depth);
    limit.nodes = nodes.value_or(limit.nodes);
    limit.seconds = seconds.value_or(limit.seconds);
    limit.stop = stop;
    return limit;
}

// A machine of any rules. A propnet must live as long as its machine.
inline std::unique_ptr<StateMachine> make_machine(const Propnet& propnet) {
    return std::make_unique<PropnetMachine>(propnet);
}
inline std::unique_ptr<StateMachine> make_machine(const AnyGame& game) {
    return game.machine();
}

}  // namespace boardworth
