// A propnet of AND gates with negatable inputs, in which no two gates are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rules/gdl/build/building_work.h"

namespace boardworth {

// A node and whether it is negated. Node 0 never holds.
using GateLiteral = std::uint32_t;
constexpr GateLiteral never = 0;
constexpr GateLiteral always = 1;
constexpr GateLiteral negated(GateLiteral literal) {
    return literal ^ 1;
}
constexpr GateLiteral literal_of(std::size_t node) {
    return static_cast<GateLiteral>(node << 1);
}
constexpr std::size_t node_of(GateLiteral literal) {
    return literal >> 1;
}
constexpr bool is_negated(GateLiteral literal) {
    return (literal & 1) != 0;
}

class Gates {
  public:
    explicit Gates(BuildingWork& cost) : work(cost) { add_input(); }

    std::size_t add_input();

    // Inputs of which exactly one holds: what a role does.
    void add_choice(std::span<const GateLiteral> inputs);

    // OR is AND of the negated inputs, negated: one kind of gate is enough.
    GateLiteral all_of(std::vector<GateLiteral> literals);
    GateLiteral any_of(std::vector<GateLiteral> literals);

    [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
    // Of a gate; empty for an input.
    [[nodiscard]] std::span<const GateLiteral> inputs(std::size_t node) const {
        return std::span(inputs_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
    }
    [[nodiscard]] bool is_input(std::size_t node) const {
        return starts_[node] == starts_[node + 1];
    }

    BuildingWork& work;  // what all this costs

  private:
    // Brings literals into their one form; never if they exclude each other.
    bool simplify(std::vector<GateLiteral>& literals);
    bool use_choices(std::vector<GateLiteral>& literals);
    GateLiteral gate(const std::vector<GateLiteral>& literals);

    std::vector<std::size_t> starts_{0};
    std::vector<GateLiteral> inputs_;
    std::vector<std::vector<GateLiteral>> choices_;
    std::unordered_map<std::size_t, std::uint32_t> choice_of_;  // by node
    std::unordered_multimap<std::uint64_t, std::uint32_t> known_;
};

// The disjunction of conjunctions, each given by its literals. What many of them share is taken
// out, most frequent literal first, which turns frame axioms into a few gates.
GateLiteral sum_of_products(Gates& gates, std::vector<std::vector<GateLiteral>> products);

}  // namespace boardworth
