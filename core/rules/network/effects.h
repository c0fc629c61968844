// What one joint move changes: the step of a network with the moves filled in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules/network/network.h"

namespace boardworth {

// A gate by its slot and its inputs, first those that must hold.
struct EffectGate {
    std::uint32_t output;
    std::uint32_t positive;
    std::uint32_t negative;
};

// Most fluents stay as they are whatever the state; the others take the values of literals, which
// some gates compute in their order.
struct Effects {
    std::vector<EffectGate> gates;
    std::vector<std::uint32_t> operands;  // slots, gate by gate
    std::vector<std::uint32_t> fluents;
    std::vector<GateLiteral> values;  // fluent by fluent
};

// Fills moves into the step of a network. Only for steps without loops.
class EffectsOfMoves {
  public:
    explicit EffectsOfMoves(const Network& network);

    // Of the roles' moves, given by their slots.
    Effects of(std::span<const std::uint32_t> move_slots);

  private:
    struct Gate {
        std::uint32_t output;
        std::uint32_t first_operand;
        std::uint32_t positive;
        std::uint32_t negative;
    };

    void fill_in(const Gate& gate);
    void want(GateLiteral literal);

    const Network& network_;
    std::uint32_t first_slot_;         // of the step's gates, which follow each other
    std::vector<Gate> gates_;          // in the order of their slots
    std::vector<GateLiteral> simple_;  // by slot: what it comes down to with the moves filled in
    std::vector<bool> wanted_;         // by gate
    std::vector<GateLiteral> inputs_;  // that are left of all gates
    std::vector<std::size_t> input_starts_;
};

}  // namespace boardworth
