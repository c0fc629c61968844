// States of state machines as they travel.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings.h"
#include "rules/gdl/step/propnet_machine.h"

namespace boardworth {

// The bits of a packed state in words, as the core's states are.
inline std::vector<std::uint64_t> state_words(const nb::bytes& packed, std::size_t bits) {
    if (packed.size() != (bits + 7) / 8)
        throw FormatError("packed state: expected " + std::to_string((bits + 7) / 8) +
                          " bytes, found " + std::to_string(packed.size()));
    std::vector<std::uint64_t> words((bits + 63) / 64);
    const auto* bytes = static_cast<const std::uint8_t*>(packed.data());
    for (std::size_t i = 0; i < bits; ++i)
        words[i / 64] |= std::uint64_t{bytes[i / 8] >> (i % 8) & 1U} << (i % 64);
    return words;
}

// A machine of any rules. A propnet must live as long as its machine.
inline std::unique_ptr<StateMachine> make_machine(const Propnet& propnet) {
    return std::make_unique<PropnetMachine>(propnet);
}
inline std::unique_ptr<StateMachine> make_machine(const AnyGame& game) {
    return game.machine();
}

}  // namespace boardworth
