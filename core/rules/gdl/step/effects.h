// What one joint move changes: the step of a propnet with the moves filled in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules/gdl/build/propnet.h"

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

// Fills moves into the step of a propnet. Only for steps without loops.
class EffectsOfMoves {
  public:
    explicit EffectsOfMoves(const Propnet& propnet);

    // How many operands the effects of a move have: the mean over some moves of each role, spread
    // over all, together with the last moves of the others.
    std::size_t usual_operands();

    // Leaves some fluents out of all effects.
    void leave_out(const std::vector<bool>& fluents);

    // Of the roles' moves, given by their slots. Only gates that depend on them are looked at.
    Effects of(std::span<const std::uint32_t> move_slots);

  private:
    struct Gate {
        std::uint32_t output;
        std::uint32_t first_operand;
        std::uint32_t positive;
        std::uint32_t negative;
    };

    [[nodiscard]] bool is_gate(std::size_t slot) const { return slot >= first_slot_; }
    [[nodiscard]] GateLiteral simplified(GateLiteral literal) const {
        return simple_[node_of(literal)] ^ (literal & 1);
    }
    void find_users();
    // What is left of a gate's inputs with the moves filled in, and what it comes down to.
    void fill_in(std::size_t gate);
    [[nodiscard]] std::vector<std::uint32_t> dependents(std::span<const std::uint32_t> move_slots);
    void add_values(Effects& effects, std::span<const std::uint32_t> touched) const;
    void add_gates(Effects& effects);

    const Propnet& propnet_;
    std::uint32_t first_slot_;                       // of the step's gates, which follow each other
    std::vector<Gate> gates_;                        // in the order of their slots
    std::vector<GateLiteral> simple_;                // by slot: what it comes down to
    std::vector<std::vector<GateLiteral>> inputs_;   // by gate: those left, where it stays a gate
    std::vector<std::vector<std::uint32_t>> users_;  // by slot: gates
    std::vector<std::vector<std::uint32_t>> nexts_;  // by slot: fluents
    std::vector<std::uint32_t> moving_;              // fluents that change without any move
    std::vector<bool> left_out_;                     // by fluent
    std::vector<bool> seen_;                         // by gate; all false between calls
};

}  // namespace boardworth
