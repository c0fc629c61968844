// Gates made of ground rules, atom by atom, each after those that it depends on.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/gdl/build/gates.h"
#include "rules/gdl/ground/ground_rules.h"
#include "rules/gdl/ground/strong_components.h"

namespace boardworth {

// Atoms that depend on each other: inputs that stand for them, what defines them, and the nodes in
// between.
struct AtomLoop {
    std::vector<std::size_t> nodes;
    std::vector<GateLiteral> definitions;
    std::size_t first_node;
    std::size_t last_node;
};

class RuleGates {
  public:
    // Atoms may be mentioned by no rule at all: a fluent that no rule has as a condition.
    RuleGates(Gates& gates, const GroundRules& rules, std::int32_t largest_input);

    // An atom that has no rules but a value of its own.
    void set_input(std::int32_t atom, GateLiteral literal) { literal_of_atom(atom) = literal; }

    // 0 always holds, -1 never does.
    GateLiteral literal(std::int32_t atom);

    std::vector<AtomLoop> loops;

  private:
    static constexpr GateLiteral unknown = ~0u;

    GateLiteral& literal_of_atom(std::int32_t atom) {
        return literals_[static_cast<std::size_t>(atom)];
    }
    std::vector<std::int32_t> open_below(std::int32_t atom);
    void define(std::span<const std::int32_t> component);
    void define_loop(std::span<const std::int32_t> component);
    GateLiteral definition(std::int32_t atom, bool looping);
    [[nodiscard]] std::span<const std::uint32_t> rules_of(std::int32_t atom) const;
    [[nodiscard]] std::span<const std::int32_t> body(std::uint32_t rule) const;

    Gates& gates_;
    const GroundRules& rules_;
    std::vector<GateLiteral> literals_;     // by atom
    std::vector<std::size_t> rule_starts_;  // by atom
    std::vector<std::uint32_t> rules_by_head_;
    StrongComponents components_;
};

}  // namespace boardworth
